"""Minorization-maximization for Bradley-Terry models.

Coulom 2007 maximises the likelihood of the moves chosen, with a prior of one win and one loss of
every feature against gamma 1, by

    gamma_i <- (W_i + 1) / (sum_j C_ij / E_j + 2 / (gamma_i + 1))

where C_ij is the part of E_j that goes through feature i, divided by gamma_i, so that
gamma_i sum_j C_ij / E_j are the wins expected of it (see `cfggo.learning.sums`).  The formula holds
when all other gammas stay as they are, or for features of which no candidate has two.  Here all
features are learnt at once, and two methods keep them from answering for the same error together;
`cfggo.learning.gradient` is a third one, which needs no such care.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit
from cfggo.learning.learner import Learner
from cfggo.learning.sums import GameSums
from cfggo.models.bradley_terry.weights import MAX_THETA

GAME_STEP, STEP_POWER, LARGEST_STEP = 0.02, 0.75, 0.1
"""A feature's n-th game moves its averages by n ** -STEP_POWER of the way, at most GAME_STEP.  In a
mini-batch the steps of its games are added up, to LARGEST_STEP at most."""

GROWTH = 1.2
"""Factor by which the batch method's steps grow as long as the likelihood rises."""


class _Averages(NamedTuple):
    """State of stochastic learning; all but the last have one element for each slot.

    theta       -- float64[]
    wins        -- float64[]: running average of W_i over the games with feature i
    share       -- float64[]: running average of sum_j C_ij / E_j over those games
    n_games     -- int64[]: games with feature i so far, in all passes
    n_different -- int64[]: games with feature i so far, in the first pass
    log_likelihood -- float64[2]: sum over positions, and number of positions, in this pass
    """

    theta: np.ndarray
    wins: np.ndarray
    share: np.ndarray
    n_games: np.ndarray
    n_different: np.ndarray
    log_likelihood: np.ndarray


class StochasticMM(Learner):
    """Learns from a stream of mini-batches (stochastic majorization-minimization, Mairal 2013).

    W_i and sum_j C_ij / E_j become running averages over games, and gamma_i follows them.  Every
    feature has a step size of its own, which falls with the number of games that it occurred in, so
    that rare features are averaged over all their occurrences.  The largest step is far below 1,
    because all of a move's features answer for the same error at once.
    """

    def __init__(self, n_slots: int) -> None:
        self._state = _Averages(
            np.zeros(n_slots),
            np.zeros(n_slots),
            np.zeros(n_slots),
            np.zeros(n_slots, dtype=np.int64),
            np.zeros(n_slots, dtype=np.int64),
            np.zeros(2),
        )
        super().__init__(self._state._asdict())
        self._wins = np.zeros(n_slots)
        self._expected = np.zeros(n_slots)
        self._n_games = np.zeros(n_slots, dtype=np.int64)

    def _learn(self, games: Sequence[GameSums], first_pass: bool) -> None:
        """Moves the averages towards those of a mini-batch, and the weights with them."""
        for game in games:
            _add_sums(game.slots, game.wins, self._wins)
            _add_sums(game.slots, game.expected, self._expected)
            self._n_games[game.slots] += 1
        _step(self._state, self._wins, self._expected, self._n_games, first_pass)


@jit
def _add_sums(slots, values, sums):
    for i in range(len(slots)):
        sums[slots[i]] += values[i]


@jit
def _step(state, wins, expected, n_games, first_pass):
    """Takes one step from the sums of a mini-batch over n_games games, and clears them."""
    for i in range(len(wins)):
        if n_games[i] == 0:
            continue
        gamma = np.exp(state.theta[i])
        mean_wins = wins[i] / n_games[i]
        mean_share = expected[i] / n_games[i] / gamma
        if state.n_games[i] == 0:
            # As if the model so far, gamma 1, had been right.
            state.wins[i] = mean_share * gamma
            state.share[i] = mean_share
        state.n_games[i] += n_games[i]
        if first_pass:
            state.n_different[i] += n_games[i]
        step = min(LARGEST_STEP, n_games[i] * min(GAME_STEP, state.n_games[i] ** -STEP_POWER))
        state.wins[i] += step * (mean_wins - state.wins[i])
        state.share[i] += step * (mean_share - state.share[i])
        n = state.n_different[i]
        new_gamma = (n * state.wins[i] + 1.0) / (n * state.share[i] + 2.0 / (gamma + 1.0))
        state.theta[i] = min(max(np.log(new_gamma), -MAX_THETA), MAX_THETA)
        wins[i] = 0.0
        expected[i] = 0.0
        n_games[i] = 0


