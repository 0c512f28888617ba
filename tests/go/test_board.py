"""Captures, ko, suicide, eyes and liberties on diagrams."""

import re

import numpy as np
import pytest

from cfggo.go.board import (
    NEVER,
    first_liberty,
    forget_moves,
    is_legal,
    is_own_eye,
    last_liberty,
    new_board,
    play,
)
from cfggo.go.diagram import diagram
from cfggo.go.points import BLACK, MAX_SIZE, PASS, WHITE, parse_vertex
from tests.diagrams import board_from_diagram


def point(vertex: str) -> int:
    return parse_vertex(vertex, MAX_SIZE)


def after(text: str, *vertices: str, to_play: int = BLACK) -> np.void:
    """Returns the board of a diagram after moves in turn, all of them legal."""
    board: np.void = board_from_diagram(text, to_play)[0]
    for vertex in vertices:
        assert vertex == "pass" or is_legal(board, point(vertex)), vertex
        play(board, point(vertex))
    return board


def shown(board: np.void) -> list[str]:
    """Returns the rows of a board as a diagram has them."""
    return rows(diagram(board, coordinates=False))


def rows(text: str) -> list[str]:
    """Returns the rows of a diagram, without spaces and the mark of the last move."""
    return [re.sub("[ ()]", "", line) for line in text.strip().splitlines()]


def liberties(board: np.void, vertex: str) -> int:
    return int(board["n_liberties"][board["head"][point(vertex)]])


def stones(board: np.void, vertex: str) -> int:
    return int(board["n_stones"][board["head"][point(vertex)]])


@pytest.mark.parametrize("size", [-1, 0, 1, 20])
def test_a_size_outside_2_to_19_raises(size: int) -> None:
    with pytest.raises(ValueError, match=f"board size {size} is not in 2..19"):
        new_board(size)


@pytest.mark.parametrize("size", [2, 9, 19])
def test_a_new_board_is_empty_and_it_is_blacks_turn(size: int) -> None:
    board = new_board(size)[0]
    assert board["n_empty"] == size * size
    assert board["to_play"] == BLACK


def test_surrounding_a_stone_captures_it() -> None:
    board = after(
        """
        . . . . .
        . . X . .
        . X O . .
        . . X . .
        . . . . .
        """,
        "D3",
    )
    assert shown(board) == rows(
        """
        . . . . .
        . . X . .
        . X . X .
        . . X . .
        . . . . .
        """
    )
    assert board["prisoners"][WHITE] == 1
    assert board["removed"][: board["n_removed"]].tolist() == [point("C3")]


def test_one_move_captures_chains_on_two_sides() -> None:
    board = after(
        """
        . X X X .
        X O . O X
        . X O X .
        . X O X .
        . . X . .
        """,
        "C4",
    )
    assert shown(board) == rows(
        """
        . X X X .
        X . X . X
        . X . X .
        . X . X .
        . . X . .
        """
    )
    assert board["prisoners"][WHITE] == 4


def test_a_move_without_a_liberty_is_legal_if_it_captures() -> None:
    board = after(
        """
        . O X .
        O X . .
        O X . .
        X . . .
        """,
        "A4",
    )
    assert shown(board) == rows(
        """
        X . X .
        . X . .
        . X . .
        X . . .
        """
    )


def test_snapback() -> None:
    hane = """
        . . . . .
        . . . . .
        X X X X .
        O O O X .
        . . O X .
        """
    board = after(hane, "B1", "A1")
    assert board["n_removed"] == 1
    assert liberties(board, "A1") == 1
    board = after(hane, "B1", "A1", "B1")
    assert board["n_removed"] == 5
    assert shown(board) == rows(
        """
        . . . . .
        . . . . .
        X X X X .
        . . . X .
        . X . X .
        """
    )


KO = """
    . . . . .
    . X O . .
    X O . O .
    . X O . .
    . . . . .
    """


def test_a_ko_may_not_be_retaken_at_once() -> None:
    board = after(KO, "C3")
    assert board["ko"] == point("B3")
    assert not is_legal(board, point("B3"))


def test_a_ko_may_be_retaken_after_a_threat_and_its_answer() -> None:
    board = after(KO, "C3", "E5", "E1", "B3")
    assert board["ko"] == point("C3")


def test_a_pass_lifts_the_simple_ko() -> None:
    board = after(KO, "C3", "pass")
    assert board["ko"] == 0
    assert board["n_passes"] == 1


def test_a_board_that_forgets_its_moves_is_as_if_it_was_set_up() -> None:
    board = after(KO, "C3")
    stones_before = shown(board)
    forget_moves(board)
    assert is_legal(board, point("B3"))
    assert (board["last"], board["last2"], board["n_passes"]) == (PASS, PASS, 0)
    assert (board["played_at"] == NEVER).all()
    assert shown(board) == stones_before


