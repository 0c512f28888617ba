"""The playout policy: weights of all moves kept up to date, and moves sampled by them.

Weights are whole numbers in units of 1/128 of ln(gamma), so that sums are exact; `gamma` of a point
is looked up from the sum, as a whole number too, and a move is drawn by cumulative gamma over rows
first, then over the points of a row.  Local tactics (see `cfggo.features.playout`) last one move
only and are multiplied in when the move is drawn.

Both colours' sums are packed into one int32, White's times 2**16 plus Black's: one look-up and one
addition serve both.
"""

from __future__ import annotations

import numpy as np

from cfggo.features.catalogue import (
    CONTIGUOUS,
    MAX_FEATURES,
    N_LOCAL,
    N_PATTERNS,
    PATTERNS,
    PLAYOUT_PATHS,
)
from cfggo.features.paths import path_features
from cfggo.features.patterns3x3 import (
    AROUND,
    ATARI_SHIFT,
    atari_bits,
    canonical_codes,
    own_eye_codes,
    pattern_code,
)
from cfggo.features.playout import local_tactics
from cfggo.go.bits import lowest_bit
from cfggo.go.board import (
    N_WORDS,
    NEIGHBOURS,
    area_of_filled_board,
    first_liberty,
    is_legal,
    play,
    set_bit,
)
from cfggo.go.points import BLACK, EMPTY, PASS, STRIDE, WHITE
from cfggo.go.random import next_random32
from cfggo.graph.labels import KIND_OF_EMPTY, N_KINDS, labelling
from cfggo.graph.record import build_graph, play_on_graph
from cfggo.jit import jit, jit_inline
from cfggo.policy.weights import Weights

WEIGHT_UNIT = 128
"""Weights are stored in units of 1/128 of ln(gamma)."""

GAMMA_UNIT = 4096
"""The whole number that stands for gamma 1."""

MAX_SUM = 12 * WEIGHT_UNIT
"""Sums of weights are cut off at plus and minus this."""

NEVER = -16384
"""Weight of a pattern that is never played: filling an own eye."""

NO_SUM = -(2**31)
"""Stands for the sum of a point that has none, because a stone is there."""

NO_PATHS, PACKED_PATHS, LABELLED_PATHS = 0, 1, 2
"""How path weights are found: not at all, packed by kinds, or by any labelling's labels."""

N_EMPTY_KINDS = int(KIND_OF_EMPTY.max()) + 1
"""Kinds of empty points, which come first and are where paths start."""

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_S11 = np.uint64(11)


TABLES_DTYPE = np.dtype(
    [
        ("paths", np.int64),  # NO_PATHS, PACKED_PATHS or LABELLED_PATHS
        ("n_labels", np.int64),  # of the labelling
        ("label_of", np.uint8, (3, N_KINDS)),  # of the labelling
        ("local", np.int32, 1 << N_LOCAL),  # weight of a set of local tactics
        ("gamma", np.int32, 2 * MAX_SUM + 1),  # of a sum of weights, from -MAX_SUM on
        ("patterns", np.int32, N_PATTERNS),  # packed weights of a 3x3 pattern, by its code
        ("packed", np.int32, (N_EMPTY_KINDS, N_KINDS, N_KINDS)),  # packed weights of a path
        ("labelled", np.int32, N_KINDS**3),  # weight of a path, by its labels' number
    ],
    align=True,
)
"""The playout policy's weights in the form that kernels read.

One record, because a kernel takes a record as one pointer, but a tuple of arrays apart.
"""


def playout_tables(weights: Weights) -> np.void:
    """Returns the tables of a playout policy, one TABLES_DTYPE; each thread needs its own."""
    tables = np.zeros(1, dtype=TABLES_DTYPE)[0]
    units = np.rint(weights.theta * WEIGHT_UNIT).astype(np.int32)
    pattern_units = units[PATTERNS : PATTERNS + N_PATTERNS]
    canonical = canonical_codes()
    eyes = own_eye_codes()
    tables["patterns"] = _pack(
        *(
            np.where(eyes[colour], NEVER, pattern_units[canonical[colour]])
            for colour in (BLACK, WHITE)
        )
    )
    sets = np.arange(1 << N_LOCAL)
    tables["local"] = sum(((sets >> f) & 1) * units[CONTIGUOUS + f] for f in range(N_LOCAL))
    sums = np.arange(-MAX_SUM, MAX_SUM + 1) / WEIGHT_UNIT
    tables["gamma"] = np.maximum(1, np.rint(GAMMA_UNIT * np.exp(sums)))
    names = labelling(weights.labelling or "exact")
    n = names.n_labels
    tables["label_of"] = names.label_of
    tables["n_labels"] = n
    path_units = units[PLAYOUT_PATHS:]
    if weights.labelling == "exact":
        tables["paths"] = PACKED_PATHS
        black, white = (names.label_of[colour].astype(np.intp) for colour in (BLACK, WHITE))
        cube = path_units.reshape(n, n, n)
        packed = _pack(*(cube[np.ix_(seen, seen, seen)] for seen in (black, white)))
        tables["packed"] = packed[:N_EMPTY_KINDS]
    elif weights.labelling:
        tables["paths"] = LABELLED_PATHS
        tables["labelled"][: n**3] = path_units
    return tables


