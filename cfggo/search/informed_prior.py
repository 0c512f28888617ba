"""The prior of a node's children, mended by what the search has seen there.

At a node that was visited often the tree policy is asked again, and boosted trees
(`cfggo.search.informed_trees`) change the probabilities of its likely moves by what the node's
statistics and the owners of the points in its playouts say of them.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.features.circumstances import N_CIRCUMSTANCES
from cfggo.go.points import BLACK, EMPTY, N_POINTS, NEIGHBOURS, STRIDE
from cfggo.models.bradley_terry.boosted_trees import find_close_moves, store_boosts, store_numbers
from cfggo.search.informed_trees import OF_CHILD, OF_NEIGHBOURS, OF_NODE, OF_OWNERS
from cfggo.search.tree import NO_RECORD

FIRST_VISITS = 128
"""Visits at which a node's priors are mended first; then whenever they have doubled."""

TRUST = 0.5
"""Share of the trees in a mended prior; the rest is the policy's."""

_CHILD = N_CIRCUMSTANCES + len(OF_NODE)
_OWNERS = _CHILD + len(OF_CHILD)
_NEIGHBOURS = _OWNERS + len(OF_OWNERS)
_CHANGE = _NEIGHBOURS + len(OF_NEIGHBOURS)
"""Where a move's numbers of each sort begin."""

UNSEEN = -100.0
"""A number that the search can't tell yet."""

_FAR = 4
_NONE = -2.0
"""Owner of a neighbour that is not there."""


@jit_inline
def is_time_to_inform(visits):
    """Tells whether a node with so many visits is due to have its priors mended."""
    return visits >= FIRST_VISITS and visits & (visits - 1) == 0


@jit
def inform_prior(tree, parent, position, view, trees, n, buffers):
    """Mends the priors of a node's children by informed trees, BoostedTrees.

    The other arguments are those of `look_at_node`.
    """
    n_close = look_at_node(tree, parent, position, view, n, buffers)
    points, thetas = buffers.points, buffers.probabilities
    children, close, boost = buffers.children, buffers.boost.close, buffers.boost
    store_boosts(trees, n_close, boost)
    before = after = 0.0
    for i in range(n_close):
        before += np.exp(thetas[close[i]])
        after += np.exp(thetas[close[i]] + boost.boosts[i])
    for i in range(n_close):
        child = children[points[close[i]]]
        by_policy = np.exp(thetas[close[i]])
        by_trees = np.exp(thetas[close[i]] + boost.boosts[i]) * before / after
        tree.nodes[child].prior = TRUST * by_trees + (1 - TRUST) * by_policy


@jit
def look_at_node(tree, parent, position, view, n, buffers):
    """Stores the numbers of a node's close moves; returns how many these are.

    `buffers.boost.close` has their indices in `buffers.points`, `buffers.boost.columns` their
    numbers, `buffers.children` the child of each point.

    tree: TreeArrays; parent: the node, with children and a record of owners; position: its own;
    view: view record of the tree policy, which has looked at it; n: how many moves `buffers.points`
    and `buffers.probabilities` hold by the tree policy, of which the latter become thetas.
    """
    nodes = tree.nodes
    points, thetas, children = buffers.points, buffers.probabilities, buffers.children
    for point in range(N_POINTS):
        children[point] = -1
    first = nodes[parent].first_child
    for child in range(first, first + nodes[parent].n_children):
        children[nodes[child].move] = child
    kept = 0
    for i in range(n):
        if children[points[i]] >= 0:
            points[kept] = points[i]
            thetas[kept] = np.log(max(thetas[i], np.float32(1e-9)))
            kept += 1
    n_close, highest = find_close_moves(points, thetas, kept, buffers.boost.close)
    store_numbers_of_search(
        tree, parent, position.board, view, points, thetas, n_close, highest, buffers
    )
    return n_close


@jit
def store_numbers_of_search(tree, parent, board, view, points, thetas, n_close, highest, buffers):
    """Stores the numbers of a node's close moves, those of the board first, in columns."""
    scratch, shared, owners = buffers.boost, buffers.shared, tree.owners
    _store_shared(tree, parent, board, shared, buffers.owned)
    for i in range(n_close):
        move = scratch.close[i]
        point = np.int64(points[move])
        numbers = scratch.numbers
        store_numbers(board, view, points, thetas, scratch.close, n_close, highest, i, numbers)
        for j in range(len(OF_NODE)):
            numbers[N_CIRCUMSTANCES + j] = shared[j]
        child = tree.nodes[buffers.children[point]]
        _store_statistics(child, board, shared, numbers, _CHILD)
        _store_owners(board, buffers.owned, point, numbers, _OWNERS)
        _store_neighbours(board, buffers.owned, point, numbers, _NEIGHBOURS)
        _store_change(child, owners, board, buffers.owned, point, numbers, _CHANGE)
        for j in range(len(numbers)):
            scratch.columns[j, i] = numbers[j]


