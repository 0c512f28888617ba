"""The playout policy's features of a move: 3x3 pattern, local tactics (Huang 2010) and CFG paths.

Local tactics concern few points, all around the last move, so they are listed for a whole position
at once; the others belong to a point for as long as its surroundings stay the same.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.features.catalogue import (
    CONTIGUOUS,
    N_LOCAL,
    NAKADE,
    PATTERNS,
    PLAYOUT_PATHS,
    SAVE_BY_CAPTURE,
    SAVE_BY_CAPTURE_SELF_ATARI,
    SAVE_BY_EXTENSION,
    SAVE_BY_EXTENSION_SELF_ATARI,
    SOLVE_KO,
    TWO_LIBERTY_RACE,
)
from cfggo.features.paths import path_features
from cfggo.features.patterns3x3 import AROUND, pattern_code
from cfggo.features.tactics import has_no_way_out, is_self_atari, next_bit, presses, vital_point
from cfggo.go.board import N_WORDS, first_liberty, is_legal
from cfggo.go.points import EMPTY, NEIGHBOURS, PASS

MAX_LOCAL = 128
"""Length of a list of points with local tactics."""

_END = N_WORDS << 6


@jit_inline
def _add_tactic(points, tactics, n, point, feature):
    """Adds a feature to a point's set in the list; returns the list's new length."""
    for i in range(n):
        if points[i] == point:
            tactics[i] |= 1 << feature
            return n
    if n == MAX_LOCAL:
        return n
    points[n] = point
    tactics[n] = 1 << feature
    return n + 1


@jit
def _list_saving_captures(board, head, points, tactics, n):
    """Lists the captures of enemy chains in atari that save a chain newly in atari."""
    stone = head
    while True:
        for offset in NEIGHBOURS:
            near = stone + offset
            if board.colour[near] != 3 - board.to_play:
                continue
            enemy = board.head[near]
            if board.n_liberties[enemy] != 1:
                continue
            capture = first_liberty(board, enemy)
            if not is_legal(board, capture):
                continue
            feature = SAVE_BY_CAPTURE
            if is_self_atari(board, capture):
                feature = SAVE_BY_CAPTURE_SELF_ATARI
            n = _add_tactic(points, tactics, n, capture, feature)
        stone = board.next[stone]
        if stone == head:
            return n


@jit
def _list_two_liberty_race(board, head, points, tactics, n):
    """Lists moves against neighbours of an own chain that the last move left two liberties.

    They capture an enemy neighbour in atari, or take a liberty from one of two liberties that then
    has no way out.
    """
    stone = head
    seen = 0  # the enemy looked at last, which often touches the next stone too
    while True:
        for offset in NEIGHBOURS:
            near = stone + offset
            if board.colour[near] != 3 - board.to_play:
                continue
            enemy = board.head[near]
            if board.n_liberties[enemy] > 2 or enemy == seen:
                continue
            seen = enemy
            point = next_bit(board.liberties, enemy, 0)
            while point < _END:
                if is_legal(board, point) and (
                    board.n_liberties[enemy] == 1
                    or (has_no_way_out(board, enemy, point) and not is_self_atari(board, point))
                ):
                    n = _add_tactic(points, tactics, n, point, TWO_LIBERTY_RACE)
                point = next_bit(board.liberties, enemy, point)
        stone = board.next[stone]
        if stone == head:
            return n


@jit
def _list_answers(board, points, tactics, n):
    """Lists moves for own chains to which the last move left one liberty or two."""
    last = board.last
    for i in range(4):
        near = last + NEIGHBOURS[i]
        if board.colour[near] != board.to_play:
            continue
        head = board.head[near]
        known = False
        for j in range(i):
            before = last + NEIGHBOURS[j]
            known |= board.colour[before] == board.to_play and board.head[before] == head
        if known:
            continue
        if board.n_liberties[head] == 1:
            extension = first_liberty(board, head)
            if is_legal(board, extension):
                feature = SAVE_BY_EXTENSION
                if is_self_atari(board, extension):
                    feature = SAVE_BY_EXTENSION_SELF_ATARI
                n = _add_tactic(points, tactics, n, extension, feature)
            n = _list_saving_captures(board, head, points, tactics, n)
        elif board.n_liberties[head] == 2:
            n = _list_two_liberty_race(board, head, points, tactics, n)
    return n


@jit
def local_tactics(board, points, tactics):
    """Lists the empty points with local tactics; returns how many they are.

    Most are legal moves, but a point next to the last move need not be.
    points, tactics: int16[MAX_LOCAL]; tactics[i] is the set of features of points[i], bit f for
    feature number f.
    """
    last = board.last
    if last == PASS or board.colour[last] == EMPTY:
        return 0
    n = 0
    for offset in AROUND:
        near = last + offset
        points[n] = near
        tactics[n] = 1 << CONTIGUOUS
        n += board.colour[near] == EMPTY
    if presses(board, last, 2):
        n = _list_answers(board, points, tactics, n)
    if board.ko != 0:
        for offset in AROUND:
            near = last + offset
            if board.colour[near] != 3 - board.to_play:
                continue
            enemy = board.head[near]
            if board.n_liberties[enemy] == 1:
                capture = first_liberty(board, enemy)
                if is_legal(board, capture):
                    n = _add_tactic(points, tactics, n, capture, SOLVE_KO)
    if board.n_removed >= 3:
        point = vital_point(board)
        if point != PASS and is_legal(board, point):
            n = _add_tactic(points, tactics, n, point, NAKADE)
    return n


@jit
def playout_features(board, graph, point, tactics, canonical, label_of, n_labels, features):
    """Stores the numbers of a legal move's features; returns how many they are.

    tactics: set of the point's local tactics; canonical: uint32[3, 2**20] of `canonical_codes`;
    label_of: uint8[3, N_VERTEX_KINDS] of a labelling, n_labels its number of labels, 0 for no path
    features (the graph is not looked at then); features: int32[MAX_FEATURES].
    """
    n = 0
    for feature in range(N_LOCAL):
        if (tactics >> feature) & 1:
            features[n] = feature
            n += 1
    features[n] = PATTERNS + np.int64(canonical[board.to_play, pattern_code(board, point)])
    n += 1
    if n_labels > 0:
        n = path_features(
            board,
            graph,
            point,
            label_of[board.to_play],
            np.int64(n_labels),
            PLAYOUT_PATHS,
            features,
            n,
            True,
        )
    return n
