"""The playout policy: the gammas of all moves kept up to date, and moves drawn by them.

A move is drawn by cumulative gamma over rows first, then over the points of a row.  Local tactics
(see `cfggo.features.playout`) last one move only and are multiplied in when the move is drawn.

A move only marks the points that may have another gamma now.  They get it when the next move has to
be chosen, so that moves in the tree cost little.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.features.patterns3x3 import AROUND, ATARI_SHIFT, atari_bits, pattern_code
from cfggo.features.playout import local_tactics
from cfggo.go.bits import lowest_bit
from cfggo.go.board import (
    N_WORDS,
    first_liberty,
    play,
    set_bit,
)
from cfggo.go.points import BLACK, EMPTY, MAX_SIZE, NEIGHBOURS, PASS, STRIDE
from cfggo.go.random import next_random32
from cfggo.graph.incremental_graph import build_graph, play_on_graph
from cfggo.models.bradley_terry.path_sums import path_sum
from cfggo.models.bradley_terry.playout_tables import (
    LOCAL_UNIT,
    NO_PATHS,
    THETA_UNIT,
    ZERO_SUM,
    black_index,
    white_index,
)

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_S11 = np.uint64(11)
_STRIDE = np.uint64(STRIDE)


@jit_inline
def _set_gamma(playout, point, index, gamma):
    """Stores a point's gamma for the colour index + 1 and keeps the sums right."""
    difference = gamma - playout.gamma[index, point]
    playout.gamma[index, point] = gamma
    playout.row_total[index, point // STRIDE] += difference
    playout.total[index] += difference


@jit
def set_up_position(position, tables):
    """Makes graph and gammas from the board, which must be set up."""
    board = position.board
    playout = position.playout
    if tables.paths != NO_PATHS:
        build_graph(board, position.graph)
    for index in range(2):
        playout.total[index] = 0
        for row in range(STRIDE):
            playout.row_total[index, row] = 0
        for point in range(len(playout.code)):
            playout.gamma[index, point] = 0
    for i in range(board.n_empty):
        point = np.int64(board.empty[i])
        playout.code[point] = pattern_code(board, point)
        playout.path_sum[point] = 0
    for word in range(N_WORDS):
        playout.dirty[0, word] = board.vacant[0, word]
        playout.pressed[0, word] = board.vacant[0, word]
        playout.playable[0, word] = _ZERO


@jit
def update_gammas(position, tables):
    """Brings the gammas of all moves up to date with the moves played since it was done last.

    A point that neither colour would play because of its pattern alone keeps its old path sum, and
    stays in `changed` until its pattern changes.
    """
    board = position.board
    graph = position.graph
    playout = position.playout
    if tables.paths != NO_PATHS:
        for word in range(N_WORDS):
            changed = graph.changed[0, word] & board.vacant[0, word]
            bits = changed & (playout.playable[0, word] | playout.dirty[0, word])
            graph.changed[0, word] = changed ^ bits
            playout.dirty[0, word] |= bits
            while bits != _ZERO:
                point = np.uint64((word << 6) + lowest_bit(bits))
                bits &= bits - _ONE
                playout.path_sum[point] = path_sum(board, graph, tables, point)
    black_total = playout.total[0]
    white_total = playout.total[1]
    for word in range(N_WORDS):
        bits = playout.dirty[0, word] & board.vacant[0, word]
        playout.dirty[0, word] = _ZERO
        playable = playout.playable[0, word] & ~bits
        while bits != _ZERO:
            bit = np.uint64(lowest_bit(bits))
            bits &= bits - _ONE
            point = np.uint64(word << 6) + bit
            row = point // _STRIDE
            packed = tables.patterns[playout.code[point]] + playout.path_sum[point]
            black = np.int64(tables.gamma[black_index(packed)])
            white = np.int64(tables.gamma[white_index(packed)])
            playable |= np.uint64(black | white != 0) << bit
            more_black = black - playout.gamma[0, point]
            more_white = white - playout.gamma[1, point]
            playout.gamma[0, point] = black
            playout.gamma[1, point] = white
            playout.row_total[0, row] += more_black
            playout.row_total[1, row] += more_white
            black_total += more_black
            white_total += more_white
        playout.playable[0, word] = playable
    playout.total[0] = black_total
    playout.total[1] = white_total


@jit
def lasting_theta(position, tables, point):
    """Returns theta of a move of the side to move, without local tactics.

    That of a move that is never played is far below all others, and not cut off.  Where the policy
    knows paths, the gammas must be up to date.
    """
    packed = tables.patterns[position.playout.code[point]] + position.playout.path_sum[point]
    index = black_index(packed) if position.board.to_play == BLACK else white_index(packed)
    return (np.float64(index) - ZERO_SUM) / THETA_UNIT


@jit_inline
def _mark_around(playout, point, change):
    """Changes the colour bits of the patterns around a point and marks them dirty."""
    for i, offset in enumerate(AROUND):
        near = point - offset
        playout.code[near] ^= change << (2 * i)
        set_bit(playout.dirty, 0, near)


@jit_inline
def _refresh_atari(board, playout, point):
    """Sets the atari bits of an empty point's pattern anew and marks it dirty."""
    playout.code[point] = (playout.code[point] & 0xFFFF) | (atari_bits(board, point) << ATARI_SHIFT)
    set_bit(playout.dirty, 0, point)
    set_bit(playout.pressed, 0, point)


@jit
def play_on_position(position, tables, point):
    """Plays a legal move, or PASS; updates graph and patterns, and marks where gammas change."""
    board = position.board
    graph = position.graph
    playout = position.playout
    colour = board.to_play
    if tables.paths != NO_PATHS:
        play_on_graph(board, graph, point, tables.rows)
    else:
        play(board, point)
    if point == PASS:
        return
    if board.colour[point] == EMPTY:
        set_up_position(position, tables)
        return
    _set_gamma(playout, point, 0, 0)
    _set_gamma(playout, point, 1, 0)

    _mark_around(playout, point, colour)
    chain = board.head[point]
    if board.n_liberties[chain] == 1:
        _refresh_atari(board, playout, first_liberty(board, chain))
    for offset in NEIGHBOURS:
        near = point + offset
        if board.colour[near] == 3 - colour and board.n_liberties[board.head[near]] == 1:
            _refresh_atari(board, playout, first_liberty(board, board.head[near]))
    if board.n_removed > 0:
        _mark_captures(board, playout, 3 - colour)


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
        set_bit(playout.dirty, 0, point)
        set_bit(playout.pressed, 0, point)
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
    """Returns a random int64 in 0..total-1, for 0 < total < 2**63; beyond 2**53 not every one."""
    high = next_random32(board)
    fraction = np.float64((high << np.uint64(21)) ^ (next_random32(board) >> _S11)) * 2.0**-53
    return min(np.int64(fraction * total), total - 1)


@jit_inline
def _index_of(sums, index, first, rest):
    """Returns where the cumulative sum of sums[index] from `first` on exceeds `rest`, and what is
    left of `rest` before it.

    All of a row of the board are added up: to stop in time would take a branch that can't be
    predicted.
    """
    found = first
    before = 0
    total = 0
    for i in range(first, first + MAX_SIZE):
        total += sums[index, i]
        is_beyond = total <= rest
        found += is_beyond
        before = total if is_beyond else before
    return found, rest - before


@jit
def _point_at(playout, index, rest):
    """Returns the point where the cumulative gamma of the colour index + 1 exceeds `rest`."""
    row, rest = _index_of(playout.row_total, index, 1, rest)
    point, _ = _index_of(playout.gamma, index, row * STRIDE + 1, rest)
    return point


@jit
def draw_without_rules(position, tables):
    """Returns a move drawn from the policy's probabilities, or PASS if there is none.

    The candidates are the legal moves that fill no own eye; the probability of one is its gamma
    over the sum of theirs.
    """
    draws = begin_draws(position, tables)
    point = draw_move(position, tables, draws)
    end_draws(position, draws)
    return point


@jit_inline
def begin_draws(position, tables):
    """Prepares a position for drawing its next move, once or several times.

    Returns what `draw_move` and `end_draws` need: the number of points with local tactics, the
    least factor of a gamma among them, the sum of what others add, and the gamma of the ko.
    """
    board = position.board
    playout = position.playout
    index = board.to_play - 1
    update_gammas(position, tables)
    ko_gamma = 0
    if board.ko != 0:
        ko_gamma = np.int64(playout.gamma[index, board.ko])
        _set_gamma(playout, board.ko, index, 0)
    n_local = local_tactics(board, playout.local_point, playout.local_tactics)
    # What local tactics add to the gamma of a point is drawn apart. Where they take from it, the
    # point may be drawn as if they did not, and is then refused as often as it has to be.
    added = 0
    least = LOCAL_UNIT
    for i in range(n_local):
        factor = np.int64(tables.local[playout.local_tactics[i]])
        least = min(least, factor)
        gamma = np.int64(playout.gamma[index, playout.local_point[i]])
        gamma *= max(factor - LOCAL_UNIT, 0)
        playout.local_gamma[i] = gamma
        added += gamma
    return n_local, least, added, ko_gamma


@jit_inline
def draw_move(position, tables, draws):
    """Returns a move drawn from the policy's probabilities, or PASS if there is none."""
    board = position.board
    playout = position.playout
    index = board.to_play - 1
    n_local, least, added, _ = draws
    total = added + playout.total[index] * LOCAL_UNIT
    point = PASS
    while total > 0:
        rest = _draw(board, total)
        if rest < added:
            i = 0
            while rest >= playout.local_gamma[i]:
                rest -= playout.local_gamma[i]
                i += 1
            point = np.int64(playout.local_point[i])
            break
        rest -= added
        point = _point_at(playout, index, rest // LOCAL_UNIT)
        if least == LOCAL_UNIT or _is_accepted(playout, tables, n_local, point, rest % LOCAL_UNIT):
            break
    return point


@jit_inline
def end_draws(position, draws):
    """Makes a position after `begin_draws` ready for its next move."""
    board = position.board
    ko_gamma = draws[3]
    if ko_gamma > 0:
        _set_gamma(position.playout, board.ko, board.to_play - 1, ko_gamma)


@jit
def _is_accepted(playout, tables, n_local, point, rest):
    """Tells whether a point is played that local tactics may make less likely.

    rest: random, 0..LOCAL_UNIT-1
    """
    for i in range(n_local):
        if playout.local_point[i] == point:
            return rest < tables.local[playout.local_tactics[i]]
    return True
