"""The common fate graph, drawn on the board.

The stones of a chain are joined to one pale shape, and its vertex is in the middle of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import dist, hypot
from typing import Any

from cfggo.go.chains import chains_by_head
from cfggo.go.points import BLACK, EMPTY, STRIDE, WHITE, format_vertex
from cfggo.graph.labels import MANY_LIBERTIES, VERTEX_KINDS
from cfggo.graph.plain import CommonFateGraph
from cfggo.study.pictures.board_svg import (
    ON_STONE,
    PALE_WOOD,
    STONE_COLOURS,
    coordinates,
    last_mark,
    place,
    wood,
)
from cfggo.study.pictures.picture import Key, Picture, Scene
from cfggo.study.pictures.svg import (
    BLUE,
    SKY,
    VERMILLION,
    circle,
    element,
    group,
    label,
    number,
    texts,
)

_CHAIN = 0.36
_POINT = 0.11
_LABELLED_POINT = 0.33
"""Radii of vertices: chains, empty points, and those with their labels."""

_CHAIN_TEXT, _SMALL_TEXT = 0.34, 0.2

_SHAPE = 0.86
"""Width of a chain's shape."""

_SHAPE_COLOURS = {BLACK: ("#5c5c5c", "#a9a9a9"), WHITE: ("#5c5c5c", "#fff")}
"""Outline and inside of a chain's shape."""

_CLEARANCE = 0.2
"""How near an edge may come to a vertex that is not one of its ends."""

_BENDS = (0.0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9)
"""How far the middle of an edge may be from the straight line, the best first."""

_LOW_BITS = 0xFF
"""Of a hash, what the main paper's labels keep."""

_STEPS = 12
"""Points of a bent edge at which it is looked at."""

_Place = tuple[float, float]

_BETWEEN_POINTS, _LIBERTY, _CONTACT = range(3)
_EDGES = {
    _BETWEEN_POINTS: {"stroke": "#a58b5b", "stroke_width": "0.035"},
    _LIBERTY: {"stroke": BLUE, "stroke_width": "0.05"},
    _CONTACT: {"stroke": VERMILLION, "stroke_width": "0.1", "stroke_dasharray": "0.2 0.1"},
}
"""Attributes of edges between empty points, from a chain to a liberty, and between two chains."""


def graph_picture(scene: Scene, *, labels: bool = False, paths_of: int | None = None) -> Picture:
    """Returns the picture of a position's common fate graph.

    labels   -- whether to write at each vertex what its label says: how many black chains, white
                chains and empty points are next to it
    paths_of -- an empty point whose walks of two steps are marked, with the main paper's labels at
                vertices
    """
    board = scene.game.boards[0]
    size = scene.game.size
    graph = CommonFateGraph(board)
    chains = chains_by_head(board)
    places = {
        vertex: place(_middle(chains[vertex], size) if colour != EMPTY else vertex, size)
        for vertex, colour in graph.colours.items()
    }
    sizes = {vertex: len(points) for vertex, points in chains.items()}
    words = {}
    if paths_of is not None:
        words = {v: f"{label & _LOW_BITS:02x}" for v, label in graph.hash_labels().items()}
    elif labels:
        words = {vertex: _label_words(kind) for vertex, kind in graph.kinds().items()}
    drawing = (
        wood(size, PALE_WOOD)
        + coordinates(size)
        + "".join(_shapes(graph, chains, colour, size) for colour in (BLACK, WHITE))
        + ("" if paths_of is None else _walks(graph, places, paths_of))
        + _edges(graph, places)
        + _vertices(graph, places, sizes, words)
        + _last_mark(board, places)
    )
    return Picture(
        heading="Common fate graph",
        scene=scene,
        drawing=drawing,
        description=_description(graph, sizes),
        legend=_legend(bool(words)),
        notes=_notes(graph, labels) if paths_of is None else [_paths_note(graph, paths_of, words)],
    )


def _middle(points: Sequence[int], size: int) -> int:
    """Returns the point of a chain that is nearest to all of them."""
    places = [place(point, size) for point in points]
    distances = [sum(dist(here, there) for there in places) for here in places]
    return points[distances.index(min(distances))]


