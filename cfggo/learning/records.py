"""Streams game records from folders, archives and files, and splits them for learning."""

import hashlib
import lzma
import tarfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from pathlib import Path

from cfggo.errors import CfggoError
from cfggo.go.points import WHITE
from cfggo.go.sgf import MainLine, SgfError, read_main_line

_DAMAGED = (
    EOFError,
    OSError,
    RuntimeError,  # zipfile's word for a password
    lzma.LZMAError,
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
)


class Split(Enum):
    """The part of a collection that a record belongs to, whatever collection it comes from."""

    TRAINING = "training"
    VALIDATION = "validation"
    TEST = "test"


@dataclass(frozen=True)
class Record:
    """One game record.

    Public attributes:
      name -- where it was found, for messages
      line -- MainLine
    """

    name: str
    line: MainLine

    @cached_property
    def digest(self) -> bytes:
        """Hash of the game itself: size, setup and moves, not names, dates or comments."""
        line = self.line
        game = (line.size, line.black, line.white, line.first_player, line.moves)
        return hashlib.sha256(repr(game).encode()).digest()

    @property
    def split(self) -> Split:
        """Part for learning: 80% training, 10% validation, 10% test.

        It depends on the game alone, so that it stays the same when files are renamed or added.
        """
        share = int.from_bytes(self.digest[:4], "big") / 2**32
        if share < 0.8:
            return Split.TRAINING
        return Split.VALIDATION if share < 0.9 else Split.TEST


@dataclass(frozen=True)
class RecordFilter:
    """What records must have to be kept.

    Records that name a handicap but have neither its stones nor Black's moves that place them are
    never kept: all their positions are wrong.

    Public attributes:
      size         -- board size, or None for any
      max_handicap -- most handicap stones, or None for any number
      min_moves    -- fewest moves, passes included
    """

    size: int | None = None
    max_handicap: int | None = None
    min_moves: int = 0

    def reason_to_drop(self, line: MainLine) -> str | None:
        """Returns why a record must be dropped, or None if it is kept."""
        if self.size is not None and line.size != self.size:
            return "other board size"
        if self.max_handicap is not None and line.handicap > self.max_handicap:
            return "too much handicap"
        if len(line.moves) < self.min_moves:
            return "too few moves"
        if line.handicap >= 2 and not line.black and line.first_player == WHITE:
            return "handicap stones missing"
        return None


@dataclass
class DropReport:
    """Counts the records that were not used.

    Public attributes:
      reasons  -- number of records by reason
      examples -- what was wrong with the first record of each reason, with its name
    """

    reasons: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, reason: str, detail: str = "") -> None:
        """Counts one record."""
        self.reasons[reason] += 1
        self.examples.setdefault(reason, f"{name}: {detail or reason}")

    def __str__(self) -> str:
        if not self.reasons:
            return "no records dropped"
        counts = (f"{count:,} {reason}" for reason, count in self.reasons.most_common())
        return f"{self.reasons.total():,} records dropped ({', '.join(counts)})"


def read_records(
    paths: Iterable[str | Path], keep: RecordFilter, dropped: DropReport
) -> Iterator[Record]:
    """Yields the records of all paths, as `iter_sources` finds them.

    Records that can't be read or that the filter refuses, and all but the first of equal games, go
    into the report instead.
    """
    seen = set()
    for name, data in iter_sources(paths):
        try:
            record = Record(name, read_main_line(data))
        except SgfError as error:
            dropped.add(name, error.reason, str(error))
            continue
        if reason := keep.reason_to_drop(record.line):
            dropped.add(name, reason)
        elif record.digest in seen:
            dropped.add(name, "duplicate")
        else:
            seen.add(record.digest)
            yield record


def iter_sources(paths: Iterable[str | Path]) -> Iterator[tuple[str, bytes]]:
    """Yields pairs (name, data) of the SGF files in folders, tar and zip archives, and of files.

    Files of a folder and its subfolders come sorted by path, those of an archive in its own order.

    Raises CfggoError if a path does not exist, can't be read, or has no SGF files.
    """
    for path in map(Path, paths):
        found = False
        try:
            for name, data in _sources_of(path):
                found = True
                yield name, data
        except _DAMAGED as error:
            problem = error.strerror if isinstance(error, OSError) else str(error)
            raise CfggoError(f"{path}: can't be read: {problem or error}") from error
        if not found:
            raise CfggoError(f"{path}: no SGF files found")


def _sources_of(path: Path) -> Iterator[tuple[str, bytes]]:
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if _is_sgf(file.name) and file.is_file():
                yield str(file), file.read_bytes()
    elif _is_sgf(path.name):
        yield str(path), path.read_bytes()
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist():
                if _is_sgf(info.filename):
                    yield f"{path}/{info.filename}", archive.read(info)
    else:
        with tarfile.open(path, "r|*") as archive:
            for member in archive:
                if _is_sgf(member.name) and (stream := archive.extractfile(member)) is not None:
                    yield f"{path}/{member.name}", stream.read()


def _is_sgf(name: str) -> bool:
    return name.lower().endswith(".sgf")
