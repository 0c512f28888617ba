"""Commands that start this very cfggo, whatever is in the working directory."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

import cfggo
from cfggo.base.own_command import own_code, own_command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Returns a folder with modules of the same names as some that a program imports."""
    for name in ("numbers.py", "cfggo.py"):
        (tmp_path / name).write_text("raise SystemExit('a file of the user')")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (own_command("--version"), f"cfggo {cfggo.__version__}"),
        (own_code("import cfggo, numbers; print(cfggo.__file__)"), str(cfggo.__file__)),
    ],
)
def test_the_working_directory_is_not_looked_at(
    command: Sequence[str], said: str, folder: Path
) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == said
