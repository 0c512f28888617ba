"""Ladders: whether a chain with one or two liberties can be caught by ataris alone.

The attacker gives atari at every move; the defender extends, or captures something that touches the
chain.  Three liberties are an escape, and so is a ladder that is too long to be read.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.features.tactics import liberties_after
from cfggo.go.board import BOARD_DTYPE, first_liberty, has_bit, is_legal, last_liberty
from cfggo.go.points import EMPTY, N_POINTS, NEIGHBOURS, PASS, STRIDE
from cfggo.go.undo import UNDO_DTYPE, play_with_undo, take_back

MAX_LADDER_DEPTH = 100
"""Moves of the longest ladder that is read; a longer one counts as an escape."""

MAX_LADDER_MOVES = 150
"""Moves that are made in all variations of a ladder before the chain is said to escape."""

_EXTENSION = 0
"""Number of the defender's move that extends, among those in a position."""

ESCAPES, DOOMED, THREATENED = 1, 2, 3
"""The status of a chain: one in atari escapes, or is caught, if its owner is to play; one of two
liberties, of the side to move, is caught if the opponent is to play."""


class LadderScratch(NamedTuple):
    """The buffers with which a thread reads ladders.

    boards  -- board record[1]: moves are played on it, and taken back
    first   -- undo record[1]: of the move with which a reading begins
    undos   -- undo record[MAX_LADDER_DEPTH + 1]: of the moves since the reading began
    choices -- int64[MAX_LADDER_DEPTH + 1]: the number of the next choice after each of them
    """

    boards: np.ndarray
    first: np.ndarray
    undos: np.ndarray
    choices: np.ndarray


def new_ladder_scratch() -> LadderScratch:
    """Returns scratch for reading ladders."""
    return LadderScratch(
        np.zeros(1, dtype=BOARD_DTYPE),
        np.zeros(1, dtype=UNDO_DTYPE),
        np.zeros(MAX_LADDER_DEPTH + 1, dtype=UNDO_DTYPE),
        np.zeros(MAX_LADDER_DEPTH + 1, dtype=np.int64),
    )


@jit
def _surely_escapes(board, head, exit_point, atari):
    """Tells whether a chain clearly gets three liberties at a point once another one is taken."""
    empty = 0
    for offset in NEIGHBOURS:
        near = exit_point + offset
        if board.colour[near] == EMPTY:
            empty += near != atari
        elif board.colour[near] == board.colour[head] and board.head[near] != head:
            other = board.head[near]
            if board.n_liberties[other] - 1 - has_bit(board.liberties, other, atari) >= 3:
                return True
    return empty >= 3


@jit_inline
def _gives_useful_atari(board, head, move):
    """Tells whether a liberty of a chain that has two is an atari worth reading."""
    exit_point = first_liberty(board, head) + last_liberty(board, head) - move
    return is_legal(board, move) and not _surely_escapes(board, head, exit_point, move)


@jit
def _atari(board, point, choice):
    """Returns the attacker's next move, from a choice on, and its number; PASS if there is none."""
    head = board.head[point]
    if choice == 0:
        move = first_liberty(board, head)
        if _gives_useful_atari(board, head, move):
            return move, 0
    if choice <= 1:
        move = last_liberty(board, head)
        if _gives_useful_atari(board, head, move):
            return move, 1
    return PASS, 2


@jit
def _rescue(board, point, choice):
    """Returns the defender's next move, from a choice on, and its number; PASS if there is none.

    Number 0 is the extension; the others are captures of chains that touch the one in atari, whose
    number is their point.
    """
    head = board.head[point]
    exit_point = first_liberty(board, head)
    if choice == _EXTENSION and is_legal(board, exit_point):
        return exit_point, _EXTENSION
    best = N_POINTS
    stone = head
    while True:
        for offset in NEIGHBOURS:
            near = stone + offset
            if board.colour[near] != 3 - board.to_play:
                continue
            enemy = board.head[near]
            if board.n_liberties[enemy] != 1:
                continue
            capture = first_liberty(board, enemy)
            if choice <= capture < best and capture != exit_point and is_legal(board, capture):
                best = capture
        stone = board.next[stone]
        if stone == head:
            break
    return (best, best) if best < N_POINTS else (PASS, 0)


