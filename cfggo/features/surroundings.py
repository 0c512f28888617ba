"""Deeper labels of the common fate graph: what a vertex looks like after more iterations.

The main paper proposes more iterations of the neighbourhood hash as further work (section V).  Here
it is iterated three times, and it starts from richer labels: a chain's knows its liberties, its
size, and whether the last move belongs to it.  A move's point after each iteration is a feature of
the move, by its label.
"""

from __future__ import annotations

import numpy as np

from cfggo.go.bits import lowest_bit
from cfggo.go.board import N_WORDS
from cfggo.go.points import EMPTY, NEIGHBOURS, OFF_BOARD, PASS, STRIDE
from cfggo.go.random import mix64
from cfggo.jit import jit, jit_inline

N_ITERATIONS = 3

SMALL_CHAIN_LIBERTIES = 4
"""Chains of more liberties keep their initial label: too much is adjacent to them."""

MAX_LIBERTIES, MAX_STONES = 5, 4
"""Initial labels count a chain's liberties and stones up to these."""

_KEYS = np.random.Generator(np.random.PCG64(20150930)).integers(
    1, 2**64 - 1, size=N_ITERATIONS + 1, dtype=np.uint64
)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TURN, _BACK = np.uint64(17), np.uint64(47)


@jit_inline
def _initial_label(board, vertex):
    """Returns a vertex's label before the first iteration, seen by the side to move."""
    colour = board.colour[vertex]
    if colour == EMPTY:
        return mix64(np.uint64(1 + (vertex == board.ko)))
    own = colour == board.to_play
    made_last = board.last != PASS and board.head[board.last] == vertex
    liberties = min(board.n_liberties[vertex], MAX_LIBERTIES)
    stones = min(board.n_stones[vertex], MAX_STONES)
    return mix64(np.uint64(((own * 2 + made_last) * 8 + liberties) * 8 + stones + 16))


@jit
def label_surroundings(board, graph, labels):
    """Stores the labels of all vertices after each iteration, as the side to move sees them.

    An empty point sees its four neighbours, so a chain that it touches twice counts twice.

    labels: uint64[N_ITERATIONS + 1, N_POINTS].
    """
    for row in range(1, board.size + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + board.size + 1):
            if board.head[point] == point:
                labels[0, point] = _initial_label(board, point)
    for k in range(1, N_ITERATIONS + 1):
        for row in range(1, board.size + 1):
            for point in range(row * STRIDE + 1, row * STRIDE + board.size + 1):
                if board.head[point] != point:
                    continue
                own = labels[k - 1, point]
                if board.colour[point] == EMPTY:
                    total = _ZERO
                    for offset in NEIGHBOURS:
                        near = point + offset
                        if board.colour[near] != OFF_BOARD:
                            total += mix64(labels[k - 1, board.head[near]])
                    labels[k, point] = mix64(((own << _TURN) | (own >> _BACK)) + total)
                elif board.n_liberties[point] > SMALL_CHAIN_LIBERTIES:
                    labels[k, point] = own
                else:
                    total = _ZERO
                    for word in range(N_WORDS):
                        bits = board.liberties[point, word] | graph.enemies[point, word]
                        while bits != _ZERO:
                            near = (word << 6) + lowest_bit(bits)
                            bits &= bits - _ONE
                            total += mix64(labels[k - 1, near])
                    labels[k, point] = mix64(((own << _TURN) | (own >> _BACK)) + total)


@jit_inline
def surroundings_key(labels, point, k):
    """Returns the key of a point's label after k iterations."""
    return mix64(labels[k, point] ^ _KEYS[k])