@jit
def _store_shared(tree, parent, board, shared, owned):
    """Stores what all moves of a node share, and who owns its points.

    shared: float32[6]: visits as a power of 2, win rate, lead, deviation, largest share; and the
    children's visits.  owned: float32[N_POINTS], from the mover's view.
    """
    nodes, owners = tree.nodes, tree.owners
    node = nodes[parent]
    sign = 1 if board.to_play == BLACK else -1
    visits = np.float32(max(node.visits, 1))
    mean = np.float32(node.points) / visits
    square = np.float32(node.squared_points) / visits
    first = node.first_child
    total = most = 0
    for child in range(first, first + node.n_children):
        total += nodes[child].visits
        most = max(most, nodes[child].visits)
    shared[0] = np.log2(visits)
    shared[1] = 1.0 - 0.5 * np.float32(node.half_wins) / visits
    shared[2] = sign * mean
    shared[3] = np.sqrt(max(square - mean * mean, np.float32(0.0)))
    shared[4] = np.float32(most) / max(total, 1)
    shared[5] = max(total, 1)
    _store_owned(owners[node.record], sign, owned)


@jit_inline
def _store_owned(record, sign, owned):
    """Stores who owns each point by a record of owners, seen by the player of this sign."""
    scale = np.float32(sign) / max(record[0], 1)
    for point in range(1, N_POINTS):
        owned[point] = scale * record[point]


@jit_inline
def _store_statistics(child, board, shared, numbers, n):
    """Stores what the tree knows of a move: share of visits, win rate, lead, RAVE."""
    sign = 1 if board.to_play == BLACK else -1
    numbers[n] = np.float32(child.visits) / shared[5]
    if child.visits > 0:
        visits = np.float32(child.visits)
        numbers[n + 1] = 0.5 * np.float32(child.half_wins) / visits - shared[1]
        numbers[n + 2] = sign * np.float32(child.points) / visits - shared[2]
    else:
        numbers[n + 1] = UNSEEN
        numbers[n + 2] = UNSEEN
    if child.rave_visits > 0:
        rave = np.float32(child.rave_half_wins) / np.float32(child.rave_visits)
        numbers[n + 3] = 0.5 * rave - shared[1]
    else:
        numbers[n + 3] = UNSEEN


@jit
def _store_owners(board, owned, point, numbers, n):
    """Stores who owns what around a point, and which stones are in danger there."""
    row, col = point // STRIDE, point % STRIDE
    near_owner = 0.0
    n_near = 0
    doubt_2 = doubt_3 = doubt_4 = 0.0
    own_3 = own_4 = enemy_3 = enemy_4 = 0.0
    for near_row in range(max(1, row - _FAR), min(board.size, row + _FAR) + 1):
        width = _FAR - abs(near_row - row)
        for near_col in range(max(1, col - width), min(board.size, col + width) + 1):
            near = near_row * STRIDE + near_col
            steps = abs(near_row - row) + abs(near_col - col)
            owner = owned[near]
            doubt = 1.0 - owner * owner
            doubt_4 += doubt
            if steps <= 3:
                doubt_3 += doubt
                if steps <= 2:
                    doubt_2 += doubt
                    near_owner += owner
                    n_near += 1
            colour = board.colour[near]
            if colour == board.to_play:
                lost = (1.0 - owner) / 2
                own_4 += lost
                own_3 += lost if steps <= 3 else 0.0
            elif colour != EMPTY:
                lost = (1.0 + owner) / 2
                enemy_4 += lost
                enemy_3 += lost if steps <= 3 else 0.0
    numbers[n] = owned[point]
    numbers[n + 1] = near_owner / n_near
    numbers[n + 2] = doubt_2
    numbers[n + 3] = doubt_3
    numbers[n + 4] = doubt_4
    numbers[n + 5] = own_3
    numbers[n + 6] = enemy_3
    numbers[n + 7] = own_4
    numbers[n + 8] = enemy_4


@jit
def _store_neighbours(board, owned, point, numbers, n):
    """Stores, of the own and the enemy's chains beside a point, the one with most to lose."""
    for is_enemy in range(2):
        colour = 3 - board.to_play if is_enemy else board.to_play
        most = np.float32(-1.0)
        owner = np.float32(_NONE)
        for offset in NEIGHBOURS:
            near = point + offset
            if board.colour[near] == colour:
                safe = -owned[near] if is_enemy else owned[near]
                lost = board.n_stones[board.head[near]] * (1.0 - safe) / 2
                if lost > most:
                    most = lost
                    owner = owned[near]
        numbers[n + 2 * is_enemy] = owner
        numbers[n + 2 * is_enemy + 1] = most


@jit
def _store_change(child, owners, board, owned, point, numbers, n):
    """Stores how much more the mover owns around a point after his move there."""
    numbers[n] = UNSEEN
    numbers[n + 1] = UNSEEN
    if child.record == NO_RECORD or owners[child.record, 0] == 0:
        return
    record = owners[child.record]
    scale = np.float32(1 if board.to_play == BLACK else -1) / record[0]
    row, col = point // STRIDE, point % STRIDE
    near_2 = near_4 = 0.0
    for near_row in range(max(1, row - _FAR), min(board.size, row + _FAR) + 1):
        width = _FAR - abs(near_row - row)
        for near_col in range(max(1, col - width), min(board.size, col + width) + 1):
            near = near_row * STRIDE + near_col
            more = scale * record[near] - owned[near]
            near_4 += more
            if abs(near_row - row) + abs(near_col - col) <= 2:
                near_2 += more
    numbers[n] = near_2
    numbers[n + 1] = near_4
