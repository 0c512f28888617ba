"""Rules of thumb that overrule the playout policy.

A policy learnt from experts' games makes every move more or less likely, but none certain and none
impossible.  Nor does it know the end of a game, which experts do not play out.  Playouts do.
Without rules some of them would leave an atari on ten stones unanswered, and kill groups that live
because neither side can play there: by filling an own eye of several points, or by breaking a seki
at their own cost.

Two rules are Sliwa's (2015), whose playouts draw uniformly otherwise: a capture comes first, and an
answer next to the last two moves, where it makes a pattern that experts often play, before any
draw.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit, jit_allocating, jit_inline
from cfggo.features.patterns3x3 import AROUND, ATARI_SHIFT
from cfggo.features.tactics import is_self_atari, joins, presses
from cfggo.go.bits import lowest_bit
from cfggo.go.board import N_WORDS, clear_bit, first_liberty, is_legal
from cfggo.go.points import BLACK, DIAGONALS, EMPTY, NEIGHBOURS, PASS, WHITE
from cfggo.go.random import random_below
from cfggo.models.bradley_terry.playout_policy import begin_draws, draw_move, end_draws

MAX_DRAWS = 4
"""Draws before a playout passes, if the rules refuse every move that is drawn."""

_ONE = np.uint64(1)
_ZERO = np.uint64(0)

_COLOURS = (1 << ATARI_SHIFT) - 1
"""Bits of a 3x3 pattern's code that hold colours."""

MAX_NAKADE = 6
"""Stones of the largest chain that can die in an eye space and leave one eye only."""


class RulesOfThumb(NamedTuple):
    """Which rules playouts follow.

    rescue_from       -- stones from which on a chain put in atari is rescued; 0 for never
    punish_self_atari -- whether a chain that has put itself in atari is captured
    refuse_self_atari -- whether pointless self-ataris are refused
    keep_eyes         -- whether eyes of several points are not filled
    capture_first     -- whether a capture comes before anything else
    pattern_answers   -- neighbours of the last two moves where a known pattern is played: 0, 4, 8
    """

    rescue_from: int
    punish_self_atari: bool
    refuse_self_atari: bool
    keep_eyes: bool
    capture_first: bool = False
    pattern_answers: int = 0


@jit
def choose_by_rules(position, tables, rules_of_thumb):
    """Returns the move that the rules ask for, or one drawn from the policy that they do not
    refuse, or PASS.
    """
    point = forced_move(position, rules_of_thumb)
    if point == PASS and rules_of_thumb.pattern_answers > 0:
        point = pattern_answer(position, tables, rules_of_thumb.pattern_answers)
        if point != PASS and is_refused(position, rules_of_thumb, point):
            point = PASS
    if point == PASS:
        draws = begin_draws(position, tables)
        point = draw_by_rules(position, tables, rules_of_thumb, draws)
        end_draws(position, draws)
    return point


@jit_inline
def forced_move(position, rules_of_thumb):
    """Returns the move that tactics ask for, or PASS if they leave the choice open."""
    board = position.board
    point = PASS
    if rules_of_thumb.capture_first:
        point = largest_capture(position)
    if point == PASS and rules_of_thumb.rescue_from > 0:
        point = rescue(board, rules_of_thumb.rescue_from)
    if point == PASS and rules_of_thumb.punish_self_atari:
        point = punishment(board)
    return point


@jit_inline
def draw_by_rules(position, tables, rules_of_thumb, draws):
    """Returns a move drawn from the policy that the rules do not refuse, or PASS; between
    `begin_draws` and `end_draws`.
    """
    point = PASS
    for _ in range(MAX_DRAWS):
        point = draw_move(position, tables, draws)
        if point == PASS or not is_refused(position, rules_of_thumb, point):
            break
        point = PASS
    return point


_FOUR_NEIGHBOURS = 0xFF
"""Bits of a 3x3 pattern's code that hold the colours of the four adjacent points."""

_SELF_ATARI, _EYE_SPACE = 1, 2


def _possible_faults() -> np.ndarray:
    """Returns a move's possible faults, by its player's colour and those of the adjacent points.

    A uint8[3, 256]: sets of _SELF_ATARI, which needs an own stone and no second liberty, and
    _EYE_SPACE, which has one empty point and no enemy.
    """
    faults = np.zeros((3, _FOUR_NEIGHBOURS + 1), dtype=np.uint8)
    for colour in (BLACK, WHITE):
        for around in range(_FOUR_NEIGHBOURS + 1):
            near = [around >> shift & 3 for shift in range(0, 8, 2)]
            if near.count(EMPTY) < 2 and colour in near:
                faults[colour, around] |= _SELF_ATARI
            if near.count(EMPTY) == 1 and 3 - colour not in near:
                faults[colour, around] |= _EYE_SPACE
    return faults


