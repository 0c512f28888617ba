"""Relative subgraph features of a point, by the common fate graph.

(Graepel, Goutrié, Krüger and Herbrich 2001, section 2.2.)  A *subgraph* here is a row of nodes,
each next to the one before, without branches or loops, that contains the point.  A feature is the
sequence of the nodes' labels with the place of the point marked, and the same feature read
backwards; its value is how many such subgraphs there are.

A subgraph has two *arms*, which leave the point; the other one may be empty.  An arm's code is a
one and then four bits for each label, so that the longer an arm, the larger its code.  The key of
a feature is the larger code, shifted, and the smaller one: exact, not a hash.

`paper_labels` has the paper's three labels, `player_labels` the same as the player to move sees
them.  `rich_labels` sees the position as the player to move and tells chains of stones by liberties
and size.  `store_subgraph_keys` lists the keys of all subgraphs; what is done with them is left to
the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise, product

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.go.bits import lowest_bit
from cfggo.go.board import N_WORDS
from cfggo.go.points import BLACK, EMPTY, N_POINTS, NEIGHBOURS, OFF_BOARD, STRIDE, WHITE

PAPER_NODES = 6
"""Nodes of the paper's largest subgraphs."""

MAX_SUBGRAPH_NODES = 8
"""Nodes of the largest subgraphs that keys have room for."""

MAX_SUBGRAPHS = 1 << 16
"""Room for the subgraphs through one point; those beyond it are left out."""

_LABEL_BITS = 4
_ARM_BITS = np.uint64(16)
"""Bits of a key for the shorter arm, of (MAX_SUBGRAPH_NODES - 1) // 2 nodes at most."""

_N_LABELS = 3
"""Labels of the paper: EMPTY, BLACK, WHITE."""

_BORDER_LABEL = 1
_CHAIN_LABELS = 2
_SOME_LIBERTIES = 3
N_RICH_LABELS = 14
"""Labels of `rich_labels`: two of empty points, six each of own and of enemy chains of stones."""

RICH_NODES = 3
"""Nodes of the largest subgraphs of `rich_keys`."""

_MAX_EDGES = 4 * N_POINTS

NODES_DTYPE = np.dtype(
    [
        ("label", np.uint8, N_POINTS),  # of a node, at its point or head
        ("start", np.int32, N_POINTS),  # where its neighbours begin
        ("end", np.int32, N_POINTS),
        ("near", np.uint16, _MAX_EDGES),  # the neighbours, node after node
        # Scratch.
        ("is_used", np.uint8, N_POINTS),
        ("nodes", np.int32, (2, MAX_SUBGRAPH_NODES)),  # of the two arms
        ("next", np.int32, (2, MAX_SUBGRAPH_NODES)),  # which neighbour is tried next
        ("codes", np.uint64, (2, MAX_SUBGRAPH_NODES)),
    ],
    align=True,
)
"""A position's nodes, their labels and neighbours."""


@cache
def paper_keys() -> np.ndarray:
    """Returns the keys of all features of the paper's labels, ascending: uint64[516].

    Neighbouring nodes are never of the same colour, unless both are empty.
    """
    return _keys_of_labels(range(_N_LABELS), lambda label: label, PAPER_NODES)


@cache
def rich_keys() -> np.ndarray:
    """Returns the keys of all features of rich labels of RICH_NODES nodes at most, ascending:
    uint64[244].
    """
    return _keys_of_labels(range(N_RICH_LABELS), _colour_of_rich_label, RICH_NODES)


def _keys_of_labels(
    labels: Iterable[int], colour_of: Callable[[int], int], n_nodes: int
) -> np.ndarray:
    """Returns the keys of all subgraphs of n nodes at most, ascending; colour_of: by label."""
    arms: list[tuple[int, ...]] = [()]
    for length in range(1, n_nodes):
        arms += [
            arm
            for arm in product(labels, repeat=length)
            if all(colour_of(a) != colour_of(b) or colour_of(a) == EMPTY for a, b in pairwise(arm))
        ]
    keys = {subgraph_key(a, b) for a in arms for b in arms if len(a) + len(b) < n_nodes}
    return np.array(sorted(keys), dtype=np.uint64)


def _colour_of_rich_label(label: int) -> int:
    """Returns EMPTY, or BLACK for the player to move and WHITE for the opponent."""
    if label < _CHAIN_LABELS:
        return EMPTY
    return BLACK if label < _CHAIN_LABELS + 2 * _SOME_LIBERTIES else WHITE


