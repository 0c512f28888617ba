"""Which problems somebody solved, kept from one session to the next."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cfggo.base.claims import Claims
from cfggo.base.errors import CfggoError
from cfggo.base.files import write_whole
from cfggo.models.tsumego.problem import Problem

_FILE = "practice.json"
_LOCK_SUFFIX = ".lock"
_LONGEST_WAIT = 5.0
"""Seconds that another program may take to write the file."""

_VERSION = 1


@dataclass
class Tries:
    """How somebody fared with a problem.

    Public attributes:
        right -- int, times it was solved at the first try of a turn
        wrong -- int, turns that began with a wrong move
    """

    right: int = 0
    wrong: int = 0


def data_folder() -> Path:
    """Returns the folder for the user's own data; CFGGO_DATA_DIR names another one."""
    if given := os.environ.get("CFGGO_DATA_DIR"):
        return Path(given)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "cfggo"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "cfggo"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "cfggo"


class PracticeLog:
    """A file that says how somebody fared with which problem, by the hash of its position.

    So renamed collections, and problems that are in several of them, keep their entries.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Reads the file, by default the one in the data folder; there may be none yet.

        Raises CfggoError if it can't be read.
        """
        self.path = path or data_folder() / _FILE
        self._unwritten: list[tuple[str, bool]] = []
        self._claims: Claims | None = None
        self._tries = self._read()

    def tries(self, problem: Problem) -> Tries:
        """Returns how somebody fared with a problem."""
        return self._tries.get(problem.digest.hex(), Tries())

    def add(self, problem: Problem, *, right: bool) -> None:
        """Adds a turn and writes the file, with what others have added to it meanwhile.

        Raises CfggoError if it can't be written; the turn is written with the next one then.
        """
        self._unwritten.append((problem.digest.hex(), right))
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self._claims is None:
                self._claims = Claims(self.path.with_name(self.path.name + _LOCK_SUFFIX))
            with self._claims.claimed(self.path.name, _LONGEST_WAIT):
                self._write()
        except OSError as error:
            raise CfggoError(f"{self.path}: {error.strerror}") from error
        self._unwritten.clear()

    def _write(self) -> None:
        """Adds what is unwritten to what the file says now."""
        self._tries = self._read()
        for key, was_right in self._unwritten:
            tries = self._tries.setdefault(key, Tries())
            tries.right += was_right
            tries.wrong += not was_right
        entries = {key: [tries.right, tries.wrong] for key, tries in self._tries.items()}
        text = json.dumps({"version": _VERSION, "problems": entries})
        write_whole(self.path, text.encode())

    def _read(self) -> dict[str, Tries]:
        """Returns what the file says; raises CfggoError if it can't be read."""
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return {}
        except (OSError, UnicodeDecodeError) as error:
            raise CfggoError(f"{self.path}: can't be read: {error}") from error
        try:
            return _tries_of(json.loads(text))
        except (ValueError, RecursionError) as error:
            raise CfggoError(
                f"{self.path}: damaged: {error}; move it away to begin anew"
            ) from error


def _tries_of(content: Any) -> dict[str, Tries]:
    """Returns what a file says. Raises ValueError if it is no practice log of this version."""
    if not isinstance(content, dict) or content.get("version") != _VERSION:
        raise ValueError(f"no practice log of version {_VERSION}")
    entries = content.get("problems")
    if not isinstance(entries, dict):
        raise ValueError("no problems")
    tries = {}
    for key, counts in entries.items():
        if not (
            isinstance(counts, list)
            and len(counts) == 2
            and all(type(count) is int and count >= 0 for count in counts)
        ):
            raise ValueError(f"problem {key[:20]!r} has no two counts")
        tries[key] = Tries(*counts)
    return tries