def _pack(black: np.ndarray, white: np.ndarray) -> np.ndarray:
    """Returns the packed form of two arrays of weights of absolute value below 2**15."""
    return (white.astype(np.int32) * 65536 + black.astype(np.int32)).astype(np.int32)


@jit_inline
def _unpack(packed):
    """Returns Black's and White's weight of a packed pair."""
    black = ((packed & 0xFFFF) ^ 0x8000) - 0x8000
    return black, (packed - black) >> 16


@jit_inline
def _gamma(tables, weight):
    """Returns the gamma of a sum of weights; 0 for a move that is never played."""
    if weight < NEVER // 2:
        return 0
    return np.int64(tables.gamma[min(max(weight, -MAX_SUM), MAX_SUM) + MAX_SUM])


@jit_inline
def _packed_sum_over(tables, start, middle, low, high):
    """Returns the packed weights of the paths from one kind over another to a set of kinds."""
    total = 0
    while low != _ZERO:
        total += tables.packed[start, middle, lowest_bit(low)]
        low &= low - _ONE
    while high != _ZERO:
        total += tables.packed[start, middle, 64 + lowest_bit(high)]
        high &= high - _ONE
    return total


@jit
def _packed_path_sum(board, graph, tables, point):
    """Returns the packed sum of the path features' weights of an empty point, for exact labels.

    Neighbours of one kind are one middle label, with the ends of them all, which the first of them
    takes over.  The four are spelled out, because a branch here that can't be predicted costs as
    much as the sums do.
    """
    start = graph.kind[point]
    v0 = board.head[point + NEIGHBOURS[0]]
    v1 = board.head[point + NEIGHBOURS[1]]
    v2 = board.head[point + NEIGHBOURS[2]]
    v3 = board.head[point + NEIGHBOURS[3]]
    k0, k1, k2, k3 = graph.kind[v0], graph.kind[v1], graph.kind[v2], graph.kind[v3]
    low0, low1, low2, low3 = (
        graph.near[v0, 0],
        graph.near[v1, 0],
        graph.near[v2, 0],
        graph.near[v3, 0],
    )
    high0, high1, high2, high3 = (
        graph.near[v0, 1],
        graph.near[v1, 1],
        graph.near[v2, 1],
        graph.near[v3, 1],
    )
    low0 |= (low1 if k1 == k0 else _ZERO) | (low2 if k2 == k0 else _ZERO)
    low0 |= low3 if k3 == k0 else _ZERO
    high0 |= (high1 if k1 == k0 else _ZERO) | (high2 if k2 == k0 else _ZERO)
    high0 |= high3 if k3 == k0 else _ZERO
    low1 |= (low2 if k2 == k1 else _ZERO) | (low3 if k3 == k1 else _ZERO)
    high1 |= (high2 if k2 == k1 else _ZERO) | (high3 if k3 == k1 else _ZERO)
    low2 |= low3 if k3 == k2 else _ZERO
    high2 |= high3 if k3 == k2 else _ZERO
    low1, high1 = (_ZERO, _ZERO) if k1 == k0 else (low1, high1)
    low2, high2 = (_ZERO, _ZERO) if (k2 == k0) | (k2 == k1) else (low2, high2)
    known3 = (k3 == k0) | (k3 == k1) | (k3 == k2)
    low3, high3 = (_ZERO, _ZERO) if known3 else (low3, high3)
    return (
        _packed_sum_over(tables, start, k0, low0, high0)
        + _packed_sum_over(tables, start, k1, low1, high1)
        + _packed_sum_over(tables, start, k2, low2, high2)
        + _packed_sum_over(tables, start, k3, low3, high3)
    )


