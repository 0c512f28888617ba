"""The common fate graph built anew from a board, in plain Python: the reference for the fast one.

Read this first: it says what the graph is, how its labels are made and what a path feature is.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, TypeVar

from cfggo.go.points import BLACK, EMPTY, NEIGHBOURS, OFF_BOARD, WHITE, board_points
from cfggo.graph.labels import INDEX_OF_KIND, INITIAL_LABEL, kind_of, neighbourhood_hash

Label = TypeVar("Label", bound=Hashable)


class CommonFateGraph:
    """The common fate graph of a position (Graepel et al. 2001).

    A vertex stands for one empty point or for a whole chain, and is named by the point or by the
    chain's head.  Two vertices are adjacent if any of their points are, and only once.

    Public attributes:
        colours    -- dict vertex -> EMPTY, BLACK or WHITE
        neighbours -- dict vertex -> set of adjacent vertices
    """

    def __init__(self, board: Any) -> None:
        """Builds the graph of `board`, one element of an array of BOARD_DTYPE."""
        colour_of = [int(colour) for colour in board["colour"]]
        head_of = [int(head) for head in board["head"]]
        self.colours: dict[int, int] = {}
        self.neighbours: dict[int, set[int]] = {}

        def vertex(point: int) -> int:
            return point if colour_of[point] == EMPTY else head_of[point]

        for point in board_points(int(board["size"])):
            here = vertex(point)
            self.colours[here] = colour_of[point]
            adjacent = self.neighbours.setdefault(here, set())
            for offset in NEIGHBOURS:
                if colour_of[point + offset] != OFF_BOARD:
                    adjacent.add(vertex(point + offset))
            adjacent.discard(here)

    def count(self, vertex: int, colour: int) -> int:
        """Returns how many vertices of a colour are adjacent to a vertex."""
        return sum(self.colours[near] == colour for near in self.neighbours[vertex])

    def hash_labels(self, iterations: int = 1) -> dict[int, int]:
        """Returns the 32-bit neighbourhood-hash label of every vertex (main paper, Algorithm 1)."""
        labels = {vertex: INITIAL_LABEL[colour] for vertex, colour in self.colours.items()}
        for _ in range(iterations):
            labels = {
                vertex: neighbourhood_hash(
                    labels[vertex], [labels[near] for near in adjacent], self.count(vertex, EMPTY)
                )
                for vertex, adjacent in self.neighbours.items()
            }
        return labels

    def kinds(self) -> dict[int, int]:
        """Returns the kind of every vertex, as an index into `cfggo.graph.labels.VERTEX_KINDS`."""
        return {
            vertex: INDEX_OF_KIND[
                kind_of(
                    colour,
                    self.count(vertex, BLACK),
                    self.count(vertex, WHITE),
                    self.count(vertex, EMPTY),
                )
            ]
            for vertex, colour in self.colours.items()
        }

    def paths(self, point: int, labels: Mapping[int, Label]) -> set[tuple[Label, Label, Label]]:
        """Returns an empty point's path features: the label triples of all walks of length two.

        A walk may turn back; a feature is active or not, however many walks have it.
        """
        return {
            (labels[point], labels[middle], labels[end])
            for middle in self.neighbours[point]
            for end in self.neighbours[middle]
        }
