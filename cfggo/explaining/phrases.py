"""Numbers, factors and distances in words."""

from __future__ import annotations

import math

from cfggo.features.plain_groups import MAX_DISTANCE
from cfggo.features.shapes import shape_distance
from cfggo.go.points import row_col_from_point

_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def number_to_text(n: int) -> str:
    """Returns a whole number in words, if it is small."""
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def plural(n: int, noun: str, plural_noun: str = "") -> str:
    """Returns a number with a noun, such as "three stones"."""
    return f"{number_to_text(n)} {noun if n == 1 else plural_noun or f'{noun}s'}"


def distance_to_text(point: int, other: int) -> str:
    """Returns where a point is, seen from another one: "next to", "a knight's move from" ..."""
    (row, col), (other_row, other_col) = row_col_from_point(point), row_col_from_point(other)
    dx, dy = abs(col - other_col), abs(row - other_row)
    distance = shape_distance(dx, dy)
    if distance >= MAX_DISTANCE:
        return "far from"
    near = {2: "next to", 3: "diagonal to", 4: "one point from", 5: "a knight's move from"}
    return near.get(distance) or f"{number_to_text(max(dx, dy))} lines from"


def factor_to_text(factor: float) -> str:
    """Returns a factor as people read it: "x 41", "x 6.2", "x 0.031"."""
    return f"x {_short(factor)}"


def percent(share: float) -> str:
    """Returns a share in percent, with two digits that say something."""
    if share < 1e-6:
        return "less than 0.0001%"
    return f"{_short(100 * share)}%"


def ordinal(n: int) -> str:
    """Returns "1st", "2nd", "11th" ..."""
    if n % 100 in (11, 12, 13):
        return f"{n}th"
    return str(n) + {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")


def times(ratio: float) -> str:
    """Returns how many times as much a ratio is: "6.2 times"."""
    return f"{_short(ratio)} times"


def _short(number: float) -> str:
    """Returns a number, not negative, with two digits that say something, or as a whole number."""
    if number >= 9.95:
        return f"{float(f'{number:.3g}'):,.0f}"
    if number < 1e-4:  # 0 too
        return f"{number:.0e}"
    number = float(f"{number:.2g}")
    digits = max(0, 1 - math.floor(math.log10(number)))
    return f"{number:.{digits}f}"
