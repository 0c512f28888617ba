"""The sum of the thetas of a point's path features, the costliest part of a playout."""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit_allocating, jit_inline
from cfggo.features.catalogue import MAX_FEATURES
from cfggo.features.paths import path_features
from cfggo.go.bits import popcount
from cfggo.go.points import BLACK, NEIGHBOURS, WHITE
from cfggo.models.bradley_terry.playout_tables import ENDS, FIRST, PATHS_OF_KINDS

_SPELLED_OUT = 2
"""Ends of each middle vertex whose thetas are looked up without a branch; most have no more."""

_ONE = np.uint64(1)
_ZERO = np.uint64(0)

# Unsigned, because a signed index costs a check for negative ones.
_EAST, _WEST, _NORTH, _SOUTH = (np.uint64(offset % 2**64) for offset in NEIGHBOURS)


@jit_inline
def path_sum(board, graph, tables, point):
    """Returns the packed sum of the thetas of an empty point's path features."""
    if tables.paths == PATHS_OF_KINDS:
        return _sum_of_kinds(board, graph, tables, point)
    return _sum_of_labels(board, graph, tables, point)


@jit_inline
def _theta_of_lowest(tables, start, middle, ends):
    """Returns the packed theta of the path to the lowest of the ends, 0 if there is none."""
    lower = (ends & (~ends + _ONE)) - _ONE
    rank = np.uint64(popcount(tables.rows[start, middle, ENDS] & lower))
    return np.int64(tables.of_kinds[tables.rows[start, middle, FIRST] + rank])


@jit_inline
def _theta_of_all(tables, start, middle, ends):
    """Returns the packed sum of the thetas of the paths to all ends."""
    total = 0
    while ends != _ZERO:
        total += _theta_of_lowest(tables, start, middle, ends)
        ends &= ends - _ONE
    return total


@jit_inline
def _all_if(condition):
    """Returns a word of ones where a condition holds, else 0, without a branch."""
    return _ZERO - np.uint64(condition)


@jit_inline
def _sum_of_kinds(board, graph, tables, point):
    """Returns the sum where thetas are stored by kinds.

    Neighbours of one kind count as one middle: the first of them takes the ends of all.  The four
    are spelled out, and so are the first ends of each, because a branch here that can't be
    predicted costs as much as the sums do.
    """
    point = np.uint64(point)
    v0 = board.head[point + _EAST]
    v1 = board.head[point + _WEST]
    v2 = board.head[point + _NORTH]
    v3 = board.head[point + _SOUTH]
    k0, k1, k2, k3 = graph.kind[v0], graph.kind[v1], graph.kind[v2], graph.kind[v3]
    ends0, ends1 = graph.near[v0, 0], graph.near[v1, 0]
    ends2, ends3 = graph.near[v2, 0], graph.near[v3, 0]
    ends0 |= (ends1 & _all_if(k1 == k0)) | (ends2 & _all_if(k2 == k0)) | (ends3 & _all_if(k3 == k0))
    ends1 |= (ends2 & _all_if(k2 == k1)) | (ends3 & _all_if(k3 == k1))
    ends2 |= ends3 & _all_if(k3 == k2)
    start = graph.kind[point]
    ends0 &= tables.rows[start, k0, ENDS]
    ends1 &= tables.rows[start, k1, ENDS] & _all_if(k1 != k0)
    ends2 &= tables.rows[start, k2, ENDS] & _all_if((k2 != k0) & (k2 != k1))
    ends3 &= tables.rows[start, k3, ENDS] & _all_if((k3 != k0) & (k3 != k1) & (k3 != k2))
    total = 0
    for _ in range(_SPELLED_OUT):
        total += _theta_of_lowest(tables, start, k0, ends0)
        total += _theta_of_lowest(tables, start, k1, ends1)
        total += _theta_of_lowest(tables, start, k2, ends2)
        total += _theta_of_lowest(tables, start, k3, ends3)
        ends0 &= ends0 - _ONE
        ends1 &= ends1 - _ONE
        ends2 &= ends2 - _ONE
        ends3 &= ends3 - _ONE
    if (ends0 | ends1 | ends2 | ends3) != _ZERO:
        total += _theta_of_all(tables, start, k0, ends0)
        total += _theta_of_all(tables, start, k1, ends1)
        total += _theta_of_all(tables, start, k2, ends2)
        total += _theta_of_all(tables, start, k3, ends3)
    return total


@jit_allocating
def _sum_of_labels(board, graph, tables, point):
    """Returns the sum where thetas are stored by labels."""
    features = np.empty(MAX_FEATURES, dtype=np.int32)
    total = 0
    for colour in (BLACK, WHITE):
        n = path_features(
            board,
            graph,
            point,
            tables.label_of[colour],
            tables.n_labels,
            0,
            features,
            0,
            True,
        )
        for i in range(n):
            theta = np.int64(tables.of_labels[features[i]])
            total += theta if colour == BLACK else theta * 65536
    return total
