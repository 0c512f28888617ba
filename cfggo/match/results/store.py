"""A folder of games that stays whole when the program is killed at any moment.

It holds the settings (`NAME.json`), one line for each finished game (`games.jsonl`, only ever
appended to), and the games as SGF, each in a file of its own or many to a tar archive. A game
counts once its line is complete: whatever was being written when the power failed is played again.
So is a void game, in the next run: its line stays, but it counts in the run that wrote it only.
"""

import fcntl
import json
import os
import re
import tarfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any, Protocol, Self

from cfggo.base.errors import CfggoError, changes_between, naming
from cfggo.base.files import sync_folder, write_whole

JOURNAL = "games.jsonl"

SHARD_GAMES = 500
"""Games of one archive."""

_DIGESTS = "digests"
"""Key of the files' contents in the file of settings; runs of earlier versions have none."""

_FOR_OTHERS = "for others give another --out, or --restart"

_TAR_BLOCK = 512
_TAR_END = bytes(2 * _TAR_BLOCK)


@dataclass(frozen=True)
class FinishedGame:
    """The stored data of a game.

    Public attributes:
      summary -- its line in the journal: what JSON can hold, with its "number" among it, and
                "is_void" if it can be void
      sgf    -- bytes
    """

    summary: dict[str, Any]
    sgf: bytes


class SgfKeeper(Protocol):
    """How the games' SGF data is kept in a folder.

    Public attributes:
      names -- pattern of the whole names of its files
    """

    names: re.Pattern[str]

    def open(self, summaries: Iterable[Mapping[str, Any]]) -> None:
        """Gets ready to go on after the games that are in the journal.

        Raises CfggoError, which names the file, if one of these games is not where it was kept.
        """

    def add(self, number: int, sgf: bytes) -> dict[str, Any]:
        """Keeps a game; on return it is on the disk.

        Returns what the journal has to say of where it is. Raises OSError if it can't be written.
        """


class SgfFiles:
    """Each game in a file of its own, NNNN.sgf."""

    names = re.compile(r"[0-9]{4,}\.sgf")

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, number: int) -> Path:
        """Returns the path of a game's file."""
        return self._folder / f"{number:04}.sgf"

    def open(self, summaries: Iterable[Mapping[str, Any]]) -> None:
        """Looks for the games' files; one that the journal doesn't know is written again."""
        for summary in summaries:
            if not (path := self.path(summary["number"])).exists():
                raise _lost_games(path)

    def add(self, number: int, sgf: bytes) -> dict[str, Any]:
        """Writes a game's file. Raises OSError if it can't be written."""
        write_whole(self.path(number), sgf)
        return {}


class SgfShards:
    """Tar archives of SHARD_GAMES games each: few files, however many the games.

    Where a game ends in its archive stands in the journal, as "shard_end". So an archive can be cut
    back to the games that count, and is whole after every game.
    """

    names = re.compile(r"games-[0-9]{6,}\.tar")

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ends: dict[Path, int] = {}

    def path(self, number: int) -> Path:
        """Returns the path of the archive that a game is in."""
        first = (number - 1) // SHARD_GAMES * SHARD_GAMES + 1
        return self._folder / f"games-{first:06}.tar"

    def open(self, summaries: Iterable[Mapping[str, Any]]) -> None:
        """Finds where each archive's games end, and that none is shorter."""
        for summary in summaries:
            path = self.path(summary["number"])
            end = summary.get("shard_end")
            if type(end) is not int:
                number = summary["number"]
                raise CfggoError(f"{self._folder / JOURNAL}: game {number} has no place in {path}")
            self._ends[path] = max(self._ends.get(path, 0), end)
        for path, end in self._ends.items():
            if not path.exists() or path.stat().st_size < end:
                raise _lost_games(path)

    def add(self, number: int, sgf: bytes) -> dict[str, Any]:
        """Appends a game to its archive. Raises OSError if it can't be written."""
        path = self.path(number)
        header = tarfile.TarInfo(f"{number:06}.sgf")
        header.size = len(sgf)
        member = header.tobuf(tarfile.USTAR_FORMAT) + sgf + bytes(-len(sgf) % _TAR_BLOCK)
        start = self._ends.get(path, 0)
        with open(path, "r+b" if path.exists() else "wb") as archive:
            archive.seek(start)  # over the end mark, and over a game that was never finished
            archive.write(member + _TAR_END)
            archive.truncate()
            archive.flush()
            os.fsync(archive.fileno())
        sync_folder(self._folder)
        self._ends[path] = start + len(member)
        return {"shard_end": self._ends[path]}


