"""Games of the engine against itself: repeatable, resumable, counted."""

import json
import os
import random
import shutil
import subprocess
import sys
import tarfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from cfggo import cli
from cfggo.base.errors import CfggoError
from cfggo.base.resources import content_digest, find_weights
from cfggo.config import EngineConfig, load_config
from cfggo.go.game import Game
from cfggo.go.points import N_POINTS, PASS, parse_vertex
from cfggo.go.rules import CHINESE
from cfggo.match.contests import selfplay
from cfggo.match.contests.selfplay import (
    SETTINGS_NAME,
    SelfPlay,
    SelfPlayGame,
    fresh_engine,
    self_play_games,
)
from cfggo.match.contests.venues import LocalVenue, play_and_keep
from cfggo.match.playing.client import Cancellation, Cancelled
from cfggo.match.results.store import JOURNAL, GameStore, SgfShards
from cfggo.records.collection import DropReport, RecordFilter, read_records
from cfggo.records.sgf.reading import read_main_line
from cfggo.search.limits import Limit
from cfggo.search.report import MoveInfo, SearchReport
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Decision, Searcher

MOVES = 12
WINRATE, SCORE, STDEV = 0.75, 3.5, 1.0  # that the engines below claim


def decide(point: int, colour: int, resign: bool = False) -> Decision:
    report = SearchReport(
        colour=colour,
        playouts=100,
        seconds=0.0,
        winrate=WINRATE,
        score=SCORE,
        score_stdev=STDEV,
        nodes=1,
        moves=[MoveInfo(point, 100, WINRATE, SCORE, STDEV, 1.0, [point], [100])],
    )
    return Decision(point, resign, report)


class RandomEngine:
    """Plays random moves of its seed, then passes or resigns; owns what it is told to.

    Public attributes:
      resigns -- whether it ends a game by resigning
      owner   -- ownership by vertex; other points are neutral
    """

    resigns = False
    owner: ClassVar[dict[str, float]] = {}

    def __init__(self, config: EngineConfig) -> None:
        self.config = config
        self._random = random.Random(config.play.seed)

    def choose_move(self, request: SearchRequest, *, stop: Callable[[], bool]) -> Decision:
        game, colour = request.game, request.colour
        assert request.limit == Limit(playouts=100)
        done = len(game.moves) >= MOVES
        point = PASS if done else self._random.choice(game.legal_points(colour))
        return decide(point, colour, resign=done and self.resigns)

    def final_ownership(self, game: Game) -> np.ndarray:
        return self.ownership()

    def ownership(self) -> np.ndarray:
        ownership = np.zeros(N_POINTS, dtype=np.float32)
        for vertex, value in self.owner.items():
            ownership[parse_vertex(vertex, 5)] = value
        return ownership


class ResigningEngine(RandomEngine):
    resigns = True


class PlannedEngine(RandomEngine):
    """Lets White keep a dead stone inside Black's area."""

    owner: ClassVar = {"A5": 0.9, "B1": 1.0, "C3": 0.8}

    def choose_move(self, request: SearchRequest, *, stop: Callable[[], bool]) -> Decision:
        vertices = ["B1", "A5", "C3", "pass", "pass"]
        point = parse_vertex(vertices[len(request.game.moves)], 5)
        return decide(point, request.colour)


class ThinkingEngine(RandomEngine):
    """Thinks about its third move until it is stopped."""

    thinks = threading.Event()

    def choose_move(self, request: SearchRequest, *, stop: Callable[[], bool]) -> Decision:
        deadline = time.monotonic() + 60.0
        while len(request.game.moves) == 2 and not stop():
            self.thinks.set()
            assert time.monotonic() < deadline
            time.sleep(0.01)
        return super().choose_move(request, stop=stop)


Play = Callable[..., list[bytes]]


