"""Unconditional life, on positions that every player knows."""

from __future__ import annotations

import numpy as np
import pytest

from cfggo.go.diagram import board_from_diagram
from cfggo.go.points import BLACK, N_POINTS, board_points
from cfggo.study.solving.life import has_living_target, new_life_buffers

TWO_EYES = """
    . . . . .
    O O O O O
    X X X X O
    X X X X O
    . X . X O
"""
ONE_LARGE_EYE = """
    . . . . .
    O O O O O
    X X X X O
    X X X X O
    . . . X O
"""
A_STONE_IN_AN_EYE = """
    O O . O O
    X X X X X
    . O X . X
    X X X X X
    . . O O O
"""


@pytest.mark.parametrize(
    ("diagram", "lives"),
    [
        (TWO_EYES, True),
        (ONE_LARGE_EYE, False),
        (A_STONE_IN_AN_EYE, True),
    ],
)
def test_two_eyes_live_and_one_does_not(diagram: str, lives: bool) -> None:
    boards = board_from_diagram(diagram)
    points = np.array(board_points(5))
    everywhere = np.zeros(N_POINTS, dtype=np.bool_)
    everywhere[points] = True
    targets = boards[0]["colour"] == BLACK
    found = has_living_target(boards[0], BLACK, points, everywhere, targets, new_life_buffers())
    assert found == lives
