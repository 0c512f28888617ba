"""How the shell scripts make their environment, with a stand-in for Python."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"

# Makes an environment as Debian's Python does: without pip, unless its package for that is there.
PYTHON = """\
#!/bin/sh
case "$1 $2" in
    "-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python" || exit 1
        [ -e has-venv ] || { echo "ensurepip is not available"; exit 1; }
        cp "$0" "$3/bin/pip" ;;
    "-m pip") [ -e "$(dirname "$0")/pip" ] || { echo "No module named pip" >&2; exit 1; } ;;
    "- ") echo "No module named tomllib" >&2; exit 1 ;;
esac
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Returns a checkout with little more than the scripts."""
    (tmp_path / "scripts").mkdir()
    for name in ("common.sh", "test-oldest"):
        shutil.copy(SCRIPTS / name, tmp_path / "scripts")
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3.11").write_text(PYTHON)
    (tmp_path / "bin" / "python3.11").chmod(0o755)
    return tmp_path


def run(checkout: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    path = f"{checkout / 'bin'}:{os.environ['PATH']}"
    return subprocess.run(
        command, cwd=checkout, env=os.environ | {"PATH": path}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def use_venv(checkout: Path, then: str = "echo made") -> "subprocess.CompletedProcess[str]":
    script = f"set -euo pipefail; source scripts/common.sh; use_venv; {then}"
    return run(checkout, "bash", "-c", script)


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


@pytest.mark.parametrize("place", ["own", "{checkout}/elsewhere/own"])
def test_environment_may_be_anywhere(
    checkout: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (checkout / "has-venv").touch()
    venv = place.format(checkout=checkout)
    monkeypatch.setenv("venv", venv)
    assert use_venv(checkout, "command -v pip").stdout == f"{checkout / venv}/bin/pip\n"


def test_oldest_versions_that_cannot_be_read_end_the_script(checkout: Path) -> None:
    (checkout / "has-venv").touch()
    done = run(checkout, "bash", "scripts/test-oldest")
    assert done.returncode == 1
    assert done.stderr == "No module named tomllib\n"
    assert not (checkout / ".venv-oldest").exists()
