"""Minorization-maximization for Bradley-Terry models.

Coulom 2007 maximises the likelihood of the moves chosen, with a prior of one win and one loss of
every feature against gamma 1, by

    gamma_i <- (W_i + 1) / (sum_j C_ij / E_j + 2 / (gamma_i + 1))

where C_ij is the part of E_j that goes through feature i, divided by gamma_i, so that
gamma_i sum_j C_ij / E_j are the wins expected of it (see `cfggo.learning.sums`).  The formula holds
when all other gammas stay as they are, or for features of which no candidate has two.  Here all
features are learnt at once, in small steps, so that they don't answer for the same error together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit
from cfggo.learning.sums import GameSums
from cfggo.models.bradley_terry.weights import MAX_THETA

GAME_STEP, STEP_POWER, LARGEST_STEP = 0.02, 0.75, 0.1
"""A feature's n-th game moves its averages by n ** -STEP_POWER of the way, at most GAME_STEP.  In a
mini-batch the steps of its games are added up, to LARGEST_STEP at most."""


class _Averages(NamedTuple):
    """State of learning; all but the last have one element for each slot.

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


class StochasticMM:
    """Learns from a stream of mini-batches (stochastic majorization-minimization, Mairal 2013).

    W_i and sum_j C_ij / E_j become running averages over games, and gamma_i follows them.  Every
    feature has a step size of its own, which falls with the number of games that it occurred in, so
    that rare features are averaged over all their occurrences.  The largest step is far below 1,
    because all of a move's features answer for the same error at once.  The whole state is in its
    arrays.
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
        self._wins = np.zeros(n_slots)
        self._expected = np.zeros(n_slots)
        self._n_games = np.zeros(n_slots, dtype=np.int64)

    @property
    def theta(self) -> np.ndarray:
        """float64[n_slots]: the weights."""
        return self._state.theta

    @property
    def arrays(self) -> dict[str, np.ndarray]:
        """All arrays by name, for one that is to go on from here."""
        return self._state._asdict()

    def go_on_from(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Takes the arrays of another one with the same slots."""
        for name, own in self.arrays.items():
            own[:] = arrays[name]

    def add(self, games: Sequence[GameSums], first_pass: bool = False) -> None:
        """Moves the averages towards those of a mini-batch, and the weights with them.

        games -- their sums, made with the present weights
        """
        for game in games:
            self._state.log_likelihood[:] += game.log_likelihood, game.positions
            _add_sums(game.slots, game.wins, self._wins)
            _add_sums(game.slots, game.expected, self._expected)
            self._n_games[game.slots] += 1
        _step(self._state, self._wins, self._expected, self._n_games, first_pass)

    def end_pass(self) -> float:
        """Ends a pass over all games; returns its mean log-likelihood.

        It is that of each game before it was learnt from.
        """
        total, positions = self._state.log_likelihood
        self._state.log_likelihood[:] = 0.0
        return float(total / max(positions, 1.0))


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
