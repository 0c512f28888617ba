"""Exact inference in a field of nodes that are each Black's or White's, by variable elimination.

The energy of a labelling y is

    E(y) = sum of weight_ij over edges with y_i != y_j  -  sum of lean_i over nodes with y_i = Black

and P(y) is proportional to exp(-E(y)).  Nodes are summed out one after the other, each time the one
that joins the fewest of its neighbours anew (min-fill).  A node's table has an entry for each
labelling of the neighbours it still has, so the work grows with 2 to the number of these, the
*width*.  On the way back every table becomes the probabilities of its labellings, which give those
of nodes and of edges.  Graphs of boards are narrow: see docs/territory.md.

`tests/models/territory/planar.py` infers the paper's way; tests compare the two.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit, jit_allocating
from cfggo.go.bits import lowest_bit

MOST_WIDTH = 18
"""Neighbours that a node may have left when it is summed out: tables of 2 MB."""

_WORD = 64


@jit_allocating
def elimination_order(n, edges):
    """Returns in which order to sum out the nodes of a graph, and who is left around each.

    n     -- number of nodes
    edges -- int32[m, 2]

    Returns a tuple (order, neighbours, starts): order is int32[n]; the nodes that are still there
    around order[i] when its turn comes are neighbours[starts[i]:starts[i + 1]], int32, sorted by
    their own turns.
    """
    words = (n + _WORD - 1) // _WORD
    adjacent = np.zeros((n, max(words, 1)), dtype=np.uint64)
    for edge in range(len(edges)):
        _join(adjacent, edges[edge, 0], edges[edge, 1])
    fill = np.empty(n, dtype=np.int64)
    near = np.empty(n, dtype=np.int32)
    around = np.empty(n, dtype=np.int32)
    for node in range(n):
        fill[node] = _fill(adjacent, node, near)
    order = np.empty(n, dtype=np.int32)
    turn = np.full(n, n, dtype=np.int32)
    starts = np.zeros(n + 1, dtype=np.int64)
    neighbours = np.empty(8 * n + 64, dtype=np.int32)
    for i in range(n):
        best = -1
        for node in range(n):
            if turn[node] == n and (best < 0 or fill[node] < fill[best]):
                best = node
        k = _members(adjacent, best, near)
        order[i] = best
        turn[best] = i
        if starts[i] + k > len(neighbours):
            longer = np.empty(2 * len(neighbours) + k, dtype=np.int32)
            longer[: starts[i]] = neighbours[: starts[i]]
            neighbours = longer
        neighbours[starts[i] : starts[i] + k] = near[:k]
        starts[i + 1] = starts[i] + k
        for a in range(k):
            _part(adjacent, best, near[a])
        for a in range(k):
            for b in range(a):
                _join(adjacent, near[a], near[b])
        for a in range(k):  # what their joining changed: themselves, and who touches two of them
            node = neighbours[starts[i] + a]
            fill[node] = _fill(adjacent, node, near)
            touched = _members(adjacent, node, around)
            for b in range(touched):
                fill[around[b]] = _fill(adjacent, around[b], near)
    for i in range(n):
        _sort_by_turn(neighbours[starts[i] : starts[i + 1]], turn)
    return order, neighbours[: starts[n]].copy(), starts


@jit
def _join(adjacent, a, b):
    one = np.uint64(1)
    adjacent[a, b // _WORD] |= one << np.uint64(b % _WORD)
    adjacent[b, a // _WORD] |= one << np.uint64(a % _WORD)


@jit
def _part(adjacent, a, b):
    one = np.uint64(1)
    adjacent[a, b // _WORD] &= ~(one << np.uint64(b % _WORD))
    adjacent[b, a // _WORD] &= ~(one << np.uint64(a % _WORD))


@jit
def _members(adjacent, node, members):
    """Writes a node's neighbours to members; returns their number."""
    k = 0
    for word in range(adjacent.shape[1]):
        bits = adjacent[node, word]
        while bits != np.uint64(0):
            members[k] = word * _WORD + lowest_bit(bits)
            k += 1
            bits &= bits - np.uint64(1)
    return k


