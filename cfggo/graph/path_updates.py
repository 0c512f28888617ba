"""Algorithm 2 of the main paper: the paths of all empty points, kept up to date stone by stone.

Written to be read and to be counted with, not to be fast: it visits every path that a stone
changes, where `cfggo.graph.incremental_graph` finds the same features without visiting one.

A *path* is a walk of length two, start -> middle -> end, that starts at an empty point and may turn
back; it is named by the three labels.  An *update* takes one path out of its start's table or puts
one in.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cfggo.go.board import new_board
from cfggo.go.points import BLACK, EMPTY, NEIGHBOURS, PASS, WHITE, board_points
from cfggo.graph.labels import KIND_OF_CHAIN, KIND_OF_EMPTY, MANY_LIBERTIES, MAX_ENEMIES
from cfggo.graph.plain import CommonFateGraph

Path = tuple[int, int, int]

_KIND_OF_EMPTY: list[list[list[int]]] = KIND_OF_EMPTY.tolist()
_KIND_OF_CHAIN: list[list[list[int]]] = KIND_OF_CHAIN.tolist()


@dataclass
class _Changes:
    """The effect of a stone on the graph.

    Public attributes:
        remove     -- set of vertices that vanish or get another label (the paper's R)
        add        -- set of vertices that appear or have got another label (the paper's A)
        gone       -- set of vertices that vanish
        new        -- dict vertex that appears -> (colour, points)
        neighbours -- dict vertex that appears, or was next to what vanishes -> adjacent vertices
        labels     -- dict of the same vertices -> label
    """

    remove: set[int]
    add: set[int]
    gone: set[int]
    new: dict[int, tuple[int, set[int]]]
    neighbours: dict[int, set[int]]
    labels: dict[int, int]


class PathTable:
    """The common fate graph of a position, and the count of every path of every empty point.

    A vertex is named by one of its points.  Labels are the kinds of `cfggo.graph.labels`.

    Public attributes:
        paths     -- dict empty point -> Counter of its paths, without zeros
        removals  -- number of paths that the last stone took out
        additions -- number of paths that it put in
        starts    -- set of points from which those paths start
    """

    def __init__(self, board: Any) -> None:
        """Makes the table of `board`, one element of an array of BOARD_DTYPE."""
        graph = CommonFateGraph(board)
        self._colours = graph.colours
        self._neighbours = graph.neighbours
        self._labels = graph.kinds()
        self._vertex_at = {p: int(board["head"][p]) for p in board_points(int(board["size"]))}
        self._points: dict[int, set[int]] = {vertex: set() for vertex in self._colours}
        for point, vertex in self._vertex_at.items():
            self._points[vertex].add(point)
        self.paths: dict[int, Counter[Path]] = {
            vertex: Counter() for vertex, colour in self._colours.items() if colour == EMPTY
        }
        self.starts: set[int] = set()
        self.removals = 0
        self.additions = self._update_paths(set(self._colours), 1)

    def place_stone(self, point: int, colour: int) -> None:
        """Puts a stone on an empty point and takes off what it captures (PlaceStone).

        A stone that leaves its own chain without liberties takes that chain off (suicide).
        """
        changes = self._predict_label_changes(point, colour)
        self.starts = set()
        self.removals = self._update_paths(changes.remove, -1)
        self._apply_changes(changes)
        self.additions = self._update_paths(changes.add, 1)

    def _predict_label_changes(self, point: int, colour: int) -> _Changes:
        """Returns what a stone will change, and changes nothing yet (PredictLabelChanges).

        The stone's chain counts as a new vertex even where it has a chain's old label, because its
        edges are others.  So every edge that comes or goes ends at a vertex that does.
        """
        near = self._neighbours[point]
        own = {vertex for vertex in near if self._colours[vertex] == colour}
        captured = {
            vertex
            for vertex in near
            if self._colours[vertex] == 3 - colour and self._liberties(vertex) == {point}
        }
        gone = {point} | own | captured
        around = self._all_neighbours(gone) - gone
        chain_near = self._all_neighbours({point} | own) - gone
        chain = {point}.union(*(self._points[vertex] for vertex in own))
        off = set().union(*(self._points[vertex] for vertex in captured))
        if not captured and all(self._colours[vertex] != EMPTY for vertex in chain_near):
            off, chain = chain, set()

        new = {freed: (EMPTY, {freed}) for freed in off}
        if chain:
            new[point] = (colour, chain)
        neighbours = {vertex: self._neighbours[vertex] - gone for vertex in around}
        neighbours.update((vertex, set()) for vertex in new)

        def join(one: int, other: int) -> None:
            neighbours[one].add(other)
            neighbours[other].add(one)

        if chain:
            for vertex in chain_near:
                join(point, vertex)
        vertex_at = self._vertex_at | {p: vertex for vertex in new for p in new[vertex][1]}
        for freed in off:
            for offset in NEIGHBOURS:
                if freed + offset in vertex_at:
                    join(freed, vertex_at[freed + offset])

        colours = self._colours | {vertex: new[vertex][0] for vertex in new}
        labels = {
            vertex: _label(colours[vertex], (colours[other] for other in adjacent))
            for vertex, adjacent in neighbours.items()
        }
        relabelled = {vertex for vertex in around if labels[vertex] != self._labels[vertex]}
        return _Changes(gone | relabelled, new.keys() | relabelled, gone, new, neighbours, labels)

    def _apply_changes(self, changes: _Changes) -> None:
        """Changes the graph as predicted (ApplyChangesToCfg)."""
        for vertex in changes.gone:
            for table in (self._colours, self._points, self._neighbours, self._labels, self.paths):
                table.pop(vertex, None)
        for vertex, (colour, points) in changes.new.items():
            self._colours[vertex] = colour
            self._points[vertex] = points
            self._vertex_at.update(dict.fromkeys(points, vertex))
            if colour == EMPTY:
                self.paths[vertex] = Counter()
        self._neighbours.update(changes.neighbours)
        self._labels.update(changes.labels)

    def _update_paths(self, vertices: set[int], change: int) -> int:
        """Adds (change 1) or removes (change -1) every path through any of some vertices, once.

        Returns how many they are (UpdatePaths).  A path that starts among the vertices is found
        from its start, any other that ends there from its end, and one that only passes from its
        middle.
        """
        updates = 0
        for vertex in vertices:
            outside = self._neighbours[vertex] - vertices
            for start in outside:
                for end in outside:
                    updates += self._update(start, vertex, end, change)
            for middle in self._neighbours[vertex]:
                for end in self._neighbours[middle]:
                    updates += self._update(vertex, middle, end, change)
                for start in self._neighbours[middle] - vertices:
                    updates += self._update(start, middle, vertex, change)
        return updates

    def _update(self, start: int, middle: int, end: int, change: int) -> int:
        """Counts a path in its start's table; returns 1, or 0 if the start is a chain."""
        if self._colours[start] != EMPTY:
            return 0
        path = (self._labels[start], self._labels[middle], self._labels[end])
        counts = self.paths[start]
        counts[path] += change
        if not counts[path]:
            del counts[path]
        self.starts.add(start)
        return 1

    def _liberties(self, chain: int) -> set[int]:
        """Returns the empty points next to a chain."""
        return {near for near in self._neighbours[chain] if self._colours[near] == EMPTY}

    def _all_neighbours(self, vertices: Iterable[int]) -> set[int]:
        """Returns the vertices adjacent to any of some vertices."""
        return set().union(*(self._neighbours[vertex] for vertex in vertices))


def _label(colour: int, adjacent_colours: Iterable[int]) -> int:
    """Returns the kind of a vertex from the colours of the vertices adjacent to it."""
    counts = [0, 0, 0]
    for adjacent in adjacent_colours:
        counts[adjacent] += 1
    empty, black, white = counts
    if colour == EMPTY:
        return _KIND_OF_EMPTY[black][white][empty]
    enemies = counts[3 - colour]
    return _KIND_OF_CHAIN[colour][min(empty, MANY_LIBERTIES)][min(enemies, MAX_ENEMIES)]


@dataclass(frozen=True)
class Stage:
    """Averages over the stones of one stage of some games; nan if there are none.

    Public attributes:
        name      -- such as "0-100": the first move's number, from 0, and that of the next stage
        stones    -- number of stones
        removals  -- paths taken out for a stone
        additions -- paths put in for a stone
        starts    -- empty points from which those paths start, for a stone
    """

    name: str
    stones: int
    removals: float
    additions: float
    starts: float


def updates_by_stage(
    size: int,
    games: Iterable[Sequence[int]],
    stage_moves: int = 100,
    n_stages: int = 4,
    advance: Callable[[int], None] = lambda done: None,
) -> list[Stage]:
    """Returns the path updates of each stage of some games (main paper, Table II).

    A game is its moves from the empty board on, Black's first; passes are moves without a stone.
    `advance` is called for every game done.
    """
    totals = [Counter[str]() for _ in range(n_stages)]
    for moves in games:
        table = PathTable(new_board(size)[0])
        for number, move in enumerate(moves[: n_stages * stage_moves]):
            if move == PASS:
                continue
            table.place_stone(move, BLACK if number % 2 == 0 else WHITE)
            totals[number // stage_moves].update(
                stones=1,
                removals=table.removals,
                additions=table.additions,
                starts=len(table.starts),
            )
        advance(1)

    def average(total: Counter[str], what: str) -> float:
        return total[what] / total["stones"] if total["stones"] else math.nan

    return [
        Stage(
            f"{i * stage_moves}-{(i + 1) * stage_moves}",
            total["stones"],
            *(average(total, what) for what in ("removals", "additions", "starts")),
        )
        for i, total in enumerate(totals)
    ]
