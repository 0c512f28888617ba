"""How well beliefs predict the moves of games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cfggo.base.executor import Executor, PerThread
from cfggo.base.intervals import interval_by_game
from cfggo.base.jit import jit, jit_allocating
from cfggo.features.templates import N_TEMPLATES
from cfggo.features.tree import TreeView, new_tree_view
from cfggo.go.board import BOARD_DTYPE, give_turn
from cfggo.go.points import MAX_BOARD_POINTS, MAX_MOVES, PASS
from cfggo.graph.incremental_graph import GRAPH_DTYPE
from cfggo.graph.replay import follow_move, start_game
from cfggo.models.measuring.calibration import add_to_bins, new_bins
from cfggo.models.measuring.prediction import (
    N_PHASES,
    NO_CANDIDATE,
    NOT_ASKED,
    PHASE_MOVES,
    Prediction,
    Ranks,
    summary,
)
from cfggo.models.measuring.ranking import rank_candidates, shares_within
from cfggo.models.pattern_beliefs.beliefs import Beliefs
from cfggo.models.pattern_beliefs.moves import find_move, list_moves
from cfggo.models.pattern_beliefs.probabilities import (
    mean_and_variance,
    move_probability,
    new_moves,
    pass_probability,
    preference,
    store_kind_probabilities,
    store_values,
)
from cfggo.records.replay import GameArrays

_TOP = (1, 5, 10)
"""Numbers of first ranks that are reported by template."""

MEANS = (-np.inf, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, np.inf)
"""Between which means of values moves are reported together."""

TENTHS = 10

PAIRS, EXPECTED, PREFERRED = 0, 1, 2
"""Sums over pairs of moves: pairs, how often the first was expected to be the one that
was played, and how often it was."""

BY_SHARE, BY_VALUE = 0, 1
"""How the probability that of two kinds of moves the first has the one played is predicted: by
their shares, P(a) / (P(a) + P(b)); or by their values alone, P(x_a > x_b)."""


class RankingRoom(NamedTuple):
    """The buffers of one thread that ranks moves, and the beliefs in the form for kernels.

    boards    -- BOARD_DTYPE[1]
    graphs    -- GRAPH_DTYPE[1]
    tree      -- TreeView of the features
    moves     -- MOVES_DTYPE[1]
    values    -- of `mean_and_variance`
    templates -- int8[n]: the template of those that are patterns, -1 of others
    is_ours   -- bool[n]: whether the move played has a feature; all False between two moves
    """

    boards: np.ndarray
    graphs: np.ndarray
    tree: TreeView
    moves: np.ndarray
    values: np.ndarray
    templates: np.ndarray
    is_ours: np.ndarray


class RankedMoves(NamedTuple):
    """How some of the moves that were played are ranked by mean.

    A move's rank error is the share of the other legal moves that are ranked above it, where equal
    ones count half: 0.5 on average if moves are ranked at random.

    n                     -- number of moves
    error, error_interval -- mean rank error, NaN without moves, and its 95% interval by game
    first, first_interval -- share that is ranked first, and its interval
    """

    n: int
    error: float
    error_interval: tuple[float, float]
    first: float
    first_interval: tuple[float, float]


@dataclass(frozen=True)
class BeliefEvaluation:
    """How beliefs predicted the moves of some games.

    Public attributes:
        by_probability -- Prediction, moves ranked by their probability, PASS among them
        by_mean        -- Prediction, moves ranked by the means of their values, PASS left out; its
                          log-likelihood and calibration are those of the probabilities
        pairs          -- float64[2, TENTHS, 3]: BY_SHARE and BY_VALUE, by the predicted
                          probability: of the pairs of the move played and another one, all moves
                          of the same features being one, in both orders, how many there are and how
                          many were expected and observed to have the move played first (PAIRS,
                          EXPECTED, PREFERRED)
        templates      -- int64[12, 9]: moves played by phase of 30 moves and largest known template
        within         -- float64[9, 3]: of these, by template, shares ranked by mean first, within
                          the first 5 and the first 10; NaN where there are none
        ranked         -- lists of RankedMoves: by "phase"; "opening", moves 1 to 30 and later ones;
                          "template"; "mean", by MEANS; and "sign", a mean below 0, and of 0 or more
    """

    by_probability: Prediction
    by_mean: Prediction
    pairs: np.ndarray
    templates: np.ndarray
    within: np.ndarray
    ranked: dict[str, list[RankedMoves]]


class BeliefGames:
    """Games and the beliefs to be tried on them, to be read by any number of threads."""

    def __init__(self, games: GameArrays, beliefs: Beliefs) -> None:
        self.games = games
        self.beliefs = beliefs

    @PerThread
    def room(self) -> RankingRoom:
        """The calling thread's own."""
        beliefs = self.beliefs
        return RankingRoom(
            np.zeros(1, dtype=BOARD_DTYPE),
            np.zeros(1, dtype=GRAPH_DTYPE),
            new_tree_view(beliefs.groups, "", beliefs.keys),
            new_moves(beliefs),
            mean_and_variance(beliefs),
            beliefs.template_of_feature(),
            np.zeros(len(beliefs.means), dtype=np.bool_),
        )


