"""Which problems somebody solved, and when each comes again, kept between sessions."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

from cfggo.base.claims import Claims
from cfggo.base.errors import CfggoError, naming
from cfggo.base.files import write_whole
from cfggo.base.resources import data_folder
from cfggo.models.tsumego.problem import Problem
from cfggo.study.solving.spaced_repetition import DAY, FIRST_EASE, SOON, next_interval

_FILE = "practice.json"
_LOCK_SUFFIX = ".lock"
_LONGEST_WAIT = 5.0
"""Seconds that another program may take to write the file."""

_VERSION = 2
_WITHOUT_DATES = 1  # the version before, which says only how often


@dataclass
class Tries:
    """How somebody fared with a problem.

    Public attributes:
        right -- int, times it was solved at the first try of a turn
        wrong -- int, turns that began with a wrong move, or with help after it had been solved
        days  -- until it is repeated, as it was set last; 0 if it was not solved then
        ease  -- factor by which that grows
        due   -- when it is to be repeated, in seconds since 1970; 0 for never
    """

    right: int = 0
    wrong: int = 0
    days: float = 0.0
    ease: float = FIRST_EASE
    due: float = 0.0


class PracticeLog:
    """A file that says how somebody fared with which problem, by the hash of its position.

    So renamed collections, and problems that are in several of them, keep their entries.
    """

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        """Reads the file, by default the one in the data folder; there may be none yet.

        clock -- tells the seconds since 1970

        Raises CfggoError if it can't be read.
        """
        self.path = path or data_folder() / _FILE
        self._clock = clock
        self._unwritten: list[tuple[str, bool, float]] = []
        self._claims: Claims | None = None
        self._tries = self._read()

    def tries(self, problem: Problem) -> Tries:
        """Returns how somebody fared with a problem."""
        return self._tries.get(problem.digest.hex(), Tries())

    @property
    def digests(self) -> Iterable[str]:
        """The problems that were tried, in the order of their first tries."""
        return self._tries

    def is_due(self, problem: Problem) -> bool:
        """Tells whether a problem is to be repeated now."""
        return 0 < self.tries(problem).due <= self._clock()

    def add(self, problem: Problem, *, right: bool) -> None:
        """Adds a turn and writes the file, with what others have added to it meanwhile.

        Raises CfggoError if it can't be written; the turn is written with the next one then.
        """
        self._unwritten.append((problem.digest.hex(), right, self._clock()))
        with naming(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self._claims is None:
                self._claims = Claims(self.path.with_name(self.path.name + _LOCK_SUFFIX))
            with self._claims.claimed(self.path.name, _LONGEST_WAIT):
                self._write()
        self._unwritten.clear()

    def _write(self) -> None:
        """Adds what is unwritten to what the file says now."""
        self._tries = self._read()
        for key, was_right, when in self._unwritten:
            tries = self._tries.setdefault(key, Tries())
            tries.right += was_right
            tries.wrong += not was_right
            tries.days, tries.ease = next_interval(tries.days, tries.ease, right=was_right)
            tries.due = round(when + (tries.days * DAY or SOON))
        entries = {key: list(astuple(tries)) for key, tries in self._tries.items()}
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
    if not isinstance(content, dict) or content.get("version") not in (_WITHOUT_DATES, _VERSION):
        raise ValueError(f"no practice log of version {_VERSION}")
    entries = content.get("problems")
    if not isinstance(entries, dict):
        raise ValueError("no problems")
    length = 2 if content["version"] == _WITHOUT_DATES else len(fields(Tries))
    tries = {}
    for key, entry in entries.items():
        if not (
            isinstance(entry, list)
            and len(entry) == length
            and all(type(count) is int and count >= 0 for count in entry[:2])
            and all(type(number) in (int, float) and 0 <= number < 1e12 for number in entry[2:])
        ):
            raise ValueError(f"problem {key[:20]!r} has no {length} numbers")
        tries[key] = Tries(*entry)
    return tries
