"""Games' results, as records write them."""

import re

_COUNT = re.compile(r"([BW])\+([0-9]{1,4}(?:\.[0-9]{1,9})?)", re.IGNORECASE)


def has_winner(result: str) -> bool:
    """Returns whether a result, as RE has it, says who won, or that it was a draw."""
    return result[:2].upper() in ("B+", "W+") or result.lower() in ("0", "draw", "jigo")


def was_played_out(result: str) -> bool:
    """Returns whether a game ended by its moves: by score or resignation, not by time or forfeit.

    A bare "B+" does not say how it ended, and counts.
    """
    return has_winner(result) and result[2:3].upper() not in ("T", "F")


def counted_score(result: str) -> float | None:
    """Returns Black's points minus White's by a result, as RE has it, or None if it is no count.

    Draws are none either: many programs write 0 for games that nobody counted.
    """
    found = _COUNT.fullmatch(result)
    if found is None or float(found[2]) == 0:
        return None
    return float(found[2]) * (1 if found[1].upper() == "B" else -1)
