"""`cfggo play` as a process: its address, its errors, and what Ctrl-C keeps."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cfggo import cli
from cfggo.base.errors import CfggoError
from cfggo.interfaces.browser import serve as serve_module
from cfggo.interfaces.browser.events import Events
from cfggo.interfaces.browser.game_actions import game_actions
from cfggo.interfaces.browser.my_games import MyGames
from cfggo.interfaces.browser.open_game import OpenGame
from cfggo.interfaces.browser.serve import serve
from cfggo.interfaces.browser.server import PageServer
from cfggo.interfaces.browser.worker import EngineWorker, Tell
from cfggo.study.api.game import Game
from tests.corner import LIVE
from tests.interfaces.browser.conftest import PATIENCE, KeptRecords

ROOT = Path(__file__).parents[3]


def start(folder: Path, *arguments: str) -> tuple[subprocess.Popen[str], str]:
    """Starts it in a folder; returns the process and the page's address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cfggo", "play", "--no-open", *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "CFGGO_DATA_DIR": str(folder / "data")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    match = re.fullmatch(r"The page is at (http://127\.0\.0\.1:\d+/[\w-]+/)\n", line)
    assert match, line
    return process, match[1]


def post(url: str, name: str, body: object) -> Any:
    request = urllib.request.Request(
        url + name, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def state_of(url: str) -> Any:
    """Returns the state that a new page is told."""
    with urllib.request.urlopen(url + "events", timeout=PATIENCE) as stream:
        assert stream.readline() == b"event: state\n"
        return json.loads(stream.readline().removeprefix(b"data: "))


NEW = {"size": 9, "komi": 7, "rules": "japanese", "handicap": 0, "level": "", "you": "both"}


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_keeps_a_game_that_was_not_saved(tmp_path: Path, ending: signal.Signals) -> None:
    """So does a new game, of which the page is told; the level of a file is that of the page."""
    (tmp_path / "weak.toml").write_text('[play]\nlevel = "12k"\n')
    arguments = ["--size", "9", "--white", "--config", "weak.toml"]
    if ending == signal.SIGTERM:
        arguments += ["--level", "15k"]
    process, url = start(tmp_path, *arguments)
    assert state_of(url)["level"] == ("15k" if ending == signal.SIGTERM else "12k")
    games = tmp_path / "data" / "games"
    post(url, "seat", {"you": "both", "level": "", "at": 0})  # or it could have moved before
    if ending == signal.SIGINT:
        post(url, "new", NEW)
        post(url, "play", {"vertex": "C3", "at": 0})
    post(url, "new", NEW)
    before = {*games.iterdir()} if games.exists() else set()
    assert len(before) == state_of(url)["kept"] == (ending == signal.SIGINT)
    post(url, "play", {"vertex": "E5", "at": 0})
    process.send_signal(ending)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert err == "interrupted\n"
    (kept,) = {*games.iterdir()} - before
    assert out.endswith(f"The game is kept in {kept}\n")
    assert Game.from_sgf(kept).moves == [("black", "E5")]


@pytest.fixture
def handlers() -> Iterator[None]:
    """Puts the handlers of signals back afterwards."""
    before = {
        ending: signal.getsignal(ending)
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    }
    yield
    for ending, handler in before.items():
        signal.signal(ending, handler)


def _no_engine(tell: Tell) -> Any:
    raise CfggoError("none is needed")


@pytest.mark.usefixtures("handlers")
def test_it_serves_where_there_are_fewer_signals_and_waits_are_not_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As on Windows; a signal that another thread catches does not end this one's wait."""
    monkeypatch.delattr(signal, "SIGHUP")
    worker, events = EngineWorker(_no_engine), Events()
    game = OpenGame(worker, events, Game(9), KeptRecords(), level="", you="both")
    ctrl_c = threading.Timer(0.2, signal.raise_signal, (signal.SIGINT,))
    main = threading.get_ident()
    at_last = threading.Timer(PATIENCE, signal.pthread_kill, (main, signal.SIGTERM))
    at_last.start()

    def nap(seconds: float) -> None:
        with suppress(RuntimeError):  # begun already
            ctrl_c.start()
        time.sleep(seconds)

    monkeypatch.setattr(serve_module, "time", SimpleNamespace(sleep=nap))
    try:
        with pytest.raises(KeyboardInterrupt):
            serve([PageServer(game, game_actions(game), events)], game, worker, opens=False)
        assert at_last.is_alive()  # the first signal was enough
    finally:
        ctrl_c.cancel()
        at_last.cancel()


@pytest.mark.usefixtures("handlers")
def test_a_second_ctrl_c_does_not_lose_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes while the game is being kept, and a third one while the server ends."""
    worker, events = EngineWorker(_no_engine), Events()

    class Games(KeptRecords):
        def keep(self, sgf: bytes, name: str = "") -> Path:
            signal.raise_signal(signal.SIGINT)
            return super().keep(sgf, name)

    def shut_down() -> None:
        shut_down_server()
        raise KeyboardInterrupt

    games = Games()
    game = OpenGame(worker, events, Game(9), games, level="", you="both")
    game.change(lambda lines: lines.play("E5", 0))
    server = PageServer(game, game_actions(game), events)
    shut_down_server = server.shutdown
    monkeypatch.setattr(server, "shutdown", shut_down)
    nap = SimpleNamespace(sleep=lambda seconds: signal.raise_signal(signal.SIGINT))
    monkeypatch.setattr(serve_module, "time", nap)
    with pytest.raises(KeyboardInterrupt):
        serve([server], game, worker, opens=False)
    assert [Game.from_sgf(sgf).moves for sgf in games.records] == [[("black", "E5")]]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Returns a list of what would be served."""
    pages: list[Any] = []

    def serve(servers: list[PageServer], page: Any, worker: EngineWorker, opens: bool) -> None:
        pages.append(page)
        servers[0].server_close()

    monkeypatch.setattr(serve_module, "serve", serve)
    return pages


def test_problems_begin_at_the_level_that_the_games_show(
    shown: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CFGGO_DATA_DIR", str(tmp_path))
    games = MyGames(tmp_path / "games", tmp_path)
    for winner in "BWBWB":
        games.keep(b"(;SZ[19]PB[You]PW[cfggo 9k]RE[%s+3.5];B[dd];W[pp])" % winner.encode())
    assert (rating := games.rating()) is not None
    assert cli.main(["play", "--problems", "--no-open"]) == 0
    assert shown[0].state()["level"] == rating["level"] != "30k"


def test_a_record_is_opened_and_nothing_new_is_kept(
    shown: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CFGGO_DATA_DIR", str(tmp_path / "data"))
    (tmp_path / "game.sgf").write_text("(;SZ[13]KM[6.5];B[dd];W[jj])")
    assert cli.main(["play", "--no-open", str(tmp_path / "game.sgf")]) == 0
    assert b"SZ[13]" in shown[0].to_sgf()
    shown[0].keep_unsaved()
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "wrong", [["none.sgf"], ["--handicap", "10"], ["--size", "5", "--handicap", "2"]]
)
def test_what_is_wrong_is_said_before_anything_is_compiled(
    wrong: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve_module, "kernels_are_compiled", lambda: False)
    assert cli.main(["play", "--no-open", *wrong]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("cfggo: error: ")


def test_proofs_are_compiled_while_the_user_looks_at_the_first_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []

    class Loading:
        def __init__(self, load: Callable[[Tell], object]) -> None:
            load(begun.append)
            raise CfggoError("enough")

    monkeypatch.setenv("CFGGO_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(serve_module, "EngineWorker", Loading)
    monkeypatch.setattr(serve_module, "kernels_are_compiled", lambda: True)
    monkeypatch.setattr(
        "cfggo.study.solving.solution.compile_proofs", lambda: begun.append("proofs")
    )
    monkeypatch.setattr("cfggo.study.api.engine.Engine", lambda preset: begun.append("engine"))
    with pytest.raises(CfggoError, match="enough"):
        serve_module.practise_in_browser(
            preset="cfggo", settings={}, problems=[LIVE], port=0, opens=False
        )
    assert begun == ["proofs", "engine"]
