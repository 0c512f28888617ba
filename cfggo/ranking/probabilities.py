"""How likely an expert plays each move, by what is believed of the moves' values."""

from __future__ import annotations

import math

import numpy as np

from cfggo.jit import jit
from cfggo.ranking.beliefs import Beliefs
from cfggo.ranking.moves import MOVES_DTYPE, find_kinds
from cfggo.ranking.normal import normal_cdf

GRID = 64
"""Points at which the largest value is looked for."""

_REACH = 6.0
"""Standard deviations around a mean within which a value is taken to be."""

LEAST_PROBABILITY = 1e-12
"""Of a kind of moves; those that are hopeless have this."""

_ROOT_TWO_PI = math.sqrt(2 * math.pi)


def new_moves(beliefs: Beliefs) -> np.ndarray:
    """Returns room for the moves of one position by beliefs, MOVES_DTYPE[1], for one thread."""
    moves = np.zeros(1, dtype=MOVES_DTYPE)
    moves["beta_squared"] = beliefs.beta**2
    moves["pass_shares"] = beliefs.pass_shares
    return moves


@jit
def store_belief_probabilities(
    board, graph, tree, means, variances, moves, points, n, probabilities
):
    """Stores the probabilities of n legal moves, which are all that there are, PASS first.

    PASS is as likely as it was in the games learnt from, and certain without other moves.

    tree: TreeView of the beliefs' features; means, variances: float32[], of their beliefs;
    moves: MOVES_DTYPE; points: int16[n]; probabilities: float32[n]
    """
    if n == 1:
        probabilities[0] = 1.0
        return
    for i in range(1, n):
        moves.points[i - 1] = points[i]
    n_kinds = find_kinds(board, graph, tree, moves, n - 1)
    store_values(moves, n_kinds, means, variances)
    store_kind_probabilities(moves, n_kinds)
    passing = moves.pass_shares[1 if board.n_passes > 0 else 0]
    probabilities[0] = passing
    for i in range(1, n):
        kind = moves.kind_of[i - 1]
        probabilities[i] = (1.0 - passing) * moves.probabilities[kind] / moves.members[kind]


@jit
def store_values(moves, n_kinds, means, variances):
    """Stores mean and variance of the value of each kind of moves, noise included.

    means, variances: float32[], of every feature's belief
    """
    for kind in range(n_kinds):
        first = moves.first_of[kind]
        mean = 0.0
        variance = moves.beta_squared
        for i in range(moves.counts[first]):
            mean += means[moves.features[first, i]]
            variance += variances[moves.features[first, i]]
        moves.means[kind] = mean
        moves.variances[kind] = variance


@jit
def store_kind_probabilities(moves, n_kinds):
    """Stores the probability that a move of each kind is played, given the kinds' values."""
    kind_probabilities(moves.means, moves.variances, n_kinds, moves.probabilities, moves.scratch)


@jit
def kind_probabilities(means, variances, n, probabilities, below):
    """Stores the probability that each of n independent normal values is the largest.

    P(i) = integral of N(x; m_i, v_i) * product over j != i of cdf((x - m_j) / sqrt(v_j)) dx, by the
    midpoint rule on GRID points that all share, between where a value surely is larger and where
    none is.  Their sum is 1.

    means, variances, probabilities: float64[n]; below: float64[n], scratch
    """
    low = -math.inf
    high = -math.inf
    for i in range(n):
        reach = _REACH * math.sqrt(variances[i])
        low = max(low, means[i] - reach)
        high = max(high, means[i] + reach)
        probabilities[i] = 0.0
    step = (high - low) / GRID
    for k in range(GRID):
        x = low + (k + 0.5) * step
        all_below = 1.0
        for i in range(n):
            t = (x - means[i]) / math.sqrt(variances[i])
            below[i] = normal_cdf(t) if t < _REACH else 1.0
            all_below *= below[i]
        for i in range(n):
            t = (x - means[i]) / math.sqrt(variances[i])
            density = math.exp(-0.5 * t * t) / (_ROOT_TWO_PI * math.sqrt(variances[i]))
            probabilities[i] += density * (all_below / below[i])
    total = 0.0
    for i in range(n):
        probabilities[i] = max(probabilities[i] * step, LEAST_PROBABILITY)
        total += probabilities[i]
    for i in range(n):
        probabilities[i] /= total


@jit
def preference(mean, variance, other_mean, other_variance):
    """Returns the probability that one value is larger than another one."""
    return normal_cdf((mean - other_mean) / math.sqrt(variance + other_variance))
