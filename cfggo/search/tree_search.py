"""The kernels of a search, and the buffers that they work with.

    while there is time:                                    run_playouts
        walk down the tree by the selection formula         walk_down, select_child
        give a leaf that was visited often enough children  expand
        play the game out with the playout policy           play_out
        count the board and update the nodes passed         count_playout, update_tree

`score_playouts` plays games out without a tree.

RAVE counts a move for the first player who makes it, later in the playout or below the node.

Any number of threads may run this on one tree, each with positions and buffers of its own.
A visit is counted on the way down and its result on the way back: as long as a playout is under
way it counts as lost, which sends other threads elsewhere (virtual loss).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.features.tree import needs_graph
from cfggo.go.board import is_own_eye, owner_on_filled_board, playout_limit
from cfggo.go.points import BLACK, MAX_MOVES, N_POINTS, PASS, STRIDE, WHITE
from cfggo.go.random import mix64, random_below
from cfggo.go.scoring import area_balance
from cfggo.graph.incremental_graph import build_graph, complete_graph
from cfggo.models.bradley_terry.boosted_trees import BoostScratch, new_boost_scratch
from cfggo.models.bradley_terry.playout_policy import play_on_position
from cfggo.models.bradley_terry.playout_tables import NO_PATHS
from cfggo.models.bradley_terry.tree_policy import legal_moves
from cfggo.models.registry import move_probabilities
from cfggo.search.atomics import atomic_add, compare_and_set, load_acquire
from cfggo.search.informed_prior import inform_prior, is_time_to_inform
from cfggo.search.informed_trees import N_INFORMED
from cfggo.search.rules_of_thumb import choose_by_rules
from cfggo.search.settings import NO_PRIORS
from cfggo.search.tree import (
    BEING_EXPANDED,
    NO_CHILDREN,
    NO_RECORD,
    ROOT,
    clear_node,
    take_nodes,
    take_record,
)

MAX_DEPTH = 512
"""Moves that a walk down the tree may make."""

ROOT_POSITION, PLAYED_POSITION = 0, 1
"""Which of a thread's two positions is the root's, and which its copy that moves are played on."""

_ONE = np.uint64(1)
_HALF = np.float32(0.5)
_ONE_VISIT = np.float32(1.0)
_UNLIKELY = np.float32(1e-4)
"""Least prior that counts in the lasting bias."""


class Buffers(NamedTuple):
    """Arrays of one thread: scratch of each playout, and the counts of owners.

    first_player  -- uint8[N_POINTS]: who played first on a point, in the present playout
    unused_first_player -- the same, for a playout of which only the owners count
    path          -- int32[MAX_DEPTH + 1]: nodes passed on the way down
    points        -- int16[MAX_MOVES]
    probabilities -- float32[MAX_MOVES]
    ownership     -- int32[N_POINTS, N_POINTS]: by first move and point, playouts at whose end Black
                     owned the point, minus those where White did
    first_moves   -- int32[N_POINTS]: these playouts
    avoided       -- int32[3, N_POINTS]: by colour and point, the moves from the root on among which
                     it is not to play there; the children of the root are not chosen by it
    owner         -- int8[N_POINTS]: who owned a point at a playout's end: 1 Black, -1 White
    children      -- int32[N_POINTS], shared -- float32[6], owned -- float32[N_POINTS], boost --
                     BoostScratch: scratch of `inform_prior`
    """

    first_player: np.ndarray
    unused_first_player: np.ndarray
    path: np.ndarray
    points: np.ndarray
    probabilities: np.ndarray
    ownership: np.ndarray
    first_moves: np.ndarray
    avoided: np.ndarray
    owner: np.ndarray
    children: np.ndarray
    shared: np.ndarray
    owned: np.ndarray
    boost: BoostScratch


def new_buffers() -> Buffers:
    """Returns the buffers of one search thread."""
    return Buffers(
        np.zeros(N_POINTS, dtype=np.uint8),
        np.zeros(N_POINTS, dtype=np.uint8),
        np.zeros(MAX_DEPTH + 1, dtype=np.int32),
        np.zeros(MAX_MOVES, dtype=np.int16),
        np.zeros(MAX_MOVES, dtype=np.float32),
        np.zeros((N_POINTS, N_POINTS), dtype=np.int32),
        np.zeros(N_POINTS, dtype=np.int32),
        np.zeros((WHITE + 1, N_POINTS), dtype=np.int32),
        np.zeros(N_POINTS, dtype=np.int8),
        np.zeros(N_POINTS, dtype=np.int32),
        np.zeros(6, dtype=np.float32),
        np.zeros(N_POINTS, dtype=np.float32),
        new_boost_scratch(N_INFORMED),
    )


@jit
def run_playouts(tree, positions, policies, settings, buffers):
    """Adds playouts to the tree of the root's position until none of its `to_do` is left.

    tree: TreeArrays, the root expanded; positions: two of POSITION_DTYPE, of which PLAYED_POSITION
    is overwritten; policies: Policies.
    """
    counters, nodes = tree.counters, tree.nodes
    playout, rules = policies.playout, settings.rules_of_thumb
    position = positions[PLAYED_POSITION]
    board = position.board
    while atomic_add(counters.to_do, 0, -1) > 0:
        positions[PLAYED_POSITION] = positions[ROOT_POSITION]
        board.random = mix64(atomic_add(counters.seed, 0, 1) + _ONE)
        for point in range(N_POINTS):
            buffers.first_player[point] = 0
        depth = walk_down(tree, position, policies, settings, buffers)
        leaf_colour = board.to_play
        first_move = np.int64(nodes[buffers.path[1]].move) if depth > 0 else PASS
        buffers.first_moves[first_move] += 1
        ownership = buffers.ownership[first_move]
        if board.n_passes < 2:
            play_out(position, playout, rules, buffers.first_player)
            balance = count_playout(board, ownership, buffers.owner)
            points = balance
        else:
            balance = area_balance(board)
            # Two passes decide who wins, but say nothing of who owns the points, dead stones and
            # all: that takes a playout, as elsewhere.
            board.n_passes = 0
            play_out(position, playout, rules, buffers.unused_first_player)
            points = count_playout(board, ownership, buffers.owner)
        atomic_add(counters.playouts, 0, 1)
        atomic_add(counters.black_points, 0, points)
        black_half_wins = 1
        if balance != settings.komi:
            black_half_wins = 2 if balance > settings.komi else 0
        count_owners(tree, buffers.path, depth, buffers.owner)
        update_tree(
            nodes,
            buffers.path,
            depth,
            leaf_colour,
            points,
            black_half_wins,
            buffers.first_player,
            settings.alone,
        )


@jit
def score_playouts(counters, positions, playout_tables, rules_of_thumb, buffers, scores):
    """Stores Black's area minus White's after each of some playouts from the root's position.

    positions: two, as for `run_playouts`; scores: int32[:], as long as there are to be playouts.
    """
    position = positions[PLAYED_POSITION]
    for i in range(len(scores)):
        positions[PLAYED_POSITION] = positions[ROOT_POSITION]
        position.board.random = mix64(atomic_add(counters.seed, 0, 1) + _ONE)
        play_out(position, playout_tables, rules_of_thumb, buffers.unused_first_player)
        scores[i] = count_playout(position.board, buffers.ownership[PASS], buffers.owner)
        buffers.first_moves[PASS] += 1
        atomic_add(counters.playouts, 0, 1)


@jit_inline
def walk_down(tree, position, policies, settings, buffers):
    """Plays the moves that the tree selects until it has no more; returns how many they are.

    The nodes passed, the root first, are stored in `buffers.path`, and each counts a visit.  One
    leaf gets children at most: with `expand_visits = 0` each new one would get some at once, and
    the walk go on to the end of the game.
    """
    nodes, board, path = tree.nodes, position.board, buffers.path
    path[0] = ROOT
    visits = atomic_add(nodes.visits, ROOT, 1) + 1
    depth = 0
    has_grown = False
    while board.n_passes < 2 and depth < MAX_DEPTH:
        node = np.int64(path[depth])
        is_leaf = load_acquire(nodes.n_children, node) == 0
        if is_leaf and (
            has_grown
            or not is_due(tree, node, settings)
            or not expand(tree, node, position, policies, settings, depth, buffers)
        ):
            break
        has_grown |= is_leaf
        if settings.informs and is_time_to_inform(visits) and nodes[node].record != NO_RECORD:
            ask_again(tree, node, position, policies, settings, buffers)
        child = select_child(nodes, node, settings)
        visits = atomic_add(nodes.visits, child, 1) + 1
        play_on_position(position, policies.playout, np.int64(nodes[child].move))
        depth += 1
        path[depth] = child
    return depth


@jit
def ask_again(tree, node, position, policies, settings, buffers):
    """Asks the tree policy again at a node, and mends its answer by what the search saw there."""
    n = store_policy(position, policies, settings.candidates, buffers)
    inform_prior(tree, node, position, policies.tree.tree.views[0], policies.informed, n, buffers)


@jit_inline
def is_due(tree, leaf, settings):
    """Tells whether a leaf has the visits that it takes to get children.

    They are twice as many as at first when half of the room is left, ten times when a tenth is, so
    that a long search does not run out of room but goes on growing where it visits most.
    """
    size = len(tree.nodes)
    room = size - tree.counters[0].n_nodes
    return np.int64(tree.nodes[leaf].visits) * room > settings.expand_visits * size


@jit
def select_child(nodes, parent, settings):
    """Returns the child with the highest value of the selection formula (main paper, IV-A).

        (1 - beta) * Q_UCT + beta * Q_RAVE + PB * P(move) / visits + LB * ln P(move)
        beta = RAVE visits / (visits + RAVE visits + 4 * B^2 * visits * RAVE visits)

    B, PB and LB are the settings `rave_bias`, `progressive_bias` and `lasting_bias`.  Q_UCT is the
    child's win rate and what `exploration` adds, Q_RAVE the win rate of its move in all playouts
    that have it.  A child without visits counts one in PB's term; its value is Q_RAVE, and the
    first-play urgency with its exploration if it has no RAVE visits either.  PB grows where there
    are more visits than `bias_visits`: else the policy would not count in long searches.
    LB's term is not the paper's: it does not fade, for playouts err about a move in the same way
    however many there are.  Without RAVE every child counts as one without RAVE visits.

    The parent's visits include the one that is under way.
    """
    first = nodes[parent].first_child
    log_visits = np.log(np.float32(nodes[parent].visits))
    exploration = np.float32(settings.exploration)
    four_b_squared = np.float32(4.0 * settings.rave_bias * settings.rave_bias)
    progressive_bias = np.float32(settings.progressive_bias)
    if 0 < settings.bias_visits < nodes[parent].visits:
        progressive_bias *= np.sqrt(
            np.float32(nodes[parent].visits) / np.float32(settings.bias_visits)
        )
    lasting_bias = np.float32(settings.lasting_bias)
    rave = np.float32(settings.rave)
    urgency = np.float32(settings.first_play_urgency) + exploration * np.sqrt(log_visits)
    best = first
    best_value = np.float32(-np.inf)
    for child in range(first, first + nodes[parent].n_children):
        node = nodes[child]
        rave_visits = rave * np.float32(node.rave_visits)
        if node.visits > 0:
            visits = np.float32(node.visits)
            per_visit = _ONE_VISIT / visits
            value = _HALF * np.float32(node.half_wins) * per_visit
            if exploration > 0:
                value += exploration * np.sqrt(log_visits * per_visit)
            beta = rave_visits / (visits + rave_visits + four_b_squared * visits * rave_visits)
        else:
            per_visit = _ONE_VISIT
            value = urgency
            beta = _ONE_VISIT
        if rave_visits > 0:
            rave_wins = _HALF * np.float32(node.rave_half_wins)
            value += beta * (rave_wins / rave_visits - value)
        value += progressive_bias * node.prior * per_visit
        if lasting_bias > 0 and value > best_value:  # it only lowers a value
            value += lasting_bias * np.log(max(node.prior, _UNLIKELY))
        if value > best_value:
            best_value = value
            best = child
    return best


@jit
def expand(tree, parent, position, policies, settings, depth, buffers):
    """Gives a leaf a child for every legal move that fills no own eye, and PASS; returns False if
    there is no room for them, or if another thread is doing so.

    PASS is left out while more points are empty than `settings.pass_empty` says, unless the last
    move was a pass or there is no other move.

    position: the one after the leaf's move; depth: moves from the root to the leaf.
    """
    nodes, board = tree.nodes, position.board
    avoided = buffers.avoided[board.to_play]
    if tree.counters[0].n_nodes + board.n_empty + 1 > len(nodes):
        return False
    if not compare_and_set(nodes.first_child, parent, NO_CHILDREN, BEING_EXPANDED):
        return False
    n = store_policy(position, policies, settings.candidates, buffers)
    avoids = depth < settings.avoided_moves
    most_empty = settings.pass_empty * board.size * board.size
    n_children = 0
    if (board.n_passes > 0 or board.n_empty <= most_empty) and not (
        avoids and avoided[PASS] > depth
    ):
        n_children = 1  # PASS comes first
    for i in range(1, n):
        point = np.int64(buffers.points[i])
        if not is_own_eye(board, point, board.to_play) and not (avoids and avoided[point] > depth):
            buffers.points[n_children] = point
            buffers.probabilities[n_children] = buffers.probabilities[i]
            n_children += 1
    n_children = max(n_children, 1)  # at least PASS, which is still in its place then
    if settings.candidates == NO_PRIORS:
        _shuffle(board, buffers.points, n_children)
    first = take_nodes(tree, n_children)
    if first < 0:
        nodes[parent].first_child = NO_CHILDREN
        return False
    for i in range(n_children):
        clear_node(nodes[first + i], buffers.points[i], buffers.probabilities[i])
    nodes[parent].first_child = first
    nodes[parent].record = take_record(tree)
    atomic_add(nodes.n_children, parent, n_children)
    return True


@jit
def store_policy(position, policies, n_candidates, buffers):
    """Stores the legal moves of a position and their probabilities; returns how many they are.

    n_candidates: how many of them the tree policy looks at closely, 0 for all; with NO_PRIORS it
    looks at none.
    """
    if n_candidates == NO_PRIORS:
        return _list_alike(position.board, buffers.points, buffers.probabilities)
    if needs_graph(policies.tree.tree):
        if policies.playout.paths == NO_PATHS:
            build_graph(position.board, position.graph)
        else:
            complete_graph(position.board, position.graph)
    points, probabilities = buffers.points, buffers.probabilities
    return move_probabilities(
        position, policies.tree, policies.playout, n_candidates, points, probabilities
    )


@jit_inline
def _list_alike(board, points, probabilities):
    """Stores PASS and the legal moves, all as likely; returns how many they are."""
    n = legal_moves(board, points)
    for i in range(n):
        probabilities[i] = _ONE_VISIT / np.float32(n)
    return n


@jit_inline
def _shuffle(board, points, n):
    """Puts the first n moves in random order: of moves alike the first is tried first."""
    for i in range(1, n):
        place = random_below(board, i + 1)
        point = points[i]
        points[i] = points[place]
        points[place] = point


@jit
def play_out(position, playout_tables, rules_of_thumb, first_player):
    """Plays what policy and rules of thumb choose until two passes, and stores who played first on
    each point.
    """
    board = position.board
    limit = playout_limit(board)
    while board.n_passes < 2 and board.n_moves < limit:
        point = choose_by_rules(position, playout_tables, rules_of_thumb)
        if first_player[point] == 0:
            first_player[point] = board.to_play
        play_on_position(position, playout_tables, point)


@jit
def count_playout(board, ownership, owner_of):
    """Returns Black's area minus White's after a playout, and counts the owners of the points.

    See `owner_on_filled_board`; ownership: int32[N_POINTS]; owner_of: int8[N_POINTS], of this one.
    """
    balance = 0
    for row in range(1, board.size + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + board.size + 1):
            owner = owner_on_filled_board(board, point)
            worth = 1 if owner == BLACK else (-1 if owner == WHITE else 0)
            ownership[point] += worth
            owner_of[point] = worth
            balance += worth
    return balance


@jit
def count_owners(tree, path, depth, owner_of):
    """Adds the owners of a playout's points to the records of the nodes passed.

    Threads that do so at the same moment may lose a playout of their counts.
    """
    if len(tree.owners) == 0:
        return
    for level in range(depth + 1):
        index = tree.nodes[path[level]].record
        if index != NO_RECORD:
            record = tree.owners[index]
            record[0] += 1
            for point in range(1, N_POINTS):
                record[point] += owner_of[point]


@jit
def update_tree(nodes, path, depth, leaf_colour, points, black_half_wins, first_player, alone):
    """Adds the result of a playout to the nodes passed, and to the RAVE values of their children.

    The nodes' visits are counted already.

    path: int32[:], nodes from the root to the one at `depth`
    leaf_colour: who was to play there
    points: Black's area minus White's
    black_half_wins: 2 if Black won, 1 for a draw, 0 if White won
    first_player: uint8[N_POINTS], who played first on a point after it, 0 for neither
    alone: whether no other thread works on the tree
    """
    colour = leaf_colour
    for level in range(depth, -1, -1):
        node = nodes[path[level]]
        half_wins = black_half_wins if colour == BLACK else 2 - black_half_wins
        atomic_add(nodes.half_wins, path[level], 2 - half_wins)
        atomic_add(nodes.points, path[level], points)
        atomic_add(nodes.squared_points, path[level], points * points)
        n_children = load_acquire(nodes.n_children, path[level])
        first = node.first_child
        for child in range(first, first + n_children):
            move = nodes[child].move
            counts = (move != PASS) & (first_player[move] == colour)
            if alone:
                nodes[child].rave_visits += counts
                nodes[child].rave_half_wins += counts * half_wins
            elif counts:
                atomic_add(nodes.rave_visits, child, 1)
                if half_wins > 0:
                    atomic_add(nodes.rave_half_wins, child, half_wins)
        colour = 3 - colour
        first_player[node.move] = colour
