"""Distances in the common fate graph: chains count as one vertex, however long they are."""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit
from cfggo.go.bits import lowest_bit
from cfggo.go.board import N_WORDS
from cfggo.go.points import EMPTY, N_POINTS, NEIGHBOURS, OFF_BOARD

FAR = 8
"""All distances from here on count as this one."""

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@jit
def store_graph_distances(board, graph, start, distances, queue):
    """Stores the distance of every vertex from that of a point, FAR if it is more.

    distances: int8[N_POINTS], by point or chain's head; queue: int16[N_POINTS], scratch.
    """
    for point in range(N_POINTS):
        distances[point] = FAR
    distances[board.head[start]] = 0
    queue[0] = board.head[start]
    n = 1
    i = 0
    while i < n:
        vertex = np.int64(queue[i])
        i += 1
        distance = distances[vertex] + 1
        if distance >= FAR:
            return
        if board.colour[vertex] == EMPTY:
            for offset in NEIGHBOURS:
                if board.colour[vertex + offset] != OFF_BOARD:
                    near = np.int64(board.head[vertex + offset])
                    if distances[near] == FAR:
                        distances[near] = distance
                        queue[n] = near
                        n += 1
        else:
            for word in range(N_WORDS):
                bits = board.liberties[vertex, word] | graph.enemies[vertex, word]
                while bits != _ZERO:
                    near = (word << 6) + lowest_bit(bits)
                    bits &= bits - _ONE
                    if distances[near] == FAR:
                        distances[near] = distance
                        queue[n] = near
                        n += 1
