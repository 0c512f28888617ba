"""One problem: a position in which the player to move has to find the right first move."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cfggo.go.board import is_legal, play
from cfggo.go.points import BLACK, PASS, STRIDE, WHITE, format_vertex
from cfggo.go.setup import set_up_board
from cfggo.records.game_record import Split, split_of_hash

_OWN, _ENEMY = 1, 2

SEED = 1
"""Of the order in which problems are learnt from, and of wrong moves that are drawn."""


@dataclass(frozen=True)
class FirstMove:
    """A first move of a problem of a game, as its record tells of it.

    Public attributes:
      point -- of the move
      line  -- points of the moves that follow, the opponent's first
      lead  -- points by which the side to play is ahead then, with the problem's komi
    """

    point: int
    line: tuple[int, ...]
    lead: float


@dataclass(frozen=True)
class Problem:
    """One problem.

    Public attributes:
      name      -- its id, or where it was found
      size      -- board size
      black, white -- points of the stones, sorted
      to_play   -- BLACK or WHITE
      solutions -- points of the right first moves, sorted
      kind      -- such as "life-and-death" or "tesuji", "" if unknown
      level     -- how hard it is, in the collection's words, "" if unknown
      task      -- what is to be done, in words, "" if it does not say
      best      -- the solution that wins soonest, of a solved problem; PASS if unknown
      worst     -- the move that loses soonest, of a solved problem; PASS if unknown
      komi      -- with which the right move wins and others lose, in a position of a whole game;
                   None for stones that are a problem by themselves
      moves     -- tuple of FirstMove, in a position of a whole game: the right ones, and wrong ones
      about     -- points of the stones whose fate the right move decides, in such a position
    """

    name: str
    size: int
    black: tuple[int, ...]
    white: tuple[int, ...]
    to_play: int
    solutions: tuple[int, ...]
    kind: str = ""
    level: str = ""
    task: str = ""
    best: int = PASS
    worst: int = PASS
    komi: float | None = None
    moves: tuple[FirstMove, ...] = ()
    about: tuple[int, ...] = ()

    def boards(self) -> np.ndarray:
        """Returns an array of one board with the position, shape (1,), dtype BOARD_DTYPE.

        Raises ValueError if the stones can't stand so.
        """
        return set_up_board(self.size, self.black, self.white, self.to_play)

    def fault(self, *, need_solutions: bool = True) -> tuple[str, str] | None:
        """Returns why the problem is unusable, as a reason and a detail, or None if it is sound.

        A sound problem has stones of both colours, which can stand so, and solutions, all of them
        legal.  If it names a best and a worst move, the one is a solution, the other a legal move
        and none.

        need_solutions -- whether a problem without solutions is at fault
        """
        if not self.black and not self.white:
            return "no set-up stones", ""
        if not (self.black and self.white):
            return "no problem", "all stones are of one colour"
        if not self.solutions and need_solutions:
            return "no solution", ""
        try:
            boards = self.boards()
        except ValueError as error:
            return "impossible position", str(error)
        for point in self.solutions:
            if not is_legal(boards[0], point):
                return "illegal solution", format_vertex(point)
        if self.best != PASS and self.best not in self.solutions:
            return "best move is no solution", format_vertex(self.best)
        for move in self.moves:
            boards = self.boards()
            for point in (move.point, *move.line):
                if point == PASS or not is_legal(boards[0], point):
                    return "illegal move in a line", format_vertex(point)
                play(boards[0], point)
        if self.worst in self.solutions:
            return "worst move is a solution", format_vertex(self.worst)
        if self.worst != PASS and not is_legal(boards[0], self.worst):
            return "illegal worst move", format_vertex(self.worst)
        return None

    @cached_property
    def digest(self) -> bytes:
        """Hash of the position: the same for turned, mirrored and colour-exchanged ones."""
        grid = np.zeros((self.size, self.size), dtype=np.uint8)
        for colour, points in ((BLACK, self.black), (WHITE, self.white)):
            rows, columns = np.divmod(np.array(points, dtype=np.int64), STRIDE)
            grid[rows - 1, columns - 1] = _OWN if colour == self.to_play else _ENEMY
        turned = [np.rot90(side, turns) for side in (grid, grid.T) for turns in range(4)]
        return hashlib.sha256(min(view.tobytes() for view in turned)).digest()

    @property
    def short_digest(self) -> int:
        """The first four bytes of the digest, by which a model knows what it learnt from."""
        return int.from_bytes(self.digest[:4], "big")

    @property
    def split(self) -> Split:
        """Part for learning: 80% training, 10% validation, 10% test, by the position alone."""
        return split_of_hash(self.short_digest)


def by_content(problems: Iterable[Problem]) -> list[Problem]:
    """Returns problems in an order that only their content decides."""
    return sorted(problems, key=lambda problem: problem.digest)


def short_digests(problems: Iterable[Problem]) -> np.ndarray:
    """Returns the first four bytes of the problems' digests, uint32[], ascending."""
    return np.array(sorted(problem.short_digest for problem in problems), dtype=np.uint32)
