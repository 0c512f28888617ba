"""Squares are as large as owners are sure, and in their colours."""

import numpy as np

from cfggo.go.points import BLACK, N_POINTS, WHITE, board_points, parse_vertex
from cfggo.search.report import SearchReport
from cfggo.study.pictures.ownership import ownership_picture, territory_picture
from tests.study.pictures.conftest import Elements, MakeScene

CORNER = """
    . . . . .
    . . . . .
    X X X . .
    O . X . .
    . . X . .
"""


def report(colour: int = BLACK) -> SearchReport:
    return SearchReport(
        colour, playouts=1200, seconds=1.0, winrate=0.5, score=17.54, score_stdev=2.0, nodes=9,
        moves=[],
    )  # fmt: skip


def test_sides_are_certainties(elements: Elements, make_scene: MakeScene) -> None:
    scene = make_scene(CORNER)
    ownership = np.zeros(N_POINTS, dtype=np.float32)
    for vertex, owner in (("A1", 1.0), ("C3", 0.5), ("E5", -0.5), ("D4", 0.01)):
        ownership[parse_vertex(vertex, 5)] = owner
    drawing = ownership_picture(scene, ownership, report()).drawing
    squares = {
        (float(square.get("x", 0)) + float(square.get("width", 0)) / 2,
         float(square.get("y", 0)) + float(square.get("width", 0)) / 2): (
            square.get("fill"), float(square.get("width", 0)) / 0.62)
        for square in elements(drawing, "rect", **{"stroke-width": "0.05"})
    }  # fmt: skip
    assert squares == {(0, 4): ("#000", 1.0), (2, 2): ("#000", 0.5), (4, 0): ("#fff", 0.5)}


def test_points_and_dead_stones_are_in_words(make_scene: MakeScene) -> None:
    scene = make_scene(CORNER)
    ownership = np.zeros(N_POINTS, dtype=np.float32)
    ownership[board_points(5)] = 0.8
    picture = ownership_picture(scene, ownership, report())
    assert picture.notes == [
        "Owners at the end of 1,200 playouts of a search. Points of the board: Black 22.5, White "
        "2.5; with komi B+17.5."
    ]
    assert picture.description.endswith("Stones that are probably dead: A2.")
    assert ownership_picture(scene, ownership, report(WHITE)).notes[0].endswith("W+17.5.")


def test_a_territory_field_counts_the_handicap_as_the_rules_do(make_scene: MakeScene) -> None:
    scene = make_scene(CORNER)
    scene.game.komi, scene.game.handicap = 0.5, 4
    ownership = np.zeros(N_POINTS, dtype=np.float32)
    ownership[board_points(5)] = 1.0
    (note,) = territory_picture(scene, ownership).notes
    assert note.endswith("Black 25.0, White 0.0; with komi B+20.5.")


def test_nothing_is_sure(elements: Elements, make_scene: MakeScene) -> None:
    ownership = np.zeros(N_POINTS, dtype=np.float32)
    picture = ownership_picture(make_scene(CORNER), ownership, report())
    assert elements(picture.drawing, "rect", **{"stroke-width": "0.05"}) == []
    assert "dead" not in picture.description
