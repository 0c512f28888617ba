"""How the shell scripts make their environment, with a stand-in for Python."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

COMMON = Path(__file__).parents[2] / "scripts" / "common.sh"

# Makes an environment as Debian's Python does: without pip, unless its package for that is there.
PYTHON = """\
#!/bin/sh
case "$1 $2" in
    "-m venv") mkdir -p .venv/bin && cp "$0" .venv/bin/python || exit 1
        [ -e has-venv ] || { echo "ensurepip is not available"; exit 1; }
        cp "$0" .venv/bin/pip ;;
    "-m pip") [ -e .venv/bin/pip ] || { echo "No module named pip" >&2; exit 1; } ;;
esac
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Returns a checkout with little more than the script."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(COMMON, tmp_path / "scripts")
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3.11").write_text(PYTHON)
    (tmp_path / "bin" / "python3.11").chmod(0o755)
    return tmp_path


def use_venv(checkout: Path) -> "subprocess.CompletedProcess[str]":
    path = f"{checkout / 'bin'}:{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-c", "set -euo pipefail; source scripts/common.sh; use_venv; echo made"],
        cwd=checkout, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_missing_package_is_named_and_nothing_half_made_is_left(checkout: Path) -> None:
    failed = use_venv(checkout)
    assert failed.returncode == 1
    assert "apt install python3-venv" in failed.stderr.splitlines()[-1]
    assert not (checkout / ".venv").exists()
    (checkout / "has-venv").touch()
    assert use_venv(checkout).stdout == "made\n"


def test_environment_without_pip_is_completed(checkout: Path) -> None:
    (checkout / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(checkout / "bin" / "python3.11", checkout / ".venv" / "bin" / "python")
    (checkout / ".venv" / "kept").touch()
    assert "apt install python3-venv" in use_venv(checkout).stderr
    assert (checkout / ".venv" / "kept").exists()  # perhaps someone's own
    (checkout / "has-venv").touch()
    assert use_venv(checkout).stdout == "made\n"


def test_environment_that_is_there_is_used(checkout: Path) -> None:
    (checkout / "has-venv").touch()
    assert "Making .venv" in use_venv(checkout).stderr
    again = use_venv(checkout)
    assert (again.stdout, again.stderr) == ("made\n", "")
