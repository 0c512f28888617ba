"""The tree policy's plain groups: few features, each with a number of its own.

They are those of Coulom 2007 that are no shapes, without ladders and territory, and some pairs.

The numbers are those of weight files, and those of all other features come after them, so they stay
as they are.  A new group belongs in `cfggo.features.keyed_groups`, which says how to add one.
"""

from __future__ import annotations

from cfggo.base.jit import jit, jit_inline
from cfggo.features.groups import Family, Group, Run
from cfggo.features.tactics import (
    border_line,
    in_new_atari,
    is_self_atari,
    joins,
    move_distance,
    touches_new_atari,
)
from cfggo.go.points import EMPTY, NEIGHBOURS, OFF_BOARD, PASS

# Numbers 0 and 1 are those of passes (`cfggo.features.catalogue`).
CAPTURE_NEXT_TO_NEW_ATARI = 2
CAPTURE_LAST_MOVE = 3
CAPTURE_CUTS_OFF_LAST_MOVE = 4
CAPTURE_OTHERWISE = 5
EXTENSION = 6
SELF_ATARI = 7
ATARI_WITH_KO = 8
ATARI = 9


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


@jit_inline
def _add_tactics(wanted, board, point, view, table, features, n):
    """Appends a move's tactical features."""
    capture = _capture_feature(board, point)
    if capture >= 0:
        features[n] = capture
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
    return n


_TACTICS = Family(
    groups=(
        Group(
            "tactics",
            most=4,
            runs=(
                Run("capture", CAPTURE_NEXT_TO_NEW_ATARI, EXTENSION),
                Run("extension", EXTENSION, SELF_ATARI),
                Run("self-atari", SELF_ATARI, ATARI_WITH_KO),
                Run("atari", ATARI_WITH_KO, ATARI + 1),
            ),
        ),
    ),
    add=_add_tactics,
)

BORDER = 10
"""First of the distances to the border: lines 1, 2, 3, and 4 or more."""
N_BORDER = 4


@jit_inline
def _add_border(wanted, board, point, view, table, features, n):
    """Appends a move's distance to the border."""
    features[n] = BORDER + min(border_line(board, point), N_BORDER) - 1
    return n + 1


_BORDER = Family(
    groups=(Group("border", most=1, runs=(Run("border", BORDER, BORDER + N_BORDER),)),),
    add=_add_border,
)

LAST_DISTANCE = 14
"""First of the distances to the last move: 2..16, and 17 or more."""
MIN_DISTANCE, MAX_DISTANCE = 2, 17
N_DISTANCES = MAX_DISTANCE - MIN_DISTANCE + 1
LAST2_DISTANCE = LAST_DISTANCE + N_DISTANCES
"""First of the distances to the move before the last."""
BOTH_DISTANCES = LAST2_DISTANCE + N_DISTANCES
"""First of the pairs of both distances."""
_AFTER_DISTANCES = BOTH_DISTANCES + N_DISTANCES * N_DISTANCES


@jit
def distance_number(point, other):
    """Returns the number of a distance among N_DISTANCES, or -1 if the other point is PASS."""
    if other == PASS:
        return -1
    distance = move_distance(point, other)
    return min(max(distance, MIN_DISTANCE), MAX_DISTANCE) - MIN_DISTANCE


_HAS_DISTANCES, _HAS_PAIRS = 1, 2


@jit_inline
def _add_distances(wanted, board, point, view, table, features, n):
    """Appends a move's distances to the last two moves, alone and as a pair."""
    last = distance_number(point, board.last)
    last2 = distance_number(point, board.last2)
    if wanted & _HAS_DISTANCES:
        if last >= 0:
            features[n] = LAST_DISTANCE + last
            n += 1
        if last2 >= 0:
            features[n] = LAST2_DISTANCE + last2
            n += 1
    if wanted & _HAS_PAIRS and last >= 0 and last2 >= 0:
        features[n] = BOTH_DISTANCES + last * N_DISTANCES + last2
        n += 1
    return n


_DISTANCES = Family(
    groups=(
        Group(
            "distances",
            most=2,
            runs=(
                Run("last distance", LAST_DISTANCE, LAST2_DISTANCE),
                Run("last distance but one", LAST2_DISTANCE, BOTH_DISTANCES),
            ),
        ),
        Group(
            "distance-pairs",
            most=1,
            runs=(Run("both distances", BOTH_DISTANCES, _AFTER_DISTANCES),),
        ),
    ),
    add=_add_distances,
)

LINE_BY_PHASE = _AFTER_DISTANCES
"""First of the pairs of a line, 1..10, and a phase of the game."""
N_LINES = 10
PHASE_STARTS = (12, 40, 80, 150)
"""Numbers of moves at which the second phase of the game begins, and so on."""
N_PHASES = len(PHASE_STARTS) + 1


@jit
def _phase(n_moves):
    """Returns the phase of the game after a number of moves, from 0."""
    phase = 0
    for start in PHASE_STARTS:
        if n_moves >= start:
            phase += 1
    return phase


@jit_inline
def _add_line_by_phase(wanted, board, point, view, table, features, n):
    """Appends the pair of a move's line and the phase of the game."""
    line = border_line(board, point)
    features[n] = LINE_BY_PHASE + (line - 1) * N_PHASES + _phase(board.n_moves)
    return n + 1


_LINES_BY_PHASE = Family(
    groups=(
        Group(
            "lines-by-phase",
            most=1,
            runs=(Run("line by phase", LINE_BY_PHASE, LINE_BY_PHASE + N_LINES * N_PHASES),),
        ),
    ),
    add=_add_line_by_phase,
)

PLAIN_FAMILIES = (_TACTICS, _BORDER, _LINES_BY_PHASE, _DISTANCES)
"""All families of this module, in the order in which their features are listed."""
