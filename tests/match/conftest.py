"""Programs that misbehave, and the proof that none of them outlives its game."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cfggo.match.playing import client
from cfggo.match.playing.programs import find_gnugo
from cfggo.match.results.store import JOURNAL
from cfggo.match.results.summaries import GameSummary
from tests.waiting import wait_until

SCRIPT = Path(__file__).with_name("misbehaving.py")
PIDS_FILE = "CFGGO_TEST_PIDS"
PATIENCE = 60.0
"""Seconds that a test waits for what must come, on however busy a machine."""


@pytest.fixture(autouse=True)
def no_process_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails a test that leaves one of its programs running."""
    pids_file = tmp_path / "pids"
    monkeypatch.setenv(PIDS_FILE, str(pids_file))
    monkeypatch.setattr(client, "_QUIT_SECONDS", 0.5)
    yield
    pids = [int(line) for line in pids_file.read_text().split()] if pids_file.exists() else []
    assert not running_after(pids, PATIENCE)


def running_after(pids: list[int], seconds: float) -> list[int]:
    """Returns those of some processes that are still running after some seconds."""
    deadline = time.monotonic() + seconds
    while left := [pid for pid in pids if _is_running(pid)]:
        if time.monotonic() > deadline:
            break
        time.sleep(0.02)
    return left


def _is_running(pid: int) -> bool:
    """Tells whether a process is there, and not a zombie that its parent has yet to wait for."""
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat").read_text()
    except ProcessLookupError:
        return False
    except FileNotFoundError:  # no /proc, or it has just ended: the next call tells
        return True
    return status.rpartition(")")[2].split()[0] != "Z"


@pytest.fixture(name="running_after")
def _running_after() -> Callable[[list[int], float], list[int]]:
    return running_after


@pytest.fixture
def needs_gnugo() -> None:
    """Skips a test where GNU Go is not installed."""
    if find_gnugo() is None:
        pytest.skip("GNU Go is not installed")


def read_journal(folder: Path) -> list[dict[str, Any]]:
    """Returns the games of a folder, by number."""
    lines = [json.loads(line) for line in (folder / JOURNAL).read_text().splitlines()]
    return sorted(lines, key=lambda summary: summary["number"])


@pytest.fixture(name="journal")
def _journal() -> Callable[[Path], list[dict[str, Any]]]:
    return read_journal


@pytest.fixture
def wait_for_games() -> Callable[[Path, int], None]:
    """Returns a function that returns when a folder has a number of finished games."""

    def wait(folder: Path, games: int) -> None:
        journal = folder / JOURNAL
        wait_until(lambda: journal.exists() and len(read_journal(folder)) >= games)

    return wait


@pytest.fixture
def command_line() -> Callable[..., list[str]]:
    """Returns a function from a behaviour and a number of moves to a program's command."""

    def make(behaviour: str = "Player", moves: int = 5) -> list[str]:
        return [sys.executable, str(SCRIPT), behaviour, str(moves)]

    return make


@pytest.fixture
def make_summary() -> Callable[..., GameSummary]:
    """Returns a function that makes the summary of a game between "a" and "b"."""

    def make(number: int, winner: str | None, **changes: Any) -> GameSummary:
        fields: dict[str, Any] = {
            "number": number, "black": "a", "white": "b", "first_plays": "black", "size": 9,
            "komi": 7.5, "opening": None, "winner": winner, "result": "", "reason": "score",
            "detail": "", "last_words": (), "is_void": False, "is_forfeit": False, "moves": 100,
            "opening_moves": 0, "first_to_move": "black", "scored_by": "players", "claims": {},
            "seconds": {"black": 1.0, "white": 0.5}, "searched": {}, "duration": 2.0,
            "versions": {}, "seeds": {}, "date": "",
        }  # fmt: skip
        return GameSummary(**(fields | changes))

    return make
