"""The search loop: select, expand, play out, update.

    while there is time:                                    run_playouts
        walk down the tree by the selection formula         select_child
        give a leaf that was visited often enough children  expand
        play the game out with the playout policy           play_out
        count the board and update the nodes passed         update_tree

RAVE counts a move for the first player who makes it, later in the playout or below the node.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.go.board import is_own_eye, owner_on_filled_board
from cfggo.go.points import BLACK, N_POINTS, PASS, STRIDE, WHITE
from cfggo.go.random import mix64
from cfggo.go.scoring import owners_on_board
from cfggo.graph.record import build_graph, complete_graph
from cfggo.jit import jit
from cfggo.policy.playout_policy import choose_move, play_on_position
from cfggo.policy.playout_tables import NO_PATHS
from cfggo.policy.tree_policy import MAX_MOVES, move_probabilities, needs_graph
from cfggo.search.refusals import choose_sensible_move
from cfggo.search.tree import ROOT, clear_node

MAX_DEPTH = 512
"""Moves that a walk down the tree may make."""


class Settings(NamedTuple):
    """The numbers of the selection formula (main paper, IV-A) and of the tree's growth.

    exploration        -- C
    rave_bias          -- B
    progressive_bias   -- PB
    first_play_urgency -- win rate assumed of a move without visits
    expand_visits      -- visits after which a leaf gets children
    refuses_self_atari -- whether playouts refuse pointless self-ataris
    komi               -- what Black must exceed to win, in area points
    """

    exploration: float
    rave_bias: float
    progressive_bias: float
    first_play_urgency: float
    expand_visits: int
    refuses_self_atari: bool
    komi: float


class Scratch(NamedTuple):
    """Room that a search uses again and again.

    first_player  -- uint8[N_POINTS]: who played first on a point, in the present playout
    unused_first_player -- the same of a playout that counts for its owners only
    path          -- int32[MAX_DEPTH + 1]: nodes passed on the way down
    points        -- int16[MAX_MOVES]
    probabilities -- float32[MAX_MOVES]
    ownership     -- int32[N_POINTS]: playouts that ended as Black's minus those as White's
    """

    first_player: np.ndarray
    unused_first_player: np.ndarray
    path: np.ndarray
    points: np.ndarray
    probabilities: np.ndarray
    ownership: np.ndarray


def new_scratch() -> Scratch:
    """Returns the room for one search thread."""
    return Scratch(
        np.zeros(N_POINTS, dtype=np.uint8),
        np.zeros(N_POINTS, dtype=np.uint8),
        np.zeros(MAX_DEPTH + 1, dtype=np.int32),
        np.zeros(MAX_MOVES, dtype=np.int16),
        np.zeros(MAX_MOVES, dtype=np.float32),
        np.zeros(N_POINTS, dtype=np.int32),
    )


@jit
def run_playouts(trees, nodes, positions, tree_tables, playout_tables, settings, scratch, n):
    """Adds n playouts to the tree of the position `positions[0]`; `positions[1]` is overwritten.

    trees: one element of TREE_DTYPE; nodes: NODE_DTYPE[:], the root expanded.
    """
    tree = trees[0]
    position = positions[1]
    board = position.board
    path = scratch.path
    for _ in range(n):
        positions[1] = positions[0]
        tree.seed += np.uint64(1)
        board.random = mix64(tree.seed)
        for point in range(N_POINTS):
            scratch.first_player[point] = 0
        path[0] = ROOT
        depth = 0
        while board.n_passes < 2 and depth < MAX_DEPTH:
            node = path[depth]
            if nodes[node].n_children == 0 and (
                nodes[node].visits < settings.expand_visits
                or not expand(tree, nodes, node, position, tree_tables, playout_tables, scratch)
            ):
                break
            child = select_child(nodes, node, settings)
            play_on_position(position, playout_tables, np.int64(nodes[child].move))
            depth += 1
            path[depth] = child
        leaf_colour = board.to_play
        if board.n_passes < 2:
            play_out(position, playout_tables, settings.refuses_self_atari, scratch.first_player)
            balance = count_playout(board, scratch.ownership)
        else:
            balance = count_final_board(board)
            # Two passes say nothing of who owns the points: that takes a playout, as elsewhere.
            board.n_passes = 0
            play_out(
                position, playout_tables, settings.refuses_self_atari, scratch.unused_first_player
            )
            count_playout(board, scratch.ownership)
        tree.playouts += 1
        tree.black_points += balance
        black_wins = 0.5
        if balance > settings.komi:
            black_wins = 1.0
        elif balance < settings.komi:
            black_wins = 0.0
        update_tree(nodes, path, depth, leaf_colour, black_wins, scratch.first_player)


@jit
def select_child(nodes, parent, settings):
    """Returns the child with the highest value of the selection formula (main paper, IV-A).

        (1 - beta) * Q_UCT + beta * Q_RAVE + PB * P(move) / visits

    A child without visits has the first-play urgency as win rate, and counts one visit elsewhere.
    """
    first = nodes[parent].first_child
    log_visits = np.log(np.float32(max(nodes[parent].visits, 1)))
    exploration = np.float32(settings.exploration)
    bias = np.float32(4.0 * settings.rave_bias * settings.rave_bias)
    progressive_bias = np.float32(settings.progressive_bias)
    best = first
    best_value = np.float32(-np.inf)
    for child in range(first, first + nodes[parent].n_children):
        node = nodes[child]
        visits = np.float32(node.visits)
        rave_visits = np.float32(node.rave_visits)
        per_visit = np.float32(1.0) / max(visits, np.float32(1.0))
        mean = np.float32(settings.first_play_urgency)
        if node.visits > 0:
            mean = node.wins * per_visit
        value = mean + exploration * np.sqrt(log_visits * per_visit)
        if node.rave_visits > 0:
            beta = rave_visits / (visits + rave_visits + bias * visits * rave_visits)
            value += beta * (node.rave_wins / rave_visits - value)
        value += progressive_bias * node.prior * per_visit
        if value > best_value:
            best_value = value
            best = child
    return best


@jit
def expand(tree, nodes, parent, position, tree_tables, playout_tables, scratch):
    """Gives a leaf a child for every legal move that fills no own eye, and PASS; returns False if
    there is no room for them.

    `position` is the one after the leaf's move.
    """
    board = position.board
    if tree.n_nodes + board.n_empty + 1 > len(nodes):
        return False
    if needs_graph(tree_tables):
        if playout_tables.paths == NO_PATHS:
            build_graph(board, position.graph)
        else:
            complete_graph(board, position.graph)
    n = move_probabilities(
        board, position.graph, tree_tables, scratch.points, scratch.probabilities
    )
    first = tree.n_nodes
    n_children = 0
    for i in range(n):
        point = np.int64(scratch.points[i])
        if point == PASS or not is_own_eye(board, point, board.to_play):
            clear_node(nodes[first + n_children], point, scratch.probabilities[i])
            n_children += 1
    tree.n_nodes = first + n_children
    nodes[parent].first_child = first
    nodes[parent].n_children = n_children
    return True


@jit
def play_out(position, playout_tables, refuses_self_atari, first_player):
    """Plays the policy's moves until two passes, and notes who played first on each point.

    A playout that a superko would end stops after three times as many moves as the board has
    points.
    """
    board = position.board
    limit = board.n_moves + 3 * board.size * board.size
    while board.n_passes < 2 and board.n_moves < limit:
        if refuses_self_atari:
            point = choose_sensible_move(position, playout_tables)
        else:
            point = choose_move(position, playout_tables)
        if first_player[point] == 0:
            first_player[point] = board.to_play
        play_on_position(position, playout_tables, point)


@jit
def count_playout(board, ownership):
    """Returns Black's area minus White's after a playout, and notes the owners of the points.

    See `owner_on_filled_board`; ownership: int32[N_POINTS].
    """
    balance = 0
    for row in range(1, board.size + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + board.size + 1):
            owner = owner_on_filled_board(board, point)
            worth = 1 if owner == BLACK else (-1 if owner == WHITE else 0)
            ownership[point] += worth
            balance += worth
    return balance


@jit
def count_final_board(board):
    """Returns Black's area minus White's where two passes end the game, all stones alive."""
    balance = 0
    for owner in owners_on_board(board, np.zeros(N_POINTS, dtype=np.bool_)):
        if owner == BLACK:
            balance += 1
        elif owner == WHITE:
            balance -= 1
    return balance


@jit
def update_tree(nodes, path, depth, leaf_colour, black_wins, first_player):
    """Adds the result of a playout to the nodes passed, and to the RAVE values of their children.

    path: int32[:], nodes from the root to the one at `depth`; leaf_colour: who was to play there;
    first_player: uint8[N_POINTS], who played first on a point after it, 0 for nobody.
    """
    colour = leaf_colour
    for level in range(depth, -1, -1):
        node = nodes[path[level]]
        node.visits += 1
        node.wins += black_wins if colour == WHITE else 1.0 - black_wins
        wins = np.float32(black_wins if colour == BLACK else 1.0 - black_wins)
        for child in range(node.first_child, node.first_child + node.n_children):
            move = nodes[child].move
            if move != PASS and first_player[move] == colour:
                nodes[child].rave_visits += 1
                nodes[child].rave_wins += wins
        colour = 3 - colour
        first_player[node.move] = colour
