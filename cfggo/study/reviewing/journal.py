"""The journal of a review: a line for each position that was searched, so that it can go on later.

Its first line says what is reviewed and with which settings; each other line is a position.  It is
only ever appended to.  If the program was killed while it wrote a position, that is searched again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Self

from cfggo.base.errors import CfggoError, changes_between, naming
from cfggo.study.reviewing.position import SearchedPosition
from cfggo.study.reviewing.record import ReviewedRecord

SUFFIX = ".review.journal"
"""Suffix of a journal's file."""

_RECORD, _PRESET = "record", "preset"


class Journal:
    """The searches of a record so far.

    Public attributes:
      path      -- Path
      positions -- SearchedPosition by number, as searched first
      again     -- the same of those that were searched again
    """

    def __init__(
        self,
        path: Path,
        record: ReviewedRecord,
        settings: Mapping[str, Any],
        *,
        restart: bool = False,
    ) -> None:
        """Reads the file, if there is one; nothing is written before `add`.

        settings -- of the searches, what JSON can hold; those of a journal must be the same
        restart  -- whether to begin anew, whatever there is

        Raises CfggoError if the file is of another record or other settings, or damaged, or can't
        be read.
        """
        self.path = path
        self.positions: dict[int, SearchedPosition] = {}
        self.again: dict[int, SearchedPosition] = {}
        self._header = {_RECORD: hashlib.sha256(record.data).hexdigest(), **settings}
        self._n_positions = len(record.steps) + 1
        self._file: BinaryIO | None = None
        self._end = 0
        self._size: int | None = None if restart else 0  # that the file must have when it is opened
        if not restart:
            with naming(path), suppress(FileNotFoundError):
                data = path.read_bytes()
                self._size = len(data)
                self._read(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; `add` must not be called any more.

        Raises CfggoError if what is left of it can't be written.
        """
        if self._file is not None:
            with naming(self.path):
                self._file.close()

    def add(self, position: SearchedPosition) -> None:
        """Keeps a position.  Raises CfggoError if it can't be written."""
        with naming(self.path):
            if self._file is None:
                self._file = self._open()
            self._file.write(_line(position.to_json()))
            self._file.flush()
        self._note(position)

    def _note(self, position: SearchedPosition) -> None:
        searched = self.positions if position.times == 1 else self.again
        searched[position.position] = position

    def _open(self) -> BinaryIO:
        """Opens the file behind what counts of it.

        Raises CfggoError if another program writes it, or has done so since it was read.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = os.fdopen(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        size = os.fstat(file.fileno()).st_size
        if not _lock(file) or self._size not in (None, size):
            file.close()
            raise CfggoError(
                f"{self.path}: another review writes it; wait for it, or choose another --out"
            )
        file.seek(self._end)
        file.truncate()
        if not self._end:
            file.write(_line(self._header))
        return file

    def _read(self, data: bytes) -> None:
        complete = data[: data.rfind(b"\n") + 1]
        lines = complete.splitlines()
        if not lines:
            return
        header = self._parse(lines[0], 1)
        if not isinstance(header, dict) or _RECORD not in header:
            raise CfggoError(f"{self.path}: is no journal of a review")
        if header[_RECORD] != self._header[_RECORD]:
            raise CfggoError(
                f"{self.path}: is of another record; choose another --out, or --restart"
            )
        expected = json.loads(json.dumps(self._header))
        if header.get(_PRESET) != expected.get(_PRESET):  # which says enough of all that it changes
            header, expected = ({_PRESET: each.get(_PRESET)} for each in (header, expected))
        if changes := changes_between(header, expected):
            raise CfggoError(
                f"{self.path}: not the same review: {changes}; choose another --out, or --restart"
            )
        for row, line in enumerate(lines[1:], 2):
            try:
                position = SearchedPosition.from_json(self._parse(line, row))
                if not 0 <= position.position < self._n_positions:
                    raise ValueError(position.position)
            except (ValueError, TypeError) as error:
                raise self._damage(row) from error
            self._note(position)
        self._end = len(complete)

    def _parse(self, line: bytes, row: int) -> Any:
        try:
            return json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._damage(row) from error

    def _damage(self, row: int) -> CfggoError:
        return CfggoError(f"{self.path}: line {row} is damaged; --restart begins anew")


def _lock(file: BinaryIO) -> bool:
    """Locks a file until it is closed; returns whether nobody else has locked it.

    Where systems have no such locks it is taken to be free.
    """
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # systems differ
        return False
    except (ImportError, OSError):
        pass
    return True


def _line(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=True).encode() + b"\n"
