"""A search as numbered stones, letters and a table."""

import pytest

from cfggo.go.game import Game
from cfggo.go.points import BLACK, WHITE, parse_vertex
from cfggo.search.report import MoveInfo, SearchReport
from cfggo.study.pictures.picture import Scene
from cfggo.study.pictures.search import search_picture
from tests.study.pictures.conftest import Elements, MakeScene


def move(pv: str, visits: int, winrate: float = 0.6, size: int = 9) -> MoveInfo:
    points = [parse_vertex(vertex, size) for vertex in pv.split()]
    return MoveInfo(
        point=points[0], visits=visits, winrate=winrate, score=3.21, score_stdev=5.0, prior=0.13,
        pv=points, pv_visits=[visits] * len(points),
    )  # fmt: skip


def report(*moves: MoveInfo, colour: int = BLACK) -> SearchReport:
    playouts = sum(found.visits for found in moves)
    winrate = moves[0].winrate if moves else 0.5
    return SearchReport(colour, playouts, 1.0, winrate, 2.04, 9.0, 100, list(moves))


def numbers_on(elements: Elements, drawing: str) -> dict[str, tuple[str, str]]:
    """Returns places by what is written on stones and discs."""
    found = elements(drawing, "text", **{"font-size": "0.46"})
    return {
        str(text.text): (text.get("x", ""), f"{float(text.get('y', 0)) - 0.36 * 0.46:z.1f}")
        for text in found
    }


def test_line_is_numbered_and_other_moves_have_letters(elements: Elements) -> None:
    found = report(move("D4 E5 F6", 60), move("G7 C3", 30), move("E5 D4", 10))
    picture = search_picture(Scene(Game(9), 0), found)
    assert numbers_on(elements, picture.drawing) == {
        "1": ("3", "5.0"), "2": ("4", "4.0"), "3": ("5", "3.0"), "A": ("6", "2.0"),
    }  # fmt: skip
    tags = elements(picture.drawing, "text", **{"font-size": "0.3"})
    assert [(tag.text, tag.get("x")) for tag in tags] == [("B", "4.36")]
    assert picture.table is not None
    assert picture.table.heads[2] == "Black wins"
    assert [row.share for row in picture.table.rows] == [0.6, 0.3, 0.1]
    first, *_ = picture.table.rows
    assert first.cells == ["D4", "60", "60.0%", "B+1.7", "13%", "D4 E5 F6"]


def test_lead_is_seen_by_black_or_white() -> None:
    picture = search_picture(Scene(Game(9), 0), report(move("D4", 60), colour=WHITE))
    assert picture.table is not None
    assert picture.table.heads[2] == "White wins"
    assert picture.table.rows[0].cells[3] == "W+1.7"
    assert picture.notes == ["60 playouts: White wins 60.0%; the lead is W+1.7."]


def test_moves_that_cannot_be_drawn_are_in_words(elements: Elements, make_scene: MakeScene) -> None:
    # Black takes the ko with C3, White answers elsewhere, and so on, until White takes it back.
    scene = make_scene(
        """
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        . . . . .
        """
    )
    line = move("C3 E5 E1 B3 pass C3", 50, size=5)
    picture = search_picture(scene, report(line))
    assert set(numbers_on(elements, picture.drawing)) == {"1", "2", "3"}
    assert picture.notes[0].endswith("B+1.7. 4 at B3. 5 passes. 6 at 1.")


@pytest.mark.parametrize("moves", [[], [move("pass", 5)]])
def test_nothing_to_draw(elements: Elements, moves: list[MoveInfo]) -> None:
    picture = search_picture(Scene(Game(9), 0), report(*moves))
    assert numbers_on(elements, picture.drawing) == {}
    assert picture.table is not None
    assert [row.cells[0] for row in picture.table.rows] == ["pass"] * len(moves)


def test_moves_of_next_to_no_visits_are_left_out() -> None:
    found = report(move("D4", 1000), *(move(f"A{row}", 50) for row in range(1, 10)), move("J9", 9))
    picture = search_picture(Scene(Game(9), 0), found)
    assert picture.table is not None
    assert len(picture.table.rows) == 8
    few = search_picture(Scene(Game(9), 0), report(move("D4", 1000), move("J9", 9)))
    assert few.table is not None
    assert len(few.table.rows) == 1
