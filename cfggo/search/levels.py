"""Levels of play for people: weaker than the engine can, in a way that looks human.

A weak person plays moves that look right and does not read them out. So does the engine at its
lowest levels: it draws its move by what the tree policy thinks of the shapes, the more evenly the
weaker the level. The others play the move that a search visits most, with few playouts at first.

The names are those of amateur ranks and their order is measured (docs/strength.md), not how people
of these ranks fare against them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from cfggo.errors import CfggoError

if TYPE_CHECKING:
    import numpy as np

LEAST_SHARE = 0.01
"""A move is not drawn whose weight is less than this share of the best move's."""


@dataclass(frozen=True)
class Level:
    """A strength of play.

    Public attributes:
      name        -- a rank, such as "12k" or "1d"
      weights     -- what a move is drawn by: its probability by the tree "policy", or its "visits"
      temperature -- 0 for the move of the largest weight; 1 draws by the weights as they are, more
                     makes them more alike
      playouts    -- of a search; where the policy chooses the move, the search only tells when to
                     pass and to resign
    """

    name: str
    weights: Literal["policy", "visits"]
    temperature: float
    playouts: int

    def draw(self, children: np.ndarray, seed: int) -> int:
        """Returns the index of the move to play among the root's children, NODE_DTYPE[:]."""
        import numpy as np

        values = children["prior" if self.weights == "policy" else "visits"].astype(float)
        shares = values / values.max()
        if self.temperature == 0:
            return int(shares.argmax())
        shares[shares < LEAST_SHARE] = 0.0
        powers = shares ** (1 / self.temperature)
        return int(np.random.default_rng(seed).choice(len(shares), p=powers / powers.sum()))


LEVELS = {
    level.name: level
    for level in (
        Level("20k", "policy", 2.0, 40),
        Level("19k", "policy", 1.6, 40),
        Level("18k", "policy", 1.3, 40),
        Level("17k", "policy", 1.0, 40),
        Level("16k", "policy", 0.7, 40),
        Level("15k", "policy", 0.45, 40),
        Level("14k", "policy", 0.0, 40),
        Level("13k", "visits", 0.0, 65),
        Level("12k", "visits", 0.0, 110),
        Level("11k", "visits", 0.0, 190),
        Level("10k", "visits", 0.0, 320),
        Level("9k", "visits", 0.0, 550),
        Level("8k", "visits", 0.0, 950),
        Level("7k", "visits", 0.0, 1600),
        Level("6k", "visits", 0.0, 2700),
        Level("5k", "visits", 0.0, 4600),
        Level("4k", "visits", 0.0, 8000),
        Level("3k", "visits", 0.0, 13500),
    )
}
"""All levels by name, the weakest first."""


def find_level(name: str) -> Level:
    """Returns the level of that name. Raises CfggoError if there is none."""
    if name not in LEVELS:
        raise CfggoError(f"unknown level {name!r}; available: {', '.join(LEVELS)}")
    return LEVELS[name]
