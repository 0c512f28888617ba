"""All features of all moves of a position, group by group: what a tree policy's probabilities are
made of.

`move_theta` (`cfggo.models.bradley_terry.tree_policy`) adds the same features up as it goes, and
does not know which group one with a key belongs to.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit
from cfggo.features.catalogue import MAX_FEATURES, TREE_GROUPS
from cfggo.features.tree import TreeView, look_at_position, needs_graph, tree_features
from cfggo.go.points import MAX_MOVES, PASS
from cfggo.graph.incremental_graph import GRAPH_DTYPE, build_graph
from cfggo.models.bradley_terry.tree_policy import legal_moves

OF_PATHS = len(TREE_GROUPS)
"""The paths of the graph, where groups are indices into TREE_GROUPS."""

OF_PASSING = OF_PATHS + 1
"""The features of a pass, where groups are indices into TREE_GROUPS."""

N_KINDS_OF_FEATURES = OF_PASSING + 1


class FeatureLists(NamedTuple):
    """The features of all legal moves of a position.

    points   -- int16[n]: the moves, PASS first
    features -- int32[n, MAX_FEATURES]: feature numbers of each move, group by group
    groups   -- int8[n, MAX_FEATURES]: their groups, indices into TREE_GROUPS, or OF_PATHS, or
                OF_PASSING
    counts   -- int32[n]: how many features each move has
    """

    points: np.ndarray
    features: np.ndarray
    groups: np.ndarray
    counts: np.ndarray


def list_features(board: np.void, tree: TreeView) -> FeatureLists:
    """Returns the features of all legal moves of a board, as the policy of a view sees them.

    The view has looked at the position afterwards.  Superko is not looked at.
    """
    graph = np.zeros(1, dtype=GRAPH_DTYPE)[0]
    points = np.zeros(MAX_MOVES, dtype=np.int16)
    features = np.zeros((MAX_MOVES, MAX_FEATURES), dtype=np.int32)
    groups = np.zeros((MAX_MOVES, MAX_FEATURES), dtype=np.int8)
    counts = np.zeros(MAX_MOVES, dtype=np.int32)
    n = store_feature_lists(board, graph, tree, points, features, groups, counts)
    return FeatureLists(points[:n], features[:n], groups[:n], counts[:n])


@jit
def store_feature_lists(board, graph, tree, points, features, groups, counts):
    """Stores what FeatureLists hold, for MAX_MOVES moves at most; returns how many moves they are.

    The graph is made anew if the policy needs it.
    """
    view = tree.views[0]
    if needs_graph(tree):
        build_graph(board, graph)
    n = legal_moves(board, points)
    look_at_position(board, graph, tree)
    for i in range(n):
        counts[i] = 0
    learnt = view.groups
    n_labels = view.n_labels
    for group in range(OF_PATHS + 1):
        view.groups = 0
        view.n_labels = 0
        if group == OF_PATHS:
            view.n_labels = n_labels
        else:
            view.groups = learnt & (1 << group)
        if view.groups == 0 and view.n_labels == 0:
            continue
        for i in range(n):
            if points[i] != PASS:
                _append_features(board, graph, tree, points[i], group, i, features, groups, counts)
    view.groups = learnt
    view.n_labels = n_labels
    _append_features(board, graph, tree, PASS, OF_PASSING, 0, features, groups, counts)
    return n


@jit
def _append_features(board, graph, tree, point, group, i, features, groups, counts):
    """Appends the features of a move that the view wants now to the list with index i."""
    first = counts[i]
    n = tree_features(board, graph, point, tree, features[i, first:])
    for j in range(first, first + n):
        groups[i, j] = group
    counts[i] = first + n