@jit
def _fill(adjacent, node, near):
    """Returns how many pairs of a node's neighbours do not touch; near is overwritten."""
    k = _members(adjacent, node, near)
    missing = 0
    for a in range(k):
        for b in range(a):
            word = adjacent[near[a], near[b] // _WORD]
            if (word >> np.uint64(near[b] % _WORD)) & np.uint64(1) == np.uint64(0):
                missing += 1
    return missing


@jit
def _sort_by_turn(nodes, turn):
    for i in range(1, len(nodes)):
        node = nodes[i]
        j = i
        while j > 0 and turn[nodes[j - 1]] > turn[node]:
            nodes[j] = nodes[j - 1]
            j -= 1
        nodes[j] = node


@jit
def width(starts):
    """Returns the most nodes that are left around one; starts as from `elimination_order`."""
    most = 0
    for i in range(len(starts) - 1):
        most = max(most, starts[i + 1] - starts[i])
    return most


@jit
def _projection(size, bits, projected):
    """Fills in to which entry of a smaller table each entry of a table belongs.

    size      -- entries of the table
    bits      -- int64[]: the bit in the smaller table of each bit of the table, 0 for none
    projected -- int64[size], written
    """
    projected[0] = 0
    for entry in range(1, size):
        projected[entry] = projected[entry & (entry - 1)] | bits[lowest_bit(np.uint64(entry))]


@jit_allocating
def eliminate(order, neighbours, starts, edges, weights, lean, best):
    """Returns ln Z, P(y_i != y_j) of the edges, and P(y = Black) of the nodes.

    order, neighbours, starts -- as from `elimination_order`; width at most MOST_WIDTH
    edges   -- int32[m, 2]
    weights -- float64[m]: energy where the ends differ
    lean    -- float64[n]: energy that a node saves as Black's
    best    -- True for the best labelling instead: maxima in place of sums, -E of that labelling
               in place of ln Z, and 0 or 1 in place of the probabilities

    Returns a tuple (ln Z, float64[m], float64[n]).
    """
    n = len(order)
    turn = np.empty(n, dtype=np.int64)
    offset = np.zeros(n + 1, dtype=np.int64)
    most = 1
    for i in range(n):
        turn[order[i]] = i
        size = 1 << (starts[i + 1] - starts[i])
        most = max(most, size)
        offset[i + 1] = offset[i] + size
    message = np.empty(offset[n])  # what is left of a node when it is summed out
    black = np.empty(offset[n])  # its probability of being Black's, given its neighbours' labels
    # Edges and messages wait at the earlier of the nodes that they are about.
    first_edge = np.full(n, -1, dtype=np.int64)
    next_edge = np.full(max(len(edges), 1), -1, dtype=np.int64)
    for edge in range(len(edges)):
        i = min(turn[edges[edge, 0]], turn[edges[edge, 1]])
        next_edge[edge] = first_edge[i]
        first_edge[i] = edge
    first_child = np.full(n, -1, dtype=np.int64)
    next_child = np.full(n, -1, dtype=np.int64)
    bit_of = np.zeros(n, dtype=np.int64)
    bits = np.zeros(MOST_WIDTH, dtype=np.int64)
    projected = np.empty(most, dtype=np.int64)
    if_white = np.empty(most)
    if_black = np.empty(most)
    log_z = 0.0
    for i in range(n):
        k = starts[i + 1] - starts[i]
        size = 1 << k
        for a in range(k):
            bit_of[neighbours[starts[i] + a]] = 1 << a
        if_white[:size] = 0.0
        if_black[:size] = lean[order[i]]
        edge = first_edge[i]
        while edge >= 0:
            other = edges[edge, 0] if edges[edge, 1] == order[i] else edges[edge, 1]
            bit = bit_of[other]
            weight = weights[edge]
            for entry in range(size):
                if entry & bit:
                    if_white[entry] -= weight
                else:
                    if_black[entry] -= weight
            edge = next_edge[edge]
        child = first_child[i]
        while child >= 0:
            own = _bits_of_child(neighbours, starts, child, order[i], bit_of, bits, k)
            _projection(size, bits, projected)
            for entry in range(size):
                if_white[entry] += message[offset[child] + projected[entry]]
                if_black[entry] += message[offset[child] + (projected[entry] | own)]
            child = next_child[child]
        for entry in range(size):
            difference = if_black[entry] - if_white[entry]
            more = max(if_black[entry], if_white[entry])
            if best:
                message[offset[i] + entry] = more
                black[offset[i] + entry] = 1.0 if difference > 0 else 0.0
            else:
                less = np.exp(-abs(difference))
                message[offset[i] + entry] = more + np.log1p(less)
                share = 1.0 / (1.0 + less)
                black[offset[i] + entry] = share if difference > 0 else 1.0 - share
        if k == 0:
            log_z += message[offset[i]]
        else:
            parent = turn[neighbours[starts[i]]]
            next_child[i] = first_child[parent]
            first_child[parent] = i
    differ, of_nodes = _going_back(
        order, neighbours, starts, edges, offset, black, first_edge, next_edge, turn
    )
    return log_z, differ, of_nodes


@jit
def _bits_of_child(neighbours, starts, child, node, bit_of, bits, k):
    """Sets which bit of a child's table each bit of its parent's table is; returns the parent's.

    bits -- int64[]: written, the first k
    """
    for a in range(k):
        bits[a] = 0
    own = 0
    for b in range(starts[child + 1] - starts[child]):
        other = neighbours[starts[child] + b]
        if other == node:
            own = 1 << b
        else:
            bits[lowest_bit(np.uint64(bit_of[other]))] = 1 << b
    return own


@jit_allocating
def _going_back(order, neighbours, starts, edges, offset, black, first_edge, next_edge, turn):
    """Returns the probabilities that edges' ends differ, and that nodes are Black's.

    Arguments as in `eliminate`.
    """
    n = len(order)
    seen = np.zeros(offset[n])  # probability of each labelling of a node's neighbours
    differ = np.zeros(len(edges))
    of_nodes = np.zeros(n)
    bit_of = np.zeros(n, dtype=np.int64)
    bits = np.zeros(MOST_WIDTH, dtype=np.int64)
    most = 1
    for i in range(n):
        most = max(most, offset[i + 1] - offset[i])
    projected = np.empty(most, dtype=np.int64)
    for back in range(n):
        i = n - 1 - back
        k = starts[i + 1] - starts[i]
        size = 1 << k
        if k == 0:
            seen[offset[i]] = 1.0
        else:
            # Its neighbours are the first of them and that one's own neighbours.
            first = neighbours[starts[i]]
            parent = turn[first]
            parent_k = starts[parent + 1] - starts[parent]
            for a in range(parent_k):
                bit_of[neighbours[starts[parent] + a]] = 1 << a
            own = _bits_of_child(neighbours, starts, i, first, bit_of, bits, parent_k)
            _projection(1 << parent_k, bits, projected)
            for entry in range(1 << parent_k):
                probability = seen[offset[parent] + entry]
                share = probability * black[offset[parent] + entry]
                seen[offset[i] + (projected[entry] | own)] += share
                seen[offset[i] + projected[entry]] += probability - share
        for a in range(k):
            bit_of[neighbours[starts[i] + a]] = 1 << a
        total = 0.0
        for entry in range(size):
            total += seen[offset[i] + entry] * black[offset[i] + entry]
        of_nodes[order[i]] = total
        edge = first_edge[i]
        while edge >= 0:
            other = edges[edge, 0] if edges[edge, 1] == order[i] else edges[edge, 1]
            bit = bit_of[other]
            total = 0.0
            for entry in range(size):
                share = black[offset[i] + entry]
                total += seen[offset[i] + entry] * (1.0 - share if entry & bit else share)
            differ[edge] = total
            edge = next_edge[edge]
    return differ, of_nodes


def marginals(
    n: int, edges: np.ndarray, weights: np.ndarray, lean: np.ndarray | None = None
) -> tuple[float, np.ndarray, np.ndarray] | None:
    """Returns ln Z, P(y_i != y_j) of the edges, float64[m], and P(y = Black) of the nodes.

    edges -- int32[m, 2]; weights -- float64[m]; lean -- float64[n], by default none

    Returns None if the graph is too wide (MOST_WIDTH).
    """
    return _solved(n, edges, weights, lean, False)


def best_labels(
    n: int, edges: np.ndarray, weights: np.ndarray, lean: np.ndarray | None = None
) -> tuple[float, np.ndarray] | None:
    """Returns the least energy of a labelling, and where it is Black's, bool[n].

    Without `lean` the complement is as good.  Arguments as in `marginals`.

    Returns None if the graph is too wide (MOST_WIDTH).
    """
    found = _solved(n, edges, weights, lean, True)
    return None if found is None else (-found[0], found[2] > 0.5)


def _solved(
    n: int, edges: np.ndarray, weights: np.ndarray, lean: np.ndarray | None, best: bool
) -> tuple[float, np.ndarray, np.ndarray] | None:
    order, neighbours, starts = elimination_order(n, edges)
    if width(starts) > MOST_WIDTH:
        return None
    lean = np.zeros(n) if lean is None else lean
    found: tuple[float, np.ndarray, np.ndarray] = eliminate(
        order, neighbours, starts, edges, weights, lean, best
    )
    return found
