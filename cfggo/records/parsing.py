"""From SGF files to game records; what large archives hold is kept, and read again in seconds.

Reading SGF takes a millisecond or two a game, and `cfggo train` and `cfggo evaluate` read the same
archives again and again.  So the games of large ones are kept, without comments, beside the machine
code of this room: a digest and a pickle, trusted as that is if it is whole.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from cfggo.base.files import write_whole
from cfggo.base.kernel_cache import folder_of
from cfggo.records.archives import reason_of
from cfggo.records.game_record import GameRecord
from cfggo.records.sgf.data import iter_games
from cfggo.records.sgf.errors import SgfError
from cfggo.records.sgf.reading import read_main_line

LEAST_BYTES = 2**20
"""Smaller archives are read anew each time."""

MOST_KEPT = 4
"""Archives whose games are kept, those used last."""

_DIGEST_BYTES = 32


class Unusable(NamedTuple):
    """A file that can't be read, or a game in it.

    reason -- words that are the same for all of a kind, so that they can be counted
    """

    name: str
    reason: str
    detail: str


def parsed_games(paths: Iterable[str | Path]) -> Iterator[GameRecord | Unusable]:
    """Yields the games of all paths, as `iter_sources` finds them; comments may be missing.

    Raises CfggoError as `iter_sources` does.
    """
    for path in map(Path, paths):
        place = place_of(path)
        if place is None:
            yield from _parsed(path)
        elif (kept := _load(place)) is not None:
            yield from kept
        else:
            games = []
            moves: dict[tuple[int, int], tuple[int, int]] = {}
            for game in _parsed(path):
                if isinstance(game, GameRecord):  # equal moves are one object, so all take less
                    own = tuple(moves.setdefault(move, move) for move in game.line.moves)
                    game = GameRecord(game.name, replace(game.line, moves=own, comments={}))
                games.append(game)
                yield game
            _save(place, games)


def place_of(path: Path) -> Path | None:
    """Returns where the games of an archive are kept or may be, or None if it is none, or small."""
    try:
        if not path.is_file() or path.name.lower().endswith(".sgf"):
            return None
        status = path.stat()
    except OSError:
        return None
    if status.st_size < LEAST_BYTES:
        return None
    what = f"{path} {path.resolve()} {status.st_size} {status.st_mtime_ns}"
    return folder_of(__name__) / f"{hashlib.sha256(os.fsencode(what)).hexdigest()[:24]}.games"


def _load(place: Path) -> list[GameRecord | Unusable] | None:
    """Returns the games that are kept at a place; None if there are none, or if they are
    damaged.
    """
    try:
        data = place.read_bytes()
        place.touch()  # used last
    except OSError:
        return None
    digest, games = data[:_DIGEST_BYTES], data[_DIGEST_BYTES:]
    if hashlib.sha256(games).digest() != digest:
        return None
    found: list[GameRecord | Unusable] = pickle.loads(games)
    return found


def _save(place: Path, games: Sequence[GameRecord | Unusable]) -> None:
    """Keeps the games of an archive; what can't be written is not kept."""
    data = pickle.dumps(games)
    with suppress(OSError):
        write_whole(place, hashlib.sha256(data).digest() + data)
        kept = sorted(place.parent.glob("*.games"), key=lambda file: file.stat().st_mtime)
        for file in kept[:-MOST_KEPT]:
            file.unlink()


def _parsed(path: Path) -> Iterator[GameRecord | Unusable]:
    for name, game in iter_games([path]):
        if isinstance(game, Exception):
            yield Unusable(name, "unreadable file", f"can't be read: {reason_of(game)}")
            continue
        try:
            yield GameRecord(name, read_main_line(game))
        except SgfError as error:
            yield Unusable(name, error.reason, str(error))
