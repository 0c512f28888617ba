"""How strong a user is, by games against levels, and which level is worth playing next.

Levels are a rank apart when the higher one wins two games of three, so a user who is d ranks above
a level beats it with odds of 2^d to 1, as Elo's formula has it with 120 points a rank.  A handicap
stone is worth a rank on 19x19, two on 13x13 and four on 9x9.  The estimate is the mean of what is
likely by Bayes' rule, from a wide guess around 15k; a game counts for less with each later one,
because people learn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from cfggo.search.levels import LEVELS

_RANKS = np.arange(-35.0, 5.01, 0.1)
"""Strengths that are possible: 20k is -20."""

_GUESS, _SPREAD = -15.0, 6.0
"""Mean and standard deviation before the first game."""

_MEMORY = 0.93
"""Weight of a game against that of the one after it: so the last 14 or so count."""

LEAST_GAMES = 5
"""Finished games without which an estimate says little."""

_RANKS_A_STONE = {19: 1.0, 13: 2.0, 9: 4.0}
_MOST_STONES = 9


@dataclass(frozen=True)
class Outcome:
    """A finished game of the user's.

    Public attributes:
      level    -- that they played, by name
      won      -- bool
      handicap -- stones that the user had ahead; less than 0 if the level had them
      size     -- of the board
    """

    level: str
    won: bool
    handicap: int = 0
    size: int = 19


@dataclass(frozen=True)
class Rating:
    """An estimate of a user's strength.

    Public attributes:
      rank  -- float, such as -14.3 between 14k and 15k
      error -- float, its standard deviation
      games -- int, on how many games it rests
    """

    rank: float
    error: float
    games: int

    @property
    def level(self) -> str:
        """The level that is nearest: both win about as often."""
        names = [*LEVELS]
        return min(names, key=lambda name: abs(rank_of(name) - self.rank))

    def stones(self, level: str, size: int) -> int:
        """Returns the handicap that makes a game at a level even; less than 0 if the level is to
        have it, and 0 where one stone would be too much.
        """
        a_stone = ranks_a_stone(size)
        stones = int(np.clip(round((rank_of(level) - self.rank) / a_stone), -9, _MOST_STONES))
        return stones if abs(stones) > 1 else 0

    def view(self) -> dict[str, Any]:
        """Returns what the page says of it."""
        return {
            "level": self.level,
            "rank": round(-self.rank),
            "from": round(-self.rank + self.error),
            "to": round(-self.rank - self.error),
            "games": self.games,
            "stones": {
                size: {name: self.stones(name, size) for name in LEVELS} for size in _RANKS_A_STONE
            },
        }


def rank_of(level: str) -> float:
    """Returns a level on the scale of ranks: -12 for "12k"."""
    return -float(level.removesuffix("k"))


def ranks_a_stone(size: int) -> float:
    """Returns how many ranks a handicap stone is worth."""
    return _RANKS_A_STONE.get(size, 4.0 if size < 13 else 1.5)


def estimate(outcomes: Iterable[Outcome]) -> Rating:
    """Returns what games tell of a user's strength; outcomes: the newest first."""
    log = -0.5 * ((_RANKS - _GUESS) / _SPREAD) ** 2
    n = 0
    for n, outcome in enumerate(outcomes, 1):
        ahead = _RANKS - rank_of(outcome.level) + outcome.handicap * ranks_a_stone(outcome.size)
        sign = 1 if outcome.won else -1
        log -= _MEMORY ** (n - 1) * np.logaddexp2(0.0, -sign * ahead) * np.log(2)
    weights = np.exp(log - log.max())
    weights /= weights.sum()
    rank = float((weights * _RANKS).sum())
    return Rating(rank, float(np.sqrt((weights * (_RANKS - rank) ** 2).sum())), n)
