"""The tree policy's features: Coulom 2007 without ladders and territory, and the graph's."""

from __future__ import annotations

import numpy as np

from cfggo.features.catalogue import (
    ATARI,
    ATARI_WITH_KO,
    BORDER,
    BOTH_DISTANCES,
    CAPTURE_CUTS_OFF_LAST_MOVE,
    CAPTURE_LAST_MOVE,
    CAPTURE_NEXT_TO_NEW_ATARI,
    CAPTURE_OTHERWISE,
    EXTENSION,
    LAST2_DISTANCE,
    LAST_DISTANCE,
    LINE_BY_PHASE,
    MAX_DISTANCE,
    MIN_DISTANCE,
    N_BORDER,
    N_DISTANCES,
    N_PHASES,
    PASS_AFTER_PASS,
    PASS_OTHERWISE,
    PHASE_STARTS,
    SELF_ATARI,
    TREE_PATHS,
)
from cfggo.features.paths import path_features
from cfggo.features.shapes import find_key, largest_shape, largest_shape_and_response
from cfggo.features.surroundings import N_ITERATIONS, surroundings_key
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
def _phase(n_moves):
    """Returns the phase of the game after a number of moves, from 0."""
    phase = 0
    for start in PHASE_STARTS:
        if n_moves >= start:
            phase += 1
    return phase


@jit
def _distance_number(point, other):
    """Returns the number of a distance among N_DISTANCES."""
    distance = move_distance(point, other)
    return min(max(distance, MIN_DISTANCE), MAX_DISTANCE) - MIN_DISTANCE


@jit
def tree_features(
    board,
    graph,
    point,
    keys,
    numbers,
    label_of,
    n_labels,
    is_extended,
    features,
    hashes,
    surroundings,
):
    """Stores the numbers of a legal move's features, or PASS's; returns how many they are.

    keys, numbers: table of the learnt shapes, responses and surroundings (see `largest_shape`);
    label_of: uint8[3, N_KINDS] of a labelling, n_labels its number of labels, 0 for no path
    features (the graph is not looked at then); is_extended: whether the policy has the extended
    groups; features: int32[MAX_FEATURES]; hashes: uint64[8], scratch; surroundings: of
    `label_surroundings`, for extended policies.
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
    last = -1
    last2 = -1
    if board.last != PASS:
        last = _distance_number(point, board.last)
        features[n] = LAST_DISTANCE + last
        n += 1
    if board.last2 != PASS:
        last2 = _distance_number(point, board.last2)
        features[n] = LAST2_DISTANCE + last2
        n += 1
    first_key = TREE_PATHS + n_labels * n_labels * n_labels
    if is_extended:
        if last >= 0 and last2 >= 0:
            features[n] = BOTH_DISTANCES + last * N_DISTANCES + last2
            n += 1
        line = border_line(board, point)
        features[n] = LINE_BY_PHASE + (line - 1) * N_PHASES + _phase(board.n_moves)
        n += 1
        shape, response = largest_shape_and_response(board, point, keys, numbers, hashes)
        if response >= 0:
            features[n] = first_key + response
            n += 1
        for iteration in range(1, N_ITERATIONS + 1):
            place = find_key(keys, surroundings_key(surroundings, point, iteration))
            if keys[place] != np.uint64(0):
                features[n] = first_key + numbers[place]
                n += 1
    else:
        shape = largest_shape(board, point, keys, numbers, hashes)
    if shape >= 0:
        features[n] = first_key + shape
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
