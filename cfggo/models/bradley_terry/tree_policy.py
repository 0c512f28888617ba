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
    no_trees,
)
from cfggo.models.bradley_terry.weights import Weights


class ThetaTables(NamedTuple):
    """A tree policy's weights in the form that kernels read.

    theta    -- float32[]: of every feature
    tree     -- TreeView
    glance   -- float32[BOTH_DISTANCES]: thetas of another tree policy's first features, for a
                glance at a position (`cfggo.models.bradley_terry.glance`)
    features -- int32[MAX_FEATURES], scratch
    trees    -- BoostedTrees that add to thetas
    boost    -- BoostScratch
    """

    theta: np.ndarray
    tree: TreeView
    glance: np.ndarray
    features: np.ndarray
    trees: BoostedTrees
    boost: BoostScratch

    def for_another_thread(self) -> ThetaTables:
        """Returns tables of the same policy that another thread may use at the same time."""
        return self._replace(
            tree=view_for_another_thread(self.tree),
            features=np.zeros_like(self.features),
            boost=new_boost_scratch(),
        )

    def by_features(self) -> ThetaTables:
        """Returns tables of the policy's features alone, without boosted trees."""
        return self._replace(trees=no_trees())


def make_theta_tables(weights: Weights, glance: Weights | None = None) -> ThetaTables:
    """Returns the tables of a tree policy's weights, for one thread.

    glance -- tree policy whose line and distance features are used at a glance, or None
    """
    key_thetas = weights.theta[len(weights.theta) - len(weights.keys) :]
    return ThetaTables(
        weights.theta,
        new_tree_view(weights.groups, weights.labelling, weights.keys, key_thetas),
        np.zeros(BOTH_DISTANCES, np.float32) if glance is None else glance.theta[:BOTH_DISTANCES],
        np.zeros(MAX_FEATURES, dtype=np.int32),
        weights.trees,
        new_boost_scratch(),
    )


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
def store_probabilities(board, graph, tables, points, n, probabilities):
    """Stores exp(theta) / total of n moves, which are all that are legal; returns n.

    The graph must be up to date if the policy `needs_graph`.
    points: int16[MAX_MOVES]; probabilities: float32[MAX_MOVES], their sum is 1.
    """
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
