"""The input of a territory field: features of the block graph's edges and nodes.

An edge's features say what it costs if its ends have different owners; they do not depend on the
colours.  A node's features say how far it leans to Black; they change their signs with the colours.
The paper's models have edges alone, with 36 features, or 72 with those of the neighbourhood.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit, jit_allocating
from cfggo.go.points import BLACK, EMPTY, N_POINTS, NEIGHBOURS, OFF_BOARD, WHITE
from cfggo.models.territory.regions import (
    N_NODE_KINDS,
    NEUTRAL,
    STONE,
    SURROUND,
    BlockGraph,
    block_graph,
)

N_EDGE_KINDS = 8
"""Directed: from stone, surround or neutral to another of them; but neutral never to neutral."""


class Form(NamedTuple):
    """Which features a field has.

    neighbourhood -- whether edges also see the nodes and edges beside them
    extended      -- whether there are node features, and for edges points alone in their block,
                     points enclosed by another block, liberties and ownership
    playouts      -- whether who owns the points in playouts is among the features
    """

    neighbourhood: bool
    extended: bool
    playouts: bool


FORMS = {
    "blocks": Form(False, False, False),
    "neighbours": Form(True, False, False),
    "field": Form(True, True, False),
    "field-playouts": Form(True, True, True),
}
"""Forms of a field by name: the paper's two, of 36 and 72 parameters, and ours."""

_PAIRS = 5
"""Undirected kinds of edges."""

_EXTRAS = 4
"""Further features of an edge of each of these: being one; the ends' products of ownership;
the reciprocal liberties of the chains; and how many of the chains are in atari."""

_OWNERSHIP = 3
"""Features of what playouts say, for each kind of node: mean ownership, its log-odds, its cube."""

_STONE_TERMS, _SURROUND_TERMS = 11, 9

N_NODE_TERMS = _OWNERSHIP * N_NODE_KINDS + _STONE_TERMS + _SURROUND_TERMS

_MOST_SURE = 0.98
"""Ownership, of 1, that counts as sure: playouts are too few to tell more."""


def n_edge_terms(form: Form) -> int:
    """Returns how many features an edge has: 36 or 72 in the paper's forms."""
    own = (
        N_NODE_KINDS * 5 + N_EDGE_KINDS * 4
        if form.extended
        else N_NODE_KINDS * 4 + N_EDGE_KINDS * 3
    )
    return own * (2 if form.neighbourhood else 1) + (_PAIRS * _EXTRAS if form.extended else 0)


class Seen(NamedTuple):
    """A position as a field sees it.

    graph -- BlockGraph
    edges -- float64[m, n_edge_terms(form)]
    nodes -- float64[n, N_NODE_TERMS], all 0 where the form has no node features
    """

    graph: BlockGraph
    edges: np.ndarray
    nodes: np.ndarray


def see(board: np.void, form: Form, ownership: np.ndarray | None = None) -> Seen:
    """Returns a position as a field of a form sees it.

    board     -- one element of a board array
    ownership -- float[N_POINTS] of playouts, from +1 for Black to -1 for White; used if the form
                 has playouts

    Raises ValueError if the form needs playouts and has none.
    """
    if form.playouts and ownership is None:
        raise ValueError("this field needs the owners in playouts")
    used = np.zeros(N_POINTS, dtype=np.float64)
    if form.playouts and ownership is not None:
        used[:] = ownership
    size = int(board["size"])
    graph: BlockGraph = block_graph(board["colour"], size)
    edges, nodes = _features(
        graph,
        board["colour"],
        used,
        form.neighbourhood,
        form.extended,
        form.playouts,
        n_edge_terms(form),
    )
    return Seen(graph, edges, nodes)


