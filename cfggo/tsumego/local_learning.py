"""Learns local models: finds the features that are frequent enough, then climbs the likelihood.

A problem's likelihood is the sum of the probabilities of its solutions among all local moves.  As
in `cfggo.learning.gradient`, each feature has a step size of its own, which falls with the
gradients that it has seen (AdaGrad; Duchi, Hazan and Singer 2011), and a step is taken after each problem.
The weights are the mean of those at the ends of the passes of the second half of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from cfggo.jit import jit
from cfggo.tsumego.local_features import (
    MAX_CHAIN_KEYS,
    MAX_TREE_KEYS,
    ask_for_keys,
    n_local_features,
    new_local_view,
    store_local_features,
)
from cfggo.tsumego.local_model import MAX_THETA
from cfggo.tsumego.problem import Problem

MIN_PROBLEMS = 6
"""Features with keys that fewer problems have are not learnt."""

SHRINKAGE = 3.0
"""How much weights are drawn to 0: the prior of each is normal, with this inverse variance."""

STEP = 0.1
"""Length of a feature's first steps."""

PASSES = 12
"""Passes over all problems."""

_SMALLEST = 1e-300
"""Share of strength that the solutions of a problem have at least, so that it can be divided by."""

_MERGED = 500
"""Problems whose keys are counted together."""


def frequent_keys(
    problems: Sequence[Problem],
    min_problems: int = MIN_PROBLEMS,
    advance: Callable[[int], None] = lambda problems: None,
) -> tuple[np.ndarray, np.ndarray]:
    """Returns the keys of tree features and of chains that many problems have, uint64[] each.

    They ascend.  A nested feature is there only if all smaller ones are, because every move that
    has the feature has those.
    """
    none = np.zeros(0, dtype=np.uint64)
    view = new_local_view(none, none, is_harvest=True)
    found = np.zeros(MAX_TREE_KEYS, dtype=np.uint64), np.zeros(MAX_CHAIN_KEYS, dtype=np.uint64)
    some: tuple[list[np.ndarray], list[np.ndarray]] = [], []
    counted = (none, none.astype(np.int64)), (none, none.astype(np.int64))
    for number, problem in enumerate(problems, 1):
        lengths = ask_for_keys(problem.boards()[0], view, *found)
        for keys, n, into in zip(found, lengths, some, strict=True):
            into.append(np.unique(keys[:n]))
        if number % _MERGED == 0 or number == len(problems):
            counted = _merged(counted[0], some[0]), _merged(counted[1], some[1])
            some = [], []
        advance(1)
    (tree, tree_counts), (chains, chain_counts) = counted
    return tree[tree_counts >= min_problems], chains[chain_counts >= min_problems]


