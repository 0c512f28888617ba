"""Locks by name between processes."""

import fcntl
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cfggo.base.claims import Claims

CLAIM = """
import sys
from pathlib import Path
from cfggo.base.claims import Claims
claims = Claims(Path(sys.argv[1]))
print(claims.claim(sys.argv[2], float(sys.argv[3])), flush=True)
sys.stdin.read()
"""


def other(path: Path, name: str, seconds: float = 0.0) -> "subprocess.Popen[str]":
    """Starts a process that claims a name, and keeps it until its standard input ends."""
    return subprocess.Popen(
        [sys.executable, "-c", CLAIM, str(path), name, str(seconds)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def answer(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_a_name_is_one_process_s_until_it_ends(tmp_path: Path) -> None:
    claims = Claims(tmp_path / "claims")
    process = other(tmp_path / "claims", "kernel")
    assert answer(process) == "True"
    assert not claims.claim("kernel")
    assert claims.claim("another")
    process.kill()
    process.communicate()
    assert claims.claim("kernel", 5)


def test_a_waiting_process_gets_the_name_when_it_is_released(tmp_path: Path) -> None:
    claims = Claims(tmp_path / "claims")
    assert claims.claim("kernel")
    assert claims.claim("kernel")  # as another thread would
    process = other(tmp_path / "claims", "kernel", 60)
    claims.release("kernel")
    with other(tmp_path / "claims", "kernel") as too_early:
        assert answer(too_early) == "False"
        too_early.communicate("")
    claims.release("kernel")
    assert answer(process) == "True"
    process.communicate("")


def test_a_thread_that_claims_while_another_releases_has_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claims = Claims(tmp_path / "claims")
    thread = threading.Thread(target=claims.claim, args=("kernel",))
    lockf = fcntl.lockf

    def lock(file: int, operation: int, *where: int) -> None:
        if operation == fcntl.LOCK_UN:
            thread.start()
            thread.join(0.1)
        lockf(file, operation, *where)

    assert claims.claim("kernel")
    monkeypatch.setattr(fcntl, "lockf", lock)
    claims.release("kernel")
    thread.join()
    with other(tmp_path / "claims", "kernel") as process:
        assert answer(process) == "False"
        process.communicate("")


def test_a_process_that_waits_too_long_goes_on_without(tmp_path: Path) -> None:
    process = other(tmp_path / "claims", "kernel")
    assert answer(process) == "True"
    with Claims(tmp_path / "claims").claimed("kernel", 0.1):
        process.communicate("")


@pytest.mark.parametrize("path", ["missing/claims", "."])
def test_all_names_are_free_where_there_is_no_file(tmp_path: Path, path: str) -> None:
    claims = Claims(tmp_path / path)
    with claims.claimed("kernel", 0.0):
        assert claims.claim("kernel")
