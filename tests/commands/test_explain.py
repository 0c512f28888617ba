"""cfggo explain: which move it explains, what it prints, and what it refuses."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cfggo import cli
from cfggo.search.compiling import compile_kernels
from tests.conftest import RunCfggo

GAME = "(;GM[1]SZ[9]KM[7.5];B[ee];W[cc];B[gg];W[gc](;B[cg])(;B[aa]))"
"""E5, C7, G3, G7, and C3."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(GAME)
    return path


def explain(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Returns what `cfggo explain` prints, without a search unless one is asked for."""
    words = ["explain", *map(str, arguments), "--config", "baseline"]
    if "--playouts" not in words:
        words += ["--playouts", "0"]
    assert cli.main(words) == 0
    return capsys.readouterr().out


def explain_json(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(explain(capsys, *arguments, "--json"))
    return found


def test_the_move_played_is_explained(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    heading, _, plain, _, first, second, *lines = explain(capsys, file, "--move", 4).splitlines()
    assert heading == "After move 3 (Black G3), White to play."
    assert plain.startswith(
        "G7 is a move to look at, if not the first one. G7 takes an empty corner. For it: "
    )
    assert first.startswith("White G7: ")
    assert first.endswith(" of 79 moves.")
    assert second.startswith("The geometric mean of all moves is 0.")
    assert lines[0].startswith("  ")
    found = explain_json(capsys, file, "--move", 4)
    assert (found["move_number"], found["played"]) == (4, "G7")
    explanation = found["explanation"]
    product = math.prod(factor["factor"] for factor in explanation["factors"])
    assert explanation["base"] * product == pytest.approx(explanation["probability"])
    assert explanation["search"] is None
    assert explanation["sentences"][0] == first


def test_another_move_is_compared_with_the_likeliest(
    capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    found = explain_json(capsys, file, "--move", 5, "--at", "a1")
    assert (found["explanation"]["move"], found["played"]) == ("A1", "C3")
    likeliest = found["likeliest"]
    assert likeliest["rank"] == 1
    assert found["comparison"][0].startswith(f"Compared with {likeliest['move']} (")
    text = explain(capsys, file, "--move", 5, "--at", "a1")
    assert text.splitlines()[-len(found["comparison"]) :] == found["comparison"]


def test_after_the_last_move_the_likeliest_is_explained(
    capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    found = explain_json(capsys, file)
    assert (found["move_number"], found["played"], found["likeliest"]) == (6, None, None)
    assert (found["explanation"]["colour"], found["explanation"]["rank"]) == ("white", 1)


def test_what_a_search_says(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    found = explain_json(capsys, file, "--at", "A1", "--playouts", 60)
    searched, best = found["explanation"]["search"], found["likeliest"]["search"]
    assert searched["visits"] < best["visits"] <= best["playouts"] == 60
    assert searched["playouts_after"] == 60  # it has few visits, so it is searched by itself
    assert searched["pv"][:2] == ["A1", searched["reply"]]
    assert 0 < searched["winrate"] < 1
    assert found["search_choice"]["order"] == 1
    assert "Search: " in explain(capsys, file, "--playouts", 60)


def test_names_that_a_terminal_does_not_know_are_no_error(file: Path) -> None:
    file.write_text(file.read_text().replace("SZ[", "PB[棋]PW[a\x1b[2Jb]SZ["))
    compile_kernels()  # or the command says that it compiles
    done = subprocess.run(
        [sys.executable, "-m", "cfggo", "explain", str(file), "--playouts", "0"],
        env=os.environ | {"PYTHONIOENCODING": "ascii"}, capture_output=True, timeout=300,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    assert b"? " in done.stdout


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "game.sgf --at Z5",
            "--at: there is no point 'Z5' on this board: its points go from A1 to J9, without",
        ),
        ("game.sgf --at E5", "illegal move: white E5 (occupied); for move 1: --move 1"),
        ("game.sgf --config frequency", "frequency: its search asks no tree policy"),
        ("bytes.sgf", "bytes.sgf: not SGF"),
    ],
)
def test_what_cannot_be_explained_is_an_error_in_one_line(
    line: str, message: str, file: Path, run_cfggo: RunCfggo
) -> None:
    file.with_stem("bytes").write_bytes(b"\x00\xff" * 100)
    done = run_cfggo("explain", *line.split())
    assert (done.returncode, done.stdout) == (2, "")
    (error,) = done.stderr.splitlines()
    assert error.startswith("cfggo: error: ")
    assert message in error
