"""The board: stones at their places, coordinates, the mark of the last move."""

from xml.etree import ElementTree

import pytest

from cfggo.go.game import Game
from cfggo.go.points import BLACK, WHITE, parse_vertex
from cfggo.study.pictures.board_svg import STONE_COLOURS, board_svg, coordinates, position, stones
from tests.study.pictures.conftest import Elements, MakeScene

FIGHT = """
    . . . . .
    . X O . .
    . X O . .
    . . X O .
    . . . . .
"""


def test_stones_are_where_the_diagram_has_them(elements: Elements, make_scene: MakeScene) -> None:
    drawing = stones(make_scene(FIGHT).game.boards[0])
    for colour, expected in (
        (BLACK, {("1", "1"), ("1", "2"), ("2", "3")}),
        (WHITE, {("2", "1"), ("2", "2"), ("3", "3")}),
    ):
        found = elements(drawing, "circle", **STONE_COLOURS[colour])
        assert {(stone.get("cx"), stone.get("cy")) for stone in found} == expected


def test_last_move_is_marked(elements: Elements, make_scene: MakeScene) -> None:
    def marks(moves: str) -> list[tuple[str | None, ...]]:
        drawing = position(make_scene(FIGHT, moves).game.boards[0])
        rings = elements(drawing, "circle", fill="none")
        return [(ring.get("cx"), ring.get("cy"), ring.get("stroke")) for ring in rings]

    assert marks("") == []
    assert marks("E5") == [("4", "0", "#fff")]
    assert marks("E5 A1") == [("0", "4", "#111")]
    assert marks("E5 pass") == []


def test_coordinates_leave_out_the_letter_i(elements: Elements) -> None:
    names = [str(text.text) for text in elements(coordinates(19), "text")]
    assert sorted(set(names)) == sorted([*"ABCDEFGHJKLMNOPQRST", *map(str, range(1, 20))])
    assert len(names) == 4 * 19
    top = [text for text in elements(coordinates(19), "text") if text.get("x") == "8"]
    assert {text.text for text in top} == {"J"}


@pytest.mark.parametrize("size", range(2, 20))
def test_star_points_are_hidden_by_stones(elements: Elements, size: int) -> None:
    game = Game(size)
    points = "D4" if size >= 13 else "C3"
    n_stars = {7: 4, 8: 4, 10: 4, 12: 4, 14: 4, 16: 4, 18: 4}.get(size, 9 if size > 8 else 0)
    drawing = position(game.boards[0])
    assert len(elements(drawing, "circle", r="0.09")) == n_stars
    if n_stars:
        game.play(BLACK, parse_vertex(points, size))
        assert len(elements(position(game.boards[0]), "circle", r="0.09")) == n_stars - 1


def test_board_of_a_report_stands_alone(make_scene: MakeScene) -> None:
    root = ElementTree.fromstring(board_svg(make_scene(FIGHT, "E5").game))
    assert (root.tag, root.get("class")) == ("svg", "board")
    assert root.get("viewBox") == "-0.6 -0.6 5.2 5.2"
    assert root.get("width") == root.get("height") == "110"
