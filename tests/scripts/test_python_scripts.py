"""What all Python scripts have in common: help, errors in one line, and a hint without cfggo."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.scripts.called import SCRIPTS, call_script

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


def test_a_file_that_cannot_be_written_is_no_traceback(tmp_path: Path) -> None:
    done = call_script("counted_owners.py", str(tmp_path), "--out", os.devnull)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1] == (f"scripts/counted_owners.py: {os.devnull}: File exists")


def test_python_without_cfggo_says_what_to_do() -> None:
    command = [sys.executable, "-S", "-E", str(SCRIPTS / "strength.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("scripts/strength.py: ")
    assert "activate" in line