def test_taking_two_stones_is_no_ko() -> None:
    board = after(
        """
        . . . . .
        . X X O .
        X O O . O
        . X X O .
        . . . . .
        """,
        "D3",
    )
    assert board["n_removed"] == 2
    assert board["ko"] == 0
    assert is_legal(board, point("C3"))  # White takes the one stone back


def test_taking_one_stone_with_a_chain_of_two_is_no_ko() -> None:
    board = after(
        """
        . . . . .
        . X O O .
        X O . X O
        . X O O .
        . . . . .
        """,
        "C3",
    )
    assert board["n_removed"] == 1
    assert liberties(board, "C3") == 1
    assert board["ko"] == 0


SURROUNDED = """
    . . . . .
    . X X . .
    X O . X .
    . X X . .
    . . . . .
    """


def test_suicide_is_illegal_for_white_and_the_same_point_a_capture_for_black() -> None:
    board = after(SURROUNDED, to_play=WHITE)
    assert not is_legal(board, point("C3"))
    after(SURROUNDED, "C3")


def test_a_suicide_that_is_played_takes_off_its_own_chain() -> None:
    board = after(SURROUNDED, to_play=WHITE)
    play(board, point("C3"))
    assert shown(board) == rows(
        """
        . . . . .
        . X X . .
        X . . X .
        . X X . .
        . . . . .
        """
    )
    assert board["prisoners"][WHITE] == 2
    assert board["ko"] == 0


def test_connecting_to_a_chain_with_another_liberty_is_no_suicide() -> None:
    board = after(
        """
        . . . . .
        . X X . .
        O O . X .
        . X X . .
        . . . . .
        """,
        "C3",
        to_play=WHITE,
    )
    assert board["prisoners"][WHITE] == 0
    assert liberties(board, "C3") == 2


def test_a_stone_in_the_middle_joins_four_chains() -> None:
    board = after(
        """
        . . . . .
        . . X . .
        . X . X .
        . . X . .
        . . . . .
        """,
        "C3",
    )
    assert stones(board, "C3") == stones(board, "C4") == stones(board, "B3") == 5
    assert liberties(board, "D3") == 8


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("one stone", "...../...../..X../...../.....", 4),
        ("corner", "...../...../...../...../X....", 2),
        ("straight three", "...../...../.XXX./...../.....", 8),
        ("empty triangle", "...../..X../..XX./...../.....", 7),
        ("square", "...../.XX../.XX../...../.....", 8),
        ("nearly closed ring", "...../.XXX./.X.X./.XXX./.....", 13),
    ],
)
def test_shapes_have_the_liberties_that_players_know(name: str, text: str, expected: int) -> None:
    boards = board_from_diagram(text.replace("/", "\n"))
    chains = {int(head) for head in boards[0]["head"][boards[0]["colour"] == BLACK]}
    assert len(chains) == 1
    assert boards[0]["n_liberties"][chains.pop()] == expected, name


def test_first_and_last_liberty_follow_the_order_of_the_points() -> None:
    board = after(
        """
        . . . . .
        . . O . .
        . O X X .
        . . . O .
        . . . . .
        """
    )
    head = board["head"][point("C3")]
    assert board["n_liberties"][head] == 3
    assert first_liberty(board, head) == point("C2")
    assert last_liberty(board, head) == point("D4")


@pytest.mark.parametrize(
    ("name", "text", "vertex", "expected"),
    [
        ("in the middle", "...../.XXX./.X.X./.XXX./.....", "C3", True),
        ("one corner missing", "...../.XXO./.X.X./.XXX./.....", "C3", True),
        ("two corners missing", "...../.XXO./.X.X./.OXX./.....", "C3", False),
        ("two corners empty", "...../..XX./.X.X./.XX../.....", "C3", True),
        ("at the edge", "...../...../...../.XXX./.X.X.", "C1", True),
        ("false at the edge", "...../...../...../.OXX./.X.X.", "C1", False),
        ("in the corner", "...../...../...../XX.../.X...", "A1", True),
        ("false in the corner", "...../...../...../XO.../.X...", "A1", False),
        ("two points", "...../.XXXX/.X..X/.XXXX/.....", "C3", False),
        ("half surrounded", "...../..X../.X.O./..X../.....", "C3", False),
        ("White's", "...../.OOO./.O.O./.OOO./.....", "C3", False),
    ],
)
def test_an_own_eye_of_black(name: str, text: str, vertex: str, expected: bool) -> None:
    board = board_from_diagram(text.replace("/", "\n"))[0]
    assert is_own_eye(board, point(vertex), BLACK) == expected, name


def test_an_eye_of_one_colour_is_none_of_the_other() -> None:
    board = board_from_diagram("...../.OOO./.O.O./.OOO./.....".replace("/", "\n"))[0]
    assert is_own_eye(board, point("C3"), WHITE)
    assert not is_own_eye(board, point("C3"), BLACK)
