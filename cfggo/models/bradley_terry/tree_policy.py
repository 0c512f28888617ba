"""The tree policy: the probability of every legal move of a position, from all features."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.features.catalogue import MAX_FEATURES
from cfggo.features.plain_groups import BOTH_DISTANCES
from cfggo.features.tree import (
    TreeView,
    look_at_position,
    new_tree_view,
    sum_of_thetas,
    view_for_another_thread,
)
from cfggo.go.board import is_legal
from cfggo.go.points import PASS
from cfggo.models.bradley_terry.boosted_trees import (
    BoostedTrees,
    BoostScratch,
    add_boosts,
    new_boost_scratch,
)
from cfggo.models.bradley_terry.weights import Weights
from cfggo.models.pattern_beliefs.beliefs import Beliefs
from cfggo.models.pattern_beliefs.moves import MOVES_DTYPE
from cfggo.models.pattern_beliefs.probabilities import (
    mean_and_variance,
    new_moves,
    store_belief_probabilities,
)


class TreeTables(NamedTuple):
    """The tree policy's weights in the form that kernels read.

    theta    -- float32[]: of every feature
    tree     -- TreeView
    glance   -- float32[BOTH_DISTANCES]: thetas of another tree policy's first features, for a
                glance at a position (`cfggo.models.bradley_terry.glance`)
    features -- int32[MAX_FEATURES], scratch
    values   -- of beliefs (`cfggo.models.pattern_beliefs.probabilities.mean_and_variance`), of
                which theta are the means; empty for a Bradley-Terry model
    moves    -- MOVES_DTYPE[1] of beliefs; empty for a Bradley-Terry model
    trees    -- BoostedTrees that add to thetas
    boost    -- BoostScratch
    """

    theta: np.ndarray
    tree: TreeView
    glance: np.ndarray
    features: np.ndarray
    values: np.ndarray
    moves: np.ndarray
    trees: BoostedTrees
    boost: BoostScratch


def make_tree_tables(weights: Weights, glance: Weights | None = None) -> TreeTables:
    """Returns the tables of a tree policy's weights, for one thread.

    glance -- tree policy whose line and distance features are used at a glance, or None
    """
    key_thetas = weights.theta[len(weights.theta) - len(weights.keys) :]
    return TreeTables(
        weights.theta,
        new_tree_view(weights.groups, weights.labelling, weights.keys, key_thetas),
        np.zeros(BOTH_DISTANCES, np.float32) if glance is None else glance.theta[:BOTH_DISTANCES],
        np.zeros(MAX_FEATURES, dtype=np.int32),
        *_beliefs(weights.beliefs),
        weights.trees,
        new_boost_scratch(),
    )


def _beliefs(beliefs: Beliefs | None) -> tuple[np.ndarray, np.ndarray]:
    """Returns `values` and `moves` of TreeTables."""
    if beliefs is None:
        return np.zeros((0, 2), dtype=np.float32), np.zeros(0, dtype=MOVES_DTYPE)
    return mean_and_variance(beliefs), new_moves(beliefs)


def tables_for_another_thread(tables: TreeTables) -> TreeTables:
    """Returns tables of the same policy that another thread may use at the same time."""
    return tables._replace(
        tree=view_for_another_thread(tables.tree),
        features=np.zeros_like(tables.features),
        moves=tables.moves.copy(),
        boost=new_boost_scratch(),
    )


@jit_inline
def has_beliefs(tables):
    """Tells whether the policy plays by beliefs, and so can't weigh a few moves alone."""
    return len(tables.values) > 0


@jit_inline
def move_theta(board, graph, tables, point):
    """Returns theta of a legal move, or PASS, without what trees add: the sum over its features.

    The tables' view must have looked at the position.
    """
    return sum_of_thetas(board, graph, point, tables.tree, tables.theta, tables.features)


@jit
def legal_moves(board, points):
    """Stores all legal moves, PASS first; returns how many they are.  points: int16[MAX_MOVES]."""
    points[0] = PASS
    n = 1
    for i in range(board.n_empty):
        point = board.empty[i]
        if is_legal(board, point):
            points[n] = point
            n += 1
    return n


@jit_inline
def move_probabilities(board, graph, tables, points, probabilities):
    """Stores all legal moves, PASS first, and their probabilities; returns how many they are.

    The graph must be up to date if the policy `needs_graph`.
    points: int16[MAX_MOVES]; probabilities: float32[MAX_MOVES], their sum is 1.
    """
    n = legal_moves(board, points)
    return store_probabilities(board, graph, tables, points, n, probabilities)


@jit_inline
def store_probabilities(board, graph, tables, points, n, probabilities):
    """Stores the probabilities of n moves, which are all that are legal; returns n."""
    if has_beliefs(tables):
        store_belief_probabilities(
            board,
            graph,
            tables.tree,
            tables.values,
            tables.moves[0],
            points,
            n,
            probabilities,
        )
        return n
    store_thetas(board, graph, tables, points, n, probabilities)
    total = store_gammas(probabilities, 0, n, highest_of(probabilities, 0, n))
    for i in range(n):
        probabilities[i] /= total
    return n


@jit_inline
def store_thetas(board, graph, tables, points, n, thetas):
    """Stores the thetas of n moves, all likely ones among them."""
    look_at_position(board, graph, tables.tree)
    for i in range(n):
        thetas[i] = move_theta(board, graph, tables, points[i])
    add_boosts(board, tables.tree.views[0], tables.trees, points, n, thetas, tables.boost)


@jit
def highest_of(thetas, start, end):
    """Returns the highest of thetas[start:end]."""
    highest = np.float32(-np.inf)
    for i in range(start, end):
        highest = max(highest, thetas[i])
    return highest


@jit
def store_gammas(thetas, start, end, highest):
    """Replaces thetas[start:end] by gammas, all divided by exp(highest); returns their sum."""
    total = np.float32(0.0)
    for i in range(start, end):
        thetas[i] = np.exp(thetas[i] - highest)
        total += thetas[i]
    return total
