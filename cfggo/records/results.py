"""Games' results, as records write them."""


def has_winner(result: str) -> bool:
    """Returns whether a result, as RE has it, says who won, or that it was a draw."""
    return result[:2].upper() in ("B+", "W+") or result.lower() in ("0", "draw", "jigo")


def was_played_out(result: str) -> bool:
    """Returns whether a game ended by its moves: by score or resignation, not by time or forfeit.

    A bare "B+" does not say how it ended, and counts.
    """
    return has_winner(result) and result[2:3].upper() not in ("T", "F")
