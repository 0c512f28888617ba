"""How beliefs follow from the moves of games, one after the other.

By default this is assumed-density filtering.  A move's value x = sum of s_f over its features f +
noise of variance beta^2; of each s_f there is a belief N(mu_f, sigma_f^2).  After every move of an
expert the belief of each s_f becomes the Gaussian that is nearest to what follows from the belief
before and from the move (Stern, Herbrich and Graepel 2006, section 3).  With one feature a move,
its pattern, this is the paper's; with several, those that winner and rivals share say less, and
those that all share nothing.  The same games can teach the logistic model instead
(`cfggo.models.pattern_beliefs.choice`); see `learn_game`.

Between games beliefs are kept as their natural parameters 1/sigma^2 and mu/sigma^2, to which
observations add.  A game's own copy of a belief is made when the game first meets the feature, so
that a game costs what it meets, however many features there are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit
from cfggo.features.catalogue import MAX_FEATURES
from cfggo.features.tree import TreeView, new_tree_view
from cfggo.go.board import BOARD_DTYPE, give_turn
from cfggo.go.points import MAX_MOVES, PASS
from cfggo.graph.incremental_graph import GRAPH_DTYPE
from cfggo.graph.replay import follow_move, start_game
from cfggo.models.pattern_beliefs.choice import Choice, learn_choice, new_choice
from cfggo.models.pattern_beliefs.inference import make_messages
from cfggo.models.pattern_beliefs.moves import MOVES_DTYPE, add_pass, find_move, list_moves

NORMAL, LOGISTIC = 0, 1
"""How a move's value follows from its features: with noise that is normal, as in the paper, or so
that experts choose by the model of Bradley and Terry (`cfggo.models.pattern_beliefs.choice`)."""

PASSED, ASKED = 0, 1
"""The counts of passes: those made, and positions in which one could be made."""

_R, _R_OWN, _E, _E_OWN = 0, 1, 2, 3

BELIEF_DTYPE = np.dtype(
    [
        ("mean", np.float64),
        ("variance", np.float64),
        ("wins", np.int32),  # moves played in this game that have the feature; LOGISTIC: 0
        # Positions in this game in which a move has it; LOGISTIC: 1 for all of them; 0: not met yet
        ("seen", np.int32),
        ("slot", np.int32),  # index among the features of the position, or -1
    ],
    align=True,
)
"""A game's belief about one feature; mean and variance only once it is seen."""


class LearningRoom(NamedTuple):
    """The buffers of one thread that learns from a game.

    boards     -- BOARD_DTYPE[1]
    graphs     -- GRAPH_DTYPE[1]
    tree       -- TreeView of the features
    moves      -- MOVES_DTYPE[1]
    precisions, shifts -- float64[362]: of the messages of the kinds of moves
    beliefs    -- BELIEF_DTYPE[n], of all features; `forget_game` makes them those of the next game
    met        -- int32[n]: the features that the game has met
    n_met      -- int64[1]: how many they are
    passes     -- int64[2, 2]: PASSED and ASKED, of positions after another move and after a pass
    touched    -- int32[]: features of the position
    is_winning -- bool[]: whether the winner has them
    sums       -- float64[, 4]: of the messages of those rivals that have a feature: precisions r
                  and surprises e r, and both as they are when the feature's value is known
    choice     -- Choice
    """

    boards: np.ndarray
    graphs: np.ndarray
    tree: TreeView
    moves: np.ndarray
    precisions: np.ndarray
    shifts: np.ndarray
    beliefs: np.ndarray
    met: np.ndarray
    n_met: np.ndarray
    passes: np.ndarray
    touched: np.ndarray
    is_winning: np.ndarray
    sums: np.ndarray
    choice: Choice


def new_learning_room(
    groups: tuple[str, ...], labelling: str, keys: np.ndarray, n_features: int
) -> LearningRoom:
    """Returns room to learn from games, for one thread.

    groups    -- names of the groups of features
    labelling -- of the path features, "" for none
    keys      -- uint64[]: of the known features that have one, ascending
    """
    most = MAX_MOVES * MAX_FEATURES
    beliefs = np.zeros(n_features, dtype=BELIEF_DTYPE)
    beliefs["slot"] = -1
    return LearningRoom(
        np.zeros(1, dtype=BOARD_DTYPE),
        np.zeros(1, dtype=GRAPH_DTYPE),
        new_tree_view(groups, labelling, keys),
        np.zeros(1, dtype=MOVES_DTYPE),
        np.zeros(MAX_MOVES),
        np.zeros(MAX_MOVES),
        beliefs,
        np.zeros(n_features, dtype=np.int32),
        np.zeros(1, dtype=np.int64),
        np.zeros((2, 2), dtype=np.int64),
        np.zeros(most, dtype=np.int32),
        np.zeros(most, dtype=np.bool_),
        np.zeros((most, 4)),
        new_choice(most),
    )


def met_beliefs(room: LearningRoom) -> tuple[np.ndarray, np.ndarray]:
    """Returns the features that the game has met, int32[], and copies of their beliefs."""
    met = room.met[: room.n_met[0]].copy()
    return met, room.beliefs[met]


def forget_game(room: LearningRoom) -> None:
    """Prepares for the next game."""
    met = room.met[: room.n_met[0]]
    room.beliefs["seen"][met] = 0
    room.beliefs["wins"][met] = 0
    room.n_met[0] = 0
    room.passes[:] = 0
    room.choice.scores[:] = 0.0


