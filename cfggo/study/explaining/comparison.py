"""What follows a move, beside what would have followed a better one: boards, owners, losses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cfggo.go.chains import chains_of
from cfggo.go.points import BLACK, EMPTY, N_POINTS, parse_vertex, points_from_top
from cfggo.study.explaining.lesson import Variation
from cfggo.study.explaining.places import Group, Part, distance, groups_of, largest_part
from cfggo.study.explaining.variation_boards import VariationBoards

if TYPE_CHECKING:
    from cfggo.go.game import Game

SWING = 0.3
"""Of 1 to -1, by how much a point's owner changes if it counts as territory that is lost: by less
searches differ all over the board."""

_ALIVE, _DEAD = 0.35, -0.35
"""From how much on of 1 to -1 its owner's a group lives, or is dead."""

_FALL = 0.5
"""The part of that which a group must lose to be in danger."""


class Comparison:
    """A move and a better one, with what follows each.

    Public attributes:
      size         -- of the board
      mine, theirs -- colours of who makes the move, and of the opponent
      move, better -- vertices
      line         -- VariationBoards that begin with the better move
      played       -- VariationBoards that begin with the move
      before, after -- BOARD_DTYPE records, before the move and after it
      answer       -- the moves that follow it
      then, now    -- float[N_POINTS] from +1 for the player to -1: who owns the points after the
                      better move, and after the one played
    """

    def __init__(self, game: Game, move: str, better: Variation, answer: Variation) -> None:
        self.size = game.size
        self.mine, self.theirs = game.to_play, 3 - game.to_play
        self.move, self.better = move, better.moves[0]
        self.line = VariationBoards(game, better.moves)
        self.played = VariationBoards(game, [move, *answer.moves])
        self.before = game.boards[0]
        self.after = self.played.boards[min(1, len(self.played.boards) - 1)]
        self.answer = tuple(self.played.vertices[1:])
        sign = 1 if self.mine == BLACK else -1
        self.then = _by_point(better.owners, self.size) * sign
        self.now = _by_point(answer.owners, self.size) * sign
        self._reach = max(2, self.size // 4)

    def point(self, vertex: str) -> int:
        """Returns the point of a vertex, or PASS."""
        return parse_vertex(vertex, self.size)

    def then_of(self, chain: Sequence[int]) -> float:
        """Returns how much of a chain of stones is the player's after the better move; of the move
        played itself all of it.
        """
        known = [point for point in chain if self.before["colour"][point] != EMPTY]
        return float(self.then[known].mean()) if known else 1.0

    def now_of(self, chain: Sequence[int]) -> float:
        """Returns how much of a chain of stones is the player's after the move played."""
        return float(self.now[list(chain)].mean())

    def is_lost(self, chain: Sequence[int]) -> bool:
        """Tells whether a chain is the player's after the better move, but not after the other."""
        return self.then_of(chain) > 0 > self.now_of(chain)

    def dying(self, board: np.void, colour: int, told: Collection[int]) -> list[Group]:
        """Returns the groups that live after the better move and are dead after the other one, as
        the player sees it: the opponent's are dead after the better move and live then.

        told -- points of groups that are left out
        """
        return self._changed(board, colour, told, lambda then, now: then >= _ALIVE and now <= _DEAD)

    def endangered(self, told: Collection[int]) -> list[Group]:
        """Returns the player's groups that do not live for sure any more; told as in `dying`."""

        def is_in_danger(then: float, now: float) -> bool:
            return then >= _ALIVE > now and then - now >= _FALL

        return self._changed(self.after, self.mine, told, is_in_danger)

    def largest_loss(self, told: Collection[int]) -> tuple[Part, float]:
        """Returns the part of the board where the player loses most by the move, and how many
        points; told as in `dying`.
        """
        return largest_part(self._lost(told), self.size)

    def all_lost(self, told: Collection[int]) -> float:
        """Returns how many points the player loses by the move; told as in `dying`."""
        return float(self._lost(told).sum())

    def _lost(self, told: Collection[int]) -> np.ndarray:
        lost = np.where(np.abs(self.then - self.now) >= SWING, self.then - self.now, 0.0)
        lost[[*told]] = 0.0
        return lost

    def is_near(self, point: int, points: Sequence[int]) -> bool:
        """Tells whether a move at a point may be about what happens at others."""
        return distance([point], points) <= self._reach

    def _changed(
        self, board: np.void, colour: int, told: Collection[int],
        has_changed: Callable[[float, float], bool],
    ) -> list[Group]:  # fmt: skip
        chains = [
            chain
            for chain in chains_of(board, colour)
            if not set(told).intersection(chain)
            and (self.before["colour"][chain] != EMPTY).any()
            and has_changed(self.then_of(chain), self.now_of(chain))
        ]
        return groups_of(colour, chains)


def _by_point(owners: np.ndarray, size: int) -> np.ndarray:
    """Returns a grid of owners by point, as float[N_POINTS]."""
    values = np.zeros(N_POINTS)
    values[[*points_from_top(size)]] = np.asarray(owners, dtype=np.float64).reshape(-1)
    return values
