"""A small problem in a corner: stones that live or die by the middle one of the points inside.  And
one that takes two moves.
"""

from cfggo.go.points import BLACK, WHITE, point_from_row_col
from cfggo.models.tsumego.problem import Problem


def points(*cells: tuple[int, int]) -> tuple[int, ...]:
    """Returns the points of some rows and columns, from 0 at A1, in order."""
    return tuple(sorted(point_from_row_col(*cell) for cell in cells))


INSIDE = points((1, 0), (1, 1), (1, 2), (1, 3), (0, 3))
"""Stones around A1, B1 and C1."""

WALL = points((2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (1, 4), (0, 4))
"""Those that enclose them."""

(MIDDLE,) = points((0, 1))
"""The point that decides."""

LIVE = Problem("live", 19, INSIDE, WALL, BLACK, (MIDDLE,), "life-and-death", "easy")
KILL = Problem("kill", 19, INSIDE, WALL, WHITE, (MIDDLE,))

LONG = Problem(
    "long",
    19,
    points((0, 0), (0, 3), (1, 2), (1, 3), (2, 0), (2, 1)),
    points(*((0, 4), (1, 4), (2, 2), (2, 3), (2, 4), (3, 2), (4, 1), (4, 2), (5, 0), (5, 1))),
    BLACK,
    (),
)
"""Black lives with B1, White's best answer is B2, and then only A2 helps."""
