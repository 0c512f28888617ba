"""The limits of a search."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Self

from cfggo.go.points import MAX_SIZE

_MOST_TIMES = 5.0


def playouts_on(size: int, playouts: int) -> int:
    """Returns how many playouts on a board of that size take as long as some do on 19x19: as many
    times more as it has fewer points, at most five times.
    """
    return round(playouts * min(MAX_SIZE**2 / size**2, _MOST_TIMES))


class Haste(Enum):
    """How a move is made when the clock is nearly out."""

    NONE = "none"
    """By a search."""

    BY_LOOKS = "by looks"
    """The policy's likeliest move; a few playouts tell whether to pass."""

    NO_PLAYOUTS = "no playouts"
    """The policy's likeliest move, also a pass."""


@dataclass(frozen=True)
class Limit:
    """The limits of a search; 0 means no limit of that kind.

    Public attributes:
        playouts      -- int
        seconds       -- float
        extra_seconds -- float, to search on if the best move is in doubt when `seconds` are over
        haste         -- Haste; with any the rest of the limit does not count
    """

    playouts: int = 0
    seconds: float = 0.0
    extra_seconds: float = 0.0
    haste: Haste = Haste.NONE

    def split(self, share: float) -> tuple[Self, Self]:
        """Returns the limits of two searches that end as this one would: the first has a share of
        its playouts and seconds, the other one the rest.
        """
        playouts, seconds = round(share * self.playouts), share * self.seconds
        first = replace(self, playouts=max(playouts, min(self.playouts, 1)), seconds=seconds)
        rest = replace(
            self,
            playouts=max(self.playouts - first.playouts, min(self.playouts, 1)),
            seconds=self.seconds - seconds,
        )
        return first, rest


NO_LIMIT = Limit()
"""For searches that somebody else ends."""
