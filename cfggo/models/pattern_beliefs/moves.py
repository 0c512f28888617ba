"""The moves of a position by their features, those that look the same as one kind."""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit
from cfggo.features.catalogue import MAX_FEATURES, PASS_AFTER_PASS, PASS_OTHERWISE
from cfggo.features.tree import look_at_position, tree_features
from cfggo.go.board import is_legal
from cfggo.go.points import MAX_MOVES, PASS
from cfggo.go.random import mix64

_TABLE = 1024
"""Places for the kinds of a position's moves, of which there are fewer than half as many."""

MOVES_DTYPE = np.dtype(
    [
        ("points", np.int16, MAX_MOVES),  # the moves
        ("features", np.int32, (MAX_MOVES, MAX_FEATURES)),  # feature numbers of each
        ("counts", np.int32, MAX_MOVES),  # how many they are
        ("kind_of", np.int32, MAX_MOVES),  # moves of one kind have the same features
        ("first_of", np.int32, MAX_MOVES),  # the first move of each kind
        ("members", np.int32, MAX_MOVES),  # how many moves are of each kind
        ("looks", np.uint64, MAX_MOVES),  # hash of the features of each kind
        ("table", np.int32, _TABLE),  # kinds by that hash, -1 where free
        # Of the latent value of each kind.
        ("means", np.float64, MAX_MOVES),
        ("variances", np.float64, MAX_MOVES),
        ("probabilities", np.float64, MAX_MOVES),  # that one of the kind is played
        ("scratch", np.float64, (3, MAX_MOVES)),
        # Of the beliefs.
        ("beta_squared", np.float64),
        ("pass_shares", np.float64, 2),  # probability of PASS after another move and after a pass
    ],
    align=True,
)
"""The moves of one position at a time, as one thread keeps them."""


@jit
def list_moves(board, graph, tree, moves):
    """Stores the legal moves but PASS, and their kinds; returns the numbers of moves and of kinds.

    The graph must be up to date if the features need it.  tree: TreeView; moves: MOVES_DTYPE
    """
    n = 0
    for i in range(board.n_empty):
        if is_legal(board, board.empty[i]):
            moves.points[n] = board.empty[i]
            n += 1
    return n, find_kinds(board, graph, tree, moves, n)


@jit
def find_kinds(board, graph, tree, moves, n):
    """Stores features and kinds of n moves whose points are stored; returns the number of kinds.

    Of the arguments see `list_moves`.
    """
    look_at_position(board, graph, tree)
    for i in range(_TABLE):
        moves.table[i] = -1
    n_kinds = 0
    for i in range(n):
        point = np.int64(moves.points[i])
        count = tree_features(board, graph, point, tree, moves.features[i])
        moves.counts[i] = count
        look = np.uint64(0)
        for j in range(count):
            look += mix64(np.uint64(moves.features[i, j]))
        place = np.int64(look & np.uint64(_TABLE - 1))
        while moves.table[place] >= 0 and moves.looks[moves.table[place]] != look:
            place = (place + 1) % _TABLE
        kind = moves.table[place]
        if kind < 0:
            kind = n_kinds
            moves.table[place] = kind
            moves.looks[kind] = look
            moves.first_of[kind] = i
            moves.members[kind] = 0
            n_kinds += 1
        moves.kind_of[i] = kind
        moves.members[kind] += 1
    return n_kinds


@jit
def add_pass(board, moves, n, n_kinds):
    """Stores PASS behind n other moves, as a kind of its own."""
    moves.points[n] = PASS
    moves.features[n, 0] = PASS_AFTER_PASS if board.n_passes > 0 else PASS_OTHERWISE
    moves.counts[n] = 1
    moves.kind_of[n] = n_kinds
    moves.first_of[n_kinds] = n
    moves.members[n_kinds] = 1


@jit
def find_move(moves, n, point):
    """Returns the index of a point among the n moves, or -1."""
    for i in range(n):
        if moves.points[i] == point:
            return i
    return -1
