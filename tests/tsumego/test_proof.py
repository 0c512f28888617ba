"""Proofs against tables of whole corners, and positions that every player knows."""

from __future__ import annotations

import numpy as np
import pytest

from cfggo.go.diagram import board_from_diagram
from cfggo.go.points import (
    BLACK,
    EMPTY,
    N_POINTS,
    WHITE,
    board_points,
    parse_vertex,
    point_from_row_col,
)
from cfggo.go.setup import set_up_board
from cfggo.tsumego.enclosed import SolvedCorner, cell_set, cells_of
from cfggo.tsumego.fight import Fight
from cfggo.tsumego.moves import Prover, Result

SIZE = 9
EYES = {point_from_row_col(7, 7), point_from_row_col(7, 5), point_from_row_col(5, 7)}

ROW_OF_FOUR = [(2, column) for column in range(4)]
CORNERS = [
    ([*ROW_OF_FOUR, *((row, column) for row in (0, 1) for column in range(4))], ROW_OF_FOUR),
    (
        [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (0, 3)],
        [(2, 0), (2, 1), (2, 2), (1, 2)],
    ),
]


def mask(points: set[int]) -> np.ndarray:
    found = np.zeros(N_POINTS, dtype=np.bool_)
    found[[*points]] = True
    return found


def points_of(cells: int) -> set[int]:
    return {point_from_row_col(*cell) for cell in cells_of(cells)}


def corner_fight(inside: int, target: int, black: int, white: int, to_play: int) -> Fight | None:
    """Returns a position of a corner as a fight, None if its stones can't stand so."""
    corner = points_of(inside)
    wall = {point for point in board_points(SIZE) if point not in corner} - EYES
    try:
        boards = set_up_board(SIZE, points_of(black), points_of(white) | wall, to_play)
    except ValueError:
        return None
    return Fight(boards, WHITE, mask(points_of(target)), mask(corner))


@pytest.mark.parametrize("cells, target_cells", CORNERS)
def test_results_are_those_of_a_table_of_all_positions(
    cells: list[tuple[int, int]], target_cells: list[tuple[int, int]]
) -> None:
    """Who can force to win, and what hangs on a ko, is known of every position of a corner."""
    inside, target = cell_set(cells), cell_set(target_cells)
    solved = SolvedCorner(inside, target)
    rng = np.random.default_rng(1)
    seen = dict.fromkeys(Result, 0)
    for position in rng.permutation(3 ** (len(cells) - len(target_cells)))[:150].tolist():
        black, white = solved.stones(position)
        for to_play in (BLACK, WHITE):
            fight = corner_fight(inside, target, black, white, to_play)
            if fight is None:
                continue
            result = Prover(fight).result_for(to_play, 100_000, lambda: False)
            winner, _ = solved.winner(position, to_play)
            expected = {to_play: Result.WORKS, EMPTY: Result.KO}.get(winner, Result.FAILS)
            assert result is expected, (position, to_play)
            seen[result] += 1
    assert min(seen[result] for result in (Result.WORKS, Result.KO, Result.FAILS)) > 0