def _shapes(graph: CommonFateGraph, chains: dict[int, list[int]], colour: int, size: int) -> str:
    """Returns the stones of a colour, those of a chain joined."""
    path = ""
    for head, points in chains.items():
        if graph.colours[head] != colour:
            continue
        members = set(points)
        for point in points:
            x, y = place(point, size)
            right, up = point + 1 in members, point + STRIDE in members
            path += f"M{x} {y}h{right:d}"
            if up:
                path += f"M{x} {y}v-1"
            if right and up and point + STRIDE + 1 in members:
                path += f"M{x} {y}l1 -1"  # else a block of four would have a hole
    if not path:
        return ""
    outline, inside = _SHAPE_COLOURS[colour]
    return group(
        element("path", d=path, stroke=outline, stroke_width=_SHAPE + 0.05),
        element("path", d=path, stroke=inside, stroke_width=_SHAPE),
        fill="none",
        stroke_linecap="round",
    )


def _edges(graph: CommonFateGraph, places: dict[int, tuple[int, int]]) -> str:
    """Returns the edges, sort by sort."""
    paths = dict.fromkeys(_EDGES, "")
    for vertex, adjacent in sorted(graph.neighbours.items()):
        for near in sorted(adjacent):
            if vertex < near:
                sort = (graph.colours[vertex] != EMPTY) + (graph.colours[near] != EMPTY)
                paths[sort] += _edge(places[vertex], places[near], places.values())
    return group(
        *(element("path", d=path, **_EDGES[sort]) for sort, path in paths.items() if path),
        fill="none",
    )


def _walks(graph: CommonFateGraph, places: dict[int, tuple[int, int]], point: int) -> str:
    """Returns the edges of all walks of two steps from a point, broad and pale."""
    path = "".join(
        _edge(places[vertex], places[near], places.values())
        for vertex in (point, *sorted(graph.neighbours[point]))
        for near in sorted(graph.neighbours[vertex])
    )
    return element("path", d=path, fill="none", stroke=SKY, stroke_width=0.22, stroke_opacity=0.6)


def _edge(start: _Place, end: _Place, vertices: Iterable[_Place]) -> str:
    """Returns an edge as a path's data: straight, or bent where it would pass other vertices."""
    (x, y), (to_x, to_y) = start, end
    length = dist(start, end)
    if length > 1.01:
        near = [
            other
            for other in vertices
            if other not in (start, end) and _may_be_passed(start, end, other)
        ]
        bends = [_bend(start, end, bend) for bend in _BENDS]
        middle = max(bends, key=lambda middle: _clearance(start, middle, end, near))
        if middle != bends[0]:
            numbers = " ".join(map(number, (*middle, to_x, to_y)))
            return f"M{x} {y}Q{numbers}"
    return f"M{x} {y}L{to_x} {to_y}"


def _may_be_passed(start: _Place, end: _Place, other: _Place) -> bool:
    """Tells whether a bent edge may come near another vertex."""
    return all(
        min(a, b) - 1 <= c <= max(a, b) + 1 for a, b, c in zip(start, end, other, strict=True)
    )


def _bend(start: _Place, end: _Place, bend: float) -> _Place:
    """Returns the control point of an edge whose middle is that far from the straight line."""
    (x, y), (to_x, to_y) = start, end
    length = hypot(to_x - x, to_y - y)
    return (
        (x + to_x) / 2 - 2 * bend * (to_y - y) / length,
        (y + to_y) / 2 + 2 * bend * (to_x - x) / length,
    )


