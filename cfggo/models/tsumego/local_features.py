"""The features of a local move of a problem, which local models weigh.

Local moves are the legal points within Manhattan distance 2 of a stone.  A move's features are

- those that a tree policy sees in it (`cfggo.features.tree`);
- those that it would have if the opponent made it: "your opponent's move is your own move";
- the subgraphs through its point (`cfggo.models.tsumego.subgraphs`) with rich labels, each once for
  being there, once more for being there twice, and for three times;
- its distances to the two nearest borders;
- whether the opponent may play there at all.

They are numbered in this order.  `LocalView` has what kernels need, and the learnt keys.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.features.catalogue import MAX_FEATURES, runs_of
from cfggo.features.tree import TreeView, look_at_position, new_tree_view, tree_features
from cfggo.go.board import give_turn, is_legal
from cfggo.go.points import EMPTY, MAX_BOARD_POINTS, STRIDE
from cfggo.graph.incremental_graph import GRAPH_DTYPE, build_graph
from cfggo.graph.labels import labelling
from cfggo.models.tsumego.subgraphs import (
    NODES_DTYPE,
    look_at_nodes,
    place_of_key,
    rich_labels,
    store_subgraph_keys,
)

SUBGRAPH_NODES = 5
"""Nodes of the largest subgraphs."""

MAX_LOCAL_SUBGRAPHS = 4096
"""Room for the subgraphs through one point; those beyond it are left out."""

TIMES = 3
"""A subgraph has a feature for being there once, and so on up to this."""

REACH = 2
"""Manhattan distance from a stone within which moves are local."""

_LINES = 8
"""Distances to the border are told apart up to this."""

N_PLACES = _LINES * _LINES + 1
"""Features of a point's distances to the border, and the one of points closed to the opponent."""

MAX_LOCAL_FEATURES = 2 * MAX_FEATURES + MAX_LOCAL_SUBGRAPHS + 2


class TreeFeatures(NamedTuple):
    """Which features of a tree policy are looked at.

    groups    -- names of groups, without the paths
    labelling -- name of the labelling of the paths, "" for none
    keys      -- uint64[], ascending: learnt features with keys
    """

    groups: tuple[str, ...]
    labelling: str
    keys: np.ndarray

    @property
    def n_features(self) -> int:
        """How many there are."""
        n_labels = labelling(self.labelling).n_labels if self.labelling else 0
        return runs_of("tree", n_labels, len(self.keys))[-1].stop

    def view(self) -> TreeView:
        """Returns a view of them."""
        return new_tree_view(self.groups, self.labelling, self.keys)


class LocalView(NamedTuple):
    """The data for listing the features of local moves, and scratch; one for a thread.

    n_tree      -- int: features of the tree policy, seen by one player
    own, enemy  -- TreeView: of the player to move, and of the opponent
    subgraph_keys -- uint64[]: learnt subgraphs, ascending
    graphs      -- GRAPH_DTYPE[1], scratch
    nodes       -- NODES_DTYPE[1], scratch
    keys        -- uint64[MAX_LOCAL_SUBGRAPHS], scratch
    times       -- int64[subgraphs + 1], scratch: all 0 between calls
    listed      -- int32[MAX_FEATURES], scratch
    points      -- int64[MAX_BOARD_POINTS]: local moves
    features    -- int32[MAX_BOARD_POINTS, MAX_LOCAL_FEATURES]: their features
    counts      -- int64[MAX_BOARD_POINTS]: how many each has
    """

    n_tree: int
    own: TreeView
    enemy: TreeView
    subgraph_keys: np.ndarray
    graphs: np.ndarray
    nodes: np.ndarray
    keys: np.ndarray
    times: np.ndarray
    listed: np.ndarray
    points: np.ndarray
    features: np.ndarray
    counts: np.ndarray


def new_local_view(tree: TreeFeatures, subgraph_keys: np.ndarray) -> LocalView:
    """Returns a view; subgraph_keys: uint64[], ascending."""
    return LocalView(
        tree.n_features,
        tree.view(),
        tree.view(),
        subgraph_keys,
        np.zeros(1, dtype=GRAPH_DTYPE),
        np.zeros(1, dtype=NODES_DTYPE),
        np.zeros(MAX_LOCAL_SUBGRAPHS, dtype=np.uint64),
        np.zeros(len(subgraph_keys) + 1, dtype=np.int64),
        np.zeros(MAX_FEATURES, dtype=np.int32),
        np.zeros(MAX_BOARD_POINTS, dtype=np.int64),
        np.zeros((MAX_BOARD_POINTS, MAX_LOCAL_FEATURES), dtype=np.int32),
        np.zeros(MAX_BOARD_POINTS, dtype=np.int64),
    )


