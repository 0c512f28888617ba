"""The input of a tree policy: its groups of features, its learnt keys, and a position.

A view is made for a policy (`new_tree_view`), looks at a position (`look_at_position`), and lists
the features of its moves (`tree_features`).  Both kernels are put together from those that the
groups declare (`cfggo.features.plain_groups`, `cfggo.features.keyed_groups`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.features.catalogue import (
    FAMILIES,
    GROUPS,
    MAX_KEYS,
    PASS_AFTER_PASS,
    PASS_OTHERWISE,
    TREE_GROUPS,
    TREE_PATHS,
    tree_group_set,
)
from cfggo.features.groups import Family
from cfggo.features.key_table import key_table
from cfggo.features.ladders import LadderScratch, new_ladder_scratch
from cfggo.features.lookups import FILTER_BITS, MAX_SITUATION_KINDS, key_filter, store_situations
from cfggo.features.paths import path_features
from cfggo.features.shapes import N_SEEN, store_seen_colours
from cfggo.go.points import PASS
from cfggo.graph.labels import labelling

_SITUATIONS = dict(situation for group in GROUPS for situation in group.situations)
"""Kind of situations -> bound of its numbers."""

assert sorted(_SITUATIONS) == list(range(len(_SITUATIONS)))
assert len(_SITUATIONS) <= MAX_SITUATION_KINDS

VIEW_DTYPE = np.dtype(
    [
        ("groups", np.int64),  # set of feature groups (see `tree_group_set`)
        ("n_labels", np.int64),  # of the labelling of the paths, 0 for no path features
        ("first_key", np.int64),  # feature number of the first learnt feature with a key
        ("is_harvest", np.int64),  # whether every key that is asked for counts as learnt
        ("filter", np.uint64, 2**FILTER_BITS // 64),  # of the learnt keys, see `key_filter`
        ("n_asked", np.int64),  # in a harvest, keys asked for since this was set to 0
        ("asked", np.uint64, MAX_KEYS),  # and the keys
        # Place in the table of the learnt feature of each situation, -1 if not learnt.
        ("situations", np.int32, (len(_SITUATIONS), max(_SITUATIONS.values()))),
        ("seen", np.uint8, N_SEEN),  # of `store_seen_colours`, for the groups that need it
        # Of the position, each for the groups that need it.
        *(field for family in FAMILIES for field in family.fields),
    ],
    align=True,
)
"""The input of a tree policy, and the facts that all moves of a position share."""

_GRAPH_GROUPS = tree_group_set(
    group.name for family in FAMILIES if family.needs_graph for group in family.groups
)
_SHAPE_GROUPS = tree_group_set(
    group.name for family in FAMILIES if family.needs_shapes for group in family.groups
)


class TreeView(NamedTuple):
    """The data for listing the features of a tree policy; threads share only some of it.

    views         -- view record[1]
    label_of      -- uint8[3, N_VERTEX_KINDS] of the labelling of the paths
    table    -- KEY_DTYPE[2**k]: the learnt features with keys (`cfggo.features.key_table`)
    ladders       -- scratch for reading ladders
    """

    views: np.ndarray
    label_of: np.ndarray
    table: np.ndarray
    ladders: LadderScratch


def new_tree_view(
    groups: Iterable[str],
    labelling_name: str,
    keys: np.ndarray,
    key_thetas: np.ndarray | None = None,
    is_harvest: bool = False,
) -> TreeView:
    """Returns the view of a policy with these groups.

    labelling_name -- of the path features, "" for none
    keys           -- uint64[]: of the learnt features that have one, ascending
    key_thetas     -- float32[]: their weights, which `sum_of_thetas` needs
    """
    names = labelling(labelling_name or "exact")
    views = np.zeros(1, dtype=VIEW_DTYPE)
    n_labels = names.n_labels if labelling_name else 0
    views["groups"] = tree_group_set(groups)
    views["n_labels"] = n_labels
    views["first_key"] = TREE_PATHS + n_labels**3
    views["is_harvest"] = is_harvest
    views["filter"] = key_filter(keys)
    table = key_table(keys, key_thetas)
    store_situations(views[0], table)
    return TreeView(views, names.label_of, table, new_ladder_scratch())


def view_for_another_thread(view: TreeView) -> TreeView:
    """Returns a view of the same policy that another thread may use at the same time."""
    return view._replace(views=view.views.copy(), ladders=new_ladder_scratch())


def _with_look(before: Any, family: Family) -> Any:
    """Returns a kernel that runs `before` and then the family's `look`, if its groups are there."""
    look = family.look
    first = TREE_GROUPS.index(family.groups[0].name)
    all_of_them = (1 << len(family.groups)) - 1

    @jit_inline
    def looks(board, graph, view, ladders):
        before(board, graph, view, ladders)
        wanted = (view.groups >> first) & all_of_them
        if wanted:
            look(wanted, board, graph, view, ladders)

    return looks


