"""Positions that are set up instead of played."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from cfggo.base.jit import jit
from cfggo.go.board import new_board, place_stone
from cfggo.go.points import BLACK, EMPTY, MAX_SIZE, N_POINTS, WHITE, board_points, format_vertex

_POINTS = frozenset(board_points(MAX_SIZE))


def set_up_board(
    size: int, black: Iterable[int], white: Iterable[int], to_play: int = BLACK
) -> np.ndarray:
    """Returns an array of one board, shape (1,), with these stones, no move and no ko.

    Raises ValueError if a point is off the board or given twice, or a chain has no liberty.
    """
    boards = new_board(size)
    board = boards[0]
    for colour, points in ((BLACK, np.array([*black])), (WHITE, np.array([*white]))):
        n_placed = _place_stones(board, points.astype(np.int64), colour)
        if n_placed == len(points):
            continue
        point = int(points[n_placed])
        if board["n_removed"]:
            raise ValueError(f"set-up leaves stones near {format_vertex(point)} no liberty")
        name = format_vertex(point) if point in _POINTS else f"point {point}"
        raise ValueError(f"no empty point to set up a stone on: {name}")
    board["to_play"] = to_play
    return boards


@jit
def _place_stones(board, points, colour):
    """Sets up stones of a colour; returns how many were placed before one that can't be.

    That is one on no empty point, or one after which a chain has no liberty: `board.n_removed` is
    then not 0.
    """
    for i in range(len(points)):
        point = points[i]
        if not 0 <= point < N_POINTS or board.colour[point] != EMPTY:
            return i
        place_stone(board, point, colour)
        if board.n_removed:
            return i
    return len(points)
