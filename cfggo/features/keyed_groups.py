"""The tree policy's groups of features with keys: shapes, deeper labels of the common fate graph,
answers, ladders and more.

A group is declared in one place: here, behind its kernel (CONTRIBUTING.md, "A group of features").
Its bit follows, its room in the view, among a move's features and among the keys of a harvest, what
configurations and weight files may name, and how the worth of groups is measured.

The families keep their order, and each one's features theirs: sums of weights are rounded, so in
another order a seed would give other games.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.features.answers import answer_cell, answer_key, store_shapes_around
from cfggo.features.graph_distance import FAR, store_graph_distances
from cfggo.features.groups import Family, Group
from cfggo.features.ladders import read_ladders
from cfggo.features.lookups import add_place, add_situation, place_of
from cfggo.features.plain_groups import N_DISTANCES, distance_number
from cfggo.features.shapes import (
    MAX_LIBERTY_SHAPE,
    MAX_SHAPE,
    MIN_SHAPE,
    N_SEEN,
    add_liberty_ring,
    add_ring,
    last_move_cell,
    response_key,
    store_seen_liberties,
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
from cfggo.features.surroundings import N_ITERATIONS, label_surroundings, surroundings_key
from cfggo.features.templates import (
    N_TEMPLATES,
    TEMPLATE_DISTANCES,
    WHOLE_BOARD,
    store_board_hashes,
    template_key,
    whole_board_key,
)
from cfggo.go.points import N_POINTS, PASS

_HAS_SHAPES, _HAS_RESPONSES = 1, 2


@jit_inline
def _add_shapes(wanted, board, point, view, table, features, n):
    """Appends the largest learnt shape and response around a move.

    Each is learnt only if all smaller ones around the same move are, so the search stops at the
    first that is not.
    """
    hashes = view.hashes
    for orientation in range(8):
        hashes[orientation] = np.uint64(0)
    cell = last_move_cell(board, point)
    shape_goes_on = wanted & _HAS_SHAPES != 0
    response_goes_on = wanted & _HAS_RESPONSES != 0 and cell >= 0
    shape = -1
    response = -1
    size = MIN_SHAPE
    while size <= MAX_SHAPE and (shape_goes_on or response_goes_on):
        key = add_ring(view.seen, point, size, hashes)
        if shape_goes_on:
            place = place_of(view, table, key)
            shape_goes_on = place >= 0
            if shape_goes_on:
                shape = place
        if response_goes_on:
            key = response_key(size, cell, hashes)
            if key != np.uint64(0):
                place = place_of(view, table, key)
                response_goes_on = place >= 0
                if response_goes_on:
                    response = place
        size += 1
    n = add_place(view, shape, features, n)
    return add_place(view, response, features, n)


_SHAPES = Family(
    groups=(
        Group("shapes", most=1, sizes=range(MIN_SHAPE, MAX_SHAPE + 1)),
        Group("responses", most=1, sizes=range(MIN_SHAPE, MAX_SHAPE + 1)),
    ),
    add=_add_shapes,
    fields=(("hashes", np.uint64, 8),),  # scratch
    needs_shapes=True,
)


@jit
def _look_for_liberty_shapes(wanted, board, graph, view, ladders):
    store_seen_liberties(board, view.seen_liberties)


@jit_inline
def _add_liberty_shape(wanted, board, point, view, table, features, n):
    """Appends the largest learnt liberty shape around a move."""
    hashes = view.liberty_hashes
    for orientation in range(8):
        hashes[orientation] = np.uint64(0)
    shape = -1
    for size in range(MIN_SHAPE, MAX_LIBERTY_SHAPE + 1):
        place = place_of(view, table, add_liberty_ring(view.seen_liberties, point, size, hashes))
        if place < 0:
            break
        shape = place
    return add_place(view, shape, features, n)


_LIBERTY_SHAPES = Family(
    groups=(Group("liberty-shapes", most=1, sizes=range(MIN_SHAPE, MAX_LIBERTY_SHAPE + 1)),),
    add=_add_liberty_shape,
    look=_look_for_liberty_shapes,
    fields=(
        ("seen_liberties", np.uint8, N_SEEN),  # of `store_seen_liberties`
        ("liberty_hashes", np.uint64, 8),  # scratch
    ),
)


_HAS_ANSWERS, _HAS_FOLLOW_UPS = 1, 2


@jit
def _look_for_answers(wanted, board, graph, view, ladders):
    if wanted & _HAS_ANSWERS and board.last != PASS:
        store_shapes_around(view.seen, board.last, view.around[0])
    if wanted & _HAS_FOLLOW_UPS and board.last2 != PASS:
        store_shapes_around(view.seen, board.last2, view.around[1])


@jit_inline
def _add_answer(point, before, which, view, table, features, n):
    """Appends the largest learnt answer or follow-up that a move is."""
    cell = answer_cell(point, before)
    if cell < 0:
        return n
    answer = -1
    for size in range(MIN_SHAPE, MAX_SHAPE + 1):
        place = place_of(view, table, answer_key(view.around, which, size, cell))
        if place < 0:
            break
        answer = place
    return add_place(view, answer, features, n)


@jit_inline
def _add_answers(wanted, board, point, view, table, features, n):
    """Appends a move's answer to the last move and its follow-up of the move before."""
    if wanted & _HAS_ANSWERS:
        n = _add_answer(point, board.last, 0, view, table, features, n)
    if wanted & _HAS_FOLLOW_UPS:
        n = _add_answer(point, board.last2, 1, view, table, features, n)
    return n