class _Totals(NamedTuple):
    """State of batch learning; all but the last two have one element for each slot.

    theta          -- float64[]: weights of this pass
    wins, expected, most -- float64[], float64[], int32[]: sums of this pass so far
    kept_theta     -- float64[]: the best weights known
    kept_expected  -- float64[]: the wins expected of all features with them
    log_likelihood -- float64[2]: sum over positions, and number of positions, in this pass
    kept           -- float64[2]: penalised log-likelihood of the best weights; length of step
    """

    theta: np.ndarray
    wins: np.ndarray
    expected: np.ndarray
    most: np.ndarray
    kept_theta: np.ndarray
    kept_expected: np.ndarray
    log_likelihood: np.ndarray
    kept: np.ndarray


class BatchMM(Learner):
    """Learns from all games at once; the penalised log-likelihood never falls.

    With theta = ln(gamma) and a step d_i for every feature, a candidate's gamma becomes
    exp(sum of d_i over its features) times what it was.  Where K_i is the largest number of
    features that any candidate with feature i has, the 1 / K_i of a candidate's features add up to
    at most 1, and so, exp being convex,

        exp(sum_i d_i) = exp(sum_i (1 / K_i) K_i d_i) <= 1 + sum_i (exp(K_i d_i) - 1) / K_i.

    As -ln E_j >= -ln E_j' + 1 - E_j / E_j' too (Coulom 2007), the log-likelihood is bounded from
    below by a function that touches it at d = 0 and has no terms of two features, and its largest
    value is at

        d_i = ln((W_i + 1) / (X_i + 2 gamma_i / (gamma_i + 1))) / K_i

    with X_i the wins expected of feature i.  For features of which no candidate has two, K_i = 1
    and this is Coulom's update; in general it is iterative scaling (Darroch and Ratcliff 1972).

    The bound is cautious, so steps are taken longer and longer (adaptive overrelaxation,
    Salakhutdinov and Roweis 2003).  When one went too far, its pass is taken back and a step of the
    proven length follows from the best weights; so it does after the last pass, because no later
    one checks the step.
    """

    def __init__(self, n_slots: int) -> None:
        self._state = _Totals(
            np.zeros(n_slots),
            np.zeros(n_slots),
            np.zeros(n_slots),
            np.zeros(n_slots, dtype=np.int32),
            np.zeros(n_slots),
            np.zeros(n_slots),
            np.zeros(2),
            np.array([-np.inf, 1.0]),
        )
        super().__init__(self._state._asdict())

    def _learn(self, games: Sequence[GameSums], first_pass: bool) -> None:
        """Adds a mini-batch to the sums of this pass."""
        state = self._state
        for game in games:
            _add_sums(game.slots, game.expected, state.expected)
            if first_pass:
                _add_sums(game.slots, game.wins, state.wins)
                state.most[game.slots] = np.maximum(state.most[game.slots], game.most)

    def end_pass(self, last: bool) -> float:
        """Takes a step; returns the penalised log-likelihood a position of the best weights."""
        state = self._state
        total, positions = state.log_likelihood
        prior = np.sum(state.theta - 2.0 * np.log1p(np.exp(state.theta)))
        if total + prior >= state.kept[0]:
            state.kept[:] = total + prior, state.kept[1] * GROWTH
            state.kept_theta[:] = state.theta
            state.kept_expected[:] = state.expected
        else:
            state.kept[1] = 1.0
        state.expected[:] = 0.0
        state.log_likelihood[:] = 0.0
        gamma = np.exp(state.kept_theta)
        ratio = (state.wins + 1.0) / (state.kept_expected + 2.0 * gamma / (gamma + 1.0))
        step = np.log(ratio) / np.maximum(state.most, 1)
        length = 1.0 if last else state.kept[1]
        state.theta[:] = np.clip(state.kept_theta + length * step, -MAX_THETA, MAX_THETA)
        return float(state.kept[0] / max(positions, 1.0))
