"""A problem as text: its corner or side of the board, with coordinates."""

from __future__ import annotations

from collections.abc import Collection

from cfggo.go.diagram import diagram
from cfggo.go.points import row_col_from_point
from cfggo.models.tsumego.problem import Problem

_AROUND = 2  # lines around the stones that are shown
_NEAR_EDGE = 4  # lines to an edge that are shown, too


def shown_part(size: int, stones: Collection[int]) -> tuple[int, int, int, int]:
    """Returns the part of a board that a problem needs: first and last row, and column."""
    places = [row_col_from_point(point) for point in stones]

    def ends(numbers: list[int]) -> tuple[int, int]:
        low, high = min(numbers) - _AROUND, max(numbers) + _AROUND
        last = size - 1
        return (0 if low <= _NEAR_EDGE else low, last if high >= last - _NEAR_EDGE else high)

    return (*ends([row for row, _ in places]), *ends([col for _, col in places]))


def problem_diagram(problem: Problem) -> str:
    """Returns the part of the board around the stones as lines."""
    low_row, high_row, low_col, high_col = shown_part(problem.size, problem.black + problem.white)
    lines = diagram(problem.boards()[0]).splitlines()
    rows = lines[problem.size - high_row : problem.size - low_row + 1]
    return "\n".join(
        (line[:3] + line[3 + 2 * low_col : 4 + 2 * high_col]).rstrip() for line in (*rows, lines[0])
    )
