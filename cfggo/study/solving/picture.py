"""A problem as text: its corner or side of the board, with coordinates."""

from __future__ import annotations

from collections.abc import Collection

from cfggo.go.diagram import diagram
from cfggo.go.points import point_from_row_col, row_col_from_point
from cfggo.models.tsumego.problem import Problem

_AROUND = 2  # lines around the stones that are shown
_NEAR_EDGE = 4  # lines to an edge that are shown, too
_REGION, _REGION_IN_GAME = 3, 5  # lines and columns of the part of a board that a hint tells


def shown_part(size: int, stones: Collection[int]) -> tuple[int, int, int, int]:
    """Returns the part of a board that a problem needs: first and last row, and column."""
    places = [row_col_from_point(point) for point in stones]

    def ends(numbers: list[int]) -> tuple[int, int]:
        low, high = min(numbers) - _AROUND, max(numbers) + _AROUND
        last = size - 1
        return (0 if low <= _NEAR_EDGE else low, last if high >= last - _NEAR_EDGE else high)

    return (*ends([row for row, _ in places]), *ends([col for _, col in places]))


def region_around(problem: Problem, point: int) -> list[int]:
    """Returns the points of a small square around a point of a problem, which is anywhere in it.

    It is the same for the same problem.
    """
    last = problem.size - 1
    side = min(_REGION if problem.komi is None else _REGION_IN_GAME, problem.size)
    row, col = row_col_from_point(point)
    low_row, low_col = (
        min(max(place - shift % side, 0), last - side + 1)
        for place, shift in zip((row, col), problem.digest, strict=False)
    )
    return [point_from_row_col(low_row + i, low_col + j) for i in range(side) for j in range(side)]


def problem_diagram(problem: Problem) -> str:
    """Returns the part of the board around the stones as lines."""
    low_row, high_row, low_col, high_col = shown_part(problem.size, problem.black + problem.white)
    lines = diagram(problem.boards()[0]).splitlines()
    rows = lines[problem.size - high_row : problem.size - low_row + 1]
    return "\n".join(
        (line[:3] + line[3 + 2 * low_col : 4 + 2 * high_col]).rstrip() for line in (*rows, lines[0])
    )
