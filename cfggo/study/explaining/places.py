"""Groups of stones and parts of the board, as sentences name them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from cfggo.base.said import Said, said, said_n
from cfggo.go.points import BLACK, board_points, format_vertex, row_col_from_point

_TOGETHER = 2
"""Lines from one chain to another up to which both are of one group."""


class Part(NamedTuple):
    """A part of the board: a row of thirds, 0 at the bottom, and a column of thirds."""

    row: int
    col: int

    @classmethod
    def of(cls, point: int, size: int) -> Part:
        """Returns the part that a point is in."""
        row, col = row_col_from_point(point)
        return cls(_third(row, size), _third(col, size))

    def points(self, size: int) -> list[int]:
        """Returns the points of the part."""
        return [point for point in board_points(size) if Part.of(point, size) == self]

    def is_opposite(self, other: Part) -> bool:
        """Tells whether two parts are at different edges of the board, with a third between."""
        return max(abs(self.row - other.row), abs(self.col - other.col)) == 2

    @property
    def words(self) -> Said:
        """Where the part is."""
        return _WHERE[self]


_WHERE = {
    Part(0, 0): said("in the lower left"), Part(0, 1): said("on the lower side"),
    Part(0, 2): said("in the lower right"), Part(1, 0): said("on the left side"),
    Part(1, 1): said("in the centre"), Part(1, 2): said("on the right side"),
    Part(2, 0): said("in the upper left"), Part(2, 1): said("on the upper side"),
    Part(2, 2): said("in the upper right"),
}  # fmt: skip


def largest_part(points: np.ndarray, size: int) -> tuple[Part, float]:
    """Returns the part of the board that most points are in, and how many there are.

    points -- float[N_POINTS]
    """
    sums = {part: float(points[part.points(size)].sum()) for part in _WHERE}
    part = max(sums, key=lambda part: sums[part])
    return part, sums[part]


@dataclass(frozen=True)
class Group:
    """Stones of one colour that are near each other and share a fate."""

    colour: int
    points: tuple[int, ...]

    @classmethod
    def of(cls, colour: int, points: Iterable[int]) -> Group:
        """Returns the group of some points, in any order."""
        return cls(colour, tuple(sorted(points)))

    @property
    def values(self) -> dict[str, Any]:
        """The values of a sentence of which the group is the subject."""
        return {"n": len(self.points), "stones": self.words}

    @property
    def words(self) -> Said:
        """The group as the subject of a sentence."""
        values: dict[str, Any] = {"n": len(self.points), "vertex": self._middle}
        if self.colour == BLACK:
            return said_n(
                "the black stone at {vertex}", "{n} black stones around {vertex}", **values
            )
        return said_n("the white stone at {vertex}", "{n} white stones around {vertex}", **values)

    @property
    def _middle(self) -> str:
        places = np.array([row_col_from_point(point) for point in self.points])
        off = ((places - places.mean(axis=0)) ** 2).sum(axis=1)
        return format_vertex(self.points[int(off.argmin())])


def groups_of(colour: int, chains: Sequence[list[int]]) -> list[Group]:
    """Returns the groups that chains of a colour make: those near each other are of one."""
    found: list[list[list[int]]] = []
    for one in chains:
        near = [group for group in found if any(distance(one, each) <= _TOGETHER for each in group)]
        found = [group for group in found if group not in near]
        found.append([one, *chain.from_iterable(near)])
    return [Group.of(colour, chain.from_iterable(group)) for group in found]


def distance(points: Sequence[int], others: Sequence[int]) -> int:
    """Returns the smallest distance between two sets of points, along the lines."""
    places = np.array([row_col_from_point(point) for point in points])
    other_places = np.array([row_col_from_point(point) for point in others])
    return int(np.abs(places[:, None] - other_places[None]).sum(axis=2).min())


def _third(line: int, size: int) -> int:
    """Returns which third of the board a line is in: 0, 1 or 2."""
    edge = (size + 1) // 3 + (size >= 13)
    return 0 if line < edge else 2 if line >= size - edge else 1
