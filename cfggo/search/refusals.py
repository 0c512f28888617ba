"""Self-ataris that playouts refuse, whatever the policy says.

A policy learnt from experts' games knows no better than that they hardly ever play such moves.  At
the end of a playout little else is left, and groups that live by what neither side can play, an eye
of several points, a seki, a shared liberty, would die of moves that nobody would make.
"""

from __future__ import annotations

import numpy as np

from cfggo.features.tactics import is_self_atari
from cfggo.go.board import NEIGHBOURS
from cfggo.go.points import PASS
from cfggo.jit import jit
from cfggo.policy.playout_policy import choose_move

MAX_DRAWS = 4
"""Moves drawn before a playout passes for want of one that it does not refuse."""

MAX_NAKADE = 6
"""Stones of the largest chain that can die in an eye space and leave one eye only."""


@jit
def choose_sensible_move(position, tables):
    """Returns a move drawn from the playout policy that is not to be refused, or PASS."""
    for _ in range(MAX_DRAWS):
        point = choose_move(position, tables)
        if point == PASS or not is_pointless_self_atari(position.board, point):
            return point
    return PASS


@jit
def is_pointless_self_atari(board, point):
    """Tells whether a legal move is a self-atari of two stones or more that is neither a capture
    nor a nakade.

    A single stone may be a throw-in and costs little where it is none.
    """
    if not is_self_atari(board, point):
        return False
    stones = np.empty(MAX_NAKADE, dtype=np.int64)
    stones[0] = point
    n_stones = 1
    gives_atari = False
    for i in range(4):
        near = point + NEIGHBOURS[i]
        colour = board.colour[near]
        if colour == 3 - board.to_play:
            liberties = board.n_liberties[board.head[near]]
            if liberties == 1:
                return False
            gives_atari |= liberties == 2
        elif colour == board.to_play and not _is_among(stones, n_stones, near):
            if n_stones + board.n_stones[board.head[near]] > MAX_NAKADE:
                return True
            stone = near
            while True:
                stones[n_stones] = stone
                n_stones += 1
                stone = board.next[stone]
                if stone == near:
                    break
    return n_stones > 1 and not (gives_atari and has_one_vital_point(stones, n_stones))


@jit
def has_one_vital_point(points, n):
    """Tells whether who plays first in an eye space of this shape decides if it is one eye or two.

    points: int64[:], the first n of them connected, n from 1 to MAX_NAKADE.  The shapes are those
    of two and three points, the square and the T of four, the bulky five and the cross, the rabbity
    six.
    """
    if n < 4:
        return True
    n_edges = 0
    highest_degree = 0
    for i in range(n):
        degree = 0
        for offset in NEIGHBOURS:
            degree += _is_among(points, n, points[i] + offset)
        n_edges += degree
        highest_degree = max(highest_degree, degree)
    n_edges //= 2
    if n == 4:
        return n_edges == 4 or highest_degree == 3
    if n == 5:
        return n_edges == 5 or highest_degree == 4
    return n_edges == 6 and highest_degree == 4


@jit
def _is_among(points, n, point):
    """Tells whether a point is one of the first n."""
    found = False
    for i in range(n):
        found |= points[i] == point
    return found
