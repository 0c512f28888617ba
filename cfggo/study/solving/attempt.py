"""An attempt at a problem: the moves that somebody tries, the answers, and how far that leads."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from cfggo.study.solving.prover import Result, SolvedMove


class Phase(Enum):
    """How far somebody is with a problem."""

    OPEN = "open"
    JUDGING = "judging"
    RIGHT = "right"
    WRONG = "wrong"
    UNJUDGED = "unjudged"  # nobody knows a solution
    OTHER = "other"  # a later move that is not the line's, and of which nothing is proved
    SHOWN = "shown"


@dataclass
class Try:
    """A move of the user's, and what is found out about it.

    Public attributes:
      before   -- the moves from the problem on to this one
      point    -- of the move
      answered -- SolvedMove, None before it is known
      verdict  -- Phase that the user is in by it
    """

    before: tuple[int, ...]
    point: int
    answered: SolvedMove | None = None
    verdict: Phase = Phase.JUDGING

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves from the problem on, with this one."""
        return (*self.before, self.point)

    @property
    def line(self) -> tuple[int, ...]:
        """The moves that follow this one, the opponent's first."""
        return self.answered.line if self.answered else ()

    @property
    def goes_on(self) -> bool:
        """Whether an answer and another move of the user's follow by a proof."""
        move = self.answered
        if move is None or self.verdict is not Phase.RIGHT:
            return False
        return move.proved and move.result is Result.WORKS and len(move.line) > 1


class Attempt:
    """The moves that somebody tries in a problem, since it was opened.

    Public attributes:
      shows -- whether the solution is shown instead
    """

    def __init__(self, *, shows: bool = False) -> None:
        self.shows = shows
        self._tried: list[Try] = []  # all but the last are right, and go on

    def add(self, before: tuple[int, ...], point: int) -> None:
        """Takes a move that is tried after others, in place of what was tried there."""
        self._tried = [tried for tried in self._tried if len(tried.before) < len(before)]
        self._tried.append(Try(before, point))

    def back(self) -> bool:
        """Takes back the last move, unless it is the first; tells whether it did."""
        if len(self._tried) < 2:
            return False
        self._tried.pop()
        return True

    @property
    def last(self) -> Try | None:
        """The last move, None if there is none."""
        return self._tried[-1] if self._tried else None

    @property
    def phase(self) -> Phase:
        """How far the attempt has led."""
        if self.shows:
            return Phase.SHOWN
        return self._tried[-1].verdict if self._tried else Phase.OPEN

    @property
    def line(self) -> tuple[int, ...]:
        """The moves tried, and what follows them."""
        return (*self._tried[-1].moves, *self._tried[-1].line) if self._tried else ()

    @property
    def begun(self) -> int:
        """The number of moves of the line before the last one tried."""
        return len(self._tried[-1].before) if self._tried else 0

    @property
    def wanted(self) -> int | None:
        """The move that the line had in place of the last one, None for a first move."""
        return self._tried[-2].line[1] if len(self._tried) > 1 else None

    @property
    def known(self) -> dict[int, SolvedMove]:
        """What the line so far proves of moves in place of the last one, which is not the first."""
        _, wanted, *rest = self._tried[-2].line
        return {wanted: SolvedMove(wanted, Result.WORKS, True, line=tuple(rest))}

    @property
    def goes_on(self) -> bool:
        """Whether the last move was right, is answered, and the next one can be tried."""
        return bool(self._tried) and self._tried[-1].goes_on

    @property
    def place(self) -> tuple[int, ...] | None:
        """The moves of the line after which one may be tried; None where nothing is to be tried."""
        if self.phase is Phase.OPEN:
            return ()
        if self.phase in (Phase.SHOWN, Phase.JUDGING):
            return None
        tried = self._tried[-1]
        if self.phase is Phase.RIGHT:
            return (*tried.moves, tried.line[0]) if tried.goes_on else None
        return tried.before