_POSSIBLE_FAULTS = _possible_faults()


@jit_inline
def is_refused(position, rules_of_thumb, point):
    """Tells whether the rules refuse a legal move."""
    board = position.board
    around = position.playout.code[point] & _FOUR_NEIGHBOURS
    faults = _POSSIBLE_FAULTS[board.to_play, around]
    return (
        rules_of_thumb.refuse_self_atari
        and faults & _SELF_ATARI != 0
        and is_pointless_self_atari(board, point)
    ) or (rules_of_thumb.keep_eyes and faults & _EYE_SPACE != 0 and fills_eye_space(board, point))


@jit
def largest_capture(position):
    """Returns a legal move that captures the largest chain that can be captured at once, or PASS.

    Of several it is one at random.  Points that are the last liberty of no chain any more leave
    `pressed`.
    """
    board = position.board
    playout = position.playout
    best = PASS
    most_stones = 0
    n_alike = 0
    for word in range(N_WORDS):
        bits = playout.pressed[0, word] & board.vacant[0, word]
        while bits != _ZERO:
            point = (word << 6) + lowest_bit(bits)
            bits &= bits - _ONE
            if playout.code[point] >> ATARI_SHIFT == 0:
                clear_bit(playout.pressed, 0, point)
                continue
            stones = _stones_captured(board, point)
            if stones == 0 or stones < most_stones or point == board.ko:
                continue
            n_alike = n_alike + 1 if stones == most_stones else 1
            most_stones = stones
            if _is_drawn(board, n_alike):
                best = point
    return best


@jit_inline
def _stones_captured(board, point):
    """Returns how many stones the largest chain has that a move would capture, 0 for none."""
    most = 0
    for offset in NEIGHBOURS:
        near = point + offset
        if board.colour[near] == 3 - board.to_play:
            head = board.head[near]
            if board.n_liberties[head] == 1:
                most = max(most, np.int64(board.n_stones[head]))
    return most


@jit_inline
def _is_drawn(board, n_alike):
    """Tells whether the last of so many moves that are as good replaces the one chosen so far, so
    that each ends up chosen as often.
    """
    return n_alike == 1 or random_below(board, n_alike) == 0


@jit
def pattern_answer(position, tables, n_neighbours):
    """Returns the legal move next to one of the last two whose pattern is preferred, or PASS if
    there is no known pattern (Sliwa 2015, 4.1).

    n_neighbours: 4, or 8 with the diagonal ones.  Of several moves that are as good it is one at
    random, a point next to both of the last two twice as often.
    """
    board = position.board
    best = PASS
    most = 1
    n_alike = 0
    for last in (board.last, board.last2):
        if last == PASS:
            continue
        for i in range(n_neighbours):
            near = np.int64(last + AROUND[i])
            if board.colour[near] != EMPTY:
                continue
            code = position.playout.code[near] & _COLOURS
            preference = np.int64(tables.answers[board.to_play - 1, code])
            if preference < most or not is_legal(board, near):
                continue
            n_alike = n_alike + 1 if preference == most else 1
            most = preference
            if _is_drawn(board, n_alike):
                best = near
    return best


@jit
def rescue(board, n_stones):
    """Returns a move that rescues a chain of at least n_stones that the last move put in atari, the
    largest if there are several, or PASS if there is none that does.

    That is a capture or an extension that does not stay in atari, or else any capture.
    """
    last = board.last
    if last == PASS or board.colour[last] == EMPTY or not presses(board, last, 1):
        return PASS
    best = PASS
    most_stones = n_stones - 1
    for offset in NEIGHBOURS:
        near = last + offset
        if board.colour[near] != board.to_play:
            continue
        head = np.int64(board.head[near])
        if board.n_liberties[head] == 1 and board.n_stones[head] > most_stones:
            point = _rescue_of(board, head)
            if point != PASS:
                best = point
                most_stones = np.int64(board.n_stones[head])
    return best


@jit
def _rescue_of(board, head):
    """Returns a move that rescues an own chain in atari, or PASS."""
    rescue_by_any_capture = PASS
    stone = head
    while True:
        for offset in NEIGHBOURS:
            near = stone + offset
            if board.colour[near] != 3 - board.to_play:
                continue
            enemy = board.head[near]
            if board.n_liberties[enemy] == 1:
                capture = first_liberty(board, enemy)
                if is_legal(board, capture):
                    if not is_self_atari(board, capture):
                        return capture
                    rescue_by_any_capture = capture
        stone = np.int64(board.next[stone])
        if stone == head:
            break
    extension = first_liberty(board, head)
    if is_legal(board, extension) and not is_self_atari(board, extension):
        return extension
    return rescue_by_any_capture


