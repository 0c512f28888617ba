"""The block graph of `cfggo.models.territory.regions` in plain Python, easy to check by eye."""

from collections import Counter

import numpy as np

from cfggo.go.points import BLACK, EMPTY, NEIGHBOURS, WHITE, board_points, row_col_from_point
from cfggo.models.territory.regions import NEUTRAL, STONE, SURROUND


class PlainBlockGraph:
    """The blocks of a position and which of them touch.

    Public attributes:
      node_of  -- dict from points to blocks, numbered by their first points
      kind     -- list: STONE, SURROUND or NEUTRAL
      colour   -- list: BLACK, WHITE or EMPTY
      counts   -- for each block a Counter: points by how many neighbours they have in it
      contacts -- dict from pairs (block, other block) that touch to a Counter: points of the block
                  by how many neighbours they have in the other one
    """

    def __init__(self, board: np.void) -> None:
        points = board_points(int(board["size"]))
        colour_at = {point: int(board["colour"][point]) for point in points}
        stones = {
            colour: [point for point in points if colour_at[point] == colour]
            for colour in (BLACK, WHITE)
        }
        sort_at = {point: _sort(point, colour_at[point], stones) for point in points}
        self.node_of: dict[int, int] = {}
        self.kind: list[int] = []
        self.colour: list[int] = []
        for start in points:
            if start not in self.node_of:
                self._add_block(start, sort_at)
        self.counts = [Counter[int]() for _ in self.kind]
        self.contacts: dict[tuple[int, int], Counter[int]] = {}
        for point in points:
            own = self.node_of[point]
            near = [point + offset for offset in NEIGHBOURS if point + offset in self.node_of]
            touched = Counter(self.node_of[p] for p in near)
            self.counts[own][touched.pop(own, 0)] += 1
            for other, k in touched.items():
                self.contacts.setdefault((own, other), Counter())[k] += 1

    def _add_block(self, start: int, sort_at: dict[int, tuple[int, int]]) -> None:
        """Adds the block of a point."""
        kind, colour = sort_at[start]
        number = len(self.kind)
        self.kind.append(kind)
        self.colour.append(colour)
        to_do = [start]
        while to_do:
            point = to_do.pop()
            if sort_at.get(point) == sort_at[start] and point not in self.node_of:
                self.node_of[point] = number
                to_do.extend(point + offset for offset in NEIGHBOURS)


def _sort(point: int, colour: int, stones: dict[int, list[int]]) -> tuple[int, int]:
    """Returns kind and colour of a point's block."""
    if colour != EMPTY:
        return STONE, colour
    black, white = (
        min((_distance(point, stone) for stone in stones[side]), default=np.inf)
        for side in (BLACK, WHITE)
    )
    if black == white:
        return NEUTRAL, EMPTY
    return SURROUND, BLACK if black < white else WHITE


def _distance(point: int, other: int) -> int:
    """Returns the Manhattan distance of two points."""
    (row, col), (other_row, other_col) = row_col_from_point(point), row_col_from_point(other)
    return abs(row - other_row) + abs(col - other_col)
