"""A game record as a review goes through it: one position after the other, all by its main line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from cfggo.base.errors import CfggoError
from cfggo.go.game import Game
from cfggo.go.main_line import Edit, MainLine
from cfggo.go.rules import Ruleset
from cfggo.records.game_files import (
    CUT_OFF_SENTENCE,
    doubts_of_line,
    read_from_start,
    rules_of_record,
)
from cfggo.records.sgf.errors import SgfError


@dataclass(frozen=True)
class Step:
    """The step from one position of a record to the next: a move, or stones set up after moves.

    Public attributes:
      number -- of the move, from 1; of an edit, that of the last move before it
      colour -- BLACK or WHITE, who moves; 0 for an edit
      point  -- where, or PASS; 0 for an edit
      edit   -- index of the edit among the record's, or None for a move
    """

    number: int
    colour: int = 0
    point: int = 0
    edit: int | None = None

    @property
    def is_move(self) -> bool:
        """Whether this is a move, no edit."""
        return self.edit is None


@dataclass(frozen=True)
class ReviewedRecord:
    """A game record that is to be reviewed.

    Its positions are numbered from 0, the position after that many steps.

    Public attributes:
      name    -- where it was found, for messages
      data    -- the record, SGF data of one game
      line, edits -- its main line, as `read_parts` returns it
      rules   -- Ruleset that it names, or Chinese rules
      steps   -- tuple of Step, up to the first that is impossible
      problem -- why the steps end before the record does, or ""
    """

    name: str
    data: bytes
    line: MainLine
    edits: tuple[Edit, ...]
    rules: Ruleset
    steps: tuple[Step, ...]
    problem: str = ""

    @classmethod
    def read(cls, name: str, data: bytes) -> ReviewedRecord:
        """Returns the record of SGF data of one game.

        Moves may bring back an earlier position, as they may in records by other superko rules.

        Raises CfggoError, one line that begins with the name, if it can't be read, has no moves, or
        names a handicap whose stones are missing.
        """
        try:
            line, edits = read_from_start(data)
        except SgfError as error:
            raise CfggoError(f"{name}: {error}") from error
        if line.lacks_handicap:
            raise CfggoError(f"{name}: handicap of {line.handicap}, but its stones are missing")
        record = cls(name, data, line, edits, rules_of_record(line), _steps(line, edits))
        try:
            record._start()
        except ValueError as error:
            raise CfggoError(f"{name}: {error}") from error
        n_steps, problem = record._playable()
        record = replace(record, steps=record.steps[:n_steps], problem=problem)
        if not record.moves:
            raise CfggoError(f"{name}: {problem or 'no moves to review'}")
        return record

    @property
    def komi(self) -> float:
        """The komi of the record, or the usual one if it says none."""
        return self.line.komi_by(self.rules)

    @property
    def doubts(self) -> tuple[str, ...]:
        """The statements of the record that are not followed, in sentences; `problem` says
        whether it breaks off.
        """
        doubts = doubts_of_line(self.line)
        return tuple(doubt for doubt in doubts if doubt != CUT_OFF_SENTENCE)

    @cached_property
    def kos(self) -> frozenset[int]:
        """The numbers of the positions in which a ko was just taken."""
        numbers = range(len(self.steps) + 1)
        return frozenset(at for at, game in self.positions(numbers) if game.boards[0]["ko"])

    @property
    def moves(self) -> list[Step]:
        """The steps that are moves."""
        return [step for step in self.steps if step.is_move]

    def positions(self, wanted: Iterable[int]) -> Iterator[tuple[int, Game]]:
        """Yields pairs (position, game) of the positions wanted, with whom it is to play there.

        The game is good until the next pair is asked for.  It is quick if the positions ascend.
        """
        game, at = self._start(), 0
        for position in wanted:
            if position < at:
                game, at = self._start(), 0
            while at < position:
                game = self._after(game, self.steps[at])
                at += 1
            game.to_play = self._to_play(position, game)
            yield position, game

    def _to_play(self, position: int, game: Game) -> int:
        """Returns who is to play in a position: whoever moves next, or is said to."""
        if position < len(self.steps) and self.steps[position].is_move:
            return self.steps[position].colour
        last = self.edits[-1] if self.edits else self.line
        is_end = position == len(self.steps) and not self.problem
        return last.next_player if is_end and last.next_player is not None else game.to_play

    def _start(self) -> Game:
        line = replace(self.line, moves=(), next_player=None)
        game = Game.from_main_line(line, self.rules)
        game.handicap = self.line.placed_handicap
        return game

    def _after(self, game: Game, step: Step) -> Game:
        """Returns the game after a step; may change the one it is given.

        Raises ValueError if the step is impossible.
        """
        if step.edit is None:
            game.play(step.colour, step.point, may_repeat=True)
            return game
        edit = replace(self.edits[step.edit], moves=(), next_player=None)
        edits = (*self.edits[: step.edit], edit)
        return Game.from_main_line(self.line, self.rules, edits=edits, may_repeat=True)

    def _playable(self) -> tuple[int, str]:
        """Returns how many steps are possible, and what is wrong with the next one, or ""."""
        game = self._start()
        for i, step in enumerate(self.steps):
            try:
                game = self._after(game, step)
            except ValueError as error:
                where = f"move {step.number}: " if step.is_move else ""
                return i, f"{where}{error}"
        is_cut_off = CUT_OFF_SENTENCE in doubts_of_line(self.line)
        return len(self.steps), "it is cut off" if is_cut_off else ""


def _steps(line: MainLine, edits: tuple[Edit, ...]) -> tuple[Step, ...]:
    steps = [Step(i, *move) for i, move in enumerate(line.moves, 1)]
    for index, edit in enumerate(edits):
        number = steps[-1].number if steps else 0
        steps.append(Step(number, edit=index))
        steps += [Step(i, *move) for i, move in enumerate(edit.moves, number + 1)]
    return tuple(steps)