@jit_allocating
def _features(graph, colour, ownership, neighbourhood, extended, playouts, n_terms):
    """Returns (edges, nodes) of `Seen`; arguments as in `see`, `Form` and `n_edge_terms`."""
    n = len(graph.kind)
    m = len(graph.edges)
    terms = np.zeros((m, n_terms))
    shift = N_NODE_KINDS * 5 + N_EDGE_KINDS * 4 if extended else N_NODE_KINDS * 4 + N_EDGE_KINDS * 3
    first = np.full(n, -1, dtype=np.int64)  # lists of the edges at each node
    following = np.full(2 * m + 1, -1, dtype=np.int64)
    for edge in range(m):
        for end in range(2):
            following[2 * edge + end] = first[graph.edges[edge, end]]
            first[graph.edges[edge, end]] = 2 * edge + end
    last_seen = np.full(n, -1, dtype=np.int64)
    for edge in range(m):
        a = graph.edges[edge, 0]
        b = graph.edges[edge, 1]
        _add_node(graph, a, extended, terms[edge], 0)
        _add_node(graph, b, extended, terms[edge], 0)
        _add_edge(graph, edge, extended, terms[edge], 0)
        if not neighbourhood:
            continue
        last_seen[a] = edge
        last_seen[b] = edge
        for end in range(2):
            at = first[graph.edges[edge, end]]
            while at >= 0:
                beside = at // 2
                other = graph.edges[beside, 1 - at % 2]
                if beside != edge:
                    _add_edge(graph, beside, extended, terms[edge], shift)
                if last_seen[other] != edge:
                    last_seen[other] = edge
                    _add_node(graph, other, extended, terms[edge], shift)
                at = following[at]
    nodes = np.zeros((n, N_NODE_TERMS))
    if extended:
        blocks = _measured(graph, colour, ownership)
        _add_extras(graph, blocks, terms, 2 * shift)
        _add_blocks(graph, blocks, nodes)
        if playouts:
            _add_ownership(graph, blocks.mean, nodes)
    return terms, nodes


@jit
def _add_node(graph, node, extended, terms, shift):
    """Adds a node's shape, the numbers of its points by their neighbours in it."""
    lowest = 0 if extended else 1
    width = 5 - lowest
    for k in range(lowest, 5):
        terms[shift + graph.kind[node] * width + k - lowest] += graph.counts[node, k]


@jit
def _add_edge(graph, edge, extended, terms, shift):
    """Adds both directions of an edge, the numbers of points by their neighbours beyond it."""
    width = 4 if extended else 3
    start = shift + N_NODE_KINDS * (5 if extended else 4)
    a = graph.kind[graph.edges[edge, 0]]
    b = graph.kind[graph.edges[edge, 1]]
    for k in range(1, width + 1):
        terms[start + _edge_kind(a, b) * width + k - 1] += graph.contacts[edge, 0, k]
        terms[start + _edge_kind(b, a) * width + k - 1] += graph.contacts[edge, 1, k]


@jit
def _edge_kind(a, b):
    """Returns the number of a directed edge between kinds of nodes, below N_EDGE_KINDS.

    Neutral nodes, the last kind, never touch each other.
    """
    return N_NODE_KINDS * a + b


@jit
def _pair_kind(a, b):
    """Returns the number of an undirected edge, below _PAIRS."""
    if a == b:
        return 0 if a == STONE else 1
    if a + b == STONE + SURROUND:
        return 2
    return 3 if a == STONE or b == STONE else 4


class _Blocks(NamedTuple):
    """What our fields see of each node beyond the paper's, float64[n] each.

    size, border, liberties -- points in all, at the border, and empty ones that touch it
    mean                    -- ownership of its points
    enemies                 -- edges to nodes that stand against it
    eyes                    -- [n, 3]: surrounds of one, two, more points that a chain touches
    """

    size: np.ndarray
    border: np.ndarray
    liberties: np.ndarray
    mean: np.ndarray
    enemies: np.ndarray
    eyes: np.ndarray


