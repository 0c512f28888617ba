"""How well a policy predicts the moves of games: ranks and log-likelihood of the moves chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cfggo.go.board import BOARD_DTYPE
from cfggo.go.points import PASS
from cfggo.graph.record import GRAPH_DTYPE
from cfggo.jit import jit
from cfggo.learning.samples import (
    MAX_CANDIDATES,
    Games,
    find_candidate,
    follow_move,
    list_candidates,
    make_extractor,
    start_game,
)
from cfggo.policy.weights import Weights

MAX_RANK = 50
"""Ranks up to this are reported."""

PHASE_MOVES, N_PHASES = 30, 12
"""Log-likelihood is reported for phases of 30 moves; the last one holds all later moves."""


@dataclass(frozen=True)
class Prediction:
    """How a policy predicted the moves of some games.  Passes are not counted.

    Public attributes:
        positions      -- number of positions
        left_out       -- positions whose move was no candidate of the policy (own eyes filled)
        top            -- float64[50]: share of moves ranked within the first n, n = 1..50; a move
                          that shares its probability with others counts for each of their ranks
                          in equal parts
        mean_log_likelihood -- mean ln(probability) of the moves
        phases         -- float64[12]: the same for phases of 30 moves, NaN where there are none
        interval       -- 95% confidence interval of top[0], by game
    """

    positions: int
    left_out: int
    top: np.ndarray
    mean_log_likelihood: float
    phases: np.ndarray
    interval: tuple[float, float]


def evaluate(
    games: Games, weights: Weights, advance: Callable[[int], None] = lambda games: None
) -> Prediction:
    """Returns how a policy predicts the games' moves.

    `advance` is told the number of games done.  Raises ValueError if no move can be predicted.
    """
    extractor = make_extractor(weights.kind, weights.labelling, weights.shape_keys)
    boards = np.zeros(1, dtype=BOARD_DTYPE)
    graphs = np.zeros(1, dtype=GRAPH_DTYPE)
    n_moves = len(games.moves)
    better = np.full(n_moves, -1, dtype=np.int32)
    equal = np.zeros(n_moves, dtype=np.int32)
    log_likelihood = np.full(n_moves, np.nan)
    for game in range(len(games.sizes)):
        _rank_game(
            boards, graphs, games, game, extractor, weights.theta, better, equal, log_likelihood
        )
        advance(1)
    return _summary(games, better, equal, log_likelihood)


@jit
def _rank_game(boards, graphs, games, game, extractor, theta, better, equal, log_likelihood):
    """Ranks the moves of one game.

    better, equal: int32[n_moves], number of candidates with a higher, and the same, probability as
    the move chosen; -1 stays where there was nothing to predict, -2 where it was no candidate.
    """
    board = boards[0]
    graph = graphs[0]
    scores = np.zeros(MAX_CANDIDATES)
    start_game(board, graph, games, game)
    for move in range(games.starts[game], games.starts[game + 1]):
        board.to_play = games.colours[move]
        if games.moves[move] != PASS:
            n = list_candidates(board, graph, extractor)
            chosen = find_candidate(extractor, n, games.moves[move])
            if chosen < 0:
                better[move] = -2
            else:
                _rank_candidates(extractor, n, chosen, theta, scores, move, better, equal)
                highest = np.max(scores[:n])
                total = np.sum(np.exp(scores[:n] - highest))
                log_likelihood[move] = scores[chosen] - highest - np.log(total)
        if not follow_move(board, graph, games, move):
            better[move] = -1
            break


@jit
def _rank_candidates(extractor, n, chosen, theta, scores, move, better, equal):
    for i in range(n):
        scores[i] = 0.0
        for j in range(extractor.counts[i]):
            scores[i] += theta[extractor.features[i, j]]
    better[move] = 0
    for i in range(n):
        if scores[i] > scores[chosen]:
            better[move] += 1
        elif scores[i] == scores[chosen] and i != chosen:
            equal[move] += 1


def _summary(
    games: Games, better: np.ndarray, equal: np.ndarray, log_likelihood: np.ndarray
) -> Prediction:
    counted = better >= 0
    if not counted.any():
        raise ValueError("no moves to predict")
    ranks = np.arange(1, MAX_RANK + 1)
    places = equal[counted, None] + 1
    within = np.clip((ranks - better[counted, None]) / places, 0.0, 1.0)
    lengths = np.diff(games.starts)
    game_of = np.repeat(np.arange(len(lengths)), lengths)
    number = np.arange(len(better)) - np.repeat(games.starts[:-1], lengths)
    phase = np.minimum(number // PHASE_MOVES, N_PHASES - 1)[counted]
    sums = np.bincount(phase, log_likelihood[counted], N_PHASES)
    counts = np.bincount(phase, minlength=N_PHASES)
    return Prediction(
        int(counted.sum()),
        int((better == -2).sum()),
        within.mean(axis=0),
        float(log_likelihood[counted].mean()),
        np.divide(sums, counts, out=np.full(N_PHASES, np.nan), where=counts > 0),
        _interval_by_game(game_of[counted], within[:, 0]),
    )


def _interval_by_game(game_of: np.ndarray, hits: np.ndarray) -> tuple[float, float]:
    """Returns the 95% confidence interval of a mean whose samples are alike within a game.

    Whole games are the independent samples of a ratio estimator.
    """
    _, index = np.unique(game_of, return_inverse=True)
    moves = np.bincount(index)
    successes = np.bincount(index, hits)
    mean = successes.sum() / moves.sum()
    n = len(moves)
    if n < 2:
        return 0.0, 1.0
    residuals = successes - mean * moves
    deviation = np.sqrt(n / (n - 1) * np.sum(residuals**2)) / moves.sum()
    return float(max(0.0, mean - 1.96 * deviation)), float(min(1.0, mean + 1.96 * deviation))
