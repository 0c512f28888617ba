"""One game from a file, played up to a move: what people name when they say "this game"."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cfggo.base.said import Said, listed, said
from cfggo.go.katago_rules import rules_named
from cfggo.go.rules import CHINESE, KOMI_WITH_HANDICAP, Ruleset
from cfggo.records.archives import printable
from cfggo.records.sgf.mending import CUT_OFF

if TYPE_CHECKING:
    from cfggo.go.game import Game
    from cfggo.go.main_line import Edit, MainLine

LARGEST_FILE = 64 * 2**20
"""Bytes of the largest file that is read as a game; whole collections are smaller."""

AFTER_ALL_MOVES = 10**9
"""A number that no move has."""

_SHOWN = 40
"""Characters of a value that are shown."""


def read_game_file(path: Path) -> bytes:
    """Returns the content of a file.

    Raises OSError, or ValueError if it is no file, but a device that may have no end, or too large.
    """
    if path.exists() and not path.is_dir() and not path.is_file():
        raise ValueError(said("not a file"))
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise ValueError(said("file too large"))
    return data


def game_of_record(
    data: bytes,
    before: int = AFTER_ALL_MOVES,
    rules: Ruleset = CHINESE,
    *,
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
    from cfggo.records.sgf.reading import read_parts

    parts = read_parts(data, stop_at_malformed=True)
    if parts[0].malformed and before > _n_moves(*parts) + 1:
        read_parts(data)  # raises the error
    line, edits = before_move(*parts, before)
    its_rules = rules_of_record(line, rules)
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
        """The moves that `game` forgets, those before set-up stones; in sentences."""
        n = self.n_followed - len(self.game.moves)
        return (said("Stones are set up after move {n}: it begins there.", n=n),) if n else ()


def open_record(data: bytes, *, stop: bool = True) -> OpenedRecord:
    """Returns the first game in SGF data up to its last move that can be read and made.

    stop -- whether it ends before a move that can't be, if that is not the first, or before stones
            set up after a move that can't be; else, as for `game_of_record`, that is an error

    Raises SgfError if the record can't be read, ValueError if it holds an illegal move.
    """
    from cfggo.go.game import Game, IllegalMoveError, IllegalSetupError
    from cfggo.go.main_line import before_move
    from cfggo.records.sgf.reading import read_parts

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
            doubts = (*doubts, said("It ends before {error}.", error=printable(str(error))))


def _n_moves(line: MainLine, edits: tuple[Edit, ...]) -> int:
    return len(line.moves) + sum(len(edit.moves) for edit in edits)


def read_from_start(data: bytes) -> tuple[MainLine, tuple[Edit, ...]]:
    """Returns the parts of a record up to what can't be read, as `read_parts` does.

    Raises SgfError if nothing of it can be, not even the first move.
    """
    from cfggo.records.sgf.reading import read_parts

    parts = read_parts(data, stop_at_malformed=True)
    return parts if parts[0].moves or parts[1] else read_parts(data)


def rules_of_record(line: MainLine, otherwise: Ruleset = CHINESE) -> Ruleset:
    """Returns the rules that a record names (`rules_named`), or others if their name is unknown."""
    named = rules_named(line.rules)
    return named.rules if named else otherwise


CUT_OFF_SENTENCE = said("The record is cut off.")


class Doubt(NamedTuple):
    """A statement of a record that is not followed, or not as it stands there.

    kind     -- words that are the same for all of a kind, so that they can be counted
    sentence -- says what it is
    """

    kind: str
    sentence: str


def doubt_of(mended: str) -> Doubt:
    """Returns a sentence about a repair, as in `MainLine.mended`."""
    if mended.startswith(CUT_OFF):
        return Doubt(CUT_OFF, CUT_OFF_SENTENCE)
    return Doubt(mended.partition(" (")[0], said("Mended: {what}.", what=_printable(mended)))


def _printable(text: str) -> str:
    return text if isinstance(text, Said) and text.isprintable() else printable(text)


def doubts_of_kinds(line: MainLine) -> list[Doubt]:
    """Returns the statements of a record that are not followed, or not as they stand there."""
    doubts = [doubt_of(mended) for mended in line.mended]
    usual_komi = f"{KOMI_WITH_HANDICAP}" if line.placed_handicap else said("the usual one")
    for written in line.unread:
        sentence = said("{what} can't be read.", what=printable(written))
        if is_komi := written.startswith("KM"):
            sentence = said(
                "{what} can't be read; komi is {komi}.", what=printable(written), komi=usual_komi
            )
        doubts.append(Doubt("unreadable komi" if is_komi else "unreadable handicap", sentence))
    if line.malformed:
        sentence = said("The rest can't be read: {what}.", what=printable(line.malformed))
        doubts.append(Doubt("malformed move", sentence))
    if line.rules:
        rules, written = rules_named(line.rules), printable(line.rules[:_SHOWN])
        if rules is None:
            doubts.append(Doubt("unknown rules", said("Unknown rules: {rules}.", rules=written)))
        elif rules.unsupported:
            sentence = said(
                "Not counted of the rules {rules}: {what}.",
                rules=written,
                what=", ".join(rules.unsupported),
            )
            doubts.append(Doubt("rules not counted in full", sentence))
    if line.lacks_handicap:
        sentence = said("The handicap is {n}, but its stones are missing.", n=line.handicap or 0)
        doubts.append(Doubt("handicap stones missing", sentence))
    return doubts


def doubts_of_line(line: MainLine) -> tuple[str, ...]:
    """Returns the same in sentences, one for all that was mended."""
    doubts = [doubt.sentence for doubt in doubts_of_kinds(line)[len(line.mended) :]]
    mended = [text for text in line.mended if not text.startswith(CUT_OFF)]
    if mended:
        doubts.insert(0, said("Mended: {what}.", what=listed(map(_printable, mended))))
    if len(mended) < len(line.mended):
        doubts.insert(0, CUT_OFF_SENTENCE)
    return tuple(doubts)


def doubts_of_record(data: bytes, line: MainLine) -> tuple[str, ...]:
    """Returns the same, and whether it is one of several; line: the record's."""
    from cfggo.records.sgf.data import split_collection

    n_games = len(split_collection(data))
    first_of = (said("This is the first of {n} games in the file.", n=n_games),)
    return (*(first_of if n_games > 1 else ()), *doubts_of_line(line))