@jit_allocating
def _measured(graph, colour, ownership):
    """Returns the `_Blocks` of a position."""
    n = len(graph.kind)
    blocks = _Blocks(
        np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros((n, 3))
    )
    for point in range(N_POINTS):
        node = graph.node_of[point]
        if node < 0:
            continue
        blocks.size[node] += 1
        blocks.mean[node] += ownership[point]
        at_border = False
        for i in range(4):
            near = point + NEIGHBOURS[i]
            at_border = at_border or colour[near] == OFF_BOARD
            if colour[point] == EMPTY and (colour[near] == BLACK or colour[near] == WHITE):
                is_new = True
                for j in range(i):
                    before = graph.node_of[point + NEIGHBOURS[j]]
                    is_new = is_new and before != graph.node_of[near]
                if is_new:
                    blocks.liberties[graph.node_of[near]] += 1
        if at_border:
            blocks.border[node] += 1
    for node in range(n):
        blocks.mean[node] /= blocks.size[node]
    for edge in range(len(graph.edges)):
        a = graph.edges[edge, 0]
        b = graph.edges[edge, 1]
        kind = _pair_kind(graph.kind[a], graph.kind[b])
        if kind == 2:
            stone = a if graph.kind[a] == STONE else b
            other = a + b - stone
            blocks.eyes[stone, min(int(blocks.size[other]), 3) - 1] += 1
        if kind <= 1:
            blocks.enemies[a] += 1
            blocks.enemies[b] += 1
    return blocks


@jit
def _add_extras(graph, blocks, terms, start):
    """Adds the further features of edges, from number `start` on."""
    for edge in range(len(graph.edges)):
        a = graph.edges[edge, 0]
        b = graph.edges[edge, 1]
        at = start + _pair_kind(graph.kind[a], graph.kind[b]) * _EXTRAS
        terms[edge, at] = 1.0
        terms[edge, at + 1] = blocks.mean[a] * blocks.mean[b]
        for node in (a, b):
            if graph.kind[node] == STONE:
                terms[edge, at + 2] += 1.0 / blocks.liberties[node]
                terms[edge, at + 3] += 1.0 if blocks.liberties[node] == 1 else 0.0


@jit
def _add_ownership(graph, mean, nodes):
    """Adds what playouts say of nodes."""
    for node in range(len(graph.kind)):
        sure = _MOST_SURE * mean[node]
        at = graph.kind[node] * _OWNERSHIP
        nodes[node, at] = mean[node]
        nodes[node, at + 1] = np.log((1.0 + sure) / (1.0 - sure))
        nodes[node, at + 2] = mean[node] ** 3


@jit
def _add_blocks(graph, blocks, nodes):
    """Adds the features of chains and surrounds, for Black as they are, for White's negative."""
    for node in range(len(graph.kind)):
        kind = graph.kind[node]
        if kind == NEUTRAL:
            continue
        sign = 1.0 if graph.colour[node] == BLACK else -1.0
        size = blocks.size[node]
        at = N_NODE_KINDS * _OWNERSHIP + (0 if kind == STONE else _STONE_TERMS)
        nodes[node, at] = sign
        nodes[node, at + 1] = sign * np.log(size)
        nodes[node, at + 2] = sign * blocks.border[node] / size
        nodes[node, at + 3] = sign * min(blocks.enemies[node], 5.0)
        if kind == STONE:
            liberties = blocks.liberties[node]
            for i in range(3):
                nodes[node, at + 4 + i] = sign * min(blocks.eyes[node, i], 3.0)
                nodes[node, at + 7 + i] = sign if liberties == i + 1 else 0.0
            nodes[node, at + 10] = sign * np.log(max(liberties, 1.0))
        else:
            nodes[node, at + 4] = sign if size == 1 else 0.0
            nodes[node, at + 5] = sign if size == 2 else 0.0
            nodes[node, at + 6] = sign if 3 <= size <= 6 else 0.0
            nodes[node, at + 7] = sign * graph.counts[node, 4] / size
            nodes[node, at + 8] = sign * graph.counts[node, 1] / size
