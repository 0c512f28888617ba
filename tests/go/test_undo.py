"""Moves taken back, against copies of the board."""

import numpy as np
import pytest

from cfggo.base.jit import jit
from cfggo.go.board import BOARD_DTYPE, is_legal, new_board, play
from cfggo.go.points import EMPTY, PASS
from cfggo.go.random import random_below
from cfggo.go.undo import UNDO_DTYPE, play_with_undo, take_back

GAMES_PER_SIZE = 60
DEPTH = 40


@jit
def random_move(board, often_passes):
    """Returns a random legal move; PASS if there is none, or now and then."""
    if often_passes and random_below(board, 20) == 0:
        return PASS
    for _ in range(200):
        point = board.empty[random_below(board, board.n_empty)]
        if is_legal(board, point):
            return np.int64(point)
    return PASS


@jit
def there_and_back(boards, undos, copies, often_passes):
    """Plays on from a board, keeping a copy before each move, and stores in the second half of
    `copies` what the board is after each is taken back; returns the number of captured stones.
    """
    board = boards[0]
    depth = len(undos)
    captured = 0
    for i in range(depth):
        copies[i] = board
        play_with_undo(board, random_move(board, often_passes), undos[i])
        captured += board.n_removed
    for i in range(depth - 1, -1, -1):
        take_back(board, undos[i])
        copies[depth + i] = board
    return captured


@pytest.mark.parametrize("size", [2, 3, 5, 9, 13, 19])
def test_a_board_is_the_same_after_moves_were_taken_back(size: int) -> None:
    """All that means something is the same, but for the random generator and what the last move
    took off."""
    undos = np.zeros(DEPTH, UNDO_DTYPE)
    copies = np.zeros(2 * DEPTH, BOARD_DTYPE)
    captured = 0
    for seed in range(GAMES_PER_SIZE):
        boards = new_board(size, seed)
        for _ in range(seed * size * size // 30):
            play(boards[0], random_move(boards[0], seed % 2))
        captured += there_and_back(boards, undos, copies, seed % 2)
        n_removed = copies["n_removed"].copy()
        for board in copies:
            board["random"] = board["n_removed"] = 0
            board["removed"] = 0
            board["empty"][board["n_empty"] :] = 0
            board["empty_index"][board["colour"] != EMPTY] = 0
        before, after = copies[:DEPTH], copies[DEPTH:]
        assert not n_removed[DEPTH:].any(), f"seed {seed}"
        for name in BOARD_DTYPE.names or ():
            assert (before[name] == after[name]).all(), f"seed {seed}, {name}"
    assert captured > GAMES_PER_SIZE


def test_a_move_that_can_be_taken_back_is_a_move() -> None:
    undos = np.zeros(1, UNDO_DTYPE)
    for seed in range(200):
        boards = new_board(9, seed)
        for _ in range(seed):
            play(boards[0], random_move(boards[0], seed % 2))
        played = boards.copy()
        move = random_move(boards[0], seed % 2)
        played["random"] = boards["random"]
        play(played[0], move)
        play_with_undo(boards[0], move, undos[0])
        for name in BOARD_DTYPE.names or ():
            assert (played[name] == boards[name]).all(), f"seed {seed}, {name}"
