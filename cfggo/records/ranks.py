"""Players' ranks, as records write them."""

from __future__ import annotations

import re

_FIRST_PROFESSIONAL = 100
"""One less than the number of the lowest professional rank."""

_DIGITS = {digit: number for number, digit in enumerate("一二三四五六七八九", 1)} | {"初": 1}

_RANK = re.compile(
    r"""
    (?P<before>p(?:ro)?|職業|职业)? \s*
    (?P<number>\d{1,3}|[初一二三四五六七八九]) [\s-]*
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
