"""A glance at a position: which moves are worth listing all of the tree policy's features for.

Most moves of a position are out of the question, and the tree policy's many features take long to
show it.  A few that cost almost nothing show it nearly as well: the playout policy's theta of a
move, which is known already where a playout is about to begin, its line on the board, and its
distances to the last two moves.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.features.plain_groups import (
    BORDER,
    LAST2_DISTANCE,
    LAST_DISTANCE,
    N_BORDER,
    distance_number,
)
from cfggo.features.tactics import border_line
from cfggo.models.bradley_terry.playout_policy import lasting_theta, update_gammas
from cfggo.models.bradley_terry.playout_tables import NO_PATHS
from cfggo.models.bradley_terry.tree_policy import (
    highest_of,
    legal_moves,
    store_gammas,
    store_probabilities,
    store_thetas,
)

OPENING = 9
"""Points per stone above which more moves are looked at closely: in the open they look alike."""

TIMES_AS_MANY = 3
"""How many times as many they are."""


@jit
def glance_theta(position, playout_tables, glance, point):
    """Returns the theta that a legal move, not PASS, has at a glance.

    Where the playout policy knows paths, its gammas must be up to date.
    glance: float32[], thetas of a tree policy's first features; line and distances are used.
    """
    board = position.board
    theta = np.float32(lasting_theta(position, playout_tables, point))
    theta += glance[BORDER + min(border_line(board, point), N_BORDER) - 1]
    last = distance_number(point, board.last)
    if last >= 0:
        theta += glance[LAST_DISTANCE + last]
    last2 = distance_number(point, board.last2)
    if last2 >= 0:
        theta += glance[LAST2_DISTANCE + last2]
    return theta


@jit_inline
def likely_move_probabilities(
    position, tree_tables, playout_tables, n_candidates, points, probabilities
):
    """Stores the legal moves and their probabilities, looking closely at n_candidates of them and
    PASS, at TIMES_AS_MANY in the opening, with 0 at all; returns how many moves they are.

    See `move_probabilities` (`cfggo.models.registry`).

    Those looked at closely are the likeliest at a glance, and come first, behind PASS.  The tree
    policy divides the probability that they have together at a glance; the others keep theirs.
    """
    board = position.board
    n = legal_moves(board, points)
    if board.n_empty * OPENING > board.size**2 * (OPENING - 1):
        n_candidates *= TIMES_AS_MANY
    if n_candidates == 0 or n - 1 <= n_candidates:
        return store_probabilities(board, position.graph, tree_tables, points, n, probabilities)
    if playout_tables.paths != NO_PATHS:
        update_gammas(position, playout_tables)
    for i in range(1, n):
        probabilities[i] = glance_theta(position, playout_tables, tree_tables.glance, points[i])
    bring_highest_to_front(probabilities, points, 1, n, n_candidates)
    end = n_candidates + 1
    highest = highest_of(probabilities, 1, end)
    at_a_glance = store_gammas(probabilities, 1, end, highest)
    others = store_gammas(probabilities, end, n, highest)
    store_thetas(board, position.graph, tree_tables, points, end, probabilities)
    highest = highest_of(probabilities, 0, end)
    total = store_gammas(probabilities, 0, 1, highest)  # of PASS, which the glance leaves out
    closely = store_gammas(probabilities, 1, end, highest)
    scale = closely / at_a_glance
    total += closely + others * scale
    for i in range(end):
        probabilities[i] /= total
    for i in range(end, n):
        probabilities[i] *= scale / total
    return n


@jit
def bring_highest_to_front(values, points, first, n, k):
    """Reorders values[first:n] and points with them, so that the k highest come first, 0 < k.

    The order among them, and among the others, means nothing (Hoare's quickselect).
    """
    low = first
    high = n - 1
    target = first + k - 1
    while low < high:
        a, b, c = values[low], values[(low + high) // 2], values[high]
        pivot = max(min(a, b), min(max(a, b), c))
        i = low
        j = high
        while i <= j:
            while values[i] > pivot:
                i += 1
            while values[j] < pivot:
                j -= 1
            if i <= j:
                values[i], values[j] = values[j], values[i]
                points[i], points[j] = points[j], points[i]
                i += 1
                j -= 1
        if target <= j:
            high = j
        elif target >= i:
            low = i
        else:
            return
