"""What ends a search."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limit:
    """What ends a search; 0 means no limit of that kind.

    Public attributes:
        playouts      -- int
        seconds       -- float
        extra_seconds -- float, to search on if the best move is in doubt when `seconds` are over
    """

    playouts: int = 0
    seconds: float = 0.0
    extra_seconds: float = 0.0


NO_LIMIT = Limit()
"""For searches that somebody else ends."""
