"""Players' ranks and games' results, as records write them."""

from __future__ import annotations

import re

_FIRST_PROFESSIONAL = 100
"""One less than the number of the lowest professional rank."""

_DIGITS = {digit: number for number, digit in enumerate("一二三四五六七八九", 1)} | {"初": 1}

_RANK = re.compile(
    r"""
    (?P<before>p(?:ro)?|職業|职业)? \s*
    (?P<number>\d+|[初一二三四五六七八九]) [\s-]*
    (?P<unit>kyu|k|級|级|급|dan|d|段|단|p)
    (?P<after> [\s-]* p(?:ro(?:fessional)?)?)? [?*+]? \s* $
    """,
    re.VERBOSE,
)


def parse_rank(text: str) -> int | None:
    """Returns a number that is higher for a stronger rank, or None if the text is no rank.

    20 kyu is -19, 1 kyu 0, 1 dan 1; professional ranks, such as "9p" and Fox's "P9段", are above
    all others.
    """
    match = _RANK.match(text.strip().lower())
    if match is None:
        return None
    written = match["number"]
    number = _DIGITS.get(written) or int(written)
    if match["unit"] in ("kyu", "k", "級", "级", "급"):
        return 1 - number
    if match["before"] or match["after"] or match["unit"] == "p":
        return _FIRST_PROFESSIONAL + number
    return number


def has_winner(result: str) -> bool:
    """Returns whether a result, as RE has it, says who won, or that it was a draw."""
    return result[:2].upper() in ("B+", "W+") or result.lower() in ("0", "draw", "jigo")


def was_played_out(result: str) -> bool:
    """Returns whether a game ended by its moves: by score or resignation, not by time or forfeit.

    A bare "B+" does not say how it ended, and counts.
    """
    return has_winner(result) and result[2:3].upper() not in ("T", "F")
