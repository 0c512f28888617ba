"""A folder of games that survives being killed at any moment.

It holds the settings (`NAME.json`), one line for each finished game (`games.jsonl`, only ever
appended to), and one SGF file for each. A game counts once its line is complete: whatever was being
written when the power failed is played again.
"""

import fcntl
import json
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cfggo.errors import CfggoError

JOURNAL = "games.jsonl"


class GameStore:
    """The games of one match or self-play run. Use it as a context manager.

    Public attributes:
      folder  -- Path
      records -- the games' lines by number, those of earlier runs included
    """

    def __init__(self, folder: Path, name: str, settings: Mapping[str, Any], resume: bool) -> None:
        """Opens the folder, which is made if need be.

        name     -- of the settings' file, without its suffix
        settings -- what the games were and will be played with
        resume   -- whether there may be games already

        Raises CfggoError if there are games and resume is false, if they were played with other
        settings, if the journal is damaged, if someone else has the folder open, or if it can't be
        written.
        """
        self.folder = folder
        self.records: dict[int, dict[str, Any]] = {}
        self._lock = threading.Lock()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._journal = open(folder / JOURNAL, "a+b")  # noqa: SIM115
        except OSError as error:
            raise CfggoError(f"{folder}: {error.strerror}") from error
        try:
            self._open(folder / f"{name}.json", dict(settings), resume)
        except BaseException:
            self._journal.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._journal.close()

    def sgf_path(self, number: int) -> Path:
        """Returns the path of a game's SGF file."""
        return self.folder / f"{number:04}.sgf"

    def add(self, record: dict[str, Any], sgf: bytes) -> None:
        """Keeps a finished game; on return it is on the disk. Any thread may call this.

        record -- what JSON can hold, with the game's "number" among it

        Raises CfggoError if it can't be written.
        """
        number = record["number"]
        line = json.dumps(record, ensure_ascii=False).encode() + b"\n"
        with self._lock:
            try:
                _write_whole(self.sgf_path(number), sgf)
                self._journal.write(line)
                self._journal.flush()
                os.fsync(self._journal.fileno())
            except OSError as error:
                raise CfggoError(f"{self.folder}: {error.strerror}") from error
            self.records[number] = record

    def _open(self, path: Path, settings: dict[str, Any], resume: bool) -> None:
        try:
            # Not flock: a killed run's lock would live on in a program it was about to start.
            fcntl.lockf(self._journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise CfggoError(f"{self.folder}: another process is adding games here") from error
        self._read_journal()
        if self.records and not resume:
            raise CfggoError(
                f"{self.folder}: has {len(self.records)} games already; resume that run or choose "
                "another folder"
            )
        stored = read_settings(self.folder, path.stem)
        if stored is not None and self.records:
            changes = [
                f"{key} was {stored.get(key)!r} and is now {settings.get(key)!r}"
                for key in sorted(stored.keys() | settings.keys())
                if stored.get(key) != settings.get(key)
            ]
            if changes:
                raise CfggoError(f"{path}: not the same games: {'; '.join(changes)}")
        elif self.records:
            raise CfggoError(f"{path}: missing, though there are games in {JOURNAL}")
        _write_whole(path, json.dumps(settings, indent=2, ensure_ascii=False).encode() + b"\n")

    def _read_journal(self) -> None:
        """Reads the games so far and removes a line that was never finished."""
        self._journal.seek(0)
        data = self._journal.read()
        complete = data.rfind(b"\n") + 1
        self._journal.truncate(complete)
        for row, line in enumerate(data[:complete].splitlines(), 1):
            try:
                record = json.loads(line)
                number = record["number"]
            except (ValueError, TypeError, KeyError) as error:
                raise CfggoError(f"{self.folder / JOURNAL}: line {row} is damaged") from error
            if number in self.records:
                raise CfggoError(f"{self.folder / JOURNAL}: line {row} repeats game {number}")
            self.records[number] = record


def read_settings(folder: Path, name: str) -> dict[str, Any] | None:
    """Returns the settings that a folder's games were played with, or None if there are none.

    Raises CfggoError if the file can't be read.
    """
    path = folder / f"{name}.json"
    try:
        settings: dict[str, Any] = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise CfggoError(f"{path}: {error}") from error
    return settings


def _write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that it is there whole, or not at all."""
    temporary = path.with_name(path.name + ".part")
    with open(temporary, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
