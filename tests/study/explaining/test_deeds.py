"""Deeds: what a move is said to do, on boards that a player knows."""

import numpy as np
import pytest

from cfggo.go.points import N_POINTS, parse_vertex
from cfggo.study.explaining.deeds import deed_in, deed_of
from tests.diagrams import game_of_diagram


@pytest.mark.parametrize(
    ("stones", "move", "deed"),
    [
        ("", "Q16", "takes an empty corner"),
        ("O R17", "M15", "takes open space"),
        ("O Q16", "O17", "approaches the corner"),
        ("X Q16", "O17", "encloses the corner"),
        ("X Q16 O D4", "K4", "takes open space on the lower side"),
        ("X K10 O L10", "L11", "plays hane at L10"),
        ("X D10 O L10", "L11", "attaches to L10"),
        ("X K11 O L10 O L9", "L11", "blocks L10"),
        ("X K10", "L10", "extends from K10"),
        ("X D10 O D8", "F10", "jumps from D10 towards the centre"),
        ("X D10 X F12 O D8", "D12", "jumps from"),
        ("O D10 O E10 X D11 X E11 X C10", "E9", "leaves E10 two"),
        ("X D10 X E10 O D11 O E11 O D9 O E9", "F10", "gives E10 more liberties"),
        ("O D10 X D11 X C10", "D9", "puts D10 in atari"),
        ("O D10 X D11 X C10 X D9", "E10", "captures one stone"),
    ],
)
def test_what_a_move_does(stones: str, move: str, deed: str) -> None:
    words = stones.split()
    rows = [["."] * 19 for _ in range(19)]
    for colour, vertex in zip(words[::2], words[1::2], strict=True):
        rows[19 - int(vertex[1:])]["ABCDEFGHJKLMNOPQRST".index(vertex[0])] = colour
    game = game_of_diagram("\n".join(" ".join(row) for row in rows))
    before, point = game.boards[0].copy(), parse_vertex(move, 19)
    game.play(game.to_play, point)
    found = deed_of(before, game.boards[0], point, np.zeros(N_POINTS), ())
    assert str(found).startswith(deed)


@pytest.mark.parametrize(
    ("row", "deed"), [(".........", "takes an empty corner"), ("...XO....", "extends")]
)
def test_a_corner_with_stones_beside_the_move_is_not_empty(row: str, deed: str) -> None:
    rows = ["........."] * 9
    rows[4] = row
    game = game_of_diagram("\n".join(map(" ".join, rows)))
    assert str(deed_in(game, "D4")).startswith(deed)


def test_a_move_on_the_middle_line_encloses_no_corner() -> None:
    rows = [["."] * 9 for _ in range(9)]
    rows[5][1] = "X"
    game = game_of_diagram("\n".join(map(" ".join, rows)))
    assert "corner" not in str(deed_in(game, "E4"))


@pytest.mark.parametrize(
    ("rows", "share", "is_one"),
    [
        (["..O......"] * 9, 1.0, True),
        (["..O......"] * 9, 0.5, False),  # nobody knows yet
        (
            [*["........."] * 3, "..O......", ".........", "..O......", *["........."] * 3],
            0.7,
            False,
        ),
    ],
)
def test_an_area_is_gone_into_where_stones_fence_it(
    rows: list[str], share: float, is_one: bool
) -> None:
    game = game_of_diagram("\n".join(map(" ".join, rows)))
    before, point = game.boards[0].copy(), parse_vertex("B5", 9)
    game.play(game.to_play, point)
    found = deed_of(before, game.boards[0], point, np.full(N_POINTS, -share), ())
    assert (found == "goes into the opponent's area") == is_one