def _clearance(start: _Place, middle: _Place, end: _Place, others: Iterable[_Place]) -> float:
    """Returns how near an edge comes to other vertices, at most what is near enough to matter."""
    clearance = _CLEARANCE
    for step in range(1, _STEPS):
        t = step / _STEPS
        here = [
            (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c
            for a, b, c in zip(start, middle, end, strict=True)
        ]
        clearance = min([clearance, *(dist(here, other) for other in others)])
    return clearance


def _vertices(
    graph: CommonFateGraph,
    places: dict[int, tuple[int, int]],
    sizes: dict[int, int],
    labels: Mapping[int, str],
) -> str:
    """Returns the vertices with what is written on them; labels: in words, or none."""
    empty = [places[v] for v, c in graph.colours.items() if c == EMPTY]
    parts = [_empty_vertices(empty, bool(labels))]
    large, small = [], []
    for colour in (BLACK, WHITE):
        heads = [vertex for vertex, c in graph.colours.items() if c == colour]
        discs = [circle(*places[head], _CHAIN) for head in heads]
        parts.append(group(*discs, **STONE_COLOURS[colour], stroke_width=0.05))
        for head in heads:
            x, y = places[head]
            words = _chain_words(sizes[head], graph.count(head, EMPTY))
            ink = {"fill": ON_STONE[colour]}
            if labels:
                small.append(label(x, y - 0.12, words, _SMALL_TEXT, **ink))
                small.append(label(x, y + 0.13, labels[head], _SMALL_TEXT, **ink))
            else:
                large.append(label(x, y, words, _CHAIN_TEXT, **ink))
    if labels:
        small += [
            label(*places[vertex], labels[vertex], _SMALL_TEXT)
            for vertex, colour in graph.colours.items()
            if colour == EMPTY
        ]
    middle = {"text_anchor": "middle"}
    parts.append(texts(*large, size=_CHAIN_TEXT, **middle))
    parts.append(texts(*small, size=_SMALL_TEXT, **middle))
    return "".join(parts)


def _last_mark(board: Any, places: dict[int, tuple[int, int]]) -> str:
    """Returns the mark of the last move: round its chain's vertex if that is on its stone."""
    has_vertex = place(int(board["last"]), int(board["size"])) in places.values()
    return last_mark(board, _CHAIN + 0.05 if has_vertex else 0.2)


def _empty_vertices(places: Iterable[tuple[int, int]], labels: bool) -> str:
    """Returns the vertices that are empty points."""
    if labels:
        discs = [circle(x, y, _LABELLED_POINT) for x, y in places]
        return group(*discs, fill="#fffdf6", stroke="#a58b5b", stroke_width=0.035)
    return group(*(circle(x, y, _POINT) for x, y in places), fill="#7d6233")


def _chain_words(stones: int, liberties: int) -> str:
    return f"{stones}/{liberties}"


def _label_words(kind: int) -> str:
    """Returns what a label tells: black chains, white chains and empty points next to a vertex."""
    what = VERTEX_KINDS[kind]
    if what.empty >= MANY_LIBERTIES:
        return f"{MANY_LIBERTIES}+"
    return f"{what.black}·{what.white}·{what.empty}"


def _legend(labels: bool) -> list[Key]:
    def chain(colour: int) -> str:
        words = label(0, 0, _chain_words(3, 7), 0.44, fill=ON_STONE[colour])
        disc = circle(0, 0, 0.5, **STONE_COLOURS[colour], stroke_width=0.06)
        return disc + texts(words, size=0.44, text_anchor="middle")

    def edge(sort: int) -> str:
        return element("path", d="M-0.6 0H0.6", **_EDGES[sort], transform="scale(1 1.5)")

    point = _empty_vertices([(0, 0)], labels)
    return [
        Key(chain(BLACK), "black chain: 3 stones, 7 liberties"),
        Key(chain(WHITE), "white chain"),
        Key(point, "empty point"),
        Key(edge(_LIBERTY), "chain – liberty"),
        Key(edge(_CONTACT), "chain – chain"),
        Key(edge(_BETWEEN_POINTS), "empty – empty"),
    ]


def _notes(graph: CommonFateGraph, labels: bool) -> list[str]:
    n_edges = sum(map(len, graph.neighbours.values())) // 2
    notes = [f"{len(graph.colours)} vertices, {n_edges} edges."]
    if labels:
        notes[0] += (
            " A label says how many black chains, white chains and empty points are next to a"
            f" vertex. {MANY_LIBERTIES}+: with {MANY_LIBERTIES} empty points or more, only the"
            " vertex's own colour counts."
        )
    return notes


def _paths_note(graph: CommonFateGraph, point: int, labels: Mapping[int, str]) -> str:
    """Returns the features of a move at a point."""
    paths = sorted("-".join(path) for path in graph.paths(point, labels))
    return (
        f"A move at {format_vertex(point)} has {len(paths)} features, the labels along its paths "
        f"of two steps: {', '.join(paths)}. A label is the lower 8 bits of a hash of a vertex and "
        "its neighbours."
    )


def _description(graph: CommonFateGraph, sizes: dict[int, int]) -> str:
    counts = {
        colour: sum(c == colour for c in graph.colours.values()) for colour in (EMPTY, BLACK, WHITE)
    }
    largest = f", the largest of {max(sizes.values())} stones" if sizes else ""
    return (
        f"The common fate graph has {counts[BLACK]} vertices for black chains, {counts[WHITE]} for "
        f"white chains{largest}, and {counts[EMPTY]} for empty points."
    )