@jit
def _labelled_path_sum(board, graph, tables, point):
    """Returns the packed sum of the path features' weights of an empty point, for any labels."""
    features = np.empty(MAX_FEATURES, dtype=np.int32)
    black = 0
    white = 0
    for colour in (BLACK, WHITE):
        n = path_features(
            board, graph, point, tables.label_of[colour], tables.n_labels, 0, features, 0
        )
        total = 0
        for i in range(n):
            total += tables.labelled[features[i]]
        if colour == BLACK:
            black = total
        else:
            white = total
    return white * 65536 + black


@jit_inline
def _path_sum(board, graph, tables, point):
    """Returns the packed sum of the path features' weights of an empty point."""
    if tables.paths == PACKED_PATHS:
        return _packed_path_sum(board, graph, tables, point)
    return _labelled_path_sum(board, graph, tables, point)


@jit_inline
def _set_gamma(playout, point, index, gamma):
    """Stores a point's gamma for the colour index + 1 and keeps the sums right."""
    difference = gamma - playout.gamma[index, point]
    playout.gamma[index, point] = gamma
    playout.row_total[index, point // STRIDE] += difference
    playout.total[index] += difference


@jit_inline
def _weigh(playout, tables, point):
    """Stores the gammas of an empty point from its pattern and its path sum."""
    total = tables.patterns[playout.code[point]] + playout.path_sum[point]
    if playout.sum[point] == total:
        return
    playout.sum[point] = total
    black, white = _unpack(total)
    _set_gamma(playout, point, 0, _gamma(tables, black))
    _set_gamma(playout, point, 1, _gamma(tables, white))


@jit
def set_up_position(position, tables):
    """Makes graph and weights from the board alone; the board must be as it should be."""
    board = position.board
    graph = position.graph
    playout = position.playout
    if tables.paths != NO_PATHS:
        build_graph(board, graph)
    for index in range(2):
        playout.total[index] = 0
        for row in range(STRIDE):
            playout.row_total[index, row] = 0
        for point in range(len(playout.code)):
            playout.gamma[index, point] = 0
            playout.sum[point] = NO_SUM
    for i in range(board.n_empty):
        point = board.empty[i]
        playout.code[point] = pattern_code(board, point)
        playout.path_sum[point] = 0
        if tables.paths != NO_PATHS:
            playout.path_sum[point] = _path_sum(board, graph, tables, point)
        _weigh(playout, tables, point)


@jit_inline
def _mark_around(board, playout, point, change):
    """Changes the colour bits of the patterns around a point and marks them dirty."""
    for i, offset in enumerate(AROUND):
        near = point - offset
        if board.colour[near] == EMPTY:
            playout.code[near] ^= change << (2 * i)
            set_bit(playout.dirty, 0, near)


@jit_inline
def _refresh_atari(board, playout, point):
    """Sets the atari bits of an empty point's pattern anew and marks it dirty."""
    playout.code[point] = (playout.code[point] & 0xFFFF) | (atari_bits(board, point) << ATARI_SHIFT)
    set_bit(playout.dirty, 0, point)


@jit
def play_on_position(position, tables, point):
    """Plays a legal move, or PASS, and updates graph, patterns and weights."""
    board = position.board
    graph = position.graph
    playout = position.playout
    colour = board.to_play
    if tables.paths != NO_PATHS:
        play_on_graph(board, graph, point)
    else:
        play(board, point)
    if point == PASS:
        return
    if board.colour[point] == EMPTY:
        set_up_position(position, tables)
        return
    for word in range(N_WORDS):
        playout.dirty[0, word] = _ZERO
    _set_gamma(playout, point, 0, 0)
    _set_gamma(playout, point, 1, 0)
    playout.sum[point] = NO_SUM

    _mark_around(board, playout, point, colour)
    chain = board.head[point]
    if board.n_liberties[chain] == 1:
        _refresh_atari(board, playout, first_liberty(board, chain))
    for offset in NEIGHBOURS:
        near = point + offset
        if board.colour[near] == 3 - colour and board.n_liberties[board.head[near]] == 1:
            _refresh_atari(board, playout, first_liberty(board, board.head[near]))
    if board.n_removed > 0:
        _mark_captures(board, playout, 3 - colour)

    for word in range(N_WORDS):
        bits = playout.dirty[0, word]
        if tables.paths != NO_PATHS:
            changed = graph.changed[0, word]
            bits |= changed
        else:
            changed = _ZERO
        while bits != _ZERO:
            lowest = bits & (~bits + _ONE)
            bits ^= lowest
            dirty = (word << 6) + lowest_bit(lowest)
            if changed & lowest != _ZERO:
                playout.path_sum[dirty] = _path_sum(board, graph, tables, dirty)
            _weigh(playout, tables, dirty)


@jit
def _mark_captures(board, playout, captured_colour):
    """Updates the patterns around and at the points that a capture emptied."""
    for word in range(N_WORDS):
        playout.heads[0, word] = _ZERO
    for i in range(board.n_removed):
        point = board.removed[i]
        for offset in NEIGHBOURS:
            near = point + offset
            if board.colour[near] == 3 - captured_colour:
                set_bit(playout.heads, 0, board.head[near])
        playout.code[point] = pattern_code(board, point)
        playout.path_sum[point] = 0
        set_bit(playout.dirty, 0, point)
    for i in range(board.n_removed):
        point = board.removed[i]
        for j, offset in enumerate(AROUND):
            near = point - offset
            if board.colour[near] == EMPTY:
                playout.code[near] &= ~(np.uint32(3) << np.uint32(2 * j))
                set_bit(playout.dirty, 0, near)
    for word in range(N_WORDS):
        heads = playout.heads[0, word]
        while heads != _ZERO:
            head = (word << 6) + lowest_bit(heads)
            heads &= heads - _ONE
            for other in range(N_WORDS):
                liberties = board.liberties[head, other]
                while liberties != _ZERO:
                    _refresh_atari(board, playout, (other << 6) + lowest_bit(liberties))
                    liberties &= liberties - _ONE


@jit_inline
def _draw(board, total):
    """Returns a random int64 in 0..total-1, for 0 < total < 2**53."""
    high = next_random32(board)
    fraction = np.float64((high << np.uint64(21)) ^ (next_random32(board) >> _S11)) * 2.0**-53
    return min(np.int64(fraction * total), total - 1)


@jit
def _point_at(playout, index, rest):
    """Returns the point where the cumulative gamma of the colour index + 1 exceeds `rest`."""
    row = 1
    while rest >= playout.row_total[index, row]:
        rest -= playout.row_total[index, row]
        row += 1
    point = row * STRIDE
    while rest >= playout.gamma[index, point]:
        rest -= playout.gamma[index, point]
        point += 1
    return point


@jit
def choose_move(position, tables):
    """Returns a move drawn from the policy's probabilities, or PASS if there is none.

    The candidates are the legal moves that fill no own eye; the probability of one is its gamma
    over the sum of theirs.
    """
    board = position.board
    playout = position.playout
    index = board.to_play - 1
    n_local = local_tactics(board, playout.local_point, playout.local_tactics)
    local_total = 0
    plain_total = playout.total[index]
    for i in range(n_local):
        point = playout.local_point[i]
        plain = playout.gamma[index, point]
        black, white = _unpack(playout.sum[point])
        weight = black if index == 0 else white
        gamma = _gamma(tables, weight + tables.local[playout.local_tactics[i]])
        playout.local_gamma[i] = gamma
        local_total += gamma
        plain_total -= plain
    n_refused = 0
    chosen = PASS
    while local_total + plain_total > 0:
        # A local point's plain gamma takes part in the draw and counts as a miss.
        rest = _draw(board, local_total + playout.total[index])
        if rest < local_total:
            i = 0
            while rest >= playout.local_gamma[i]:
                rest -= playout.local_gamma[i]
                i += 1
            point = np.int64(playout.local_point[i])
            if is_legal(board, point):
                chosen = point
                break
            local_total -= playout.local_gamma[i]
            playout.local_gamma[i] = 0
            continue
        point = _point_at(playout, index, rest - local_total)
        is_local = False
        for i in range(n_local):
            is_local |= playout.local_point[i] == point
        if is_local:
            continue
        if is_legal(board, point):
            chosen = point
            break
        gamma = playout.gamma[index, point]
        playout.refused_point[n_refused] = point
        playout.refused_gamma[n_refused] = gamma
        n_refused += 1
        plain_total -= gamma
        _set_gamma(playout, point, index, 0)
    for i in range(n_refused):
        _set_gamma(playout, playout.refused_point[i], index, playout.refused_gamma[i])
    return chosen


@jit
def policy_playout(position, tables):
    """Plays moves of the policy until two passes; returns Black's area minus White's.

    A playout that a superko would end stops after three times as many moves as the board has
    points.
    """
    board = position.board
    limit = board.n_moves + 3 * board.size * board.size
    while board.n_passes < 2 and board.n_moves < limit:
        play_on_position(position, tables, choose_move(position, tables))
    return area_of_filled_board(board)
