"""What ends a search."""

from dataclasses import dataclass
from enum import Enum


class Haste(Enum):
    """What a move leaves out because the clock is nearly out."""

    NONE = "nothing"
    BY_LOOKS = "all playouts but a few, which tell whether to pass: the policy's likeliest move"
    NO_PLAYOUTS = "all playouts: the policy also says whether to pass"


@dataclass(frozen=True)
class Limit:
    """What ends a search; 0 means no limit of that kind.

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
