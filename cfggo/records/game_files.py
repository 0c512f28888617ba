"""One game from a file, played up to a move: what people name when they say "this game"."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cfggo.go.katago_rules import rules_from_katago
from cfggo.go.rules import CHINESE, Ruleset, nearest_ruleset, ruleset_from_name
from cfggo.records.archives import printable

if TYPE_CHECKING:
    from cfggo.go.game import Game
    from cfggo.go.sgf import MainLine

LARGEST_FILE = 64 * 2**20
"""Bytes of the largest file that is read as a game; whole collections are smaller."""

_AFTER_ALL_MOVES = 10**9

_SHOWN = 40
"""Characters of a value that are shown."""


def read_game_file(path: Path) -> bytes:
    """Returns the content of a file.

    Raises OSError, or ValueError if it is no file, but a device that may have no end, or too large.
    """
    if path.exists() and not path.is_dir() and not path.is_file():
        raise ValueError("not a file")
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise ValueError("file too large")
    return data


def game_of_record(data: bytes, before: int = _AFTER_ALL_MOVES, rules: Ruleset = CHINESE) -> Game:
    """Returns the first game in SGF data as it stood before a move, counted from 1.

    It has the rules that the record names, or `rules` if the name is unknown.  Moves may bring back
    an earlier position, as some superko rules allow.

    Raises SgfError if the record can't be read, ValueError if it holds an illegal move.
    """
    from cfggo.go.game import Game
    from cfggo.go.sgf import before_move, read_parts

    line, edits = before_move(*read_parts(data), before)
    return Game.from_main_line(line, rules_of_record(line, rules), edits=edits, may_repeat=True)


def rules_of_record(line: MainLine, otherwise: Ruleset = CHINESE) -> Ruleset:
    """Returns the rules that a record names, or others if their name is unknown.

    KataGo's names and objects are known too, such as Korean, Ing or BGA, for the ruleset that
    counts the same, or most nearly so.
    """
    return _rules_named(line.rules) or otherwise


def doubts_of_line(line: MainLine) -> tuple[str, ...]:
    """Returns what a record says of its game that is not followed, in sentences."""
    doubts = [f"{printable(written)} can't be read." for written in line.unread]
    if line.rules and _rules_named(line.rules) is None:
        doubts.append(f"Unknown rules: {printable(line.rules[:_SHOWN])}.")
    if line.lacks_handicap:
        doubts.append(f"The handicap is {line.handicap}, but its stones are missing.")
    return tuple(doubts)


def doubts_of_record(data: bytes, line: MainLine) -> tuple[str, ...]:
    """Returns the same, and whether a record breaks off; line: the record's."""
    from cfggo.go.sgf import is_cut_off

    cut_off = ("The record is cut off.",) if is_cut_off(data) else ()
    return (*cut_off, *doubts_of_line(line))


def _rules_named(name: str) -> Ruleset | None:
    """Returns the rules of a name, or None if it is unknown."""
    with suppress(ValueError):
        return ruleset_from_name(name)
    with suppress(ValueError):
        asked = rules_from_katago(name)
        if not asked.unsupported:
            return nearest_ruleset(asked.rules)
    return None
