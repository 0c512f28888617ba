"""Distances, factors and ranks in words."""

from __future__ import annotations

from cfggo.base.words import number_to_text, two_digits
from cfggo.features.plain_groups import MAX_DISTANCE
from cfggo.features.shapes import shape_distance
from cfggo.go.points import COLUMN_LETTERS, row_col_from_point


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
    return f"x {two_digits(factor)}"


def ordinal(n: int) -> str:
    """Returns "1st", "2nd", "11th" ..."""
    if n % 100 in (11, 12, 13):
        return f"{n}th"
    return str(n) + {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")


def no_such_point(vertex: str, size: int) -> str:
    """Returns that a board has no such point, and which points it has."""
    last = f"{COLUMN_LETTERS[size - 1]}{size}"
    letters = "" if size < 9 else ", without a letter I"
    return f"there is no point {vertex!r} on this board: its points go from A1 to {last}{letters}"


def times(ratio: float) -> str:
    """Returns how many times as much a ratio is: "6.2 times"."""
    return f"{two_digits(ratio)} times"
