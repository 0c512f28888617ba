"""What a local move of a problem looks like: the features that local models weigh.

Local moves are the legal points within Manhattan distance 2 of a stone.  A move's features are

- those that the tree policy sees in it (`cfggo.features.tree`), without the ones that ask for
  earlier moves;
- those that it would have if the opponent made it: "your opponent's move is your own move";
- the chains of nodes through its point (`cfggo.features.subgraphs`) with rich labels, each once for
  being there, once more for being there twice, and for three times;
- its distances to the two nearest borders;
- whether the opponent may play there at all.

They are numbered in this order.  `LocalView` has what kernels need, and the learnt keys.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.features.catalogue import MAX_FEATURES, MAX_KEYS, TREE_PATHS
from cfggo.features.subgraphs import (
    NODES_DTYPE,
    look_at_nodes,
    place_of_key,
    rich_labels,
    subgraph_keys,
)
from cfggo.features.tree import TreeView, look_at_position, new_tree_view, tree_features
from cfggo.go.board import give_turn, is_legal
from cfggo.go.points import EMPTY, MAX_BOARD_POINTS, STRIDE
from cfggo.graph.record import GRAPH_DTYPE, build_graph
from cfggo.jit import jit, jit_inline

TREE_GROUPS = (
    "tactics",
    "border",
    "shapes",
    "surroundings",
    "wide-shapes",
    "liberty-shapes",
    "liberties",
    "ladders",
)
"""Groups of the tree policy's features."""

CHAIN_NODES = 4
"""Nodes of the longest chains."""

MAX_CHAINS = 4096
"""Room for the chains through one point; those beyond it are left out."""

TIMES = 3
"""A chain has a feature for being there once, and so on up to this."""

REACH = 2
"""Manhattan distance from a stone within which moves are local."""

_LINES = 8
"""Distances to the border are told apart up to this."""

N_PLACES = _LINES * _LINES + 1
"""Features of a point's distances to the border, and the one of points closed to the opponent."""

MAX_LOCAL_FEATURES = 2 * MAX_FEATURES + MAX_CHAINS + 2


class LocalView(NamedTuple):
    """What kernels need to list the features of local moves, and their scratch; one for a thread.

    n_tree      -- int: features of the tree policy, seen by one player
    own, enemy  -- TreeView: of the player to move, and of the opponent
    chain_keys  -- uint64[]: learnt chains, ascending
    graphs      -- GRAPH_DTYPE[1], scratch
    nodes       -- NODES_DTYPE[1], scratch
    keys        -- uint64[MAX_CHAINS], scratch
    times       -- int64[chains + 1], scratch: all 0 between calls
    listed      -- int32[MAX_FEATURES], scratch
    points      -- int64[MAX_BOARD_POINTS]: local moves
    features    -- int32[MAX_BOARD_POINTS, MAX_LOCAL_FEATURES]: their features
    counts      -- int64[MAX_BOARD_POINTS]: how many each has
    """

    n_tree: int
    own: TreeView
    enemy: TreeView
    chain_keys: np.ndarray
    graphs: np.ndarray
    nodes: np.ndarray
    keys: np.ndarray
    times: np.ndarray
    listed: np.ndarray
    points: np.ndarray
    features: np.ndarray
    counts: np.ndarray


def new_local_view(
    tree_keys: np.ndarray, chain_keys: np.ndarray, is_harvest: bool = False
) -> LocalView:
    """Returns a view with learnt keys, uint64[] each, ascending."""
    return LocalView(
        TREE_PATHS + len(tree_keys),
        new_tree_view(TREE_GROUPS, "", tree_keys, is_harvest),
        new_tree_view(TREE_GROUPS, "", tree_keys, is_harvest),
        chain_keys,
        np.zeros(1, dtype=GRAPH_DTYPE),
        np.zeros(1, dtype=NODES_DTYPE),
        np.zeros(MAX_CHAINS, dtype=np.uint64),
        np.zeros(len(chain_keys) + 1, dtype=np.int64),
        np.zeros(MAX_FEATURES, dtype=np.int32),
        np.zeros(MAX_BOARD_POINTS, dtype=np.int64),
        np.zeros((MAX_BOARD_POINTS, MAX_LOCAL_FEATURES), dtype=np.int32),
        np.zeros(MAX_BOARD_POINTS, dtype=np.int64),
    )


def n_local_features(n_tree_keys: int, n_chain_keys: int) -> int:
    """Returns how many features there are."""
    return 2 * (TREE_PATHS + n_tree_keys) + TIMES * n_chain_keys + N_PLACES


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
    first_chain = 2 * view.n_tree
    first_place = first_chain + TIMES * len(view.chain_keys)
    for i in range(n):
        point = view.points[i]
        if is_legal(board, point):
            _add_enemy_features(board, point, view, i)
        else:
            _add(view, i, first_place + N_PLACES - 1)
        _add_chains(point, view, i, first_chain)
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
def _add_chains(point, view, i, first):
    """Appends the learnt chains of move i."""
    n = subgraph_keys(view.nodes[0], point, CHAIN_NODES, view.keys)
    for k in range(n):
        place = place_of_key(view.chain_keys, view.keys[k])
        if place >= 0:
            if view.times[place] < TIMES:
                _add(view, i, first + TIMES * place + view.times[place])
            view.times[place] += 1
    for k in range(n):
        place = place_of_key(view.chain_keys, view.keys[k])
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
def ask_for_keys(board, view, tree_keys, chain_keys):
    """Stores the keys of all local moves, of a harvesting view; returns how many of either kind.

    tree_keys, chain_keys: uint64[], with room for all; a key stands there as often as it was found.
    """
    n = store_local_moves(board, view.points)
    build_graph(board, view.graphs[0])
    look_at_nodes(board, view.graphs[0], view.nodes[0])
    rich_labels(board, view.nodes[0])
    n_tree = n_chains = 0
    for _ in range(2):
        look_at_position(board, view.graphs[0], view.own)
        for i in range(n):
            if is_legal(board, view.points[i]):
                view.own.views[0].n_asked = 0
                tree_features(board, view.graphs[0], view.points[i], view.own, view.listed)
                for k in range(min(view.own.views[0].n_asked, len(tree_keys) - n_tree)):
                    tree_keys[n_tree] = view.own.views[0].asked[k]
                    n_tree += 1
        give_turn(board, 3 - board.to_play)
    for i in range(n):
        for k in range(subgraph_keys(view.nodes[0], view.points[i], CHAIN_NODES, view.keys)):
            if n_chains < len(chain_keys):
                chain_keys[n_chains] = view.keys[k]
                n_chains += 1
    return n_tree, n_chains


MAX_TREE_KEYS = 2 * MAX_BOARD_POINTS * MAX_KEYS
MAX_CHAIN_KEYS = 64 * MAX_CHAINS
"""Room for `ask_for_keys`."""
