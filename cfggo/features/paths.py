"""Path features of a move: the label triples of all walks of length two from its point.

The features are the set (main paper, III-A): a triple that many walks have counts once.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.go.bits import lowest_bit
from cfggo.go.points import EMPTY, NEIGHBOURS, OFF_BOARD, WHITE
from cfggo.graph.incremental_graph import COMMON_KINDS, KIND_WORDS
from cfggo.graph.labels import MANY_LIBERTIES, VERTEX_KINDS

_ENDS_OVER_BLACK = [
    kind
    for kind in VERTEX_KINDS
    if (kind.colour in (EMPTY, WHITE) and kind.black > 0)
    or (kind.colour == WHITE and kind.empty >= MANY_LIBERTIES)
]
"""Kinds of vertices that may be next to a black chain."""

MAX_PATHS = 4 * len(_ENDS_OVER_BLACK)
"""Paths that a move has at most: over each of its four neighbours, which have most kinds next to
them where they are chains."""

_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@jit_inline
def _middle_label(board, graph, point, label_of):
    """Returns the label of the vertex at a point, or -1 off the board."""
    if board.colour[point] == OFF_BOARD:
        return -1
    return np.int64(label_of[graph.kind[board.head[point]]])


@jit
def path_features(board, graph, point, label_of, n_labels, first, features, n, for_playouts=False):
    """Appends the path features of an empty point to a list of features; returns its new length.

    The number of a path is first + (start * n_labels + middle) * n_labels + end, with the labels of
    its three vertices.
    label_of: uint8[N_VERTEX_KINDS], labels of the kinds as the side to move sees them;
    features: int32[MAX_FEATURES], of which n are used;
    for_playouts: leave out the paths to vertices of rare kinds, which playouts do not follow.
    """
    start = np.int64(label_of[graph.kind[point]])
    for i in range(4):
        middle = _middle_label(board, graph, point + NEIGHBOURS[i], label_of)
        known = middle < 0
        for j in range(i):
            before = point + NEIGHBOURS[j]
            known |= _middle_label(board, graph, before, label_of) == middle
        if known:
            continue
        low = _ZERO
        high = _ZERO
        for j in range(i, 4):
            near = point + NEIGHBOURS[j]
            if _middle_label(board, graph, near, label_of) != middle:
                continue
            vertex = board.head[near]
            for word in range(KIND_WORDS):
                bits = graph.near[vertex, word]
                if for_playouts:
                    bits &= COMMON_KINDS[word]
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
