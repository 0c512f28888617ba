"""Boards as text and back."""

import pytest

from cfggo.go.board import new_board, play
from cfggo.go.diagram import diagram
from cfggo.go.points import BLACK, EMPTY, PASS, WHITE, parse_vertex
from cfggo.go.setup import set_up_board
from tests.diagrams import board_from_diagram

DIAGRAM_9X9 = """\
   A B C D E F G H J
 9 . . . . . . . . . 9
 8 . . . . . . . . . 8
 7 . . + . + .(X). . 7
 6 . . . . . . . . . 6
 5 . . + . O . + . . 5
 4 . . . . . . . . . 4
 3 . . X . + . + . . 3
 2 . . . . . . . . . 2
 1 . . . . . . . . . 1
   A B C D E F G H J"""


def test_a_diagram_has_coordinates_star_points_and_the_last_move() -> None:
    boards = new_board(9)
    for vertex in ("C3", "E5", "G7"):
        play(boards[0], parse_vertex(vertex, 9))
    assert diagram(boards[0]) == DIAGRAM_9X9
    play(boards[0], PASS)
    assert diagram(boards[0]) == DIAGRAM_9X9.replace("(X)", " X ")


def test_a_diagram_without_coordinates() -> None:
    boards = set_up_board(2, [parse_vertex("A1", 2)], [parse_vertex("B2", 2)])
    assert diagram(boards[0], coordinates=False) == " . O\n X ."
    play(boards[0], parse_vertex("A2", 2))
    assert diagram(boards[0], coordinates=False) == "(X)O\n X ."


@pytest.mark.parametrize("vertex", ["A1", "T1", "A19", "T19", "K10"])
def test_the_last_move_is_marked_at_the_edges_too(vertex: str) -> None:
    boards = new_board(19)
    play(boards[0], parse_vertex(vertex, 19))
    assert diagram(boards[0]).count("(X)") == 1
    assert board_from_diagram(diagram(boards[0]))[0]["hash"] == boards[0]["hash"]


@pytest.mark.parametrize("coordinates", [True, False])
@pytest.mark.parametrize("size", [2, 9, 10, 19])
def test_a_diagram_is_read_as_it_is_written(size: int, coordinates: bool) -> None:
    board = set_up_board(size, [parse_vertex("A1", size)], [parse_vertex("B2", size)])[0]
    again = board_from_diagram(diagram(board, coordinates), to_play=WHITE)[0]
    assert again["colour"].tolist() == board["colour"].tolist()
    assert (again["size"], again["to_play"]) == (size, WHITE)


def test_the_top_row_comes_first_and_the_left_column_at_the_left() -> None:
    board = board_from_diagram("""
        X . .
        . . .
        . O .
    """)[0]
    colours = {v: int(board["colour"][parse_vertex(v, 3)]) for v in ("A3", "B1", "A1")}
    assert colours == {"A3": BLACK, "B1": WHITE, "A1": EMPTY}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "board size 0"), (". . .\n. .\n. . .", "rows of another length"),
        (". .\n. . .", "rows of another length"), (". ?\n. .", "'[?]' for a point"),
        ("O X\nX .", "no liberty"), ("X X\nX X", "no liberty"),
    ],
)  # fmt: skip
def test_text_that_is_no_position_raises(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        board_from_diagram(text)