def archived_games(folder: Path) -> list[bytes]:
    """Returns the SGF data in the archives of a folder, in the order of the games' numbers."""
    games = {}
    for path in folder.glob("*.tar"):
        with tarfile.open(path) as archive:
            for member in archive:
                stream = archive.extractfile(member)
                assert stream
                games[member.name] = stream.read()
    return [games[name] for name in sorted(games)]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Returns a function that plays games into a folder and returns the SGF data of all of them."""

    def play_games(
        folder: str,
        games: int,
        seed: int = 1,
        komi: float = 7.5,
        engine: Any = RandomEngine,
        jobs: int = 1,
    ) -> list[bytes]:
        config = load_config("baseline").with_values(playouts=100)
        settings = SelfPlay(config, size=5, komi=komi, rules=CHINESE, seed=seed)
        path = tmp_path / folder
        with GameStore(path, SETTINGS_NAME, settings.to_json(), SgfShards) as store:
            monkeypatch.setattr(selfplay, "fresh_engine", lambda config, digests: engine(config))
            for _ in play_and_keep(self_play_games(settings, games), LocalVenue(jobs), store):
                pass
        return archived_games(path)

    return play_games


def test_same_seed_gives_the_same_records_to_the_byte(play: Play) -> None:
    games = play("first", 4)
    assert games == play("second", 4)
    assert len(set(games)) == 4
    assert not set(games) & set(play("third", 4, seed=2))


def test_an_engine_that_played_before_plays_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    config = load_config("baseline").with_values(playouts=30)
    settings = SelfPlay(config, size=5, komi=0.5, rules=CHINESE, seed=1, play_out=True)
    other = SelfPlay(config.with_values(level="16k"), 5, 0.5, CHINESE, seed=1)
    games = [game.play().sgf for game in self_play_games(settings, 2)]
    first, second = self_play_games(settings, 2)
    assert first.play().sgf == games[0]
    SelfPlayGame(1, other).play()  # loads another engine between
    assert second.play().sgf == games[1]
    monkeypatch.setattr(selfplay, "fresh_engine", lambda config, digests: Searcher(config))
    assert [game.play().sgf for game in self_play_games(settings, 2)] == games


def test_an_engine_is_loaded_anew_when_its_weights_changed(tmp_path: Path) -> None:
    weights = shutil.copy(find_weights("baseline"), tmp_path / "my.weights")
    config = load_config("baseline").with_values(tree=str(weights), playouts=1)
    settings = SelfPlay(config, size=2, komi=0.5, rules=CHINESE, seed=1)
    (game,) = self_play_games(settings, 1)
    engine = fresh_engine(config, config.digests())
    assert fresh_engine(config, config.digests()) is engine
    shutil.copy(find_weights("paper-baseline"), weights)
    assert fresh_engine(config, config.digests()) is not engine
    with pytest.raises(CfggoError, match=r"my\.weights: changed since the games began"):
        game.play()


def test_a_game_reads_each_file_of_weights_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = load_config("baseline").with_values(playouts=1)
    settings = SelfPlay(config, size=2, komi=0.5, rules=CHINESE, seed=1)
    games = self_play_games(settings, 2)
    next(games).play()  # loads the engine
    game = next(games)
    read: list[Path] = []

    def counted_digest(file: Path) -> str:
        read.append(file)
        return content_digest(file)

    monkeypatch.setattr("cfggo.config.content_digest", counted_digest)
    game.play()
    assert sorted(read) == sorted({find_weights(name) for name in config.files})


def test_games_do_not_depend_on_the_number_of_jobs(play: Play) -> None:
    assert play("one", 6) == play("two", 6, jobs=2)


def test_game_does_not_depend_on_the_games_before(play: Play) -> None:
    play("resumed", 1)
    assert play("resumed", 3) == play("whole", 3)


def test_records_replay(play: Play) -> None:
    for sgf in play("games", 3):
        line = read_main_line(sgf)
        game = Game.from_main_line(line)
        assert len(game.moves) == MOVES + 2
        assert (line.size, line.komi, line.date) == (5, 7.5, "")
        assert line.result[:2] in ("B+", "W+")


def test_a_game_is_given_up_in_the_middle_of_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    config = load_config("baseline").with_values(playouts=100)
    monkeypatch.setattr(selfplay, "fresh_engine", lambda config, digests: ThinkingEngine(config))
    (game,) = self_play_games(SelfPlay(config, 5, 7.5, CHINESE, seed=1), 1)
    cancellation = Cancellation()
    with ThreadPoolExecutor(1) as executor:
        future = executor.submit(game.play, None, cancellation)
        assert ThinkingEngine.thinks.wait(60.0)
        cancellation.close()
        with pytest.raises(Cancelled):
            future.result(60.0)


def test_resignation(play: Play) -> None:
    assert all(b"RE[W+R]" in sgf for sgf in play("games", 2, engine=ResigningEngine))


def test_dead_stones_are_the_opponents_points(play: Play) -> None:
    (sgf,) = play("games", 1, engine=PlannedEngine)
    assert b"RE[B+17.5]" in sgf  # 25 points, less komi


def test_other_settings_are_not_mixed(play: Play) -> None:
    play("games", 1)
    with pytest.raises(CfggoError, match=r"komi was 7\.5 and is now 0\.5"):
        play("games", 2, komi=0.5)


def test_archives_are_read_by_training(play: Play, tmp_path: Path) -> None:
    games = play("games", 3)
    dropped = DropReport()
    archives = sorted((tmp_path / "games").glob("*.tar"))
    records = list(read_records(archives, RecordFilter(), dropped))
    assert [record.line for record in records] == [read_main_line(sgf) for sgf in games]
    assert not dropped.reasons


def test_command_gives_the_same_games_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--size", "5", "--playouts", "20", "--seed", "1", "--json"]
    games = []
    for folder, jobs in (("first", "1"), ("second", "2")):
        out = tmp_path / folder
        options_here = [*options, "--jobs", jobs, "--out", str(out)]
        assert cli.main(["selfplay", "--games", "2", *options_here]) == 0
        result = json.loads(capsys.readouterr().out)
        assert result["games"] == 2
        assert result["black_wins"] + result["white_wins"] + result["draws"] == 2
        assert result["games_per_hour"] > 0
        games.append(archived_games(out))
    assert games[0] == games[1]
    assert games[0][0] != games[0][1]


def test_rules_of_the_configuration_and_what_differs_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "own.toml"
    config.write_text('[play]\nrules = "japanese"\nkomi = 5.5\n')
    command = ["selfplay", "--size", "5", "--seed", "1", "--config", str(config), "--json"]
    command += ["--out", str(tmp_path / "out"), "--playouts"]
    assert cli.main([*command, "4"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["rules"], result["komi"], result["search.playouts"]) == ("japanese", 5.5, 4)
    assert cli.main([*command, "5"]) == 2
    assert ": search.playouts was 4 and is now 5; for others" in capsys.readouterr().err


def test_without_a_seed_it_is_another_one_each_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "own.toml"
    for text, n_seeds in (("", 2), ("seed = 0", 1)):
        config.write_text(f"[play]\n{text}\n")
        command = ["selfplay", "--size", "5", "--playouts", "2", "--json", "--config", str(config)]
        seeds = set()
        for folder in ("a", "b"):
            assert cli.main([*command, "--out", str(tmp_path / f"{folder}{n_seeds}")]) == 0
            seeds.add(json.loads(capsys.readouterr().out)["play.seed"])
        assert len(seeds) == n_seeds


def test_games_beyond_those_that_are_wanted_are_not_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["selfplay", "--size", "5", "--playouts", "2", "--seed", "1", "--out", str(tmp_path)]
    assert cli.main([*command, "--games", "4"]) == 0
    journal = tmp_path / JOURNAL
    journal.write_text("".join(journal.read_text().splitlines(keepends=True)[1:]))
    capsys.readouterr()
    assert cli.main([*command, "--games", "1"]) == 0
    assert "games/hour, 0 s left" in capsys.readouterr().err


def test_keys_set_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["selfplay", "--size", "5", "--playouts", "4", "--json", "--out", str(tmp_path / "a")]
    assert cli.main([*command, "--set", "progressive_bias=100,seed=7"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["search.progressive_bias"], result["play.seed"]) == (100, 7)
    assert cli.main([*command, "--set", "progressive_bias=9", "--seed", "7"]) == 2
    assert "search.progressive_bias was 100.0 and is now 9.0" in capsys.readouterr().err


def test_folder_whose_name_is_no_text(tmp_path: Path) -> None:
    out = os.fsdecode(b"caf\xe9")
    command = [sys.executable, "-m", "cfggo", "selfplay", "--size", "2", "--playouts", "2"]
    done = subprocess.run([*command, "--out", str(tmp_path / out)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert f"1 game in {tmp_path}/caf?: Black won" in done.stdout


def test_damaged_weights_leave_no_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.weights").write_bytes(b"no weights")
    config = tmp_path / "bad.toml"
    config.write_text('[policy]\ntree = "bad.weights"\n')
    out = tmp_path / "out"
    assert cli.main(["selfplay", "--config", str(config), "--out", str(out)]) == 2
    assert "bad.weights" in capsys.readouterr().err
    assert not out.exists()
