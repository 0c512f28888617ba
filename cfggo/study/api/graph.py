"""The common fate graph of a position, with its vertices by name."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.go.points import (
    COLOUR_NAMES,
    EMPTY,
    board_points,
    format_vertex,
)
from cfggo.graph.plain import CommonFateGraph
from cfggo.study.api.arguments import is_integer, point_of


@dataclass(frozen=True)
class Node:
    """A vertex of the graph: an empty point, or a chain as a whole.

    (It is called a node here, because a vertex is a place on the board, such as "D4".)

    Public attributes:
        name       -- the empty point, or the chain's first stone, row by row from the lower left
        colour     -- "empty", "black" or "white"
        points     -- the empty point, or all stones of the chain, in the same order
        neighbours -- names of the nodes that touch it, in the same order
    """

    name: str
    colour: str
    points: tuple[str, ...]
    neighbours: tuple[str, ...]

    @property
    def is_chain(self) -> bool:
        """Whether it is a chain, no empty point."""
        return self.colour != COLOUR_NAMES[EMPTY]


class Graph:
    """The common fate graph of a position (Graepel et al. 2001), as `Game.graph` returns it.

        graph = game.graph()
        print(graph.at("D4").points, graph.liberties("D4"))

    Public attributes:
        nodes -- dict name -> Node, row by row from the lower left
    """

    def __init__(self, board: np.void) -> None:
        """Builds the graph of one element of a board array (`cfggo.go.board`)."""
        self._size = int(board["size"])
        self._graph = CommonFateGraph(board)
        self._name_at: dict[int, str] = {}
        name_of: dict[int, str] = {}
        points_of: dict[int, list[str]] = {}
        for point in board_points(self._size):
            key = int(board["head"][point])
            points_of.setdefault(key, []).append(format_vertex(point))
            self._name_at[point] = name_of.setdefault(key, format_vertex(point))
        place = {key: number for number, key in enumerate(name_of)}
        self._key_of = {name: key for key, name in name_of.items()}
        self.nodes = {
            name: Node(
                name=name,
                colour=COLOUR_NAMES[self._graph.colours[key]],
                points=tuple(points_of[key]),
                neighbours=tuple(
                    name_of[near]
                    for near in sorted(self._graph.neighbours[key], key=place.__getitem__)
                ),
            )
            for key, name in name_of.items()
        }

    @property
    def chains(self) -> list[Node]:
        """The chains of both colours."""
        return [node for node in self.nodes.values() if node.is_chain]

    @property
    def empty_points(self) -> list[Node]:
        """The empty points."""
        return [node for node in self.nodes.values() if not node.is_chain]

    @property
    def edges(self) -> list[tuple[str, str]]:
        """The pairs of names of nodes that touch, each pair once."""
        place = {name: number for number, name in enumerate(self.nodes)}
        return [
            (node.name, near)
            for node in self.nodes.values()
            for near in node.neighbours
            if place[node.name] < place[near]
        ]

    def at(self, vertex: str) -> Node:
        """Returns the node that a place on the board belongs to.

        Raises CfggoError if there is no such place.
        """
        try:
            return self.nodes[self._name_at[point_of(vertex, self._size)]]
        except (CfggoError, KeyError) as error:  # KeyError for "pass"
            raise CfggoError(f"no place on the board: {vertex!r}") from error

    def liberties(self, vertex: str) -> list[str]:
        """Returns the empty points that touch the node at a place: a chain's liberties.

        Raises CfggoError if there is no such place.
        """
        return [near for near in self.at(vertex).neighbours if not self.nodes[near].is_chain]

    def labels(self, iterations: int = 1) -> dict[str, int]:
        """Returns the 32-bit neighbourhood-hash label of every node, by name.

        Nodes that look alike from within that many steps have equal labels (the paper that this
        engine grew from, Algorithm 1); the policies look one step far.

        Raises CfggoError for a number of steps that is none.
        """
        if not is_integer(iterations) or iterations < 0:
            raise CfggoError(f"iterations can't be {iterations!r}")
        labels = self._graph.hash_labels(iterations)
        return {name: labels[key] for name, key in self._key_of.items()}

    def paths(self, vertex: str) -> set[tuple[int, int, int]]:
        """Returns the path features of a move: triples of labels, along all walks of two steps.

        Raises CfggoError if there is no such place, or a stone on it.
        """
        node = self.at(vertex)
        if node.is_chain:
            raise CfggoError(f"no empty point: {vertex!r}")
        return self._graph.paths(self._key_of[node.name], self._graph.hash_labels())

    def __len__(self) -> int:
        """Returns the number of nodes."""
        return len(self.nodes)

    def __repr__(self) -> str:
        """Returns the graph in short."""
        return f"<Graph of {len(self.chains)} chains and {len(self.empty_points)} empty points>"
