"""The neighbourhood hash of the common fate graph, iterated: labels that see one to three steps.

The main paper proposes more than one iteration as further work (section V).  Here there are three,
from richer labels: a chain's knows its liberties, its size, and whether the last move belongs to
it.  The label of a move's point after each iteration is a feature of the move.  All are made anew
for each position, not kept up to date move by move.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.go.bits import lowest_bit
from cfggo.go.board import N_WORDS
from cfggo.go.points import EMPTY, NEIGHBOURS, PASS, STRIDE
from cfggo.go.random import mix64
from cfggo.graph.incremental_graph import BORDER_VERTEX

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
_EAST, _WEST, _NORTH, _SOUTH = (np.uint64(offset % 2**64) for offset in NEIGHBOURS)
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


@jit_inline
def _next_label(label, around):
    """Returns a vertex's next label from its own and the sum of the mixed ones around it."""
    return mix64(((label << _TURN) | (label >> _BACK)) + around)


@jit
def label_surroundings(board, graph, labels, mixed, chains):
    """Stores the labels of all vertices after each iteration, as the side to move sees them.

    An empty point sees its four neighbours, so a chain that it touches twice counts twice.  The
    last iteration is that of empty points alone: moves are made there.

    labels: uint64[N_ITERATIONS + 1, N_POINTS]; scratch: mixed, uint64[N_POINTS], and chains,
    uint16[N_POINTS].
    """
    mixed[BORDER_VERTEX] = _ZERO
    n_chains = 0
    for row in range(1, board.size + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + board.size + 1):
            if board.head[point] == point:
                label = _initial_label(board, point)
                labels[0, point] = label
                mixed[point] = mix64(label)
                chains[n_chains] = point
                n_chains += board.colour[point] != EMPTY
    for k in range(1, N_ITERATIONS + 1):
        for i in range(board.n_empty):
            point = np.uint64(board.empty[i])
            total = mixed[board.head[point + _EAST]] + mixed[board.head[point + _WEST]]
            total += mixed[board.head[point + _NORTH]] + mixed[board.head[point + _SOUTH]]
            labels[k, point] = _next_label(labels[k - 1, point], total)
        if k == N_ITERATIONS:
            return
        for i in range(n_chains):
            head = chains[i]
            label = labels[k - 1, head]
            if board.n_liberties[head] <= SMALL_CHAIN_LIBERTIES:
                total = _ZERO
                for word in range(N_WORDS):
                    bits = board.liberties[head, word] | graph.enemies[head, word]
                    while bits != _ZERO:
                        total += mixed[(word << 6) + lowest_bit(bits)]
                        bits &= bits - _ONE
                label = _next_label(label, total)
            labels[k, head] = label
        for i in range(board.n_empty):
            point = board.empty[i]
            mixed[point] = mix64(labels[k, point])
        for i in range(n_chains):
            head = chains[i]
            mixed[head] = mix64(labels[k, head])


@jit_inline
def surroundings_key(labels, point, k):
    """Returns the key of a point's label after k iterations."""
    return mix64(labels[k, point] ^ _KEYS[k])
