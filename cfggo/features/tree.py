"""The tree policy's features of a move: Coulom 2007, without ladders and territory, and paths."""

from __future__ import annotations

import numpy as np

from cfggo.features.catalogue import (
    ATARI,
    ATARI_WITH_KO,
    BORDER,
    CAPTURE_CUTS_OFF_LAST_MOVE,
    CAPTURE_LAST_MOVE,
    CAPTURE_NEXT_TO_NEW_ATARI,
    CAPTURE_OTHERWISE,
    EXTENSION,
    LAST2_DISTANCE,
    LAST_DISTANCE,
    MAX_DISTANCE,
    MIN_DISTANCE,
    N_BORDER,
    PASS_AFTER_PASS,
    PASS_OTHERWISE,
    SELF_ATARI,
    TREE_PATHS,
)
from cfggo.features.paths import path_features
from cfggo.features.shapes import largest_shape
from cfggo.features.tactics import (
    border_line,
    in_new_atari,
    is_self_atari,
    joins,
    move_distance,
    touches_new_atari,
)
from cfggo.go.board import NEIGHBOURS
from cfggo.go.points import EMPTY, OFF_BOARD, PASS
from cfggo.jit import jit


@jit
def _capture_feature(board, point):
    """Returns the capture feature of a move, the strongest of all chains it takes, or -1."""
    best = -1
    for offset in NEIGHBOURS:
        near = point + offset
        if board.colour[near] != 3 - board.to_play:
            continue
        head = board.head[near]
        if board.n_liberties[head] != 1:
            continue
        if touches_new_atari(board, head):
            return CAPTURE_NEXT_TO_NEW_ATARI
        feature = CAPTURE_OTHERWISE
        if board.last != PASS and board.colour[board.last] != EMPTY:
            last_chain = board.head[board.last]
            if head == last_chain:
                feature = CAPTURE_LAST_MOVE
            elif joins(board, point, last_chain):
                feature = CAPTURE_CUTS_OFF_LAST_MOVE
        best = feature if best < 0 else min(best, feature)
    return best


@jit
def tree_features(
    board, graph, point, shape_keys, shape_numbers, label_of, n_labels, features, hashes
):
    """Stores the numbers of a legal move's features, or PASS's; returns how many they are.

    shape_keys, shape_numbers: table of the learnt shapes (see `largest_shape`); label_of:
    uint8[3, N_KINDS] of a labelling, n_labels its number of labels, 0 for no path features (the
    graph is not looked at then); features: int32[MAX_FEATURES]; hashes: uint64[8], scratch.
    """
    if point == PASS:
        features[0] = PASS_AFTER_PASS if board.n_passes > 0 else PASS_OTHERWISE
        return 1
    n = 0
    feature = _capture_feature(board, point)
    if feature >= 0:
        features[n] = feature
        n += 1
    extends = False
    gives_atari = False
    for offset in NEIGHBOURS:
        near = point + offset
        colour = board.colour[near]
        if colour == EMPTY or colour == OFF_BOARD:
            continue
        head = board.head[near]
        if colour == board.to_play:
            extends |= in_new_atari(board, head)
        else:
            gives_atari |= board.n_liberties[head] == 2
    if extends:
        features[n] = EXTENSION
        n += 1
    if is_self_atari(board, point):
        features[n] = SELF_ATARI
        n += 1
    if gives_atari:
        features[n] = ATARI_WITH_KO if board.ko != 0 else ATARI
        n += 1
    features[n] = BORDER + min(border_line(board, point), N_BORDER) - 1
    n += 1
    if board.last != PASS:
        distance = min(move_distance(point, board.last), MAX_DISTANCE)
        features[n] = LAST_DISTANCE + max(distance, MIN_DISTANCE) - MIN_DISTANCE
        n += 1
    if board.last2 != PASS:
        distance = min(move_distance(point, board.last2), MAX_DISTANCE)
        features[n] = LAST2_DISTANCE + max(distance, MIN_DISTANCE) - MIN_DISTANCE
        n += 1
    number = largest_shape(board, point, shape_keys, shape_numbers, hashes)
    if number >= 0:
        features[n] = TREE_PATHS + n_labels * n_labels * n_labels + number
        n += 1
    if n_labels > 0:
        n = path_features(
            board,
            graph,
            point,
            label_of[board.to_play],
            np.int64(n_labels),
            TREE_PATHS,
            features,
            n,
        )
    return n
