"""Beliefs by the logistic model of choice, that of Bradley and Terry: an online Laplace
approximation.

A move's weight is the sum of the weights of its features, of each of which there is a belief
N(mu, sigma^2), and the expert plays a move m with probability p_m = exp(weight) / sum of exp over
all moves.  After a move the belief becomes the Gaussian that fits what follows at the old means:
with F the features of the moves, Sigma the variances, y the move played and A = diag(p) - p p' the
curvature of the logarithm of p,

    precision  Sigma^-1 + F' A F
    mean       mu + (Sigma^-1 + F' A F)^-1 F' (y - p)

This is a step of Newton's method from the belief before, or an extended Kalman filter (Opper 1998
has the general case).  By Woodbury's formula only the moves matter, not their features: with
S = F Sigma F', the covariances of the moves' weights, and B = A (I + S A)^-1,

    mean       mu + Sigma F' (I - B S) (y - p)
    covariance Sigma - Sigma F' B F Sigma, of which the diagonal is kept.

A is as good as 0 for moves of next to no probability.  Those take a plain step, Sigma F' (y - p).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit

MOST_RIVALS = 40
"""Kinds of moves that the formulas are worked out for, at most: the likeliest, and the winner."""

_LEAST_SHARE = 0.004
"""Probability of these kinds, at least."""

_MORE = 1.2
"""Factor of the least probability, until there are no more than MOST_RIVALS."""

_NO_CHANCE = 1e-5
"""Kinds of less probability learn nothing from not being played."""

_STEP, _CURVATURE = 0, 1


class Choice(NamedTuple):
    """Scratch of `learn_choice`.

    rivals     -- int32[MOST_RIVALS]: the kinds that the formulas are worked out for
    differences -- float64[MOST_RIVALS]: y - p of each
    covariance -- float64[MOST_RIVALS, MOST_RIVALS]: S
    gain       -- the same: B
    system     -- float64[MOST_RIVALS, 2 MOST_RIVALS]: I + S A, and what becomes its inverse
    surprises  -- float64[MOST_RIVALS]: S (y - p)
    holder     -- int32[]: the last rival that was found to have a feature of the position
    scores     -- float64[2]: sum of ln(probability) of the moves played, and their number
    """

    rivals: np.ndarray
    differences: np.ndarray
    covariance: np.ndarray
    gain: np.ndarray
    system: np.ndarray
    surprises: np.ndarray
    holder: np.ndarray
    scores: np.ndarray


def new_choice(most_features: int) -> Choice:
    """Returns scratch for positions whose moves have at most so many features together."""
    square = MOST_RIVALS, MOST_RIVALS
    return Choice(
        np.zeros(MOST_RIVALS, dtype=np.int32),
        np.zeros(MOST_RIVALS),
        np.zeros(square),
        np.zeros(square),
        np.zeros((MOST_RIVALS, 2 * MOST_RIVALS)),
        np.zeros(MOST_RIVALS),
        np.zeros(most_features, dtype=np.int32),
        np.zeros(2),
    )


@jit
def learn_choice(moves, beliefs, touched, sums, choice, n_kinds, winner, floor):
    """Learns that an expert preferred one kind of moves to all others of a position.

    moves: MOVES_DTYPE, the kinds; beliefs: BELIEF_DTYPE[], of which all features of the moves are
    met; touched: int32[], sums: float64[, 4], scratch with room for all features of the position;
    choice: Choice; floor: smallest variance
    """
    _store_shares(moves, beliefs, n_kinds)
    share = moves.probabilities[winner] / moves.members[winner]
    choice.scores[0] += math.log(max(share, 1e-300))
    choice.scores[1] += 1.0
    n, least = _find_rivals(moves.probabilities, n_kinds, winner, choice.rivals)
    n_touched = _touch_features(moves, beliefs, touched, sums, choice, n)
    for i in range(n):
        kind = choice.rivals[i]
        choice.differences[i] = (1.0 if kind == winner else 0.0) - moves.probabilities[kind]
    _store_covariance(moves, beliefs, choice, n)
    _store_gain(moves.probabilities, choice, n)
    _add_rivals(moves, beliefs, sums, choice, n)
    for kind in range(n_kinds):
        p = moves.probabilities[kind]
        if kind != winner and _NO_CHANCE < p < least:
            first = moves.first_of[kind]
            for i in range(moves.counts[first]):
                belief = beliefs[moves.features[first, i]]
                belief.mean -= belief.variance * p
    for slot in range(n_touched):
        belief = beliefs[touched[slot]]
        belief.slot = -1
        variance = belief.variance
        belief.mean += variance * sums[slot, _STEP]
        belief.variance = max(variance * (1.0 - variance * max(sums[slot, _CURVATURE], 0.0)), floor)


@jit
def _store_shares(moves, beliefs, n_kinds):
    """Stores the probability that a move of each kind is played, by the means."""
    highest = -math.inf
    for kind in range(n_kinds):
        first = moves.first_of[kind]
        weight = math.log(moves.members[kind])
        for i in range(moves.counts[first]):
            weight += beliefs[moves.features[first, i]].mean
        moves.probabilities[kind] = weight
        highest = max(highest, weight)
    total = 0.0
    for kind in range(n_kinds):
        moves.probabilities[kind] = math.exp(moves.probabilities[kind] - highest)
        total += moves.probabilities[kind]
    for kind in range(n_kinds):
        moves.probabilities[kind] /= total


@jit
def _find_rivals(probabilities, n_kinds, winner, rivals):
    """Stores the kinds that matter; returns how many, and the probability from which on they do."""
    least = _LEAST_SHARE
    n = MOST_RIVALS + 1
    while n > MOST_RIVALS:
        n = 0
        for kind in range(n_kinds):
            if probabilities[kind] >= least or kind == winner:
                if n < MOST_RIVALS:
                    rivals[n] = kind
                n += 1
        if n > MOST_RIVALS:
            least *= _MORE
    return n, least


@jit
def _touch_features(moves, beliefs, touched, sums, choice, n):
    """Gives the features of the rivals their slots, in `touched`; returns how many there are."""
    n_touched = 0
    for i in range(n):
        first = moves.first_of[choice.rivals[i]]
        for j in range(moves.counts[first]):
            feature = moves.features[first, j]
            belief = beliefs[feature]
            if belief.slot < 0:
                belief.slot = n_touched
                touched[n_touched] = feature
                sums[n_touched] = 0.0
                choice.holder[n_touched] = -1
                n_touched += 1
    return n_touched


@jit
def _store_covariance(moves, beliefs, choice, n):
    """Stores the covariances of the rivals' weights: the variances of what two of them share."""
    for i in range(n):
        _hold(moves, beliefs, choice, i)
        for j in range(i, n):
            other = moves.first_of[choice.rivals[j]]
            shared = 0.0
            for k in range(moves.counts[other]):
                belief = beliefs[moves.features[other, k]]
                if choice.holder[belief.slot] == i:
                    shared += belief.variance
            choice.covariance[i, j] = shared
            choice.covariance[j, i] = shared


