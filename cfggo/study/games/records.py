"""Records of games that people play: opened, with what they say of the players, and named."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from cfggo.base.errors import CfggoError
from cfggo.base.said import in_a_row, said
from cfggo.records.game_files import open_record, read_game_file
from cfggo.records.game_tree import GameTree
from cfggo.records.sgf.data import is_annotated
from cfggo.records.sgf.reading import read_parts
from cfggo.search.levels import LEVELS
from cfggo.study.api.game import Game
from cfggo.study.explaining.phrases import as_said

_ENGINE = "cfggo"


def engine_name(level: str) -> str:
    """Returns the engine's name at a level, "" for full strength."""
    return f"{_ENGINE} {level}".rstrip()


def seats_of(sgf: bytes) -> tuple[str | None, str]:
    """Returns the person's colour and the engine's level in a record, by `engine_name` in it.

    The colour is None if the engine has none; the level is "" for full strength.

    Raises SgfError if the record can't be read.
    """
    line, _ = read_parts(sgf, stop_at_malformed=True)
    for you, player in (("white", line.black_name), ("black", line.white_name)):
        name, _, level = player.partition(" ")
        if name == _ENGINE:
            return you, level if level in LEVELS else ""
    return None, ""


class Player(NamedTuple):
    """A player as a record names them, "" for what it does not say; as text: name and rank."""

    name: str
    rank: str = ""

    def __str__(self) -> str:
        return in_a_row(self)


class Origin(NamedTuple):
    """The statements of an opened record about its game.

    players -- Player by colour
    result, date -- as in SGF, "" if it does not say
    doubts       -- what can't be followed of it, in sentences
    tree         -- all that it holds, at the last move that is followed; None for a made-up one
    """

    players: Mapping[str, Player]
    result: str
    date: str
    doubts: tuple[str, ...] = ()
    tree: GameTree | None = None


def game_and_origin(sgf: bytes, *, stop: bool = True) -> tuple[Game, Origin]:
    """Returns the game of a record, as far as it can be followed, and what the record says of it.

    stop -- whether it ends before a move that is impossible, instead of a CfggoError

    Raises CfggoError if it can't be read.
    """
    try:
        record = open_record(sgf, stop=stop)
    except ValueError as error:
        raise CfggoError(str(error)) from error
    line = record.line
    players = {
        "black": Player(as_said(line.black_name), line.black_rank),
        "white": Player(as_said(line.white_name), line.white_rank),
    }
    doubts = (*record.doubts, *record.left_out)
    tree = GameTree.read(sgf, to_edit=True)
    tree.to_move(record.n_followed)
    return Game.of(record.game), Origin(players, line.result, line.date, doubts, tree)


def record_in(path: Path) -> bytes:
    """Returns the record in a file. Raises CfggoError if it can't be read."""
    try:
        return read_game_file(path)
    except OSError as error:
        raise CfggoError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise CfggoError(f"{path}: {error}") from error


def opened(path: Path, *, stop: bool = True) -> tuple[Game, Origin]:
    """Returns the game of a file, and what its record says of it, as `game_and_origin`; for a
    program that keeps the moves alone.

    Raises CfggoError, which names the file, if it can't be read.
    """
    data = record_in(path)
    try:
        game, origin = game_and_origin(data, stop=stop)
    except CfggoError as error:
        raise CfggoError(f"{path}: {error}") from error
    if is_annotated(data):
        sentence = said("Its comments and variations are neither shown nor saved.")
        origin = origin._replace(doubts=(*origin.doubts, sentence))
    return game, origin


def new_file_name() -> str:
    """Returns a name for the file of a game that has none: when it was written."""
    return f"cfggo-{datetime.datetime.now():%Y-%m-%d-%H%M%S}.sgf"