_ANSWERS = Family(
    groups=(
        Group("answers", most=1, sizes=range(MIN_SHAPE, MAX_SHAPE + 1)),
        Group("follow-ups", most=1, sizes=range(MIN_SHAPE, MAX_SHAPE + 1)),
    ),
    add=_add_answers,
    look=_look_for_answers,
    # Of `store_shapes_around`, around the last two moves.
    fields=(("around", np.uint64, (2, MAX_SHAPE + 1, 8)),),
    needs_shapes=True,
)


@jit
def _look_for_surroundings(wanted, board, graph, view, ladders):
    label_surroundings(board, graph, view.surroundings, view.mixed, view.chains)


@jit_inline
def _add_surroundings(wanted, board, point, view, table, features, n):
    """Appends the labels of a move's point after each iteration, those that are learnt."""
    for k in range(1, N_ITERATIONS + 1):
        place = place_of(view, table, surroundings_key(view.surroundings, point, k))
        n = add_place(view, place, features, n)
    return n


_SURROUNDINGS = Family(
    groups=(Group("surroundings", most=N_ITERATIONS, keys=N_ITERATIONS),),
    add=_add_surroundings,
    look=_look_for_surroundings,
    fields=(
        ("surroundings", np.uint64, (N_ITERATIONS + 1, N_POINTS)),
        ("mixed", np.uint64, N_POINTS),  # scratch
        ("chains", np.uint16, N_POINTS),  # scratch
    ),
    needs_graph=True,
)

_OF_LIBERTIES = 0


@jit_inline
def _add_liberties(wanted, board, point, view, table, features, n):
    """Appends what a move does to the liberties of the chains around it."""
    for number in liberty_situations(board, point):
        n = add_situation(view, _OF_LIBERTIES, number, features, n)
    return n


_LIBERTIES = Family(
    groups=(
        Group("liberties", most=3, keys=3, situations=((_OF_LIBERTIES, N_LIBERTY_SITUATIONS),)),
    ),
    add=_add_liberties,
)

_OWN_CHAIN, _CAPTURES, _GIVES_ATARI = 1, 2, 3


@jit
def _look_for_ladders(wanted, board, graph, view, ladders):
    read_ladders(board, ladders, view.status, view.catches)


@jit_inline
def _add_ladders(wanted, board, point, view, table, features, n):
    """Appends a move's ladder features."""
    own_chain, captures, gives_atari = ladder_situations(board, point, view.status, view.catches)
    if own_chain > 0:
        n = add_situation(view, _OWN_CHAIN, own_chain, features, n)
    if captures > 0:
        n = add_situation(view, _CAPTURES, captures, features, n)
    if gives_atari > 0:
        n = add_situation(view, _GIVES_ATARI, gives_atari, features, n)
    return n


_LADDERS = Family(
    groups=(
        Group(
            "ladders",
            most=3,
            keys=3,
            situations=(
                (_OWN_CHAIN, N_LADDER_SITUATIONS),
                (_CAPTURES, N_LADDER_SITUATIONS),
                (_GIVES_ATARI, N_LADDER_SITUATIONS),
            ),
        ),
    ),
    add=_add_ladders,
    look=_look_for_ladders,
    fields=(("status", np.uint8, N_POINTS), ("catches", np.uint8, N_POINTS)),  # of `read_ladders`
)

_LAST_CHAIN, _LAST_MOVES = 4, 5


@jit_inline
def _add_last_move(wanted, board, point, view, table, features, n):
    """Appends a move's distances to the last moves by what the last one did."""
    if board.last == PASS:
        return n
    last = distance_number(point, board.last)
    last2 = distance_number(point, board.last2)
    chain, threat = last_move_situation(board)
    n = add_situation(view, _LAST_CHAIN, chain * N_DISTANCES + last, features, n)
    distances = last * (N_DISTANCES + 1) + last2 + 1
    return add_situation(view, _LAST_MOVES, distances * N_THREATS + threat, features, n)


