"""Block graph and group graph: a board as chains and the empty regions around them.

A *block* is a node of the block graph (Kamenetsky, Schraudolph, Guenter and Vishwanathan,
"Modelling Go positions with planar CRFs"): a chain, or connected empty points of one kind.  An
empty point is *surround* of the colour whose nearest stone is closer (Manhattan distance), and
*neutral* if both are equally near.  Blocks that touch share one edge, so the graph is planar, as
the board is.  Stones touch surround of their own colour alone, stones touch stones and surround
touches surround of the other colour only, and neutral blocks never touch each other.

In the *group graph* a surround and all stones that touch it are one node, as it takes a cut to part
them.  Groups come from contracting edges, so that graph is planar, too.

`tests/models/territory/plain_regions.py` says the same slowly; tests compare the two.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit_allocating
from cfggo.go.points import BLACK, EMPTY, N_POINTS, NEIGHBOURS, OFF_BOARD, STRIDE, WHITE

STONE, SURROUND, NEUTRAL = 0, 1, 2
"""Kinds of blocks."""

N_NODE_KINDS = 3

NO_NODE = -1
"""The node of points off the board."""

N_COUNTS = 5
"""A point has 0 to 4 neighbours in a block."""

_FAR = 1000
"""A distance longer than any on a board: to stones that are not there."""


class BlockGraph(NamedTuple):
    """The blocks of a position, numbered by their first points, row by row from the lower left.

    node_of  -- int16[N_POINTS]: the block of each point, NO_NODE off the board
    kind     -- int8[n]: STONE, SURROUND or NEUTRAL
    colour   -- int8[n]: BLACK or WHITE; EMPTY for neutral blocks
    counts   -- int32[n, N_COUNTS]: points of the block with k neighbours in it
    edges    -- int32[m, 2]: blocks that touch, the lower number first
    contacts -- int32[m, 2, N_COUNTS]: points of the edge's first block with k neighbours in its
                second one, and the other way round; k = 0 is not counted
    """

    node_of: np.ndarray
    kind: np.ndarray
    colour: np.ndarray
    counts: np.ndarray
    edges: np.ndarray
    contacts: np.ndarray


@jit_allocating
def block_graph(colour, size):
    """Returns the BlockGraph of a position.

    colour -- uint8[N_POINTS], of a board; size -- of the board
    """
    area = _areas(colour, size)
    node_of = np.full(N_POINTS, NO_NODE, dtype=np.int16)
    kind = np.empty(size * size, dtype=np.int8)
    of_colour = np.empty(size * size, dtype=np.int8)
    points = np.empty(size * size, dtype=np.int16)
    n = 0
    for row in range(1, size + 1):
        for start in range(row * STRIDE + 1, row * STRIDE + size + 1):
            if node_of[start] != NO_NODE:
                continue
            if colour[start] != EMPTY:
                kind[n] = STONE
            else:
                kind[n] = NEUTRAL if area[start] == EMPTY else SURROUND
            of_colour[n] = area[start]
            node_of[start] = n
            points[0] = start
            n_points = 1
            done = 0
            while done < n_points:
                point = points[done]
                done += 1
                for offset in NEIGHBOURS:
                    near = point + offset
                    same = colour[near] == colour[start] and area[near] == area[start]
                    if same and node_of[near] == NO_NODE:
                        node_of[near] = n
                        points[n_points] = near
                        n_points += 1
            n += 1
    return _with_edges(size, node_of, kind[:n].copy(), of_colour[:n].copy())


@jit_allocating
def _areas(colour, size):
    """Returns which colour is nearest to each point, int8[N_POINTS]; EMPTY for both."""
    nearest = np.full((2, N_POINTS), _FAR, dtype=np.int32)
    first = STRIDE + 1
    last = size * STRIDE + size
    for point in range(first, last + 1):
        if colour[point] == BLACK or colour[point] == WHITE:
            nearest[colour[point] - 1, point] = 0
    for side in range(2):
        for point in range(first, last + 1):
            if colour[point] != OFF_BOARD:
                below = min(nearest[side, point - 1], nearest[side, point - STRIDE])
                nearest[side, point] = min(nearest[side, point], below + 1)
        for i in range(last - first + 1):
            point = last - i
            if colour[point] != OFF_BOARD:
                above = min(nearest[side, point + 1], nearest[side, point + STRIDE])
                nearest[side, point] = min(nearest[side, point], above + 1)
    area = np.zeros(N_POINTS, dtype=np.int8)
    for point in range(first, last + 1):
        if colour[point] == OFF_BOARD:
            continue
        if nearest[0, point] < nearest[1, point]:
            area[point] = BLACK
        elif nearest[1, point] < nearest[0, point]:
            area[point] = WHITE
    return area


@jit_allocating
def _with_edges(size, node_of, kind, colour):
    """Returns the BlockGraph of blocks whose points are known; arguments as its fields."""
    n = len(kind)
    counts = np.zeros((n, N_COUNTS), dtype=np.int32)
    edge_of = np.full((n, n), -1, dtype=np.int16)
    most = 2 * size * (size - 1)
    edges = np.empty((most, 2), dtype=np.int32)
    contacts = np.zeros((most, 2, N_COUNTS), dtype=np.int32)
    m = 0
    for row in range(1, size + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + size + 1):
            own = node_of[point]
            inside = 0
            for i in range(4):
                near = node_of[point + NEIGHBOURS[i]]
                if near == NO_NODE:
                    continue
                if near == own:
                    inside += 1
                    continue
                touching = 1
                is_first = True
                for j in range(4):
                    if j != i and node_of[point + NEIGHBOURS[j]] == near:
                        touching += 1
                        is_first = is_first and j > i
                if not is_first:
                    continue
                low = min(own, near)
                high = max(own, near)
                if edge_of[low, high] < 0:
                    edge_of[low, high] = m
                    edges[m, 0] = low
                    edges[m, 1] = high
                    m += 1
                contacts[edge_of[low, high], 0 if own == low else 1, touching] += 1
            counts[own, inside] += 1
    return BlockGraph(node_of, kind, colour, counts, edges[:m].copy(), contacts[:m].copy())


@jit_allocating
def group_of_blocks(graph):
    """Returns the group of each block, int32[n], numbered from 0 by their first blocks.

    graph -- BlockGraph
    """
    n = len(graph.kind)
    parent = np.arange(n)
    for edge in range(len(graph.edges)):
        a = graph.edges[edge, 0]
        b = graph.edges[edge, 1]
        if graph.kind[a] + graph.kind[b] == STONE + SURROUND:
            while parent[a] != a:
                a = parent[a]
            while parent[b] != b:
                b = parent[b]
            parent[max(a, b)] = min(a, b)
    group = np.empty(n, dtype=np.int32)
    n_groups = 0
    for node in range(n):
        if parent[node] == node:
            group[node] = n_groups
            n_groups += 1
        else:
            group[node] = group[parent[node]]
    return group


@jit_allocating
def merged_edges(edges, weights, group):
    """Returns the edges between groups and the sums of their weights.

    edges -- int32[m, 2]; weights -- float64[m]; group -- int32[n], as `group_of_blocks` returns it
    """
    n = 0
    for node in range(len(group)):
        n = max(n, group[node] + 1)
    edge_of = np.full((n, n), -1, dtype=np.int32)
    merged = np.empty((len(edges), 2), dtype=np.int32)
    sums = np.zeros(len(edges))
    m = 0
    for edge in range(len(edges)):
        a = group[edges[edge, 0]]
        b = group[edges[edge, 1]]
        if a == b:
            continue
        low = min(a, b)
        high = max(a, b)
        if edge_of[low, high] < 0:
            edge_of[low, high] = m
            merged[m, 0] = low
            merged[m, 1] = high
            m += 1
        sums[edge_of[low, high]] += weights[edge]
    return merged[:m].copy(), sums[:m].copy()
