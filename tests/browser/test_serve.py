"""`cfggo play` as a process: its address, its errors, and what Ctrl-C keeps."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from cfggo import cli
from cfggo.study.game import Game

ROOT = Path(__file__).parents[2]


def start(folder: Path, *arguments: str) -> tuple[subprocess.Popen[str], str]:
    """Starts it in a folder; returns the process and the page's address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cfggo", "play", "--no-open", *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    match = re.fullmatch(r"The page is at (http://127\.0\.0\.1:\d+/[\w-]+/)\n", line)
    assert match, line
    return process, match[1]


def post(url: str, name: str, body: object) -> object:
    request = urllib.request.Request(
        url + name, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_keeps_a_game_that_was_not_saved(tmp_path: Path, ending: signal.Signals) -> None:
    process, url = start(tmp_path, "--size", "9", "--white", "--level", "20k")
    post(url, "seat", {"you": "both", "level": ""})  # or it could have moved before
    post(url, "new", {"size": 9, "komi": 7, "handicap": 0, "level": "", "you": "both"})
    post(url, "play", {"vertex": "E5", "at": 0})
    process.send_signal(ending)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == "interrupted\n"
    (kept,) = (tmp_path / "games").iterdir()
    assert out.endswith(f"The game is kept in {kept.relative_to(tmp_path)}\n")
    assert Game.from_sgf(kept).moves == [("black", "E5")]


def test_a_record_is_opened_and_nothing_new_is_kept(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;SZ[13]KM[6.5];B[dd];W[jj])")
    process, url = start(tmp_path, "game.sgf")
    with urllib.request.urlopen(url + "game.sgf", timeout=30) as answer:
        assert b"SZ[13]" in answer.read()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == 130
    assert not (tmp_path / "games").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--level", "2d"], "unknown level '2d'"),
        (["--size", "20"], "expected 2 to 19"),
        (["--handicap", "1"], "no fixed handicap of 1 stones"),
        (["--komi", "many"], "expected a number"),
        (["--port", "70000"], "--port must be between 0 and 65535"),
        (["--config", "nothing"], "unknown preset 'nothing'"),
        (["--seconds", "-1"], "seconds must be at least 0"),
        (["--black", "--white"], "not allowed with"),
        (["missing.sgf"], "missing.sgf: No such file or directory"),
        ([str(ROOT / "pyproject.toml")], "pyproject.toml: not SGF"),
    ],
)
def test_errors_are_one_line(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["play", "--no-open", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert words in line
