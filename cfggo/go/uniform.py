"""Uniform random games: the yardstick that every policy's speed is measured against."""

from __future__ import annotations

from cfggo.base.jit import jit
from cfggo.go.board import area_of_filled_board, is_legal, is_own_eye, play, playout_limit
from cfggo.go.points import PASS
from cfggo.go.random import random_below


@jit
def choose_uniform_move(board):
    """Returns a uniformly random legal move that fills no own eye, or PASS if there is none."""
    left = board.n_empty
    while left > 0:
        index = random_below(board, left)
        point = board.empty[index]
        if is_legal(board, point) and not is_own_eye(board, point, board.to_play):
            return point
        left -= 1
        board.empty[index] = board.empty[left]
        board.empty_index[board.empty[index]] = index
        board.empty[left] = point
        board.empty_index[point] = left
    return PASS


@jit
def uniform_playout(board):
    """Plays uniformly random moves until two passes; returns Black's area minus White's."""
    limit = playout_limit(board)
    while board.n_passes < 2 and board.n_moves < limit:
        play(board, choose_uniform_move(board))
    return area_of_filled_board(board)
