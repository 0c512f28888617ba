"""The limits of a search."""

from dataclasses import dataclass
from enum import Enum


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


NO_LIMIT = Limit()
"""For searches that somebody else ends."""
