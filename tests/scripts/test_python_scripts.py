"""What all Python scripts have in common: help, errors in one line, and a hint without cfggo."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from cfggo.base.errors import CfggoError
from cfggo.go.points import BLACK, WHITE
from cfggo.records.game_record import Split
from tests.scripts.called import SCRIPTS, call_script

RunScript = Callable[..., "subprocess.CompletedProcess[str]"]

PYTHON_SCRIPTS = sorted(
    path.name
    for path in SCRIPTS.iterdir()
    if path.suffix == ".py" and path.read_text().startswith("#!/usr/bin/env python3")
)


@pytest.mark.parametrize("name", PYTHON_SCRIPTS)
def test_help(name: str) -> None:
    done = call_script(name, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: {name} ")


def test_error_of_the_user_is_one_line(run_script: RunScript, tmp_path: Path) -> None:
    done = run_script("interrupted_tournament.py", "none.toml", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr == "scripts/interrupted_tournament.py: none.toml: No such file or directory\n"
    )


def test_a_file_that_cannot_be_written_is_no_traceback(tmp_path: Path) -> None:
    done = call_script("counted_owners.py", str(tmp_path), "--out", os.devnull)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1] == (f"scripts/counted_owners.py: {os.devnull}: File exists")


def test_games_that_cannot_last_are_no_traceback() -> None:
    done = call_script("match_overhead.py", "2", "300", "1")
    assert done.returncode == 2
    assert done.stderr.startswith("scripts/match_overhead.py: game 1 did not last: ")
    assert len(done.stderr.splitlines()) == 1


def test_moves_to_find_must_be_in_order(tmp_path: Path) -> None:
    done = call_script("expert_moves.py", str(tmp_path), "cfggo", "--moves", "60", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "scripts/expert_moves.py: --moves 60 1: the last number is below the first\n"
    )


def test_final_positions_must_have_been_counted(tmp_path: Path) -> None:
    (tmp_path / "resigned.sgf").write_text("(;SZ[19]RE[B+R];B[dd];W[pp])")
    done = call_script("final_status.py", str(tmp_path))
    assert done.returncode == 2
    assert "no games of 19x19 in this split that ended with a count" in done.stderr


def test_a_table_needs_problems_of_both_players(
    load_script: Callable[[str], ModuleType],
) -> None:
    script = load_script("tsumego_table.py")
    with pytest.raises(CfggoError, match="none of white to learn from"):
        script.table_of([])
    white, black = (
        SimpleNamespace(split=Split.TRAINING, to_play=colour) for colour in (WHITE, BLACK)
    )
    with pytest.raises(CfggoError, match="none of black to learn from"):
        script.table_of([white])
    with pytest.raises(CfggoError, match="none to ask"):
        script.table_of([white, black])


def test_python_without_cfggo_says_what_to_do(run_script: RunScript) -> None:
    done = run_script("strength.py", options=("-S", "-E"))
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("scripts/strength.py: ")
    assert "activate" in line