@jit
def _hold(moves, beliefs, choice, i):
    """Marks the features of a rival as its own."""
    first = moves.first_of[choice.rivals[i]]
    for k in range(moves.counts[first]):
        choice.holder[beliefs[moves.features[first, k]].slot] = i


@jit
def _store_gain(probabilities, choice, n):
    """Stores B = A (I + S A)^-1, by elimination with pivots."""
    system = choice.system
    for i in range(n):
        mean = 0.0
        for j in range(n):
            mean += choice.covariance[i, j] * probabilities[choice.rivals[j]]
        for j in range(n):
            p = probabilities[choice.rivals[j]]
            system[i, j] = (choice.covariance[i, j] - mean) * p + (1.0 if i == j else 0.0)
            system[i, n + j] = 1.0 if i == j else 0.0
    for column in range(n):
        pivot = column
        for i in range(column + 1, n):
            if abs(system[i, column]) > abs(system[pivot, column]):
                pivot = i
        if pivot != column:
            for j in range(2 * n):
                system[column, j], system[pivot, j] = system[pivot, j], system[column, j]
        scale = 1.0 / system[column, column]
        for j in range(column, 2 * n):
            system[column, j] *= scale
        for i in range(n):
            factor = system[i, column]
            if i != column and factor != 0.0:
                for j in range(column, 2 * n):
                    system[i, j] -= factor * system[column, j]
    for j in range(n):
        mean = 0.0
        for i in range(n):
            mean += probabilities[choice.rivals[i]] * system[i, n + j]
        for i in range(n):
            p = probabilities[choice.rivals[i]]
            choice.gain[i, j] = p * (system[i, n + j] - mean)


@jit
def _add_rivals(moves, beliefs, sums, choice, n):
    """Adds up, for each feature, its step and its curvature over the rivals that have it."""
    surprises = choice.surprises
    for i in range(n):
        surprises[i] = 0.0
        for j in range(n):
            surprises[i] += choice.covariance[i, j] * choice.differences[j]
    for i in range(n):
        step = choice.differences[i]
        for j in range(n):
            step -= choice.gain[i, j] * surprises[j]
        _hold(moves, beliefs, choice, i)
        for j in range(n):
            first = moves.first_of[choice.rivals[j]]
            gain = choice.gain[i, j]
            for k in range(moves.counts[first]):
                slot = beliefs[moves.features[first, k]].slot
                if choice.holder[slot] == i:
                    sums[slot, _CURVATURE] += gain
                    if i == j:
                        sums[slot, _STEP] += step
