"""The tree policy: the probability of every legal move of a position, from all features."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.features.catalogue import MAX_FEATURES
from cfggo.features.shapes import key_table
from cfggo.features.surroundings import label_surroundings, new_surroundings
from cfggo.features.tree import tree_features
from cfggo.go.board import is_legal
from cfggo.go.points import MAX_BOARD_POINTS, PASS
from cfggo.graph.labels import labelling
from cfggo.jit import jit
from cfggo.policy.weights import Weights

MAX_MOVES = MAX_BOARD_POINTS + 1
"""Room that a list of legal moves needs, PASS included."""


class TreeTables(NamedTuple):
    """The tree policy's weights in the form that kernels read.

    theta         -- float32[]: weight of every feature
    keys          -- uint64[2**k]: open-addressing table of the learnt features with keys
    numbers       -- int32[2**k]: their numbers
    label_of      -- uint8[3, N_KINDS] of the labelling
    n_labels      -- its number of labels, 0 if the policy has no path features
    is_extended   -- bool: whether the policy has the extended groups of features
    features      -- int32[MAX_FEATURES], scratch
    hashes        -- uint64[8], scratch
    surroundings  -- uint64[N_ITERATIONS + 1, N_POINTS], scratch
    """

    theta: np.ndarray
    keys: np.ndarray
    numbers: np.ndarray
    label_of: np.ndarray
    n_labels: int
    is_extended: bool
    features: np.ndarray
    hashes: np.ndarray
    surroundings: np.ndarray


def tree_tables(weights: Weights) -> TreeTables:
    """Returns the tables of a tree policy's weights; each thread needs its own."""
    keys, numbers = key_table(weights.keys)
    return TreeTables(
        weights.theta,
        keys,
        numbers,
        labelling(weights.labelling or "exact").label_of,
        weights.n_labels,
        weights.is_extended,
        np.zeros(MAX_FEATURES, dtype=np.int32),
        np.zeros(8, dtype=np.uint64),
        new_surroundings(),
    )


@jit
def needs_graph(tables):
    """Tells whether any of the policy's features look at the graph."""
    return tables.n_labels > 0 or tables.is_extended


@jit
def move_weight(board, graph, tables, point):
    """Returns the sum of the weights, ln(gamma), of a legal move's features, or PASS's.

    An extended policy needs the position's surroundings labelled before.
    """
    n = tree_features(
        board,
        graph,
        point,
        tables.keys,
        tables.numbers,
        tables.label_of,
        tables.n_labels,
        tables.is_extended,
        tables.features,
        tables.hashes,
        tables.surroundings,
    )
    total = np.float32(0.0)
    for i in range(n):
        total += tables.theta[tables.features[i]]
    return total


@jit
def move_probabilities(board, graph, tables, points, probabilities):
    """Stores all legal moves, PASS first, and their probabilities; returns how many they are.

    The graph must be up to date if the policy `needs_graph`.
    points: int16[MAX_MOVES]; probabilities: float32[MAX_MOVES], their sum is 1.
    """
    points[0] = PASS
    n = 1
    for i in range(board.n_empty):
        point = board.empty[i]
        if is_legal(board, point):
            points[n] = point
            n += 1
    if tables.is_extended:
        label_surroundings(board, graph, tables.surroundings)
    highest = np.float32(-np.inf)
    for i in range(n):
        probabilities[i] = move_weight(board, graph, tables, points[i])
        highest = max(highest, probabilities[i])
    total = np.float32(0.0)
    for i in range(n):
        probabilities[i] = np.exp(probabilities[i] - highest)
        total += probabilities[i]
    for i in range(n):
        probabilities[i] /= total
    return n
