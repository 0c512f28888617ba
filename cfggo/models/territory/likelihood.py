"""How likely a territory field makes the owners of many endings, and the gradient of that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit_allocating
from cfggo.models.territory.elimination import MOST_WIDTH, eliminate, elimination_order, width
from cfggo.models.territory.endings import HIDDEN, Ending, labels_of_nodes
from cfggo.models.territory.features import N_NODE_TERMS, Form, n_edge_terms, see
from cfggo.models.territory.regions import NEUTRAL
from cfggo.records.replay import starts_of


class EndingGraphs(NamedTuple):
    """The graphs of many endings in flat arrays, one after the other.

    node_starts, edge_starts, near_starts -- int64[g + 1]: where each graph's begin
    labels     -- int8[]: of nodes: 1 for Black, 0 for White, HIDDEN
    edges      -- int32[, 2]: nodes, counted within their graph
    order, neighbours, starts -- of each graph, as `elimination_order` returns them; starts has one
                  more than the nodes for each graph
    edge_terms -- float32[, P]: features of edges
    node_terms -- float32[, Q]: features of nodes
    left_out   -- endings whose graphs are too wide
    """

    node_starts: np.ndarray
    edge_starts: np.ndarray
    near_starts: np.ndarray
    labels: np.ndarray
    edges: np.ndarray
    order: np.ndarray
    neighbours: np.ndarray
    starts: np.ndarray
    edge_terms: np.ndarray
    node_terms: np.ndarray
    left_out: int


def graphs_of_endings(
    endings: Sequence[Ending], form: Form, advance: Callable[[int], None] = lambda n: None
) -> EndingGraphs:
    """Returns the graphs of endings; advance is called with 1 for each ending.

    Raises ValueError if the form needs playouts and an ending has none.
    """
    rows: list[tuple[np.ndarray, ...]] = []
    left_out = 0
    for ending in endings:
        seen = see(ending.board, form, ending.playouts)
        graph = seen.graph
        order, neighbours, starts = elimination_order(len(graph.kind), graph.edges)
        advance(1)
        if width(starts) > MOST_WIDTH:
            left_out += 1
            continue
        labels = labels_of_nodes(graph, ending.owners)
        assert ((labels == HIDDEN) == (graph.kind == NEUTRAL)).all()
        rows.append(
            (
                labels,
                graph.edges,
                order,
                neighbours,
                starts,
                seen.edges.astype(np.float32),
                seen.nodes.astype(np.float32),
            )
        )
    empty = (
        np.zeros(0, np.int8),
        np.zeros((0, 2), np.int32),
        np.zeros(0, np.int32),
        np.zeros(0, np.int32),
        np.zeros(0, np.int64),
        np.zeros((0, n_edge_terms(form)), np.float32),
        np.zeros((0, N_NODE_TERMS), np.float32),
    )
    labels, edges, order, neighbours, starts, edge_terms, node_terms = (
        np.concatenate(column) for column in zip(empty, *rows, strict=True)
    )
    node_starts, edge_starts, near_starts = (
        starts_of([len(row[i]) for row in rows]) for i in (0, 1, 3)
    )
    return EndingGraphs(
        node_starts,
        edge_starts,
        near_starts,
        labels,
        edges,
        order,
        neighbours,
        starts,
        edge_terms,
        node_terms,
        left_out,
    )


def loss(
    graphs: EndingGraphs, edges: np.ndarray, nodes: np.ndarray
) -> tuple[float, np.ndarray, np.ndarray]:
    """Returns minus the log-likelihood of the labels, and its gradient by both kinds of parameters.

    edges -- float64[P]; nodes -- float64[Q]
    """
    weights = (graphs.edge_terms @ edges.astype(np.float32)).astype(np.float64)
    lean = (graphs.node_terms @ nodes.astype(np.float32)).astype(np.float64)
    value, of_edges, of_nodes = _loss(
        graphs.node_starts,
        graphs.edge_starts,
        graphs.near_starts,
        graphs.labels,
        graphs.edges,
        graphs.order,
        graphs.neighbours,
        graphs.starts,
        weights,
        lean,
    )
    return (
        float(value),
        np.asarray(of_edges.astype(np.float32) @ graphs.edge_terms, dtype=np.float64),
        np.asarray(of_nodes.astype(np.float32) @ graphs.node_terms, dtype=np.float64),
    )


@jit_allocating
def _loss(
    node_starts, edge_starts, near_starts, labels, edges, order, neighbours, starts, weights, lean
):
    """Returns the loss and its gradient by all weights and leans; the rest as in `EndingGraphs`."""
    value = 0.0
    of_edges = np.zeros(len(weights))
    of_nodes = np.zeros(len(lean))
    for g in range(len(node_starts) - 1):
        nodes = slice(node_starts[g], node_starts[g + 1])
        some = slice(edge_starts[g], edge_starts[g + 1])
        near = slice(near_starts[g], near_starts[g + 1])
        begin = slice(node_starts[g] + g, node_starts[g + 1] + g + 1)
        log_z, differ, black = eliminate(
            order[nodes],
            neighbours[near],
            starts[begin],
            edges[some],
            weights[some],
            lean[nodes],
            False,
        )
        value += log_z
        of_edges[some] -= differ
        of_nodes[nodes] += black
        value += _add_known(
            labels[nodes], edges[some], weights[some], lean[nodes], of_edges[some], of_nodes[nodes]
        )
    return value, of_edges, of_nodes


@jit_allocating
def _add_known(labels, edges, weights, lean, of_edges, of_nodes):
    """Returns E of the known labels, hidden nodes summed out, and adds its gradient.

    Hidden nodes never touch each other, so each is summed out by itself.
    """
    n = len(labels)
    energy = 0.0
    if_white = np.zeros(n)
    if_black = -lean
    for edge in range(len(edges)):
        a = edges[edge, 0]
        b = edges[edge, 1]
        if labels[a] == HIDDEN or labels[b] == HIDDEN:
            hidden = a if labels[a] == HIDDEN else b
            if labels[a + b - hidden] == 1:
                if_white[hidden] += weights[edge]
            else:
                if_black[hidden] += weights[edge]
        elif labels[a] != labels[b]:
            energy += weights[edge]
            of_edges[edge] += 1.0
    black = np.zeros(n)
    for node in range(n):
        if labels[node] == HIDDEN:
            least = min(if_white[node], if_black[node])
            difference = if_black[node] - if_white[node]
            energy += least - np.log1p(np.exp(-abs(difference)))
            black[node] = 1.0 / (1.0 + np.exp(difference))
        else:
            black[node] = labels[node]
            if labels[node] == 1:
                energy -= lean[node]
        of_nodes[node] -= black[node]
    for edge in range(len(edges)):
        a = edges[edge, 0]
        b = edges[edge, 1]
        if labels[a] == HIDDEN or labels[b] == HIDDEN:
            hidden = a if labels[a] == HIDDEN else b
            share = black[hidden]
            of_edges[edge] += 1.0 - share if labels[a + b - hidden] == 1 else share
    return energy
