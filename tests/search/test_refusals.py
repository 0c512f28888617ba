"""Self-ataris that playouts refuse."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cfggo.go.board import is_legal
from cfggo.go.diagram import board_from_diagram
from cfggo.go.points import BLACK, N_POINTS, PASS, WHITE, parse_vertex, point_from_row_col
from cfggo.go.random import mix64
from cfggo.policy.playout_policy import set_up_position
from cfggo.policy.playout_tables import playout_tables
from cfggo.policy.position import POSITION_DTYPE
from cfggo.policy.weights import load_weights
from cfggo.search.playouts import play_out
from cfggo.search.refusals import (
    MAX_NAKADE,
    choose_sensible_move,
    has_one_vital_point,
    is_pointless_self_atari,
)

TWO_STONES_IN_A_LIVING_GROUP = """
    . X . O .
    O O O O .
    . . . . .
    . . . . .
    . . . . .
"""

NAKADE_OF_THREE = """
    . X . O X
    O O O O X
    X X X X X
    . . . . .
    . . . . .
"""

CAPTURE = """
    . O X . .
    X X O . .
    O O . . .
    . . . . .
    . . . . .
"""

THROW_IN = """
    . . O . O
    O O O O O
    X X X X X
    . . . . .
    . . . . .
"""

STRAIGHT_FOUR = """
    . X X X . O X
    O O O O O O X
    X X X X X X X
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""

SEVEN_STONES = """
    . X X X . O X
    O X X X O O X
    O O O O O X X
    X X X X X X .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""

CONNECTION_WITH_LIBERTIES = """
    . X . . .
    O O O . .
    . . . . .
    . . . . .
    . . . . .
"""


@pytest.mark.parametrize(
    ("diagram", "vertex", "refused"),
    [
        (TWO_STONES_IN_A_LIVING_GROUP, "A5", True),
        (NAKADE_OF_THREE, "A5", False),
        (NAKADE_OF_THREE, "C5", False),
        (CAPTURE, "A5", False),
        (THROW_IN, "A5", False),
        (STRAIGHT_FOUR, "A7", True),
        (SEVEN_STONES, "A7", True),
        (CONNECTION_WITH_LIBERTIES, "C5", False),
    ],
)
def test_what_is_refused(diagram: str, vertex: str, refused: bool) -> None:
    board = board_from_diagram(diagram, to_play=BLACK)[0]
    point = parse_vertex(vertex, int(board["size"]))
    assert is_legal(board, point)
    assert is_pointless_self_atari(board, point) == refused


@pytest.mark.parametrize(
    ("rows", "has_one"),
    [
        (["xx"], True),
        (["xxx"], True),
        (["xx", "x."], True),
        (["xx", "xx"], True),
        (["xxx", ".x."], True),
        (["xxxx"], False),
        (["xxx", "x.."], False),
        (["xx.", ".xx"], False),
        (["xxx", "xx."], True),
        ([".x.", "xxx", ".x."], True),
        (["xxx", "x.x"], False),
        (["xxxx", ".x.."], False),
        (["xx.", "xxx", ".x."], True),
        (["xxx", "xxx"], False),
    ],
)
def test_shapes_with_one_vital_point(rows: list[str], has_one: bool) -> None:
    points = [
        point_from_row_col(row, col)
        for row, line in enumerate(rows)
        for col, sign in enumerate(line)
        if sign == "x"
    ]
    room = np.zeros(MAX_NAKADE, dtype=np.int64)
    room[: len(points)] = points
    assert has_one_vital_point(room, len(points)) == has_one


SEKI = """
    X X . O O X .
    X X . O X . X
    X X X O X X .
    O O O X X X X
    O . O O X X X
    O O O O X . X
    . O . O X X X
"""


@pytest.mark.parametrize(("refuses", "at_least", "at_most"), [(True, 0.95, 1.0), (False, 0.0, 0.4)])
def test_a_seki_stays_when_self_ataris_are_refused(
    zero_weights_file: Path, refuses: bool, at_least: float, at_most: float
) -> None:
    tables = playout_tables(load_weights(zero_weights_file, "playout"))
    positions = np.zeros(1, dtype=POSITION_DTYPE)
    position = positions[0]
    n = 100
    n_stayed = 0
    for seed in range(n):
        position["board"] = board_from_diagram(SEKI)[0]
        position["board"]["random"] = mix64(np.uint64(seed))
        set_up_position(position, tables)
        play_out(position, tables, refuses, np.zeros(N_POINTS, dtype=np.uint8))
        colour = position["board"]["colour"]
        n_stayed += (
            colour[parse_vertex("A7", 7)] == BLACK and colour[parse_vertex("D7", 7)] == WHITE
        )
    assert at_least <= n_stayed / n <= at_most


def test_a_playout_passes_when_all_moves_are_refused(zero_weights_file: Path) -> None:
    tables = playout_tables(load_weights(zero_weights_file, "playout"))
    positions = np.zeros(1, dtype=POSITION_DTYPE)
    positions[0]["board"] = board_from_diagram(SEKI)[0]
    set_up_position(positions[0], tables)
    assert choose_sensible_move(positions[0], tables) == PASS