class GameStore:
    """The games of one match, tournament or self-play run. Use it as a context manager.

    Not for use from two threads at a time.

    Public attributes:
      folder  -- Path
      summaries -- the games' lines by number, those of earlier runs included that are not void
    """

    def __init__(
        self,
        folder: Path,
        name: str,
        settings: Mapping[str, Any],
        keep: Callable[[Path], SgfKeeper] = SgfFiles,
        digests: Mapping[str, str] | None = None,
    ) -> None:
        """Opens the folder, which is made if need be.

        name     -- of the settings' file, without its suffix
        settings -- what the games were and will be played with
        keep     -- returns the SgfKeeper of a folder
        digests  -- by name, what tells the contents of what the settings name: presets, files

        Raises CfggoError if there are games that were played with other settings, or other contents
        of these, if there is SGF data without a journal or settings, or a game in the journal
        without SGF data, if the journal is damaged, if another process has the folder open, or if
        it can't be written.
        """
        self.folder = folder
        self.summaries: dict[int, dict[str, Any]] = {}
        self._keeper = keep(folder)
        path = folder / f"{name}.json"
        with naming(folder):
            folder.mkdir(parents=True, exist_ok=True)
            games = [file for file in folder.iterdir() if self._keeper.names.fullmatch(file.name)]
            for needed in (path, folder / JOURNAL):
                if games and not needed.exists():
                    raise CfggoError(
                        f"{min(games)}: may be of another run, as there is no {needed.name}; "
                        "choose another folder"
                    )
            # Without a buffer: what a full disk refused would be written later all the same.
            self._journal = open(folder / JOURNAL, "a+b", buffering=0)  # noqa: SIM115
            try:
                self._open(path, dict(settings), digests or {})
            except BaseException:
                self._journal.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._journal.close()

    def add(self, game: FinishedGame) -> None:
        """Keeps a finished game; on return it is on the disk.

        Raises CfggoError if it can't be written; nothing of it is in the journal then, and it may
        be added again.
        """
        number = game.summary["number"]
        try:
            summary = game.summary | self._keeper.add(number, game.sgf)
            # Before waiting for the disk: an interrupt there must not lose the game. And before the
            # line is written: one between the two would have it written twice.
            self.summaries[number] = summary
            self._append(_to_bytes(summary) + b"\n")
        except OSError as error:
            self.summaries.pop(number, None)
            raise CfggoError(f"{self.folder}: {error.strerror}") from error

    def _append(self, line: bytes) -> None:
        """Adds a line to the journal, and waits for the disk. Raises OSError if it can't."""
        end = self._journal.seek(0, os.SEEK_END)
        try:
            while line := line[self._journal.write(line) :]:
                pass
            os.fsync(self._journal.fileno())
        except OSError:
            with suppress(OSError):
                self._journal.truncate(end)
            raise

    def _open(self, path: Path, settings: dict[str, Any], digests: Mapping[str, str]) -> None:
        _lock(self.folder, self._journal)
        self._journal.seek(0)
        data = self._journal.read()
        self.summaries = _summaries_of(self.folder, data)
        self._journal.truncate(_complete(data))
        if self.summaries:
            _require_settings(path, settings)
            _require_digests(path, digests)
        self._keeper.open(self.summaries.values())
        kept = settings | {_DIGESTS: dict(digests)} if digests else settings
        write_whole(path, _to_bytes(kept, indent=2) + b"\n")


