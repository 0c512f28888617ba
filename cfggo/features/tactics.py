"""Tactics that features ask about: liberties after a move, captures, ataris, eye spaces.

All functions look at the board record only, from the view of the side to move.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.go.bits import lowest_bit, popcount
from cfggo.go.board import N_WORDS, first_liberty, has_bit, last_liberty
from cfggo.go.points import EMPTY, NEIGHBOURS, OFF_BOARD, PASS, STRIDE

_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@jit_inline
def _own_chain(board, point):
    """Returns the head of the mover's chain on a point, or 0, which has no liberties."""
    return board.head[point] if board.colour[point] == board.to_play else np.uint16(0)


@jit
def liberties_after(board, point):
    """Returns how many liberties the chain of a legal move would have, captures included."""
    colour = board.to_play
    a = _own_chain(board, point + NEIGHBOURS[0])
    b = _own_chain(board, point + NEIGHBOURS[1])
    c = _own_chain(board, point + NEIGHBOURS[2])
    d = _own_chain(board, point + NEIGHBOURS[3])
    total = 0
    for word in range(N_WORDS):
        bits = board.liberties[a, word] | board.liberties[b, word]
        bits |= board.liberties[c, word] | board.liberties[d, word]
        for offset in NEIGHBOURS:
            near = point + offset
            is_in_word = (board.colour[near] == EMPTY) & (near >> 6 == word)
            bits |= np.uint64(is_in_word) << np.uint64(near & 63)
        bits &= ~(np.uint64(point >> 6 == word) << np.uint64(point & 63))
        total += popcount(bits)
    for i in range(4):
        near = point + NEIGHBOURS[i]
        if board.colour[near] != 3 - colour or board.n_liberties[board.head[near]] != 1:
            continue
        known = False
        for j in range(i):
            before = point + NEIGHBOURS[j]
            known |= board.colour[before] == 3 - colour and (board.head[before] == board.head[near])
        if known:
            continue
        stone = near
        while True:
            for offset in NEIGHBOURS:
                touched = stone + offset
                if touched == point or (
                    board.colour[touched] == colour and joins(board, point, board.head[touched])
                ):
                    total += 1
                    break
            stone = board.next[stone]
            if stone == near:
                break
    return total


@jit_inline
def joins(board, point, head):
    """Tells whether a stone on an empty point would touch a chain: the point is its liberty."""
    return has_bit(board.liberties, head, point)


@jit_inline
def is_self_atari(board, point):
    """Tells whether a legal move leaves its own chain in atari."""
    empty = 0
    for offset in NEIGHBOURS:
        near = point + offset
        near_colour = board.colour[near]
        if near_colour == EMPTY:
            empty += 1
        elif near_colour == board.to_play and board.n_liberties[board.head[near]] > 2:
            return False
    return empty < 2 and liberties_after(board, point) == 1


@jit_inline
def presses(board, point, liberties):
    """Tells whether a point touches a chain of the side to move of so many liberties or fewer.

    Without branches, because whose stones are next to a point can't be predicted.
    """
    found = False
    for offset in NEIGHBOURS:
        near = point + offset
        found |= (board.colour[near] == board.to_play) & (
            board.n_liberties[board.head[near]] <= liberties
        )
    return found


@jit_inline
def in_new_atari(board, head):
    """Tells whether a chain of the side to move was put in atari by the last move.

    It is in atari and touches the last move, which therefore took one of its liberties.
    """
    if board.last == PASS or board.n_liberties[head] != 1:
        return False
    for offset in NEIGHBOURS:
        near = board.last + offset
        if board.colour[near] == board.to_play and board.head[near] == head:
            return True
    return False


@jit
def touches_new_atari(board, head):
    """Tells whether an enemy chain is adjacent to a chain that the last move put in atari."""
    stone = head
    while True:
        for offset in NEIGHBOURS:
            near = stone + offset
            if board.colour[near] == board.to_play and in_new_atari(board, board.head[near]):
                return True
        stone = board.next[stone]
        if stone == head:
            return False


@jit
def has_no_way_out(board, head, point):
    """Tells whether an enemy chain of two liberties is caught once a move takes one of them: a
    stone at the other would leave it one liberty at most.
    """
    exit_point = first_liberty(board, head)
    if exit_point == point:
        exit_point = last_liberty(board, head)
    enemy = board.colour[head]
    liberties = 0
    for offset in NEIGHBOURS:
        near = exit_point + offset
        near_colour = board.colour[near]
        if near_colour == EMPTY:
            liberties += near != point
        elif near_colour == enemy:
            if board.head[near] != head:
                liberties += board.n_liberties[board.head[near]] - 1
        elif near_colour != OFF_BOARD and board.n_liberties[board.head[near]] == 1:
            liberties += 1
    return liberties <= 1


@jit
def vital_point(board):
    """Returns the vital point of the eye space that the last move's capture left, or PASS.

    The eye space is what was captured: a line of three, four or five points one of which has three
    neighbours among them, six one of which has four (Huang 2010).  Some of five and six are more
    than nakade shapes: a T of five lives.
    """
    n = board.n_removed
    if n < 3 or n > 6:
        return PASS
    best = PASS
    best_degree = 0
    for i in range(n):
        point = board.removed[i]
        if board.colour[point] != EMPTY:
            return PASS
        degree = 0
        for offset in NEIGHBOURS:
            if board.colour[point + offset] == EMPTY:
                degree += 1
        if degree > best_degree:
            best_degree = degree
            best = point
    wanted = 2 if n == 3 else (4 if n == 6 else 3)
    return best if best_degree >= wanted else PASS


@jit_inline
def border_line(board, point):
    """Returns the line a point is on, 1 at the border."""
    row = point // STRIDE
    col = point % STRIDE
    return min(min(row, col), board.size + 1 - max(row, col))


@jit_inline
def move_distance(point, other):
    """Returns d = |dx| + |dy| + max(|dx|, |dy|) between two points."""
    dy = abs(point // STRIDE - other // STRIDE)
    dx = abs(point % STRIDE - other % STRIDE)
    return dx + dy + max(dx, dy)


@jit_inline
def next_bit(words, row, point):
    """Returns the first point above `point` in the bit set `words[row]`, or N_WORDS * 64."""
    point += 1
    word = point >> 6
    if word >= N_WORDS:
        return N_WORDS << 6
    bits = (words[row, word] >> np.uint64(point & 63)) << np.uint64(point & 63)
    while bits == _ZERO:
        word += 1
        if word == N_WORDS:
            return N_WORDS << 6
        bits = words[row, word]
    return (word << 6) + lowest_bit(bits)
