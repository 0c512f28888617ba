"""How well a policy predicts the moves of games: ranks and log-likelihood of the moves chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cfggo.go.board import give_turn
from cfggo.go.points import PASS
from cfggo.jit import jit_allocating
from cfggo.learning.samples import (
    MAX_CANDIDATES,
    Games,
    Positions,
    find_candidate,
    follow_move,
    list_candidates,
    start_game,
)
from cfggo.learning.workers import Workers
from cfggo.policy.weights import Weights

MAX_RANK = 50
"""Ranks up to this are reported."""

PHASE_MOVES, N_PHASES = 30, 12
"""Log-likelihood is reported for phases of 30 moves; the last one holds all later moves."""


@dataclass(frozen=True)
class Prediction:
    """How a policy predicted the moves of some games.  Passes are not counted.

    Intervals are 95% confidence intervals, pairs (low, high), with whole games as samples.

    Public attributes:
        positions      -- number of positions
        left_out       -- positions whose move was no candidate of the policy (own eyes filled)
        top            -- float64[50]: share of moves ranked within the first n, n = 1..50; a move
                          that shares its probability with others counts for each of their ranks
                          in equal parts
        top_intervals  -- float64[50, 2]
        mean_log_likelihood -- mean ln(probability) of the moves
        phases         -- float64[12]: the same for phases of 30 moves, NaN where there are none
        phase_intervals -- float64[12, 2]: NaN where there are fewer than two games
    """

    positions: int
    left_out: int
    top: np.ndarray
    top_intervals: np.ndarray
    mean_log_likelihood: float
    phases: np.ndarray
    phase_intervals: np.ndarray


def evaluate(
    games: Games,
    weights: Weights,
    workers: Workers,
    advance: Callable[[int], None] = lambda games: None,
) -> Prediction:
    """Returns how a policy predicts the games' moves.

    `advance` is told the number of games done.  Raises ValueError if no move can be predicted.
    """
    positions = Positions(games, weights.kind, weights.labelling, weights.keys, weights.groups)
    better, equal, log_likelihood = [], [], []
    for ranks in workers.map(_ranks_of_game, positions, weights.theta, range(len(games.sizes))):
        better.append(ranks[0])
        equal.append(ranks[1])
        log_likelihood.append(ranks[2])
        advance(1)
    return summary(
        games, np.concatenate(better), np.concatenate(equal), np.concatenate(log_likelihood)
    )


def _ranks_of_game(
    positions: Positions, theta: np.ndarray, game: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns what `_rank_game` finds out of one game."""
    n_moves = int(np.diff(positions.games.starts)[game])
    better = np.full(n_moves, -1, dtype=np.int32)
    equal = np.zeros(n_moves, dtype=np.int32)
    log_likelihood = np.full(n_moves, np.nan)
    _rank_game(positions.scratch(), positions.games, game, theta, better, equal, log_likelihood)
    return better, equal, log_likelihood


@jit_allocating
def _rank_game(scratch, games, game, theta, better, equal, log_likelihood):
    """Ranks the moves of one game.

    better, equal: int32[moves of the game], number of candidates with a higher, and the same,
    probability as the move chosen; -1 stays where there was nothing to predict, -2 where it was no
    candidate.
    """
    board = scratch.boards[0]
    graph = scratch.graphs[0]
    extractor = scratch.extractor
    scores = np.zeros(MAX_CANDIDATES)
    start_game(board, graph, games, game)
    first = games.starts[game]
    for i in range(len(better)):
        move = first + i
        give_turn(board, games.colours[move])
        if games.moves[move] != PASS:
            n = list_candidates(board, graph, extractor)
            chosen = find_candidate(extractor, n, games.moves[move])
            if chosen < 0:
                better[i] = -2
            else:
                score_candidates(extractor, n, theta, scores)
                better[i], equal[i], log_likelihood[i] = rank_candidates(scores[:n], chosen)
        if not follow_move(board, graph, games, move):
            better[i] = -1
            break


@jit_allocating
def score_candidates(extractor, n, theta, scores):
    """Stores the sum of the weights of each of the n candidates.

    theta: float32[features], scores: float[candidates]; for many policies at once both have a
    second axis, of the policies.
    """
    for i in range(n):
        scores[i] = 0.0
        for j in range(extractor.counts[i]):
            scores[i] += theta[extractor.features[i, j]]


@jit_allocating
def rank_candidates(scores, chosen):
    """Returns how many candidates are above and equal to the chosen one, and ln(its probability).

    scores: float[n], sum of the weights of each candidate.
    """
    better = 0
    equal = 0
    highest = np.max(scores)
    total = 0.0
    for i in range(len(scores)):
        total += np.exp(scores[i] - highest)
        if scores[i] > scores[chosen]:
            better += 1
        elif scores[i] == scores[chosen] and i != chosen:
            equal += 1
    return better, equal, scores[chosen] - highest - np.log(total)


def summary(
    games: Games, better: np.ndarray, equal: np.ndarray, log_likelihood: np.ndarray
) -> Prediction:
    """Returns the prediction of games from what `_rank_game` finds for all their moves."""
    counted = better >= 0
    if not counted.any():
        raise ValueError("no moves to predict")
    ranks = np.arange(1, MAX_RANK + 1)
    places = equal[counted, None] + 1
    within = np.clip((ranks - better[counted, None]) / places, 0.0, 1.0)
    lengths = np.diff(games.starts)
    game_of = np.repeat(np.arange(len(lengths)), lengths)[counted]
    number = np.arange(len(better)) - np.repeat(games.starts[:-1], lengths)
    phase = np.minimum(number // PHASE_MOVES, N_PHASES - 1)[counted]
    logs = log_likelihood[counted]
    phases = np.full(N_PHASES, np.nan)
    phase_intervals = np.full((N_PHASES, 2), np.nan)
    for i in np.unique(phase):
        inside = phase == i
        phases[i] = logs[inside].mean()
        phase_intervals[i] = _interval_by_game(game_of[inside], logs[inside])
    top = within.mean(axis=0)
    top_intervals = np.array([_interval_by_game(game_of, hits) for hits in within.T])
    unknown = np.isnan(top_intervals)
    return Prediction(
        int(counted.sum()),
        int((better == -2).sum()),
        top,
        np.where(unknown, [0.0, 1.0], np.clip(top_intervals, 0.0, 1.0)),
        float(logs.mean()),
        phases,
        phase_intervals,
    )


def _interval_by_game(game_of: np.ndarray, values: np.ndarray) -> tuple[float, float]:
    """Returns the 95% confidence interval of a mean whose samples are alike within a game.

    Whole games are the independent samples of a ratio estimator.  It is NaN for a single game.
    """
    _, index = np.unique(game_of, return_inverse=True)
    moves = np.bincount(index)
    sums = np.bincount(index, values)
    mean = sums.sum() / moves.sum()
    n = len(moves)
    if n < 2:
        return np.nan, np.nan
    residuals = sums - mean * moves
    half = 1.96 * np.sqrt(n / (n - 1) * np.sum(residuals**2)) / moves.sum()
    return mean - half, mean + half