def _merged(
    counted: tuple[np.ndarray, np.ndarray], more: Iterable[np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """Returns keys and their counts after more keys, each of which counts one."""
    new, counts = np.unique(np.concatenate([*more]), return_counts=True)
    keys, index = np.unique(np.concatenate([counted[0], new]), return_inverse=True)
    totals = np.bincount(index, np.concatenate([counted[1], counts])).astype(np.int64)
    return keys, totals


class Samples(NamedTuple):
    """Problems as the learner sees them; those of which no solution is local are left out.

    problem_starts -- int64[n + 1]: where each problem's moves begin
    starts         -- int64[moves + 1]: where each move's features begin
    features       -- int32[]
    is_right       -- bool[moves]: whether the move is a solution
    n_problems     -- int64[features]: problems in which any move has the feature
    """

    problem_starts: np.ndarray
    starts: np.ndarray
    features: np.ndarray
    is_right: np.ndarray
    n_problems: np.ndarray


def samples_of(
    problems: Sequence[Problem],
    tree_keys: np.ndarray,
    chain_keys: np.ndarray,
    advance: Callable[[int], None] = lambda problems: None,
) -> Samples:
    """Returns the problems' moves and their features."""
    view = new_local_view(tree_keys, chain_keys)
    n_problems = np.zeros(n_local_features(len(tree_keys), len(chain_keys)), dtype=np.int64)
    features, counts, is_right, n_moves = [], [], [], []
    for problem in problems:
        n = store_local_features(problem.boards()[0], view)
        right = np.isin(view.points[:n], problem.solutions)
        if right.any():
            listed = np.arange(view.features.shape[1]) < view.counts[:n, None]
            features.append(view.features[:n][listed])
            counts.append(view.counts[:n].copy())
            is_right.append(right)
            n_moves.append(n)
            n_problems[np.unique(features[-1])] += 1
        advance(1)

    def starts(lengths: Sequence[int] | np.ndarray) -> np.ndarray:
        return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)

    return Samples(
        starts(n_moves),
        starts(np.concatenate(counts) if counts else []),
        np.concatenate(features) if features else np.zeros(0, dtype=np.int32),
        np.concatenate(is_right) if is_right else np.zeros(0, dtype=np.bool_),
        n_problems,
    )


class State(NamedTuple):
    """How far a run is.

    theta   -- float64[features]
    squares -- float64[features]: sum of the squares of the gradients so far
    mean    -- float64[features]: sum of theta at the ends of the passes that count
    """

    theta: np.ndarray
    squares: np.ndarray
    mean: np.ndarray


def new_state(n_features: int) -> State:
    """Returns the state before the first pass."""
    return State(np.zeros(n_features), np.zeros(n_features), np.zeros(n_features))


def learn_pass(samples: Samples, state: State, number: int, n_passes: int, seed: int) -> float:
    """Does a pass, counted from 0; returns the mean log-likelihood of the problems on the way.

    The order of the problems depends on seed and number alone.
    """
    n = len(samples.problem_starts) - 1
    order = np.random.default_rng((seed, number)).permutation(n)
    gradient = np.zeros(len(state.theta))
    shares = np.zeros(int(np.diff(samples.problem_starts).max()))
    total = _learn_in_order(order, samples, state, gradient, shares)
    if number >= n_passes // 2:
        state.mean[:] += state.theta
    return total / n


def mean_weights(state: State, n_passes: int) -> np.ndarray:
    """Returns the weights that a run of so many passes learnt, float32[features]."""
    weights: np.ndarray = (state.mean / (n_passes - n_passes // 2)).astype(np.float32)
    return weights


@jit
def _learn_in_order(order, samples, state, gradient, shares):
    """Takes a step after each problem; returns the sum of the log-likelihoods.

    order: int64[n]; gradient: float64[features], 0 between calls; shares: float64[], scratch
    """
    total = 0.0
    theta, squares = state.theta, state.squares
    for problem in order:
        first, last = samples.problem_starts[problem], samples.problem_starts[problem + 1]
        highest = -np.inf
        for move in range(first, last):
            strength = 0.0
            for k in range(samples.starts[move], samples.starts[move + 1]):
                strength += theta[samples.features[k]]
            shares[move - first] = strength
            highest = max(highest, strength)
        of_all = 0.0
        of_right = 0.0
        for move in range(first, last):
            share = np.exp(shares[move - first] - highest)
            shares[move - first] = share
            of_all += share
            of_right += share * samples.is_right[move]
        of_right = max(of_right, _SMALLEST)
        total += np.log(of_right / of_all)
        for move in range(first, last):
            share = shares[move - first]
            change = share * samples.is_right[move] / of_right - share / of_all
            for k in range(samples.starts[move], samples.starts[move + 1]):
                gradient[samples.features[k]] += change
        for k in range(samples.starts[first], samples.starts[last]):
            feature = samples.features[k]
            if gradient[feature] != 0.0:
                slope = gradient[feature]
                slope -= SHRINKAGE * theta[feature] / max(samples.n_problems[feature], 1)
                squares[feature] += slope * slope
                moved = theta[feature] + STEP * slope / np.sqrt(1.0 + squares[feature])
                theta[feature] = min(max(moved, -MAX_THETA), MAX_THETA)
                gradient[feature] = 0.0
    return total
