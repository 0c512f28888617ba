"""How likely an expert plays each move, by what is believed of the moves' values."""

from __future__ import annotations

import math

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.models.pattern_beliefs.beliefs import Beliefs
from cfggo.models.pattern_beliefs.moves import MOVES_DTYPE
from cfggo.models.pattern_beliefs.normal import normal_cdf, store_densities_and_cdfs

_STEP = 0.4
"""Distance between two points at which the largest value is looked for, in standard deviations of
the value that is known best."""

_MOST_POINTS = 1024
"""How many these points are at most; where they do not suffice, they are farther apart."""

_REACH = 5.5
"""Standard deviations around a mean within which a value is taken to be."""

_NOTHING_BELOW = 1e-10
"""Where all values but one are below a point with no larger probability, the rest is left out."""

LEAST_PROBABILITY = 1e-12
"""Of a kind of moves; those that are hopeless have this."""


def mean_and_variance(beliefs: Beliefs) -> np.ndarray:
    """Returns mean and variance of every feature's value, float32[features, 2], for kernels.

    They stand side by side, so that looking up both takes one fetch from memory.
    """
    return np.stack([beliefs.means, beliefs.variances], axis=1)


def new_moves(beliefs: Beliefs) -> np.ndarray:
    """Returns room for the moves of one position by beliefs, MOVES_DTYPE[1], for one thread."""
    moves = np.zeros(1, dtype=MOVES_DTYPE)
    moves["beta_squared"] = beliefs.beta**2
    moves["pass_shares"] = beliefs.pass_shares
    return moves


@jit_inline
def pass_probability(board, moves):
    """Returns how likely a pass is: as likely as in the games learnt from, after a pass or not."""
    return moves.pass_shares[1 if board.n_passes > 0 else 0]


@jit_inline
def move_probability(moves, i, passing):
    """Returns the probability of the move with index i; passing: that of a pass.

    All moves of a kind are equally likely.
    """
    kind = moves.kind_of[i]
    return (1.0 - passing) * moves.probabilities[kind] / moves.members[kind]


@jit
def store_values(moves, n_kinds, values):
    """Stores mean and variance of the value of each kind of moves, noise included.

    values: of `mean_and_variance`
    """
    for kind in range(n_kinds):
        first = moves.first_of[kind]
        mean = 0.0
        variance = moves.beta_squared
        for i in range(moves.counts[first]):
            feature = moves.features[first, i]
            mean += values[feature, 0]
            variance += values[feature, 1]
        moves.means[kind] = mean
        moves.variances[kind] = variance


@jit
def store_kind_probabilities(moves, n_kinds):
    """Stores the probability that a move of each kind is played, given the kinds' values."""
    kind_probabilities(moves.means, moves.variances, n_kinds, moves.probabilities, moves.scratch)


@jit
def kind_probabilities(means, variances, n, probabilities, scratch):
    """Stores the probability that each of n independent normal values is the largest.

    P(i) = integral of N(x; m_i, v_i) * product over j != i of cdf((x - m_j) / sqrt(v_j)) dx, by the
    trapezoidal rule, from where no value reaches down to where one surely is larger.  Its error
    falls exponentially with the step, because the integrand is smooth and ends at 0.  Their sum is
    1.

    means, variances, probabilities: float64[n]; scratch: float64[3, n]
    """
    precision = scratch[0]
    density = scratch[1]
    below = scratch[2]
    low = -math.inf
    high = -math.inf
    spread = math.inf
    for i in range(n):
        sigma = math.sqrt(variances[i])
        precision[i] = 1.0 / sigma
        low = max(low, means[i] - _REACH * sigma)
        high = max(high, means[i] + _REACH * sigma)
        spread = min(spread, sigma)
        probabilities[i] = 0.0
    step = max(_STEP * spread, (high - low) / _MOST_POINTS)
    for k in range(_MOST_POINTS):
        x = high - k * step
        store_densities_and_cdfs(x, means, precision, n, density, below)
        all_below, least = _product_and_least(below, n)
        if all_below < _NOTHING_BELOW * least:
            break
        for i in range(n):
            probabilities[i] += precision[i] * density[i] * (all_below / below[i])
    total = 0.0
    for i in range(n):
        total += probabilities[i]
    rest = 0.0
    for i in range(n):
        probabilities[i] = max(probabilities[i] / total, LEAST_PROBABILITY)
        rest += probabilities[i]
    for i in range(n):
        probabilities[i] /= rest


@jit_inline
def _product_and_least(values, n):
    """Returns the product of n values and the least of them, at most 1.

    Four products at a time, for a multiplication waits for the one before it.
    """
    a = b = c = d = least = 1.0
    fours = n // 4 * 4
    for i in range(0, fours, 4):
        a *= values[i]
        b *= values[i + 1]
        c *= values[i + 2]
        d *= values[i + 3]
    for i in range(fours, n):
        a *= values[i]
    for i in range(n):
        least = min(least, values[i])
    return a * b * c * d, least


@jit
def preference(mean, variance, other_mean, other_variance):
    """Returns the probability that one value is larger than another one."""
    return normal_cdf((mean - other_mean) / math.sqrt(variance + other_variance))