@jit
def punishment(board):
    """Returns the capture of the last move's chain if that is in atari, or PASS.

    A capture that leaves the own stones in atari does not count: the last move may be meant to
    provoke it.
    """
    if board.last == PASS or board.colour[board.last] == EMPTY:
        return PASS
    head = board.head[board.last]
    if board.n_liberties[head] != 1:
        return PASS
    capture = first_liberty(board, head)
    if is_legal(board, capture) and not is_self_atari(board, capture):
        return capture
    return PASS


@jit
def fills_eye_space(board, point):
    """Tells whether a move fills a point of an own eye of several points, without need.

    One neighbour is empty; the others belong to own chains of three liberties or more, or are off
    the board; on no diagonal is there an enemy.  The point in the middle of three has two empty
    neighbours: it makes two eyes.
    """
    colour = board.to_play
    n_empty = 0
    for offset in NEIGHBOURS:
        near = point + offset
        near_colour = board.colour[near]
        if near_colour == 3 - colour:
            return False
        if near_colour == EMPTY:
            n_empty += 1
        elif near_colour == colour and board.n_liberties[board.head[near]] < 3:
            return False
    if n_empty != 1:
        return False
    n_enemies = 0
    for offset in DIAGONALS:
        n_enemies += board.colour[point + offset] == 3 - colour
    return n_enemies == 0


@jit
def is_pointless_self_atari(board, point):
    """Tells whether a legal move is a self-atari of two stones or more that is neither a capture
    nor a nakade.

    A single stone may be a throw-in, and costs little if it is not.
    """
    if not is_self_atari(board, point):
        return False
    is_single = True
    gives_atari = False
    for offset in NEIGHBOURS:
        near = point + offset
        if board.colour[near] == 3 - board.to_play:
            liberties = board.n_liberties[board.head[near]]
            if liberties == 1:
                return False
            gives_atari |= liberties == 2
        elif board.colour[near] == board.to_play:
            is_single = False
    return not is_single and not (gives_atari and _makes_nakade(board, point))


@jit_allocating
def _makes_nakade(board, point):
    """Tells whether a self-atari leaves the enemy one eye, of what it captures then.

    The chain that the move makes has a nakade's shape.  And no enemy chain around it has another
    liberty than the move and the last one that is left: with one, the capture may join stones that
    live, as in a seki.
    """
    stones = np.empty(MAX_NAKADE, dtype=np.int64)
    stones[0] = point
    n_stones = 1
    for offset in NEIGHBOURS:
        near = point + offset
        if board.colour[near] == board.to_play and not _is_among(stones, n_stones, near):
            if n_stones + board.n_stones[board.head[near]] > MAX_NAKADE:
                return False
            stone = near
            while True:
                stones[n_stones] = stone
                n_stones += 1
                stone = board.next[stone]
                if stone == near:
                    break
    return is_nakade_shape(stones, n_stones) and _fills_all_liberties(board, stones, n_stones)


@jit
def _fills_all_liberties(board, stones, n):
    """Tells whether all enemy chains around a chain share their last liberty with it, once its
    first stone, which is still to be played, is there.

    stones: int64[:], the first n of them the chain, which then has one liberty.
    """
    liberty = PASS
    for i in range(n):
        for offset in NEIGHBOURS:
            near = stones[i] + offset
            if board.colour[near] == EMPTY and near != stones[0]:
                liberty = near
    for i in range(n):
        for offset in NEIGHBOURS:
            near = stones[i] + offset
            if board.colour[near] == 3 - board.to_play:
                head = board.head[near]
                shared = np.int64(joins(board, stones[0], head)) + joins(board, liberty, head)
                if board.n_liberties[head] > shared:
                    return False
    return True


@jit
def is_nakade_shape(points, n):
    """Tells whether an eye space of this shape is one eye if the opponent plays first there.

    Some are one eye whoever plays first, like the square of four.  The shapes are those of up to
    three points, the square and the T of four, the bulky five and the cross, the rabbity six.

    points: int64[:], the first n of them connected, n from 1 to MAX_NAKADE.
    """
    if n < 4:
        return True
    n_edges = 0
    highest_degree = 0
    for i in range(n):
        degree = 0
        for offset in NEIGHBOURS:
            degree += _is_among(points, n, points[i] + offset)
        n_edges += degree
        highest_degree = max(highest_degree, degree)
    n_edges //= 2
    if n == 4:
        return n_edges == 4 or highest_degree == 3
    if n == 5:
        return n_edges == 5 or highest_degree == 4
    return n_edges == 6 and highest_degree == 4


@jit
def _is_among(points, n, point):
    """Tells whether a point is one of the first n."""
    found = False
    for i in range(n):
        found |= points[i] == point
    return found