def subgraph_key(arm: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Returns the key of a subgraph by the labels of its arms, from the point outwards."""
    codes = []
    for labels in (arm, other):
        code = 1
        for label in labels:
            code = code << _LABEL_BITS | label
        codes.append(code)
    return max(codes) << int(_ARM_BITS) | min(codes)


def labels_of_key(key: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the labels of the arms of the subgraph with a key, from the point outwards."""

    def labels(code: int) -> tuple[int, ...]:
        return (*labels(code >> _LABEL_BITS), code % (1 << _LABEL_BITS)) if code > 1 else ()

    arm_bits = int(_ARM_BITS)
    return labels(key >> arm_bits), labels(key % (1 << arm_bits))


@jit
def look_at_nodes(board, graph, nodes):
    """Finds the nodes' neighbours; graph must be up to date.  nodes: NODES_DTYPE record."""
    n = 0
    for row in range(1, board.size + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + board.size + 1):
            if board.colour[point] == EMPTY:
                nodes.start[point] = n
                for offset in NEIGHBOURS:
                    if board.colour[point + offset] != OFF_BOARD:
                        head = board.head[point + offset]
                        is_new = True
                        for i in range(nodes.start[point], n):
                            is_new &= nodes.near[i] != head
                        if is_new:
                            nodes.near[n] = head
                            n += 1
                nodes.end[point] = n
            elif board.head[point] == point:
                nodes.start[point] = n
                for word in range(N_WORDS):
                    bits = board.liberties[point, word] | graph.enemies[point, word]
                    while bits != np.uint64(0):
                        nodes.near[n] = (word << 6) + lowest_bit(bits)
                        n += 1
                        bits &= bits - np.uint64(1)
                nodes.end[point] = n


@jit
def paper_labels(board, nodes):
    """Stores the paper's labels: the colours."""
    for point in range(N_POINTS):
        nodes.label[point] = board.colour[point]


@jit
def player_labels(board, nodes):
    """Stores the paper's labels with the player to move as BLACK and the opponent as WHITE."""
    for point in range(N_POINTS):
        colour = board.colour[point]
        if colour == EMPTY or colour == OFF_BOARD or board.to_play == BLACK:
            nodes.label[point] = colour
        else:
            nodes.label[point] = 3 - colour


@jit
def rich_labels(board, nodes):
    """Stores labels below N_RICH_LABELS, as the player to move sees the nodes.

    Empty points: 0, on the border 1.  Chains: by owner, number of stones (1, more) and number of
    liberties (1, 2, more).
    """
    for point in range(N_POINTS):
        colour = board.colour[point]
        if colour == EMPTY:
            label = 0
            for offset in NEIGHBOURS:
                if board.colour[point + offset] == OFF_BOARD:
                    label = _BORDER_LABEL
            nodes.label[point] = label
        elif colour != OFF_BOARD and board.head[point] == point:
            label = _CHAIN_LABELS + min(board.n_liberties[point], _SOME_LIBERTIES) - 1
            if board.n_stones[point] > 1:
                label += _SOME_LIBERTIES
            if colour != board.to_play:
                label += 2 * _SOME_LIBERTIES
            nodes.label[point] = label


@jit_inline
def _enter(nodes, arm, depth, node):
    """Makes a node the last of an arm, which has `depth` nodes then."""
    nodes.is_used[node] = 1
    nodes.nodes[arm, depth] = node
    nodes.next[arm, depth] = nodes.start[node]
    if depth > 0:
        nodes.codes[arm, depth] = (nodes.codes[arm, depth - 1] << np.uint64(_LABEL_BITS)) | (
            np.uint64(nodes.label[node])
        )
    else:
        nodes.codes[arm, depth] = np.uint64(1)


@jit
def store_subgraph_keys(nodes, point, length, keys):
    """Stores the key of every subgraph through an empty point, in any order; returns how many.

    The nodes must have neighbours and labels.  length: nodes of the largest subgraphs;
    keys: uint64[MAX_SUBGRAPHS], with a key as many times as there are such subgraphs.
    """
    _enter(nodes, 0, 0, point)
    n = _second_arms(nodes, point, 0, 0, keys, 0)
    depth = 0
    while depth >= 0:
        last = nodes.nodes[0, depth]
        i = nodes.next[0, depth]
        if depth == length - 1 or i == nodes.end[last]:
            nodes.is_used[last] = 0
            depth -= 1
            continue
        nodes.next[0, depth] = i + 1
        node = np.int64(nodes.near[i])
        if nodes.is_used[node] == 0:
            depth += 1
            _enter(nodes, 0, depth, node)
            n = _second_arms(nodes, point, depth, min(depth, length - 1 - depth), keys, n)
    return n


@jit
def _second_arms(nodes, point, depth, longest, keys, n):
    """Stores the keys of all subgraphs with a first arm, which has `depth` nodes.

    The second arm has no more nodes than the first, and at most `longest`; of two arms of the same
    number of nodes, the first begins at the larger point.  So every subgraph is found once.
    """
    first = nodes.nodes[0, 1] if depth > 0 else 0
    nodes.nodes[1, 0] = point
    nodes.next[1, 0] = nodes.start[point]
    nodes.codes[1, 0] = np.uint64(1)
    n = _store_key(nodes, depth, 0, keys, n)
    other = 0
    while other >= 0:
        last = nodes.nodes[1, other]
        i = nodes.next[1, other]
        if other == longest or i == nodes.end[last]:
            if other > 0:
                nodes.is_used[last] = 0
            other -= 1
            continue
        nodes.next[1, other] = i + 1
        node = np.int64(nodes.near[i])
        if nodes.is_used[node] == 0:
            other += 1
            _enter(nodes, 1, other, node)
            if other < depth or nodes.nodes[1, 1] < first:
                n = _store_key(nodes, depth, other, keys, n)
    return n


@jit_inline
def _store_key(nodes, depth, other, keys, n):
    """Stores the key of the subgraph of two arms with these numbers of nodes."""
    a, b = nodes.codes[0, depth], nodes.codes[1, other]
    if n < len(keys):
        keys[n] = (max(a, b) << _ARM_BITS) | min(a, b)
        n += 1
    return n


@jit
def place_of_key(keys, key):
    """Returns the index of a key among others, or -1; keys: uint64[d], ascending."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < len(keys) and keys[low] == key else -1


@jit
def count_keys(keys, n, all_keys, counts):
    """Adds one for each of n keys to the count of its place; unknown keys are left out.

    all_keys: uint64[d], ascending; counts: float32[d]
    """
    for i in range(n):
        place = place_of_key(all_keys, keys[i])
        if place >= 0:
            counts[place] += 1.0
