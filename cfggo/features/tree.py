"""The tree policy's features: Coulom 2007 without ladders and territory, the graph's, and more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from cfggo.features.answers import (
    answer_cell,
    answer_key,
    store_shapes_around,
)
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
    tree_group_set,
)
from cfggo.features.graph_distance import FAR, store_graph_distances
from cfggo.features.ladders import new_ladder_boards, read_ladders
from cfggo.features.paths import path_features
from cfggo.features.shapes import (
    MAX_LIBERTY_SHAPE,
    MAX_SHAPE,
    MAX_WIDE_SHAPE,
    MIN_SHAPE,
    add_liberty_ring,
    add_ring,
    find_key,
    key_table,
    last_move_cell,
    response_key,
    store_liberty_codes,
)
from cfggo.features.situation import (
    N_LADDER_SITUATIONS,
    N_LAST_CHAINS,
    N_LIBERTY_SITUATIONS,
    N_THREATS,
    ladder_situations,
    last_move_situation,
    liberty_situations,
)
from cfggo.features.surroundings import (
    N_ITERATIONS,
    label_surroundings,
    surroundings_key,
)
from cfggo.features.tactics import (
    border_line,
    in_new_atari,
    is_self_atari,
    joins,
    move_distance,
    touches_new_atari,
)
from cfggo.go.points import EMPTY, N_POINTS, NEIGHBOURS, OFF_BOARD, PASS
from cfggo.go.random import mix64
from cfggo.graph.labels import labelling
from cfggo.jit import jit, jit_inline

MAX_KEYS = 64
"""Features with keys that a move can have at most, of all sizes."""

_TACTICS = tree_group_set(["tactics"])
_BORDER = tree_group_set(["border"])
_DISTANCES = tree_group_set(["distances"])
_SHAPES = tree_group_set(["shapes"])
_DISTANCE_PAIRS = tree_group_set(["distance-pairs"])
_LINES_BY_PHASE = tree_group_set(["lines-by-phase"])
_RESPONSES = tree_group_set(["responses"])
_SURROUNDINGS = tree_group_set(["surroundings"])
_ANSWERS = tree_group_set(["answers"])
_FOLLOW_UPS = tree_group_set(["follow-ups"])
_WIDE_SHAPES = tree_group_set(["wide-shapes"])
_LIBERTY_SHAPES = tree_group_set(["liberty-shapes"])
_LIBERTIES = tree_group_set(["liberties"])
_LADDERS = tree_group_set(["ladders"])
_LAST_MOVE = tree_group_set(["last-move"])
_GRAPH_DISTANCES = tree_group_set(["graph-distances"])

_FILTER_BITS = 21
"""Bits of a key that a set of bits tells apart, a quarter of a megabyte: most keys that are asked
for are not learnt, and it says so of nearly all of them from a nearer cache than the table's."""

_ONE = np.uint64(1)

(
    _OF_LIBERTIES,
    _OWN_CHAIN,
    _CAPTURES,
    _GIVES_ATARI,
    _LAST_CHAIN,
    _LAST_MOVES,
    _NEAR_LAST_MOVES,
    _NEAR_LAST,
    _NEAR_LAST2,
) = range(9)
"""Kinds of situations: what a move does to liberties and ladders, and where it is by what the last
two moves were, on the board and near them in the graph."""

_N_SITUATIONS = max(
    N_LIBERTY_SITUATIONS,
    N_LADDER_SITUATIONS,
    N_LAST_CHAINS * N_DISTANCES,
    N_DISTANCES * (N_DISTANCES + 1) * N_THREATS,
    (FAR + 2) ** 2,
    (FAR + 2) * (N_DISTANCES + 1),
)
"""Numbers of situations, of any kind, are below this."""

_SITUATION_KEYS = np.random.Generator(np.random.PCG64(20151231)).integers(
    1, 2**64 - 1, size=_NEAR_LAST2 + 1, dtype=np.uint64
)
"""What tells numbers of different kinds of situations apart."""


