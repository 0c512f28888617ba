"""Learns by gradient steps, for policies whose moves have many features that say much the same.

Minorization-maximization changes every feature as if all others stayed as they are, and so must
take small steps when many answer for the same error.  Here every feature has a step size of its
own, which falls with the gradients that it has seen (AdaGrad; Duchi, Hazan and Singer 2011): common
features soon move little, and rare ones are left what the common ones do not explain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.learning.learner import Learner
from cfggo.learning.sums import GameSums
from cfggo.models.bradley_terry.weights import MAX_THETA

STEP = 0.2
"""Length of a feature's first steps."""

_FEW_GAMES = 30
"""The prior of a feature counts as if it occurred in this many games at least, until it does: for a
feature of fewer games it stays weaker."""


class _State(NamedTuple):
    """State of gradient learning; all but the last have one element for each slot.

    theta       -- float64[]
    squares     -- float64[]: sum of the squares of the gradients so far
    n_different -- int64[]: games with feature i so far, in the first pass
    log_likelihood -- float64[2]: sum over positions, and number of positions, in this pass
    """

    theta: np.ndarray
    squares: np.ndarray
    n_different: np.ndarray
    log_likelihood: np.ndarray


class GradientSteps(Learner):
    """Climbs the log-likelihood, with the prior of `cfggo.learning.mm`, by a step a mini-batch.

    The prior of features of few games is weaker.
    """

    def __init__(self, n_slots: int) -> None:
        self._state = _State(
            np.zeros(n_slots), np.zeros(n_slots), np.zeros(n_slots, dtype=np.int64), np.zeros(2)
        )
        super().__init__(self._state._asdict())
        self._gradient = np.zeros(n_slots)
        self._n_games = np.zeros(n_slots, dtype=np.int64)

    def _learn(self, games: Sequence[GameSums], first_pass: bool) -> None:
        """Takes a step along the gradient of a mini-batch."""
        for game in games:
            self._gradient[game.slots] += game.wins - game.expected
            self._n_games[game.slots] += 1
        _step(self._state, self._gradient, self._n_games, first_pass)


@jit_inline
def climb(theta, squares, gradient, n_games, n_different):
    """Returns a feature's weight and sum of squares after a step.

    gradient: of the log-likelihood of a mini-batch in which n_games games have the feature;
    n_different: different games with it so far.
    """
    # The prior is one win and one loss in all games together, but for _FEW_GAMES.
    gamma = np.exp(theta)
    prior = 1.0 - 2.0 * gamma / (1.0 + gamma)
    gradient += prior * n_games / max(n_different, _FEW_GAMES)
    squares += gradient * gradient
    theta += STEP * gradient / np.sqrt(1.0 + squares)
    return min(max(theta, -MAX_THETA), MAX_THETA), squares


@jit
def _step(state, gradients, n_games, first_pass):
    """Takes one step along the gradients of a mini-batch, and clears them.

    n_games: int64[], games of the mini-batch with each feature.
    """
    for i in range(len(gradients)):
        if n_games[i] == 0:
            continue
        if first_pass:
            state.n_different[i] += n_games[i]
        state.theta[i], state.squares[i] = climb(
            state.theta[i], state.squares[i], gradients[i], n_games[i], state.n_different[i]
        )
        gradients[i] = 0.0
        n_games[i] = 0