def set_aside(folder: Path) -> Path | None:
    """Gives a folder of games another name, so that a run can begin anew; returns its new path, or
    None if there is no such folder, or no game in it.

    Raises CfggoError if a process is adding games to it, or if it can't be renamed.
    """
    folder = folder.absolute()
    with (
        naming(folder),
        suppress(FileNotFoundError),
        open(folder / JOURNAL, "r+b", buffering=0) as journal,
    ):
        _lock(folder, journal)
        if not journal.read():
            return None
        number = 1
        while (aside := folder.with_name(f"{folder.name}~{number}")).exists():
            number += 1
        return folder.rename(aside)
    return None


def read_games(folder: Path, name: str, settings: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    """Returns the lines of a folder's games by number, also while a process adds to them.

    name, settings -- as in GameStore

    Raises CfggoError if the games were played with other settings, or can't be read.
    """
    with naming(folder / JOURNAL):
        data = (folder / JOURNAL).read_bytes()
    summaries = _summaries_of(folder, data)
    if summaries:
        _require_settings(folder / f"{name}.json", settings)
    return summaries


def _lock(folder: Path, journal: FileIO) -> None:
    """Keeps other processes from adding games. Raises CfggoError if one is doing so."""
    try:
        # Not flock: a killed run's lock would live on in a program it was about to start.
        fcntl.lockf(journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError) as error:  # EAGAIN or EACCES: systems differ
        raise CfggoError(f"{folder}: another process is adding games here") from error


def _complete(data: bytes) -> int:
    """Returns how much of a journal's data is finished lines."""
    return data.rfind(b"\n") + 1


def _summaries_of(folder: Path, data: bytes) -> dict[int, dict[str, Any]]:
    """Returns the finished lines of a journal by number, but for void games."""
    summaries: dict[int, dict[str, Any]] = {}
    for row, line in enumerate(data[: _complete(data)].splitlines(), 1):
        try:
            summary = json.loads(line)
            number, is_void = summary["number"], summary.get("is_void", False)
            if type(number) is not int or number < 1:
                raise ValueError(number)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise CfggoError(f"{folder / JOURNAL}: line {row} is damaged") from error
        if is_void:
            continue
        if number in summaries:
            raise CfggoError(f"{folder / JOURNAL}: line {row} repeats game {number}")
        summaries[number] = summary
    return summaries


def _require_settings(path: Path, settings: Mapping[str, Any]) -> None:
    """Raises CfggoError if the file of settings is missing or has others."""
    stored = read_settings(path.parent, path.stem)
    if stored is None:
        raise CfggoError(f"{path}: missing, though there are games in {JOURNAL}")
    stored.pop(_DIGESTS, None)
    given = json.loads(_to_bytes(settings))  # tuples are lists, as in what was stored
    if changes := changes_between(stored, given):
        raise CfggoError(f"{path}: not the same games: {changes}; {_FOR_OTHERS}")


def _require_digests(path: Path, digests: Mapping[str, str]) -> None:
    """Raises CfggoError if a content is not the one that the settings' file tells."""
    stored = (read_settings(path.parent, path.stem) or {}).get(_DIGESTS)
    if not isinstance(stored, dict):
        return
    given = json.loads(_to_bytes(digests))  # as in what was stored
    changed = [name for name, digest in given.items() if stored.get(name, digest) != digest]
    if changed:
        raise CfggoError(
            f"{path}: not the same games: {', '.join(changed)} changed since; {_FOR_OTHERS}"
        )


def read_settings(folder: Path, name: str) -> dict[str, Any] | None:
    """Returns the settings that a folder's games were played with, or None if there are none.

    Raises CfggoError if the file can't be read.
    """
    path = folder / f"{name}.json"
    try:
        settings: dict[str, Any] = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise CfggoError(f"{path}: {error}") from error
    if not isinstance(settings, dict):
        raise CfggoError(f"{path}: holds no settings")
    return settings


def _to_bytes(value: Mapping[str, Any], indent: int | None = None) -> bytes:
    """Returns JSON, with question marks for bytes that are no text, as file names may have."""
    return json.dumps(value, indent=indent, ensure_ascii=False).encode(errors="replace")


def _lost_games(path: Path) -> CfggoError:
    """Returns the error for a file that doesn't have the games that the journal says it has."""
    return CfggoError(
        f"{path}: missing or cut short; put it back, or remove its games' lines from {JOURNAL} to "
        "have them played again"
    )
