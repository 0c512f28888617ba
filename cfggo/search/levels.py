"""Levels of play for people: weaker than the engine's best, in a way that looks human.

A weak person plays moves that look right and does not read them out. So does the engine at its
lowest levels: it draws its move by what the tree policy's features say, without boosted trees, the
more evenly the weaker the level. The others play the best move of a search, of few playouts at
first.

The names are those of amateur ranks: each is meant to win two games of three against the one below.
They have not been tested against people.

People learn little from a game that ends when it gets interesting, so the levels of beginners play
lost games on to the end, for points, and pass when nothing is left to gain.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError
from cfggo.base.said import in_a_row, said

if TYPE_CHECKING:
    import numpy as np

LEAST_SHARE = 0.01
"""Moves whose probability is less than this share of the likeliest one's are not drawn."""


@dataclass(frozen=True)
class Level:
    """A strength of play.

    Public attributes:
      name        -- a rank, such as "12k"
      playouts    -- of a search; where moves are drawn, it only tells when to pass and to resign
      words       -- a sentence on what sets it apart, "" for none
      temperature -- of drawing moves by their probability in the tree policy: 0 for the likeliest,
                     1 for probabilities as they are, more to make them more alike; None to play the
                     best move of the search
      plays_on    -- whether it never resigns, and passes though it is behind once no move gains
                     anything
    """

    name: str
    playouts: int
    words: str = ""
    temperature: float | None = None
    plays_on: bool = False

    @property
    def description(self) -> str:
        """How it plays, in sentences."""
        if self.temperature is not None:
            how = said("Plays what looks right and reads nothing ahead.")
        else:
            how = said(
                "Tries its moves in {n} quick games to the end, and plays the best one.",
                n=self.playouts,
            )
        return in_a_row([how, self.words])


def draw_child(children: np.ndarray, temperature: float, seed: int) -> int:
    """Returns the index of a move drawn among the root's children, NODE_DTYPE[:]; see `Level`."""
    import numpy as np

    values = children["prior"].astype(float)
    shares = values / values.max()
    if temperature == 0:
        return int(shares.argmax())
    shares[shares < LEAST_SHARE] = 0.0
    powers = shares ** (1 / temperature)
    return int(np.random.default_rng(seed).choice(len(shares), p=powers / powers.sum()))


FULL_STRENGTH = "full"
"""The word by which commands mean no level."""

LEVELS = {
    level.name: level
    for level in (
        Level("20k", 40, said("One move in four is its favourite; some are odd."), 4.0, True),
        Level("19k", 40, said("One move in three is its favourite."), 2.2, True),
        Level("18k", 40, said("Nearly half of its moves are its favourites."), 1.4, True),
        Level("17k", 40, said("Half of its moves are its favourites."), 1.0, True),
        Level("16k", 40, said("Two moves of three are its favourites."), 0.7, True),
        Level("15k", 40, said("Four moves of five are its favourites."), 0.45, True),
        Level("14k", 40, said("Every move is its favourite."), 0.0, True),
        Level("13k", 65, said("It is the weakest level that reads."), plays_on=True),
        Level("12k", 110, plays_on=True),
        Level("11k", 190, plays_on=True),
        Level("10k", 320, said("It is the strongest level that never resigns."), plays_on=True),
        Level("9k", 550, said("It resigns when it has lost.")),
        Level("8k", 950),
        Level("7k", 1600),
        Level("6k", 2700),
        Level("5k", 4600),
        Level("4k", 8000),
        Level("3k", 13500, said("A move takes seconds.")),
    )
}
"""All levels by name, the weakest first."""


def level_names() -> list[str]:
    """Returns the names of the levels, the weakest first."""
    return list(LEVELS)


def find_level(name: str) -> Level:
    """Returns the level of that name, "12k" or "12K". Raises CfggoError if there is none."""
    level = LEVELS.get(name.lower())
    if level is None:
        weakest, *_, strongest = LEVELS
        advice = f"levels go from {weakest} to {strongest}; without one cfggo plays at its best"
        if (number := re.fullmatch(r"(\d+)[^dp]*", name.lower())) and f"{number[1]}k" in LEVELS:
            advice = f"did you mean {number[1]}k?"
        raise CfggoError(f"unknown level {name!r}; {advice}")
    return level
