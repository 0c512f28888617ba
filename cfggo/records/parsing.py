"""From SGF files to game records; what large archives hold is kept, and read again in seconds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from cfggo.base.array_archive import InvalidContent
from cfggo.records import parsed_archive
from cfggo.records.archives import iter_sources, reason_of
from cfggo.records.game_record import GameRecord
from cfggo.records.sgf.data import split_collection
from cfggo.records.sgf.errors import SgfError
from cfggo.records.sgf.reading import read_main_line


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
        place = parsed_archive.place_of(path)
        if place is None:
            yield from _parsed(path)
            continue
        n_told = 0
        if (kept := parsed_archive.load(place, str(path))) is not None:
            try:
                for game in kept:
                    n_told += 1
                    yield game if isinstance(game, GameRecord) else Unusable(*game)
                continue
            except InvalidContent:  # all is read anew, and the games that were not told of follow
                pass
        keeper = parsed_archive.Keeper(place, str(path))
        for number, game in enumerate(_parsed(path)):
            keeper.add(game)
            if number >= n_told:
                yield game
        keeper.save()


def _parsed(path: Path) -> Iterator[GameRecord | Unusable]:
    for source, data in iter_sources([path]):
        if isinstance(data, Exception):
            yield Unusable(source, "unreadable file", f"can't be read: {reason_of(data)}")
            continue
        games = split_collection(data)
        for number, game in enumerate(games, 1):
            name = f"{source}, game {number}" if len(games) > 1 else source
            try:
                yield GameRecord(name, read_main_line(game))
            except SgfError as error:
                yield Unusable(name, error.reason, str(error))