VIEW_DTYPE = np.dtype(
    [
        ("groups", np.int64),  # set of feature groups (see `tree_group_set`)
        ("n_labels", np.int64),  # of the labelling of the paths, 0 for no path features
        ("is_harvest", np.int64),  # whether every key that is asked for counts as learnt
        ("filter", np.uint64, 2**_FILTER_BITS // 64),  # first bits of the learnt features' keys
        ("n_asked", np.int64),  # in a harvest, keys asked for since this was set to 0
        ("asked", np.uint64, MAX_KEYS),  # and the keys
        # Number of the learnt feature of each situation, -1 if not learnt.
        ("situations", np.int32, (len(_SITUATION_KEYS), _N_SITUATIONS)),
        # Of the position, each for the group that needs it.
        ("surroundings", np.uint64, (N_ITERATIONS + 1, N_POINTS)),  # of `label_surroundings`
        ("around", np.uint64, (2, MAX_SHAPE + 1, 8)),  # shapes around the last two moves
        ("codes", np.uint8, N_POINTS),  # of `store_liberty_codes`
        ("status", np.uint8, N_POINTS),  # of `read_ladders`
        ("catches", np.uint8, N_POINTS),  # of `read_ladders`
        ("distances", np.int8, (2, N_POINTS)),  # in the graph, from the last two moves
        # Scratch.
        ("hashes", np.uint64, 8),
        ("queue", np.int16, N_POINTS),
    ],
    align=True,
)
"""What a tree policy looks at, and what all moves of a position have in common."""


class TreeView(NamedTuple):
    """What kernels need to list the features of a tree policy; threads share only some of it.

    views         -- view record[1]
    label_of      -- uint8[3, N_KINDS] of the labelling of the paths
    keys, numbers -- uint64[2**k], int32[2**k]: table of the learnt features with keys
    ladders       -- scratch of `new_ladder_boards`
    """

    views: np.ndarray
    label_of: np.ndarray
    keys: np.ndarray
    numbers: np.ndarray
    ladders: np.ndarray


def new_tree_view(
    groups: Iterable[str], labelling_name: str, keys: np.ndarray, is_harvest: bool = False
) -> TreeView:
    """Returns the view of a policy with these groups.

    labelling_name -- of the path features, "" for none
    keys           -- uint64[]: of the learnt features that have one, ascending
    """
    names = labelling(labelling_name or "exact")
    views = np.zeros(1, dtype=VIEW_DTYPE)
    views["groups"] = tree_group_set(groups)
    views["n_labels"] = names.n_labels if labelling_name else 0
    views["is_harvest"] = is_harvest
    bits = keys >> np.uint64(64 - _FILTER_BITS)
    np.bitwise_or.at(views[0]["filter"], bits >> np.uint64(6), _ONE << (bits & np.uint64(63)))
    table = key_table(keys)
    _store_situations(views[0], *table)
    return TreeView(views, names.label_of, *table, new_ladder_boards())


def view_for_another_thread(view: TreeView) -> TreeView:
    """Returns a view of the same policy that another thread may use at the same time."""
    return view._replace(views=view.views.copy(), ladders=new_ladder_boards())


@jit_inline
def _situation_key(kind, value):
    """Returns the key of a number of a kind of situation."""
    return mix64(np.uint64(value) ^ _SITUATION_KEYS[kind])


@jit
def _store_situations(view, keys, numbers):
    for kind in range(len(_SITUATION_KEYS)):
        for value in range(_N_SITUATIONS):
            view.situations[kind, value] = numbers[find_key(keys, _situation_key(kind, value))]


@jit
def needs_graph(view):
    """Tells whether any of the policy's features look at the graph; view: a view record."""
    return view.n_labels > 0 or view.groups & (_SURROUNDINGS | _GRAPH_DISTANCES) != 0


@jit
def look_at_position(board, graph, view, ladders):
    """Finds out what the features of all moves of a position need; call it before them."""
    if view.groups & _SURROUNDINGS:
        label_surroundings(board, graph, view.surroundings)
    if view.groups & _LIBERTY_SHAPES:
        store_liberty_codes(board, view.codes)
    if view.groups & _LADDERS:
        read_ladders(board, ladders, view.status, view.catches)
    for which in range(2):
        before = board.last if which == 0 else board.last2
        if before == PASS:
            continue
        if view.groups & (_ANSWERS if which == 0 else _FOLLOW_UPS):
            store_shapes_around(board, before, view.around[which])
        if view.groups & _GRAPH_DISTANCES:
            store_graph_distances(board, graph, before, view.distances[which], view.queue)


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
def _add_tactics(board, point, features, n):
    """Appends a move's tactical features to a list of n; returns its new length."""
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


@jit
def _phase(n_moves):
    """Returns the phase of the game after a number of moves, from 0."""
    phase = 0
    for start in PHASE_STARTS:
        if n_moves >= start:
            phase += 1
    return phase


@jit
def distance_number(point, other):
    """Returns the number of a distance among N_DISTANCES, or -1 if the other point is PASS."""
    if other == PASS:
        return -1
    distance = move_distance(point, other)
    return min(max(distance, MIN_DISTANCE), MAX_DISTANCE) - MIN_DISTANCE


@jit
def _add_distances(board, point, groups, features, n):
    """Appends a move's distances, alone and as a pair; returns the list's new length."""
    last = distance_number(point, board.last)
    last2 = distance_number(point, board.last2)
    if groups & _DISTANCES:
        if last >= 0:
            features[n] = LAST_DISTANCE + last
            n += 1
        if last2 >= 0:
            features[n] = LAST2_DISTANCE + last2
            n += 1
    if groups & _DISTANCE_PAIRS and last >= 0 and last2 >= 0:
        features[n] = BOTH_DISTANCES + last * N_DISTANCES + last2
        n += 1
    return n


@jit
def _place_of(view, keys, key):
    """Returns where a learnt feature stands in the table, or -1.

    Its number stands there too, which is not fetched from memory until it is needed.  In a harvest
    (`cfggo.learning.harvest`) notes the key, and says of every feature that it is learnt, so that
    larger ones are asked for too.
    """
    if view.is_harvest:
        view.asked[view.n_asked] = key
        view.n_asked += 1
        return 0
    bit = key >> np.uint64(64 - _FILTER_BITS)
    if (view.filter[bit >> np.uint64(6)] >> (bit & np.uint64(63))) & _ONE == np.uint64(0):
        return -1
    place = find_key(keys, key)
    return place if keys[place] != np.uint64(0) else -1


@jit_inline
def _add_number(view, number, features, n):
    """Appends a learnt feature with a key by its number; returns the list's new length."""
    features[n] = TREE_PATHS + view.n_labels * view.n_labels * view.n_labels + number
    return n + 1


@jit_inline
def _add_place(view, numbers, place, features, n):
    """Appends the learnt feature at a place, unless that is -1; returns the list's new length."""
    return n if place < 0 else _add_number(view, np.int64(numbers[place]), features, n)


@jit
def _add_situation(view, kind, value, features, n):
    """Appends the feature of a number of a kind of situation; returns the list's new length."""
    number = np.int64(view.situations[kind, value])
    if view.is_harvest:
        view.asked[view.n_asked] = _situation_key(kind, value)
        view.n_asked += 1
    return n if number < 0 else _add_number(view, number, features, n)


@jit
def _add_shapes(board, point, view, keys, numbers, features, n):
    """Appends the largest learnt shape, response and wide shape; returns the list's new length.

    Each is learnt only if all smaller ones around the same move are, so the search stops at the
    first that is not.
    """
    hashes = view.hashes
    for orientation in range(8):
        hashes[orientation] = np.uint64(0)
    cell = last_move_cell(board, point)
    shape_goes_on = view.groups & (_SHAPES | _WIDE_SHAPES) != 0
    response_goes_on = view.groups & _RESPONSES != 0 and cell >= 0
    shape = -1
    response = -1
    size = MIN_SHAPE
    while size <= MAX_SHAPE and (shape_goes_on or response_goes_on):
        key = add_ring(board, point, size, hashes)
        if shape_goes_on:
            place = _place_of(view, keys, key)
            shape_goes_on = place >= 0
            if shape_goes_on:
                shape = place
        if response_goes_on:
            key = response_key(size, cell, hashes)
            if key != np.uint64(0):
                place = _place_of(view, keys, key)
                response_goes_on = place >= 0
                if response_goes_on:
                    response = place
        size += 1
    if view.groups & _SHAPES:
        n = _add_place(view, numbers, shape, features, n)
    n = _add_place(view, numbers, response, features, n)
    if view.groups & _WIDE_SHAPES:
        wide = -1
        while size <= MAX_WIDE_SHAPE and shape_goes_on:
            place = _place_of(view, keys, add_ring(board, point, size, hashes))
            shape_goes_on = place >= 0
            if shape_goes_on:
                wide = place
            size += 1
        n = _add_place(view, numbers, wide, features, n)
    return n


@jit
def _add_liberty_shape(board, point, view, keys, numbers, features, n):
    """Appends the largest learnt liberty shape around a move; returns the list's new length."""
    for orientation in range(8):
        view.hashes[orientation] = np.uint64(0)
    shape = -1
    for size in range(MIN_SHAPE, MAX_LIBERTY_SHAPE + 1):
        place = _place_of(view, keys, add_liberty_ring(board, view.codes, point, size, view.hashes))
        if place < 0:
            break
        shape = place
    return _add_place(view, numbers, shape, features, n)


@jit
def _add_answer(point, before, which, view, keys, numbers, features, n):
    """Appends the largest learnt answer or follow-up that a move is; returns the new length."""
    cell = answer_cell(point, before)
    if cell < 0:
        return n
    answer = -1
    for size in range(MIN_SHAPE, MAX_SHAPE + 1):
        place = _place_of(view, keys, answer_key(view.around, which, size, cell))
        if place < 0:
            break
        answer = place
    return _add_place(view, numbers, answer, features, n)


@jit
def _add_situations(board, point, view, features, n):
    """Appends what a move does to the chains around it; returns the list's new length."""
    if view.groups & _LIBERTIES:
        for number in liberty_situations(board, point):
            n = _add_situation(view, _OF_LIBERTIES, number, features, n)
    if view.groups & _LADDERS:
        own_chain, captures, gives_atari = ladder_situations(
            board, point, view.status, view.catches
        )
        if own_chain > 0:
            n = _add_situation(view, _OWN_CHAIN, own_chain, features, n)
        if captures > 0:
            n = _add_situation(view, _CAPTURES, captures, features, n)
        if gives_atari > 0:
            n = _add_situation(view, _GIVES_ATARI, gives_atari, features, n)
    return n


@jit
def _add_last_move_situations(board, point, view, features, n):
    """Appends distances to the last moves by what these did, and in the graph."""
    if board.last == PASS:
        return n
    last = distance_number(point, board.last)
    last2 = distance_number(point, board.last2)
    if view.groups & _LAST_MOVE:
        chain, threat = last_move_situation(board)
        n = _add_situation(view, _LAST_CHAIN, chain * N_DISTANCES + last, features, n)
        distances = last * (N_DISTANCES + 1) + last2 + 1
        n = _add_situation(view, _LAST_MOVES, distances * N_THREATS + threat, features, n)
    if view.groups & _GRAPH_DISTANCES:
        near = np.int64(view.distances[0, point])
        near2 = np.int64(view.distances[1, point]) if last2 >= 0 else FAR + 1
        n = _add_situation(view, _NEAR_LAST_MOVES, near * (FAR + 2) + near2, features, n)
        n = _add_situation(view, _NEAR_LAST, near * N_DISTANCES + last, features, n)
        n = _add_situation(view, _NEAR_LAST2, near2 * (N_DISTANCES + 1) + last2 + 1, features, n)
    return n


@jit
def tree_features(board, graph, point, view, label_of, keys, numbers, features):
    """Stores the numbers of a legal move's features, or PASS's; returns how many they are.

    The view must have looked at the position.  The graph must be up to date if the policy
    `needs_graph`.
    view: view record; label_of, keys, numbers: of a TreeView; features: int32[MAX_FEATURES].
    """
    if point == PASS:
        features[0] = PASS_AFTER_PASS if board.n_passes > 0 else PASS_OTHERWISE
        return 1
    n = 0
    groups = view.groups
    if groups & _TACTICS:
        n = _add_tactics(board, point, features, n)
    line = border_line(board, point)
    if groups & _BORDER:
        features[n] = BORDER + min(line, N_BORDER) - 1
        n += 1
    if groups & _LINES_BY_PHASE:
        features[n] = LINE_BY_PHASE + (line - 1) * N_PHASES + _phase(board.n_moves)
        n += 1
    if groups & (_DISTANCES | _DISTANCE_PAIRS):
        n = _add_distances(board, point, groups, features, n)
    if groups & (_SHAPES | _WIDE_SHAPES | _RESPONSES):
        n = _add_shapes(board, point, view, keys, numbers, features, n)
    if groups & _LIBERTY_SHAPES:
        n = _add_liberty_shape(board, point, view, keys, numbers, features, n)
    if groups & _ANSWERS:
        n = _add_answer(point, board.last, 0, view, keys, numbers, features, n)
    if groups & _FOLLOW_UPS:
        n = _add_answer(point, board.last2, 1, view, keys, numbers, features, n)
    if groups & _SURROUNDINGS:
        for k in range(1, N_ITERATIONS + 1):
            place = _place_of(view, keys, surroundings_key(view.surroundings, point, k))
            n = _add_place(view, numbers, place, features, n)
    if groups & (_LIBERTIES | _LADDERS):
        n = _add_situations(board, point, view, features, n)
    if groups & (_LAST_MOVE | _GRAPH_DISTANCES):
        n = _add_last_move_situations(board, point, view, features, n)
    if view.n_labels > 0:
        n = path_features(
            board,
            graph,
            point,
            label_of[board.to_play],
            view.n_labels,
            TREE_PATHS,
            features,
            n,
        )
    return n
