"""Minorization-maximization for Bradley-Terry models, over a stream of positions.

In position j an expert chose one of the candidate moves; gamma of a move is the product of the
gammas of its features, and E_j the sum of that over the candidates.  The batch update of Coulom
2007 is

    gamma_i <- (W_i + 1) / (sum_j C_ij / E_j + 2 / (gamma_i + 1))

with W_i the number of chosen moves that have feature i, and C_ij the part of E_j that goes through
feature i, divided by gamma_i; the added terms are a prior of one win and one loss against gamma 1.

With millions of positions the batch becomes a stream (stochastic majorization-minimization, Mairal
2013): W_i and sum_j C_ij / E_j turn into running averages over games, and gamma_i follows them.
Every feature has a step size of its own, which falls with the number of games that it occurred in,
so that rare features are averaged over all their occurrences.  The largest step is far below 1,
because all of a move's features answer for the same error at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.go.board import BOARD_DTYPE
from cfggo.graph.record import GRAPH_DTYPE
from cfggo.jit import jit
from cfggo.learning.samples import (
    MAX_CANDIDATES,
    Extractor,
    Games,
    find_candidate,
    follow_move,
    list_candidates,
    start_game,
)

LARGEST_STEP = 0.02
STEP_POWER = 0.75
"""The step size of a feature after n games with it is n ** -STEP_POWER, at most LARGEST_STEP."""

SMALLEST_SHARE = 1e-30
"""Less would vanish in a float32; a share of zero marks a feature that the game has not had yet."""

MAX_THETA = 10.0
"""Weights are kept between plus and minus this."""


class MMState(NamedTuple):
    """State of a training run; all arrays have one element for each feature.

    theta       -- float32[]: ln(gamma); stays 0 for features that are not learnt
    learnt      -- bool[]
    wins        -- float32[]: running average of W_i over the games with feature i
    share       -- float32[]: running average of sum_j C_ij / E_j over those games
    n_games     -- int32[]: games with feature i so far, in all passes
    n_different -- int32[]: games with feature i so far, in the first pass
    game_wins, game_share -- float32[]: the same for the current game, zeros between games
    touched     -- int32[]: features of the current game
    log_likelihood -- float64[2]: sum over positions, and number of positions, since last cleared
    """

    theta: np.ndarray
    learnt: np.ndarray
    wins: np.ndarray
    share: np.ndarray
    n_games: np.ndarray
    n_different: np.ndarray
    game_wins: np.ndarray
    game_share: np.ndarray
    touched: np.ndarray
    log_likelihood: np.ndarray


def new_state(learnt: np.ndarray) -> MMState:
    """Returns the state before the first game; learnt: bool[n_features]."""
    n = len(learnt)

    def zeros(dtype: type) -> np.ndarray:
        return np.zeros(n, dtype=dtype)

    return MMState(
        zeros(np.float32),
        learnt,
        zeros(np.float32),
        zeros(np.float32),
        zeros(np.int32),
        zeros(np.int32),
        zeros(np.float32),
        zeros(np.float32),
        zeros(np.int32),
        np.zeros(2),
    )


class Learner:
    """Feeds games to a training run, one after the other."""

    def __init__(self, games: Games, extractor: Extractor, state: MMState) -> None:
        self._games = games
        self._extractor = extractor
        self._boards = np.zeros(1, dtype=BOARD_DTYPE)
        self._graphs = np.zeros(1, dtype=GRAPH_DTYPE)
        self._strengths = np.zeros(MAX_CANDIDATES)
        self.state = state

    def learn(self, game: int, first_pass: bool) -> None:
        """Learns from one game, given by its index."""
        _learn_game(
            self._boards,
            self._graphs,
            self._games,
            game,
            self._extractor,
            self.state,
            self._strengths,
            first_pass,
        )


@jit
def _learn_game(boards, graphs, games, game, extractor, state, strengths, first_pass):
    board = boards[0]
    graph = graphs[0]
    n_touched = 0
    start_game(board, graph, games, game)
    for move in range(games.starts[game], games.starts[game + 1]):
        board.to_play = games.colours[move]
        n = list_candidates(board, graph, extractor)
        chosen = find_candidate(extractor, n, games.moves[move])
        if chosen >= 0 and n > 1:
            n_touched = _add_position(extractor, n, chosen, state, strengths, n_touched)
        if not follow_move(board, graph, games, move):
            break
    for i in range(n_touched):
        _update_feature(state, state.touched[i], first_pass)


@jit
def _add_position(extractor, n, chosen, state, strengths, n_touched):
    """Adds a position to the current game's sums; returns the new number of touched features."""
    total = 0.0
    for i in range(n):
        weight = 0.0
        for j in range(extractor.counts[i]):
            weight += state.theta[extractor.features[i, j]]
        strengths[i] = np.exp(weight)
        total += strengths[i]
    state.log_likelihood[0] += np.log(strengths[chosen] / total)
    state.log_likelihood[1] += 1.0
    for i in range(n):
        probability = strengths[i] / total
        for j in range(extractor.counts[i]):
            feature = extractor.features[i, j]
            if not state.learnt[feature]:
                continue
            if state.game_share[feature] == 0.0:
                state.touched[n_touched] = feature
                n_touched += 1
            state.game_share[feature] += max(
                probability * np.exp(-state.theta[feature]), SMALLEST_SHARE
            )
            if i == chosen:
                state.game_wins[feature] += 1.0
    return n_touched


@jit
def _update_feature(state, feature, first_pass):
    """Moves a feature's averages towards the current game's sums, and its gamma with them."""
    wins = state.game_wins[feature]
    share = state.game_share[feature]
    state.game_wins[feature] = 0.0
    state.game_share[feature] = 0.0
    gamma = np.exp(state.theta[feature])
    if state.n_games[feature] == 0:
        # As if the model so far, gamma 1, had been right.
        state.wins[feature] = share * gamma
        state.share[feature] = share
    state.n_games[feature] += 1
    if first_pass:
        state.n_different[feature] += 1
    step = min(LARGEST_STEP, state.n_games[feature] ** -STEP_POWER)
    state.wins[feature] += step * (wins - state.wins[feature])
    state.share[feature] += step * (share - state.share[feature])
    n = state.n_different[feature]
    new_gamma = (n * state.wins[feature] + 1.0) / (n * state.share[feature] + 2.0 / (gamma + 1.0))
    state.theta[feature] = min(max(np.log(new_gamma), -MAX_THETA), MAX_THETA)