@jit
def is_caught(scratch, point):
    """Tells whether a chain is caught by ataris in the position of the scratch board.

    Either the chain has two liberties and the attacker is to play, or one and the defender is.
    The board is as before afterwards.
    """
    board, choices = scratch.boards[0], scratch.choices
    choices[0] = 0
    moves_left = MAX_LADDER_MOVES
    depth = 0
    while True:
        attacks = board.colour[point] != board.to_play
        if attacks:
            move, choice = _atari(board, point, choices[depth])
        else:
            move, choice = _rescue(board, point, choices[depth])
        caught = not attacks
        if move != PASS:
            if depth == MAX_LADDER_DEPTH or moves_left == 0:
                while depth > 0:
                    depth -= 1
                    take_back(board, scratch.undos[depth])
                return False
            moves_left -= 1
            choices[depth] = choice + 1
            liberties = 2
            if not attacks and choice == _EXTENSION:
                # Mostly one, or three, and then it is decided without playing the move.
                liberties = liberties_after(board, move)
            if liberties == 2:
                play_with_undo(board, move, scratch.undos[depth])
                liberties = board.n_liberties[board.head[point]]
                if attacks or liberties == 2:
                    depth += 1
                    choices[depth] = 0
                    continue
                take_back(board, scratch.undos[depth])
            if liberties == 1:
                continue
            caught = False
        # Back to the last position whose player has not reached the aim and tries another move.
        while True:
            if depth == 0:
                return caught
            depth -= 1
            take_back(board, scratch.undos[depth])
            attacks = board.colour[point] != board.to_play
            if attacks != caught:
                break


@jit
def _is_caught_with(scratch, board, point, to_play):
    """Tells whether a chain is caught with a colour to play; the scratch board is a copy."""
    scratch.boards[0].to_play = to_play
    scratch.boards[0].ko = board.ko if to_play == board.to_play else 0
    return is_caught(scratch, point)


@jit
def _is_caught_after(scratch, board, point, move):
    """Tells whether a move of the side to move catches a chain; the scratch board is a copy."""
    scratch.boards[0].to_play = board.to_play
    scratch.boards[0].ko = board.ko
    play_with_undo(scratch.boards[0], move, scratch.first[0])
    caught = is_caught(scratch, point)
    take_back(scratch.boards[0], scratch.first[0])
    return caught


@jit
def read_ladders(board, scratch, status, catches):
    """Stores what ladders there are, for the chains of a board and for the moves of a player.

    status: uint8[N_POINTS], at a chain's head 0, ESCAPES, DOOMED or THREATENED; catches:
    uint8[N_POINTS], stones of the largest chain of two liberties that a move of the side to move
    catches, 0 for none; scratch: a LadderScratch.
    """
    scratch.boards[0] = board
    for point in range(N_POINTS):
        status[point] = 0
        catches[point] = 0
    for row in range(1, board.size + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + board.size + 1):
            colour = board.colour[point]
            if colour == EMPTY or board.head[point] != point or board.n_liberties[point] > 2:
                continue
            first = first_liberty(board, point)
            if board.n_liberties[point] == 1:
                caught = not _surely_escapes(board, point, first, PASS)
                caught = caught and _is_caught_with(scratch, board, point, colour)
                status[point] = DOOMED if caught else ESCAPES
                continue
            last = last_liberty(board, point)
            if colour == board.to_play:
                if (
                    not _surely_escapes(board, point, first, last)
                    or not _surely_escapes(board, point, last, first)
                ) and _is_caught_with(scratch, board, point, 3 - colour):
                    status[point] = THREATENED
                continue
            for i in range(2):
                move = first if i == 0 else last
                if _gives_useful_atari(board, point, move) and _is_caught_after(
                    scratch, board, point, move
                ):
                    catches[move] = max(catches[move], min(board.n_stones[point], 255))