def n_local_features(tree: TreeFeatures, n_subgraph_keys: int) -> int:
    """Returns how many features there are."""
    return 2 * tree.n_features + TIMES * n_subgraph_keys + N_PLACES


@jit
def store_local_moves(board, points):
    """Stores the local moves, in the order of the points; returns how many they are.

    points: int64[MAX_BOARD_POINTS]
    """
    n = 0
    for row in range(1, board.size + 1):
        for column in range(1, board.size + 1):
            point = row * STRIDE + column
            if (
                board.colour[point] == EMPTY
                and _is_near_stone(board, row, column)
                and is_legal(board, point)
            ):
                points[n] = point
                n += 1
    return n


@jit
def _is_near_stone(board, row, column):
    for i in range(-REACH, REACH + 1):
        for j in range(abs(i) - REACH, REACH - abs(i) + 1):
            is_inside = 1 <= row + i <= board.size and 1 <= column + j <= board.size
            if is_inside and board.colour[(row + i) * STRIDE + column + j] != EMPTY:
                return True
    return False


@jit
def store_local_features(board, view):
    """Stores the local moves of a position and their features in the view; returns how many.

    The board must have no ko and no last move, as a position that was set up.
    """
    graph = view.graphs[0]
    n = store_local_moves(board, view.points)
    build_graph(board, graph)
    look_at_nodes(board, graph, view.nodes[0])
    rich_labels(board, view.nodes[0])
    look_at_position(board, graph, view.own)
    for i in range(n):
        view.counts[i] = tree_features(board, graph, view.points[i], view.own, view.features[i])
    give_turn(board, 3 - board.to_play)
    look_at_position(board, graph, view.enemy)
    first_subgraph = 2 * view.n_tree
    first_place = first_subgraph + TIMES * len(view.subgraph_keys)
    for i in range(n):
        point = view.points[i]
        if is_legal(board, point):
            _add_enemy_features(board, point, view, i)
        else:
            _add(view, i, first_place + N_PLACES - 1)
        _add_subgraphs(point, view, i, first_subgraph)
        _add(view, i, first_place + _place_number(board, point))
    give_turn(board, 3 - board.to_play)
    return n


@jit_inline
def _add(view, i, feature):
    """Appends a feature of move i."""
    view.features[i, view.counts[i]] = feature
    view.counts[i] += 1


@jit
def _add_enemy_features(board, point, view, i):
    """Appends what the tree policy sees in move i for the player whose turn it is on the board."""
    for k in range(tree_features(board, view.graphs[0], point, view.enemy, view.listed)):
        _add(view, i, view.n_tree + view.listed[k])


@jit
def _add_subgraphs(point, view, i, first):
    """Appends the learnt subgraphs of move i."""
    n = store_subgraph_keys(view.nodes[0], point, SUBGRAPH_NODES, view.keys)
    for k in range(n):
        place = place_of_key(view.subgraph_keys, view.keys[k])
        if place >= 0:
            if view.times[place] < TIMES:
                _add(view, i, first + TIMES * place + view.times[place])
            view.times[place] += 1
    for k in range(n):
        place = place_of_key(view.subgraph_keys, view.keys[k])
        if place >= 0:
            view.times[place] = 0


@jit
def _place_number(board, point):
    """Returns a number for a point's distances to the two nearest borders, below N_PLACES - 1."""
    row, column = point // STRIDE, point % STRIDE
    one = min(row, board.size + 1 - row, _LINES) - 1
    other = min(column, board.size + 1 - column, _LINES) - 1
    return min(one, other) * _LINES + max(one, other)


@jit
def subgraphs_of_moves(board, graph, nodes, points, room, keys):
    """Stores the keys of all subgraphs through local moves; returns how many.

    graph, nodes: records, points: int64[MAX_BOARD_POINTS], room: uint64[MAX_LOCAL_SUBGRAPHS], all
    scratch; keys: uint64[MAX_SUBGRAPH_KEYS], with a key as often as it was found
    """
    n_moves = store_local_moves(board, points)
    build_graph(board, graph)
    look_at_nodes(board, graph, nodes)
    rich_labels(board, nodes)
    n = 0
    for i in range(n_moves):
        for k in range(store_subgraph_keys(nodes, points[i], SUBGRAPH_NODES, room)):
            if n < len(keys):
                keys[n] = room[k]
                n += 1
    return n


MAX_SUBGRAPH_KEYS = 64 * MAX_LOCAL_SUBGRAPHS
"""Room for `subgraphs_of_moves`."""
