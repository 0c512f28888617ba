"""SGF data before it is read: its games, and its main line, mended where it is not quite SGF."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from cfggo.base.said import said
from cfggo.records.archives import iter_sources
from cfggo.records.sgf.encoding import UTF_8, Encoding, find_encoding, from_utf16, in_utf8, is_plain
from cfggo.records.sgf.mending import MAX_NODES, Notes, mend
from cfggo.records.sgf.regular import find_game, regular_end

_COMMENT = re.compile(rb"(?<![A-Za-z])C\s*\[")
_VARIATION = re.compile(rb"\)\s*\(")
_VALUE = re.compile(rb"\[[^\\\]]*+(?:\\.[^\\\]]*+)*+(?:\]|\\?\Z)", re.DOTALL)

_SAMPLE = 20_000
"""Bytes of a game by which its encoding is found where only its end is wanted."""


class GameData(NamedTuple):
    """A game as regular SGF, b"" if there is none.

    Public attributes:
      data     -- the game, from its opening parenthesis on
      encoding -- of its texts, as Python knows it
      mended   -- what was mended, and where: a line for each kind, "kind (where)"
    """

    data: bytes
    encoding: str = "utf-8"
    mended: tuple[str, ...] = ()


def iter_games(
    paths: Iterable[str | Path], noun: str = "game"
) -> Iterator[tuple[str, bytes | Exception]]:
    """Yields pairs (name, data) of the games of all files that `iter_sources` finds; in place of
    those of a file that can't be read is the error.

    noun -- what a game is called in a name, with its number, if it is one of several in a file

    Raises CfggoError as `iter_sources` does.
    """
    for source, data in iter_sources(paths):
        if isinstance(data, Exception):
            yield source, data
            continue
        games = split_collection(data)
        for number, game in enumerate(games, 1):
            yield (f"{source}, {noun} {number}" if len(games) > 1 else source), game


def split_collection(data: bytes) -> list[bytes]:
    """Returns the games of SGF data, each as SGF data of its own.

    Text before the first game stays with it, and the last one may be cut off.  Data that has
    no more than one game is returned whole.
    """
    data = from_utf16(data)
    plain = is_plain(data)
    encoding = UTF_8
    starts = []
    at = 0
    while (start := find_game(data, at)) is not None:
        starts.append(start)
        if plain:
            at = _end_by(data, start, UTF_8)
        else:
            at, encoding = _end_of_game(data, start, encoding)
    if len(starts) < 2:
        return [data]
    ends = [*starts[1:], len(data)]
    return [data[: ends[0]], *(data[a:b] for a, b in zip(starts[1:], ends[1:], strict=True))]


def is_annotated(data: bytes) -> bool:
    """Tells whether the first game of SGF data has comments or variations."""
    game = _VALUE.sub(b"[]", split_collection(data)[0])
    return _COMMENT.search(game) is not None or _VARIATION.search(game) is not None


def first_game(data: bytes, *, whole: bool) -> GameData:
    """Returns the first game in SGF data.

    whole -- whether with its variations, or the main line alone, which ends where a parenthesis is
             closed for the first time

    Some records lack the opening parenthesis, or break off before the closing ones.

    Raises SgfError for a main line that has more nodes than any game.
    """
    data = from_utf16(data)
    start = find_game(data)
    if start is None:
        return GameData(b"")
    if not is_plain(data):
        data = data[start : _end_of_game(data, start)[0]]
        start = 0
    encoding = find_encoding(data)
    data = in_utf8(data, encoding)
    name = "utf-8" if encoding.unit else encoding.name
    notes = Notes()
    if encoding.doubt:
        notes.add(said("encoding"), encoding.doubt)
    if end := regular_end(data, start, whole=whole):
        game = data[start : end[0]] + b")" * end[1]
        if whole or game.count(b";") <= MAX_NODES:
            return GameData(game, name, notes.lines())
    mended = mend(data, start, notes, whole=whole)
    return GameData(mended.data, name, notes.lines())


def _end_of_game(data: bytes, start: int, likely: Encoding = UTF_8) -> tuple[int, Encoding]:
    """Returns where a game ends that begins there, and its encoding.

    likely -- the encoding by which its end is looked for first
    """
    sample = data[start : start + _SAMPLE]
    end = _end_by(sample, 0, likely)
    encoding = find_encoding(sample[:end])
    if encoding.unit != likely.unit or end == len(sample):
        return _end_by(data, start, encoding), encoding
    return start + end, encoding


def _end_by(data: bytes, start: int, encoding: Encoding) -> int:
    end = regular_end(data, start, encoding)
    return end[0] if end else mend(data, start, Notes(), encoding).end
