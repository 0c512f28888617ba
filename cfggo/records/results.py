"""Games' results, as records write them."""

import re

_COUNT = re.compile(r"([BW])\+([0-9]{1,4}(?:\.[0-9]{1,9})?)", re.IGNORECASE)


def has_winner(result: str) -> bool:
    """Returns whether a result, as in RE, says who won, or that it was a draw."""
    return result[:2].upper() in ("B+", "W+") or result.lower() in ("0", "draw", "jigo")


def was_played_out(result: str) -> bool:
    """Returns whether a game ended by its moves: by score or resignation, not by time or forfeit.

    A bare "B+" does not say how it ended, and counts.
    """
    return has_winner(result) and result[2:3].upper() not in ("T", "F")


def counted_score(result: str) -> float | None:
    """Returns Black's points minus White's if a result, as `MainLine` has it, is that of a count.

    A quarter is one of a stone, of which each is worth two points where stones are counted: W+1.25
    is 2.5 points.

    Returns None if it is no count.  Draws are none either: many programs write 0 for games that
    nobody counted.  So is what no count comes to, such as B+0.02.
    """
    found = _COUNT.fullmatch(result)
    if found is None:
        return None
    score = float(found[2])
    if score % 0.5 == 0.25:
        score *= 2
    if score == 0 or score % 0.5:
        return None
    return score if found[1].upper() == "B" else -score