def _features_of(family: Family) -> Any:
    """Returns a kernel that runs the family's `add`, if its groups are there."""
    add = family.add
    first = TREE_GROUPS.index(family.groups[0].name)
    all_of_them = (1 << len(family.groups)) - 1

    @jit_inline
    def adds(board, point, view, table, features, n):
        wanted = (view.groups >> first) & all_of_them
        if wanted:
            n = add(wanted, board, point, view, table, features, n)
        return n

    return adds


def _four_in_turn(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Returns a kernel that runs four kernels which append features."""

    @jit_inline
    def adds(board, point, view, table, features, n):
        n = a(board, point, view, table, features, n)
        n = b(board, point, view, table, features, n)
        n = c(board, point, view, table, features, n)
        return d(board, point, view, table, features, n)

    return adds


def _all_in_turn(adds: list[Any]) -> Any:
    """Returns a kernel that runs all kernels which append features.

    Four at a time, because Numba copies a kernel once for every level of those that it is in.
    """
    while len(adds) > 1:
        adds += [_add_nothing] * (-len(adds) % 4)
        adds = [_four_in_turn(*adds[i : i + 4]) for i in range(0, len(adds), 4)]
    return adds[0]


@jit_inline
def _look_for_all(board, graph, view, ladders):
    """Does nothing: the families' looks are added below."""


@jit_inline
def _add_nothing(board, point, view, table, features, n):
    """Appends no features."""
    return n


_add_all = _all_in_turn([_features_of(family) for family in FAMILIES])

for _family in FAMILIES:
    if _family.look is not None:
        _look_for_all = _with_look(_look_for_all, _family)


@jit
def needs_graph(tree):
    """Tells whether any of the policy's features look at the graph; tree: a TreeView."""
    view = tree.views[0]
    return view.n_labels > 0 or view.groups & _GRAPH_GROUPS != 0


@jit
def look_at_position(board, graph, tree):
    """Finds out what the features of all moves of a position need; call it before them.

    tree: a TreeView.
    """
    view = tree.views[0]
    if view.groups & _SHAPE_GROUPS:
        store_seen_colours(board, view.seen)
    _look_for_all(board, graph, view, tree.ladders)


@jit
def _list_features(board, graph, point, tree, features):
    """Stores the features of a legal move, not PASS; returns how many they are.

    In place of the number of a learnt feature with a key there is `view.first_key` and its place in
    the table.
    """
    view = tree.views[0]
    n = _add_all(board, point, view, tree.table, features, 0)
    if view.n_labels > 0:
        n = path_features(
            board,
            graph,
            point,
            tree.label_of[board.to_play],
            view.n_labels,
            TREE_PATHS,
            features,
            n,
        )
    return n


@jit_inline
def _feature_of_pass(board):
    """Returns the number of the one feature that a pass has."""
    return PASS_AFTER_PASS if board.n_passes > 0 else PASS_OTHERWISE


@jit
def tree_features(board, graph, point, tree, features):
    """Stores the feature numbers of a legal move, or PASS; returns how many they are.

    The TreeView `tree` must have looked at the position.  The graph must be up to date if the
    policy `needs_graph`.  features: int32[MAX_FEATURES].
    """
    if point == PASS:
        features[0] = _feature_of_pass(board)
        return 1
    n = _list_features(board, graph, point, tree, features)
    first_key = np.int64(tree.views[0].first_key)
    for i in range(n):
        if features[i] >= first_key:
            features[i] = first_key + tree.table[features[i] - first_key].number
    return n


@jit
def sum_of_thetas(board, graph, point, tree, theta, features):
    """Returns the sum of the weights of a legal move's features, or of PASS.

    As for `tree_features`, of a view that was made with the weights of the keys.
    theta: float32[], of all features; features: int32[MAX_FEATURES], scratch.
    """
    if point == PASS:
        return theta[_feature_of_pass(board)]
    n = _list_features(board, graph, point, tree, features)
    first_key = np.int64(tree.views[0].first_key)
    total = np.float32(0.0)
    for i in range(n):
        if features[i] >= first_key:
            total += tree.table[features[i] - first_key].theta
        else:
            total += theta[features[i]]
    return total
