"""The picture of the common fate graph has its vertices, edges, numbers and labels."""

import re
from collections.abc import Callable
from math import dist

import numpy as np
import pytest

from cfggo.go.game import Game
from cfggo.go.points import BLACK, EMPTY, WHITE, board_points, parse_vertex
from cfggo.graph.plain import CommonFateGraph
from cfggo.study.api.graph import Graph
from cfggo.study.pictures.board_svg import STONE_COLOURS, place
from cfggo.study.pictures.graph import graph_picture
from cfggo.study.pictures.picture import Scene
from tests.study.pictures.conftest import Elements, MakeScene

_PATH = re.compile(r"\b[0-9a-f]{2}-[0-9a-f]{2}-[0-9a-f]{2}\b")

RandomBoard = Callable[[int, int], np.ndarray]

# The black chain of three has the liberties B1, B5 and C3.
FIGHT = """
    . . . . .
    O X O . .
    O X . O .
    O X O . .
    . . O . .
"""


def test_chains_have_their_stones_and_liberties(elements: Elements, make_scene: MakeScene) -> None:
    drawing = graph_picture(make_scene(FIGHT)).drawing
    written = {
        (text.get("x"), round(float(text.get("y", 0)) - 0.36 * 0.34), text.text)
        for text in elements(drawing, "text")
        if "/" in str(text.text)
    }
    assert written == {
        ("1", 2, "3/3"),  # Black's chain, at its middle stone
        ("0", 2, "3/2"),
        ("2", 1, "1/3"),
        ("3", 2, "1/4"),
        ("2", 4, "2/4"),
    }


def test_one_edge_for_each_pair_of_neighbours(elements: Elements, make_scene: MakeScene) -> None:
    scene = make_scene(FIGHT)
    graph = CommonFateGraph(scene.game.boards[0])
    drawing = graph_picture(scene).drawing
    edges = elements(drawing, "path", fill="none")
    assert _n_edges(edges[-3:]) == _counted(graph)


def _n_edges(paths: list) -> list[int]:  # type: ignore[type-arg]
    return [path.get("d").count("M") for path in paths]


def _counted(graph: CommonFateGraph) -> list[int]:
    """Returns the numbers of edges between empty points, to liberties, and between chains."""
    counts = [0, 0, 0]
    for vertex, adjacent in graph.neighbours.items():
        for near in adjacent:
            counts[(graph.colours[vertex] != EMPTY) + (graph.colours[near] != EMPTY)] += 1
    return [count // 2 for count in counts]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("size", [9, 19])
def test_random_positions_are_drawn_whole(
    elements: Elements, random_board: RandomBoard, size: int, seed: int
) -> None:
    game = Game(size)
    game.boards = random_board(size, seed)
    graph = CommonFateGraph(game.boards[0])
    drawing = graph_picture(Scene(game, 0)).drawing
    assert _n_edges(elements(drawing, "path", fill="none")[-3:]) == _counted(graph)
    discs = [
        circle for circle in elements(drawing, "circle") if circle.get("r") in ("0.36", "0.11")
    ]
    assert len(discs) == len(graph.colours)
    for colour in (BLACK, WHITE):
        places = {
            tuple(map(float, (disc.get("cx", ""), disc.get("cy", ""))))
            for disc in elements(drawing, "circle", r="0.36", **STONE_COLOURS[colour])
        }
        own = {
            place(point, size)
            for point in board_points(size)
            if game.boards[0]["colour"][point] == colour
        }
        assert places <= own  # every vertex is on a stone of its colour


def test_edges_keep_clear_of_other_vertices(elements: Elements, make_scene: MakeScene) -> None:
    # A straight line from the middle of Black's chain, A4, to its liberty C4 would pass B4.
    scene = make_scene(
        """
        X X X . .
        X . . . .
        X X X . .
        . O . . .
        . . . . .
        """
    )
    drawing = graph_picture(scene).drawing
    liberties = elements(drawing, "path", fill="none")[-2].get("d", "")
    bent = re.findall(r"M(\S+) (\S+)Q(\S+) (\S+) (\S+) (\S+?)(?=M|$)", liberties)
    assert bent
    vertices = [
        (float(circle.get("cx", "")), float(circle.get("cy", "")))
        for circle in elements(drawing, "circle")
    ]
    for edge in bent:
        x0, y0, x1, y1, x2, y2 = map(float, edge)
        for t in np.linspace(0, 1, 40):
            here = [
                (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
                for a, b, c in ((x0, x1, x2), (y0, y1, y2))
            ]
            others = [v for v in vertices if v not in ((x0, y0), (x2, y2))]
            assert min(dist(here, other) for other in others) > 0.12


def test_labels_say_what_is_next_to_a_vertex(elements: Elements, make_scene: MakeScene) -> None:
    picture = graph_picture(make_scene(FIGHT), labels=True)
    at = {
        (text.get("x"), round(float(text.get("y", 0)))): text.text
        for text in elements(picture.drawing, "text")
        if "·" in str(text.text) or "+" in str(text.text)
    }
    assert at["2", 2] == "1·3·0"  # C3: a black chain, three white ones
    assert at["1", 2] == "0·3·3"  # Black's chain
    assert at["3", 2] == "4+"
    assert "label" in picture.notes[0]
    plain = graph_picture(make_scene(FIGHT))
    assert "label" not in plain.notes[0]
    assert "·" not in plain.drawing


def test_paths_of_a_move_are_marked_and_its_features_listed(
    elements: Elements, make_scene: MakeScene
) -> None:
    scene = make_scene(FIGHT)
    plain, picture = graph_picture(scene), graph_picture(scene, paths_of=parse_vertex("C3", 5))
    features = Graph(scene.game.boards[0]).paths("C3")
    written = {
        tuple(int(x, 16) for x in word.split("-")) for word in _PATH.findall(picture.notes[0])
    }
    assert written == {tuple(x & 0xFF for x in path) for path in features}
    assert f"C3 has {len(written)} features" in picture.notes[0]
    (marked,) = {e.get("d", "") for e in elements(picture.drawing, "path")} - {
        e.get("d", "") for e in elements(plain.drawing, "path")
    }
    assert marked.startswith("M2 2L")
    labels = {str(text.text) for text in elements(picture.drawing, "text")}
    assert {word for path in _PATH.findall(picture.notes[0]) for word in path.split("-")} <= labels


def test_empty_board(elements: Elements) -> None:
    picture = graph_picture(Scene(Game(2), 0))
    assert picture.notes == ["4 vertices, 4 edges."]
    assert "0 vertices for black chains" in picture.description