_LAST_MOVE = Family(
    groups=(
        Group(
            "last-move",
            most=2,
            keys=2,
            situations=(
                (_LAST_CHAIN, N_LAST_CHAINS * N_DISTANCES),
                (_LAST_MOVES, N_DISTANCES * (N_DISTANCES + 1) * N_THREATS),
            ),
        ),
    ),
    add=_add_last_move,
)

_NEAR_LAST_MOVES, _NEAR_LAST, _NEAR_LAST2 = 6, 7, 8


@jit
def _look_for_graph_distances(wanted, board, graph, view, ladders):
    if board.last != PASS:
        store_graph_distances(board, graph, board.last, view.distances[0], view.queue)
    if board.last2 != PASS:
        store_graph_distances(board, graph, board.last2, view.distances[1], view.queue)


@jit_inline
def _add_graph_distances(wanted, board, point, view, table, features, n):
    """Appends a move's distances to the last moves in the graph, and with those on the board."""
    if board.last == PASS:
        return n
    last = distance_number(point, board.last)
    last2 = distance_number(point, board.last2)
    near = np.int64(view.distances[0, point])
    near2 = np.int64(view.distances[1, point]) if last2 >= 0 else FAR + 1
    n = add_situation(view, _NEAR_LAST_MOVES, near * (FAR + 2) + near2, features, n)
    n = add_situation(view, _NEAR_LAST, near * N_DISTANCES + last, features, n)
    return add_situation(view, _NEAR_LAST2, near2 * (N_DISTANCES + 1) + last2 + 1, features, n)


_GRAPH_DISTANCES = Family(
    groups=(
        Group(
            "graph-distances",
            most=3,
            keys=3,
            situations=(
                (_NEAR_LAST_MOVES, (FAR + 2) ** 2),
                (_NEAR_LAST, (FAR + 1) * N_DISTANCES),
                (_NEAR_LAST2, (FAR + 2) * (N_DISTANCES + 1)),
            ),
        ),
    ),
    add=_add_graph_distances,
    look=_look_for_graph_distances,
    fields=(
        ("distances", np.int8, (2, N_POINTS)),  # in the graph, from the last two moves
        ("queue", np.int16, N_POINTS),  # scratch
    ),
    needs_graph=True,
)


@jit
def _look_for_templates(wanted, board, graph, view, ladders):
    store_board_hashes(board, view.whole_board)


_HAS_LARGEST, _HAS_NESTED = 1, 2


@jit_inline
def _add_templates(wanted, board, point, view, table, features, n):
    """Appends all learnt templates around a move, and the largest one.

    The search stops at the first that is not learnt.
    """
    hashes = view.template_hashes
    for orientation in range(8):
        hashes[orientation] = np.uint64(0)
    largest = place_of(view, table, template_key(np.uint64(0), 0))
    goes_on = largest >= 0
    if wanted & _HAS_NESTED:
        n = add_place(view, largest, features, n)
    distance = MIN_SHAPE
    template = 1
    while template < WHOLE_BOARD and goes_on:
        key = add_ring(view.seen, point, distance, hashes)
        if distance == TEMPLATE_DISTANCES[template]:
            place = place_of(view, table, template_key(key, template))
            goes_on = place >= 0
            if goes_on:
                largest = place
                template += 1
                if wanted & _HAS_NESTED:
                    n = add_place(view, largest, features, n)
        distance += 1
    if goes_on:
        place = place_of(view, table, whole_board_key(board, point, view.whole_board))
        if place >= 0:
            largest = place
            if wanted & _HAS_NESTED:
                n = add_place(view, largest, features, n)
    if wanted & _HAS_LARGEST:
        n = add_place(view, largest, features, n)
    return n


_TEMPLATES = Family(
    groups=(
        Group("templates", most=1, sizes=range(N_TEMPLATES)),
        Group("nested-templates", most=N_TEMPLATES, keys=N_TEMPLATES),
    ),
    add=_add_templates,
    look=_look_for_templates,
    fields=(
        ("whole_board", np.uint64, 8),  # of `store_board_hashes`
        ("template_hashes", np.uint64, 8),  # scratch
    ),
    needs_shapes=True,
)

KEYED_FAMILIES = (
    _SHAPES,
    _LIBERTY_SHAPES,
    _ANSWERS,
    _SURROUNDINGS,
    _LIBERTIES,
    _LADDERS,
    _LAST_MOVE,
    _GRAPH_DISTANCES,
    _TEMPLATES,
)
"""All families of this module, in the order in which their features are listed."""