@jit
def learn_game(room, games, number, precisions, shifts, likelihood, beta_squared, floor):
    """Learns from one game of many, move by move.

    games: GameArrays; number: of the game; precisions, shifts: float64[n], 1/sigma^2 and mu/sigma^2
    before the game; likelihood: NORMAL or LOGISTIC; beta_squared: of NORMAL; floor: the smallest
    variance that a belief may have
    """
    board = room.boards[0]
    graph = room.graphs[0]
    moves = room.moves[0]
    start_game(board, graph, games, number)
    for i in range(games.starts[number], games.starts[number + 1]):
        point = np.int64(games.moves[i])
        give_turn(board, games.colours[i])
        after_pass = 1 if board.n_passes > 0 else 0
        if games.sampled[i]:
            room.passes[after_pass, ASKED] += 1
            if point == PASS:
                room.passes[after_pass, PASSED] += 1
        if games.sampled[i] and (point != PASS or likelihood == LOGISTIC):
            n, n_kinds = list_moves(board, graph, room.tree, moves)
            if likelihood == LOGISTIC:
                add_pass(board, moves, n, n_kinds)
                n += 1
                n_kinds += 1
            chosen = find_move(moves, n, point)
            if chosen >= 0:
                winner = np.int64(moves.kind_of[chosen])
                if likelihood == LOGISTIC:
                    _meet_all(room, n_kinds, precisions, shifts)
                    learn_choice(
                        moves,
                        room.beliefs,
                        room.touched,
                        room.sums,
                        room.choice,
                        n_kinds,
                        winner,
                        floor,
                    )
                else:
                    learn_move(room, n_kinds, winner, precisions, shifts, beta_squared, floor)
        if not follow_move(board, graph, games, i):
            break


@jit
def learn_move(room, n_kinds, winner, precisions, shifts, beta_squared, floor):
    """Learns that an expert preferred one kind of moves to all others of a position, by NORMAL."""
    moves = room.moves[0]
    n_touched = 0
    for kind in range(n_kinds):
        first = moves.first_of[kind]
        mean = 0.0
        variance = beta_squared
        for i in range(moves.counts[first]):
            feature = moves.features[first, i]
            belief = room.beliefs[feature]
            if belief.slot < 0:
                if belief.seen == 0:
                    _meet(room, feature, precisions, shifts)
                belief.seen += 1
                belief.slot = n_touched
                room.touched[n_touched] = feature
                room.is_winning[n_touched] = False
                room.sums[n_touched] = 0.0
                n_touched += 1
            mean += belief.mean
            variance += belief.variance
        moves.means[kind] = mean
        moves.variances[kind] = variance
    first = moves.first_of[winner]
    for i in range(moves.counts[first]):
        belief = room.beliefs[moves.features[first, i]]
        room.is_winning[belief.slot] = True
        belief.wins += 1
    make_messages(moves.means, moves.variances, n_kinds, winner, room.precisions, room.shifts)
    precision, surprise = _add_messages(room, n_kinds, winner)
    for slot in range(n_touched):
        _update_feature(room, slot, moves.variances[winner], precision, surprise, floor)


@jit
def _meet_all(room, n_kinds, precisions, shifts):
    """Makes the game's own copies of the beliefs of all moves' features that it has not met yet.

    The game counts as one position in which they are seen.
    """
    moves = room.moves[0]
    for kind in range(n_kinds):
        first = moves.first_of[kind]
        for i in range(moves.counts[first]):
            feature = moves.features[first, i]
            if room.beliefs[feature].seen == 0:
                _meet(room, feature, precisions, shifts)
                room.beliefs[feature].seen = 1


@jit
def _meet(room, feature, precisions, shifts):
    """Makes the game's own copy of a belief."""
    belief = room.beliefs[feature]
    belief.variance = 1.0 / precisions[feature]
    belief.mean = shifts[feature] * belief.variance
    room.met[room.n_met[0]] = feature
    room.n_met[0] += 1


@jit
def _add_messages(room, n_kinds, winner):
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
            belief = room.beliefs[moves.features[first, i]]
            sums = room.sums[belief.slot]
            known = 1.0 / (1.0 - r * belief.variance)
            sums[_R] += r
            sums[_R_OWN] += r * known
            sums[_E] += surprise
            sums[_E_OWN] += surprise * known
    return total, total_surprise


@jit
def _update_feature(room, slot, winner_variance, precision, surprise, floor):
    """Changes the belief of one feature by the sums over the rivals' messages.

    The rivals' messages are observations of x_w - x_j, which the feature is part of for the moves
    that have it; with the rest of x_w and x_j as noise, of which x_w's is common to all, the
    feature's precision grows by b' K^-1 b and mu/sigma^2 by b' K^-1 e with it, where b is 1 for
    rivals without a feature of the winner, -1 for rivals with another, and K^-1 is found by the
    formula of Sherman and Morrison.
    """
    belief = room.beliefs[room.touched[slot]]
    belief.slot = -1
    sums = room.sums[slot]
    all_r = precision - sums[_R] + sums[_R_OWN]
    all_e = surprise - sums[_E] + sums[_E_OWN]
    if room.is_winning[slot]:
        noise = winner_variance - belief.variance
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
    variance = belief.variance / (1.0 + belief.variance * gain)
    belief.mean += step * variance
    belief.variance = max(variance, floor)
