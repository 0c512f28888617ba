"""One game from a file, played up to a move: what people name when they say "this game"."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cfggo.go.katago_rules import named_ruleset, rules_from_katago
from cfggo.go.rules import CHINESE, KOMI_WITH_HANDICAP, Ruleset, nearest_ruleset, ruleset_from_name
from cfggo.records.archives import printable

if TYPE_CHECKING:
    from cfggo.go.game import Game
    from cfggo.go.main_line import Edit, MainLine

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


def game_of_record(
    data: bytes,
    before: int = _AFTER_ALL_MOVES,
    rules: Ruleset = CHINESE,
    *,
    exact_rules: bool = False,
    usual_komi: float | None = None,
) -> Game:
    """Returns the first game in SGF data as it stood before a move, counted from 1.

    It has the rules that the record names (`rules_of_record`), or `rules` if the name is unknown.
    A record without komi has that of handicap games if it is one, else `usual_komi`, or that of the
    rules if this is None. Moves may bring back an earlier position, as some superko rules allow.

    Raises SgfError if the record can't be read, ValueError if it holds an illegal move.
    """
    from cfggo.go.game import Game
    from cfggo.go.main_line import before_move
    from cfggo.sgf.reading import read_parts

    parts = read_parts(data, stop_at_malformed=True)
    if parts[0].malformed and before > _n_moves(*parts) + 1:
        read_parts(data)  # raises the error
    line, edits = before_move(*parts, before)
    its_rules = rules_of_record(line, rules, exact=exact_rules)
    if usual_komi is not None:
        line = replace(line, komi=line.komi_by(replace(its_rules, komi=usual_komi)))
    return Game.from_main_line(line, its_rules, edits=edits, may_repeat=True)


class OpenedRecord(NamedTuple):
    """A game as far as its record is followed.

    game       -- Game after the last move that is followed
    line       -- MainLine of the record
    moves      -- pairs (colour, point) of all moves that can be read
    n_followed -- how many of them are followed
    doubts     -- what is not followed of the record, in sentences
    """

    game: Game
    line: MainLine
    moves: tuple[tuple[int, int], ...]
    n_followed: int
    doubts: tuple[str, ...]

    @property
    def left_out(self) -> tuple[str, ...]:
        """What `game` has no memory of: the moves before stones that are set up; in sentences."""
        n = self.n_followed - len(self.game.moves)
        return (f"Stones are set up after move {n}: it begins there.",) if n else ()


def open_record(data: bytes, *, stop: bool = True) -> OpenedRecord:
    """Returns the first game in SGF data up to its last move that can be read and made.

    stop -- whether it ends before a move that can't be, if that is not the first, or before stones
            set up after a move that can't be; else, as for `game_of_record`, that is an error

    Raises SgfError if the record can't be read, ValueError if it holds an illegal move.
    """
    from cfggo.go.game import Game, IllegalMoveError, IllegalSetupError
    from cfggo.go.main_line import before_move
    from cfggo.sgf.reading import read_parts

    line, edits = read_from_start(data) if stop else read_parts(data)
    moves = (*line.moves, *(move for edit in edits for move in edit.moves))
    doubts, followed = doubts_of_record(data, line), (line, edits)
    while True:
        first, others = followed
        try:
            game = Game.from_main_line(first, rules_of_record(line), edits=others, may_repeat=True)
            return OpenedRecord(game, line, moves, _n_moves(*followed), doubts)
        except (IllegalMoveError, IllegalSetupError) as error:
            if not stop:
                raise
            if isinstance(error, IllegalSetupError):
                followed = line, edits[: error.index]
            elif error.number == 1:
                raise
            else:
                followed = before_move(line, edits, error.number)
            doubts = (*doubts, f"It ends before {printable(str(error))}.")


def _n_moves(line: MainLine, edits: tuple[Edit, ...]) -> int:
    return len(line.moves) + sum(len(edit.moves) for edit in edits)


def read_from_start(data: bytes) -> tuple[MainLine, tuple[Edit, ...]]:
    """Returns the parts of a record up to what can't be read, as `read_parts` does.

    Raises SgfError if nothing of it can be, not even the first move.
    """
    from cfggo.sgf.reading import read_parts

    parts = read_parts(data, stop_at_malformed=True)
    return parts if parts[0].moves or parts[1] else read_parts(data)


def rules_of_record(
    line: MainLine, otherwise: Ruleset = CHINESE, *, exact: bool = False
) -> Ruleset:
    """Returns the rules that a record names, or others if their name is unknown.

    KataGo's names and objects are known too, such as Korean, Ing or BGA, for the ruleset that
    counts the same, or most nearly so, with the komi of the rules named; if `exact`, objects for
    rules that need not have a name.
    """
    return _rules_named(line.rules, exact=exact) or otherwise


def doubts_of_line(line: MainLine) -> tuple[str, ...]:
    """Returns what a record says of its game that is not followed, in sentences."""
    doubts = []
    usual_komi = KOMI_WITH_HANDICAP if line.placed_handicap else "that of the rules"
    for written in line.unread:
        instead = f"; komi is {usual_komi}" if written.startswith("KM") else ""
        doubts.append(f"{printable(written)} can't be read{instead}.")
    if line.malformed:
        doubts.append(f"The rest can't be read: {printable(line.malformed)}.")
    if line.rules and _rules_named(line.rules) is None:
        doubts.append(f"Unknown rules: {printable(line.rules[:_SHOWN])}.")
    if line.lacks_handicap:
        doubts.append(f"The handicap is {line.handicap}, but its stones are missing.")
    return tuple(doubts)


def doubts_of_record(data: bytes, line: MainLine) -> tuple[str, ...]:
    """Returns the same, and whether it breaks off or is one of several; line: the record's."""
    from cfggo.sgf.data import is_cut_off, split_collection

    doubts = ["The record is cut off."] if is_cut_off(data) else []
    if (n_games := len(split_collection(data))) > 1:
        doubts.append(f"This is the first of {n_games} games in the file.")
    return (*doubts, *doubts_of_line(line))


def _rules_named(name: str, *, exact: bool = False) -> Ruleset | None:
    """Returns the rules of a name or an object, as `rules_of_record`, or None if it is unknown."""
    with suppress(ValueError):
        return ruleset_from_name(name)
    with suppress(ValueError):
        asked = rules_from_katago(name)
        if not asked.unsupported:
            keeps = exact and name.lstrip().startswith("{")
            known = (named_ruleset if keeps else nearest_ruleset)(asked.rules)
            return replace(known, komi=asked.rules.komi)
    return None