def evaluate_beliefs(
    games: GameArrays,
    beliefs: Beliefs,
    executor: Executor,
    advance: Callable[[int], None] = lambda games: None,
) -> BeliefEvaluation:
    """Returns how beliefs predict the games' moves that are sampled; passes are not counted.

    `advance` is called with the numbers of games done.  Raises ValueError if no move can be
    predicted.
    """
    if not len(games.moves):
        raise ValueError("no moves to predict")
    belief_games = BeliefGames(games, beliefs)
    found = []
    for of_game in executor.map(_rank_one, belief_games, None, range(len(games.sizes))):
        found.append(of_game)
        advance(1)
    by_probability, by_mean = (
        summary(games.starts, Ranks(*map(np.concatenate, zip(*ranks, strict=True))))
        for ranks in zip(*(of_game[:2] for of_game in found), strict=True)
    )
    templates = np.concatenate([of_game[2] for of_game in found])
    means, errors = np.concatenate([of_game[4] for of_game in found], axis=1)
    better = np.concatenate([of_game[1].better for of_game in found])
    equal = np.concatenate([of_game[1].equal for of_game in found])
    pairs = np.sum([of_game[3] for of_game in found], axis=0)
    game_of = np.repeat(np.arange(len(games.sizes)), np.diff(games.starts))
    number = np.arange(len(better)) - games.starts[game_of]
    phase = np.minimum(number // PHASE_MOVES, N_PHASES - 1)
    counted = (better >= 0) & (templates >= 0)
    counts = np.zeros((N_PHASES, N_TEMPLATES), dtype=np.int64)
    np.add.at(counts, (phase[counted], templates[counted]), 1)
    within = np.full((N_TEMPLATES, len(_TOP)), np.nan)
    for template in np.unique(templates[counted]):
        chosen = counted & (templates == template)
        shares = shares_within(better[chosen], equal[chosen], max(_TOP)).mean(axis=0)
        within[template] = shares[np.array(_TOP) - 1]
    firsts = np.where(better == 0, 1.0 / (equal + 1), 0.0)
    groups = {
        "phase": (phase, N_PHASES),
        "opening": (phase > 0, 2),
        "template": (templates, N_TEMPLATES),
        "mean": (np.digitize(means, MEANS[1:-1]), len(MEANS) - 1),
        "sign": (means >= 0, 2),
    }
    ranked = {
        name: [
            _ranked_moves(*(values[counted & (group == i)] for values in (game_of, errors, firsts)))
            for i in range(n)
        ]
        for name, (group, n) in groups.items()
    }
    return BeliefEvaluation(by_probability, by_mean, pairs, counts, within, ranked)


def _ranked_moves(game_of: np.ndarray, errors: np.ndarray, firsts: np.ndarray) -> RankedMoves:
    """Returns how moves are ranked; their games, rank errors, and shares of a first rank."""
    if not len(errors):
        return RankedMoves(0, np.nan, (np.nan, np.nan), np.nan, (np.nan, np.nan))
    error, first = float(errors.mean()), float(firsts.mean())
    error_interval, first_interval = (interval_by_game(game_of, x) for x in (errors, firsts))
    return RankedMoves(len(errors), error, error_interval, first, first_interval)


def _rank_one(
    belief_games: BeliefGames, shared: None, game: int
) -> tuple[Ranks, Ranks, np.ndarray, np.ndarray, np.ndarray]:
    """Returns the beliefs about the moves of one game: ranked by probability and by mean,
    the largest known template of each move played, -1 for none, sums of pairs, and, float64[2, n],
    the mean and the rank error of each move.
    """
    games = belief_games.games
    n = int(games.starts[game + 1] - games.starts[game])
    better = np.full((2, n), NOT_ASKED, dtype=np.int32)
    equal = np.zeros((2, n), dtype=np.int32)
    log_likelihood = np.full(n, np.nan)
    bins = new_bins(1)
    templates = np.full(n, -1, dtype=np.int8)
    pairs = np.zeros((2, TENTHS, 3))
    means_and_errors = np.full((2, n), np.nan)
    _rank_game(
        belief_games.room,
        games,
        game,
        better,
        equal,
        log_likelihood,
        bins[0],
        templates,
        pairs,
        means_and_errors,
    )
    by_probability = Ranks(better[0], equal[0], log_likelihood, bins)
    by_mean = Ranks(better[1], equal[1], log_likelihood, bins)
    return by_probability, by_mean, templates, pairs, means_and_errors


@jit
def template_of_move(moves, templates, i):
    """Returns the largest known template of the move with index i, or -1."""
    template = -1
    for j in range(moves.counts[i]):
        template = max(template, templates[moves.features[i, j]])
    return template


@jit_allocating
def _rank_game(
    room, games, game, better, equal, log_likelihood, bins, templates, pairs, means_and_errors
):
    """Ranks the moves of one game by probability, index 0 of better and equal, and by mean."""
    moves = room.moves[0]
    board = room.boards[0]
    graph = room.graphs[0]
    scores = np.zeros(MAX_MOVES)
    means = np.zeros(MAX_BOARD_POINTS)
    start_game(board, graph, games, game)
    first = games.starts[game]
    for move in range(first, games.starts[game + 1]):
        give_turn(board, games.colours[move])
        i = move - first
        if games.sampled[move] and games.moves[move] != PASS:
            n, n_kinds = list_moves(board, graph, room.tree, moves)
            chosen = find_move(moves, n, games.moves[move])
            if chosen < 0:
                better[:, i] = NO_CANDIDATE
            else:
                store_values(moves, n_kinds, room.values)
                store_kind_probabilities(moves, n_kinds)
                passing = pass_probability(board, moves)
                scores[0] = np.log(passing)
                for j in range(n):
                    scores[j + 1] = np.log(move_probability(moves, j, passing))
                    means[j] = moves.means[moves.kind_of[j]]
                better[1, i], equal[1, i], _ = rank_candidates(means[:n], chosen)
                means_and_errors[0, i] = means[chosen]
                means_and_errors[1, i] = (better[1, i] + equal[1, i] / 2) / max(n - 1, 1)
                found = rank_candidates(scores[: n + 1], chosen + 1)
                better[0, i], equal[0, i], log_likelihood[i] = found
                add_to_bins(scores, n + 1, chosen + 1, bins)
                templates[i] = template_of_move(moves, room.templates, chosen)
                _add_pairs(room, n_kinds, np.int64(moves.kind_of[chosen]), pairs)
        if not follow_move(board, graph, games, move):
            better[:, i] = NOT_ASKED
            break


@jit
def _add_pairs(room, n_kinds, winner, pairs):
    """Adds the pairs of the kind of the move played and each other kind, in both orders.

    Of their values, features that both have say nothing.
    """
    moves = room.moves[0]
    first = moves.first_of[winner]
    for i in range(moves.counts[first]):
        room.is_ours[moves.features[first, i]] = True
    mean, variance = moves.means[winner], moves.variances[winner]
    for kind in range(n_kinds):
        if kind == winner:
            continue
        ours, theirs = moves.probabilities[winner], moves.probabilities[kind]
        _add_pair(ours / (ours + theirs), pairs[BY_SHARE])
        shared = 0.0
        for i in range(moves.counts[moves.first_of[kind]]):
            feature = moves.features[moves.first_of[kind], i]
            if room.is_ours[feature]:
                shared += room.values[feature, 1]
        predicted = preference(
            mean, variance - shared, moves.means[kind], moves.variances[kind] - shared
        )
        _add_pair(predicted, pairs[BY_VALUE])
    for i in range(moves.counts[first]):
        room.is_ours[moves.features[first, i]] = False


@jit
def _add_pair(predicted, pairs):
    """Adds a pair whose first move was played, and the same pair the other way round."""
    tenth = min(np.int64(predicted * TENTHS), TENTHS - 1)
    pairs[tenth, PAIRS] += 1.0
    pairs[tenth, EXPECTED] += predicted
    pairs[tenth, PREFERRED] += 1.0
    tenth = min(np.int64((1.0 - predicted) * TENTHS), TENTHS - 1)
    pairs[tenth, PAIRS] += 1.0
    pairs[tenth, EXPECTED] += 1.0 - predicted
