"""Legal moves by the board alone, and the positions after them."""

import numpy as np

from cfggo.base.jit import jit, jit_allocating
from cfggo.go.board import give_turn, is_legal, play
from cfggo.go.points import EMPTY, N_POINTS, OFF_BOARD, PASS

LEGAL, NOT_ON_BOARD, OCCUPIED, KO, SUICIDE, SUPERKO = range(6)
"""Verdicts on a move; the last one takes a game's history."""


@jit
def play_legal(board, pairs, hashes):
    """Plays moves until one that is illegal, or a suicide; returns how many were played.

    pairs  -- int64[:, 2], colours and points
    hashes -- uint64[:], to be filled with the hash of the position after each
    """
    for i in range(len(pairs)):
        colour, point = pairs[i]
        if not 0 <= point < N_POINTS:
            return i
        to_play, ko = board.to_play, board.ko
        give_turn(board, colour)
        if point != PASS and not is_legal(board, point):
            board.to_play, board.ko = to_play, ko
            return i
        play(board, point)
        hashes[i] = board.hash
    return len(pairs)


@jit_allocating
def verdicts_of(board):
    """Returns why the board alone, without its history, forbids a move at each point.

    An int8[N_POINTS] of verdicts.
    """
    verdicts = np.empty(N_POINTS, dtype=np.int8)
    for point in range(N_POINTS):
        if board.colour[point] == OFF_BOARD:
            verdicts[point] = NOT_ON_BOARD
        elif board.colour[point] != EMPTY:
            verdicts[point] = OCCUPIED
        elif point == board.ko:
            verdicts[point] = KO
        elif is_legal(board, point):
            verdicts[point] = LEGAL
        else:
            verdicts[point] = SUICIDE
    return verdicts


@jit_allocating
def hashes_after(boards, copies, points):
    """Returns the hash of the position after each of some moves, uint64[len(points)].

    boards, copies -- arrays of one board, the second to be overwritten
    points         -- int64[:], moves of the side to play
    """
    hashes = np.empty(len(points), dtype=np.uint64)
    for i in range(len(points)):
        copies[0] = boards[0]
        play(copies[0], points[i])
        hashes[i] = copies[0].hash
    return hashes
