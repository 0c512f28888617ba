"""Assumed-density filtering: how beliefs follow from the moves of games, one after the other.

A move's value x = sum of s_f over its features f + noise of variance beta^2; of each s_f there is
a belief N(mu_f, sigma_f^2).  After every move of an expert the belief of each s_f becomes the
Gaussian that is nearest to what follows from the belief before and from the move (Stern, Herbrich
and Graepel 2006, section 3).  With one feature a move, its pattern, this is the paper's; with
several, those that winner and rivals share say less, and those that all share nothing.

Beliefs are kept as their natural parameters 1/sigma^2 and mu/sigma^2, to which observations add.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.features.tree import TreeView, new_tree_view
from cfggo.go.board import BOARD_DTYPE, give_turn
from cfggo.go.points import MAX_BOARD_POINTS, PASS
from cfggo.graph.record import GRAPH_DTYPE
from cfggo.graph.replay import follow_move, start_game
from cfggo.jit import jit
from cfggo.ranking.inference import make_messages
from cfggo.ranking.moves import MOST_FEATURES, MOVES_DTYPE, find_move, list_moves

PASSED, ASKED = 0, 1
"""What is counted of passes: those made, and positions in which one could be made."""

_R, _R_OWN, _E, _E_OWN = 0, 1, 2, 3


class Game(NamedTuple):
    """What is learnt from one game: the beliefs of all features before it, which become those
    after it, and counts.

    precisions -- float64[n]: 1/sigma^2
    shifts     -- float64[n]: mu/sigma^2
    wins       -- int32[n]: moves played that have a feature
    seen       -- int32[n]: positions in which a move has it
    passes     -- int64[2, 2]: PASSED and ASKED, of positions after another move and after a pass
    """

    precisions: np.ndarray
    shifts: np.ndarray
    wins: np.ndarray
    seen: np.ndarray
    passes: np.ndarray


class Room(NamedTuple):
    """What one thread writes to while it learns from a game.

    boards     -- BOARD_DTYPE[1]
    graphs     -- GRAPH_DTYPE[1]
    tree       -- TreeView of the features
    moves      -- MOVES_DTYPE[1]
    precisions, shifts -- float64[361]: of the messages of the kinds of moves
    slot_of    -- int32[n]: index of a feature among those of the position, or -1
    touched    -- int32[]: features of the position
    is_winning -- bool[]: whether the winner has them
    sums       -- float64[, 4]: of the messages of those rivals that have a feature: precisions r
                  and surprises e r, and both as they are when the feature's value is known
    """

    boards: np.ndarray
    graphs: np.ndarray
    tree: TreeView
    moves: np.ndarray
    precisions: np.ndarray
    shifts: np.ndarray
    slot_of: np.ndarray
    touched: np.ndarray
    is_winning: np.ndarray
    sums: np.ndarray


def new_room(groups: tuple[str, ...], keys: np.ndarray, n_features: int) -> Room:
    """Returns room to learn from games, for one thread.

    groups -- names of the groups of features
    keys   -- uint64[]: of the known features that have one, ascending
    """
    most = MAX_BOARD_POINTS * MOST_FEATURES
    return Room(
        np.zeros(1, dtype=BOARD_DTYPE),
        np.zeros(1, dtype=GRAPH_DTYPE),
        new_tree_view(groups, "", keys),
        np.zeros(1, dtype=MOVES_DTYPE),
        np.zeros(MAX_BOARD_POINTS),
        np.zeros(MAX_BOARD_POINTS),
        np.full(n_features, -1, dtype=np.int32),
        np.zeros(most, dtype=np.int32),
        np.zeros(most, dtype=np.bool_),
        np.zeros((most, 4)),
    )


@jit
def learn_game(room, games, number, beta_squared, floor, game):
    """Learns from one game of many, move by move.

    games: GameArrays; number: of the game; floor: the smallest variance that a belief may have;
    game: Game
    """
    board = room.boards[0]
    graph = room.graphs[0]
    moves = room.moves[0]
    start_game(board, graph, games, number)
    for i in range(games.starts[number], games.starts[number + 1]):
        point = np.int64(games.moves[i])
        give_turn(board, games.colours[i])
        after_pass = 1 if board.n_passes > 0 else 0
        game.passes[after_pass, ASKED] += 1
        if point == PASS:
            game.passes[after_pass, PASSED] += 1
        else:
            n, n_kinds = list_moves(board, graph, room.tree, moves)
            chosen = find_move(moves, n, point)
            if chosen >= 0:
                winner = np.int64(moves.kind_of[chosen])
                learn_move(room, n_kinds, winner, beta_squared, floor, game)
        if not follow_move(board, graph, games, i):
            break


@jit
def learn_move(room, n_kinds, winner, beta_squared, floor, game):
    """Learns that an expert preferred one kind of moves to all others of a position."""
    moves = room.moves[0]
    n_touched = 0
    for kind in range(n_kinds):
        first = moves.first_of[kind]
        mean = 0.0
        variance = beta_squared
        for i in range(moves.counts[first]):
            feature = moves.features[first, i]
            mean += game.shifts[feature] / game.precisions[feature]
            variance += 1.0 / game.precisions[feature]
            if room.slot_of[feature] < 0:
                room.slot_of[feature] = n_touched
                room.touched[n_touched] = feature
                room.is_winning[n_touched] = False
                room.sums[n_touched] = 0.0
                game.seen[feature] += 1
                n_touched += 1
        moves.means[kind] = mean
        moves.variances[kind] = variance
    first = moves.first_of[winner]
    for i in range(moves.counts[first]):
        feature = moves.features[first, i]
        room.is_winning[room.slot_of[feature]] = True
        game.wins[feature] += 1
    make_messages(moves.means, moves.variances, n_kinds, winner, room.precisions, room.shifts)
    precision, surprise = _add_messages(room, n_kinds, winner, game)
    for slot in range(n_touched):
        _update_feature(room, slot, moves.variances[winner], precision, surprise, floor, game)
        room.slot_of[room.touched[slot]] = -1


@jit
def _add_messages(room, n_kinds, winner, game):
    """Adds the rivals' messages up, for each feature those of the rivals that have it.

    A message's surprise e is how far above the mean of its belief it says the winner's value is.

    Returns the sums over all rivals, of r and of e r.
    """
    moves = room.moves[0]
    total = 0.0
    total_surprise = 0.0
    for kind in range(n_kinds):
        r = room.precisions[kind]
        if kind == winner or r == 0.0:
            continue
        surprise = room.shifts[kind] - r * moves.means[winner]
        total += r
        total_surprise += surprise
        first = moves.first_of[kind]
        for i in range(moves.counts[first]):
            feature = moves.features[first, i]
            sums = room.sums[room.slot_of[feature]]
            known = 1.0 / (1.0 - r / game.precisions[feature])
            sums[_R] += r
            sums[_R_OWN] += r * known
            sums[_E] += surprise
            sums[_E_OWN] += surprise * known
    return total, total_surprise


@jit
def _update_feature(room, slot, winner_variance, precision, surprise, floor, game):
    """Changes the belief of one feature by the sums over the rivals' messages.

    The rivals' messages are observations of x_w - x_j, which the feature is part of for the moves
    that have it; with the rest of x_w and x_j as noise, of which x_w's is common to all, the
    feature's precision grows by b' K^-1 b and mu/sigma^2 by b' K^-1 e with it, where b is 1 for
    rivals without a feature of the winner, -1 for rivals with another, and K^-1 is found by the
    formula of Sherman and Morrison.
    """
    feature = room.touched[slot]
    sums = room.sums[slot]
    old = game.precisions[feature]
    all_r = precision - sums[_R] + sums[_R_OWN]
    all_e = surprise - sums[_E] + sums[_E_OWN]
    if room.is_winning[slot]:
        noise = winner_variance - 1.0 / old
        r = precision - sums[_R]
        e = surprise - sums[_E]
    else:
        noise = winner_variance
        r = sums[_R_OWN]
        e = sums[_E_OWN]
    common = noise / (1.0 + noise * all_r)
    gain = max(r - common * r * r, 0.0)
    step = e - common * r * all_e
    if not room.is_winning[slot]:
        step = -step
    mean = game.shifts[feature] / old + step / (old + gain)
    game.precisions[feature] = min(old + gain, 1.0 / floor)
    game.shifts[feature] = mean * game.precisions[feature]
