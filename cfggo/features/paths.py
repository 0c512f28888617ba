"""Path features of a move: the label triples of all walks of length two from its point.

The features are the set (main paper, III-A): a triple that many walks have counts once.
"""

from __future__ import annotations

import numpy as np

from cfggo.go.bits import lowest_bit
from cfggo.go.board import NEIGHBOURS
from cfggo.go.points import OFF_BOARD
from cfggo.graph.record import KIND_WORDS
from cfggo.jit import jit, jit_inline

_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@jit_inline
def _label_at(board, graph, point, label_of):
    """Returns the label of the vertex at a point, or -1 off the board."""
    if board.colour[point] == OFF_BOARD:
        return -1
    return np.int64(label_of[graph.kind[board.head[point]]])


@jit
def path_features(board, graph, point, label_of, n_labels, first, features, n):
    """Appends the path features of an empty point to a list of features; returns its new length.

    The number of a path is first + (start * n_labels + middle) * n_labels + end, with the labels of
    its three vertices.
    label_of: uint8[N_KINDS], labels of the kinds as the side to move sees them;
    features: int32[MAX_FEATURES], of which n are used.
    """
    start = np.int64(label_of[graph.kind[point]])
    for i in range(4):
        middle = _label_at(board, graph, point + NEIGHBOURS[i], label_of)
        known = middle < 0
        for j in range(i):
            known |= _label_at(board, graph, point + NEIGHBOURS[j], label_of) == middle
        if known:
            continue
        low = _ZERO
        high = _ZERO
        for j in range(i, 4):
            near = point + NEIGHBOURS[j]
            if _label_at(board, graph, near, label_of) != middle:
                continue
            vertex = board.head[near]
            for word in range(KIND_WORDS):
                bits = graph.near[vertex, word]
                while bits != _ZERO:
                    label = label_of[(word << 6) + lowest_bit(bits)]
                    bits &= bits - _ONE
                    if label < 64:
                        low |= _ONE << np.uint64(label)
                    else:
                        high |= _ONE << np.uint64(label - 64)
        base = first + (start * n_labels + middle) * n_labels
        while low != _ZERO:
            features[n] = base + lowest_bit(low)
            low &= low - _ONE
            n += 1
        while high != _ZERO:
            features[n] = base + 64 + lowest_bit(high)
            high &= high - _ONE
            n += 1
    return n
