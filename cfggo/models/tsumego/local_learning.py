"""Learns local models, beginning with what a tree policy has learnt from games.

A problem's likelihood is the sum of the probabilities of its solutions among all local moves.  Each
feature has a step size of its own, which falls with the gradients that it has seen (AdaGrad; Duchi,
Hazan and Singer 2011), and a step is taken after each problem.  The weights are the mean of those
at the ends of the passes of the second half of the run.

The weights of a move's features for either player are two numbers times those of the tree policy,
and what problems add to that.  The two numbers are learnt like the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.go.points import MAX_BOARD_POINTS
from cfggo.graph.incremental_graph import GRAPH_DTYPE
from cfggo.models.tsumego.local_features import (
    MAX_LOCAL_SUBGRAPHS,
    MAX_SUBGRAPH_KEYS,
    TreeFeatures,
    n_local_features,
    new_local_view,
    store_local_features,
    subgraphs_of_moves,
)
from cfggo.models.tsumego.local_model import MAX_THETA
from cfggo.models.tsumego.problem import Problem
from cfggo.models.tsumego.subgraphs import NODES_DTYPE
from cfggo.records.replay import starts_of

MIN_PROBLEMS = 6
"""Subgraphs that fewer problems have are not learnt."""

SHRINKAGE = 8.0
"""How much weights are drawn to 0: the prior of each is normal, with this inverse variance."""

STEP = 0.05
"""Length of a feature's first steps."""

PASSES = 12
"""Passes over all problems."""

_SMALLEST = 1e-300
"""Share of strength that the solutions of a problem have at least, so that it can be divided by."""

_MERGED = 500
"""Problems whose keys are counted together."""


def frequent_subgraphs(
    problems: Sequence[Problem],
    min_problems: int = MIN_PROBLEMS,
    advance: Callable[[int], None] = lambda problems: None,
) -> np.ndarray:
    """Returns the keys of the subgraphs that moves of many problems have, uint64[], ascending."""
    graphs, nodes = np.zeros(1, dtype=GRAPH_DTYPE), np.zeros(1, dtype=NODES_DTYPE)
    points = np.zeros(MAX_BOARD_POINTS, dtype=np.int64)
    keys_of_move = np.zeros(MAX_LOCAL_SUBGRAPHS, dtype=np.uint64)
    found = np.zeros(MAX_SUBGRAPH_KEYS, dtype=np.uint64)
    counted = np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.int64)
    some = []
    for number, problem in enumerate(problems, 1):
        n = subgraphs_of_moves(
            problem.boards()[0], graphs[0], nodes[0], points, keys_of_move, found
        )
        some.append(np.unique(found[:n]))
        if number % _MERGED == 0 or number == len(problems):
            counted = _merged(counted, some)
            some = []
        advance(1)
    keys, counts = counted
    return keys[counts >= min_problems]


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
    of_policy      -- float64[moves, 2]: sums of the tree policy's weights of own and enemy features
    n_problems     -- int64[features]: problems in which any move has the feature
    """

    problem_starts: np.ndarray
    starts: np.ndarray
    features: np.ndarray
    is_right: np.ndarray
    of_policy: np.ndarray
    n_problems: np.ndarray


def samples_of(
    problems: Sequence[Problem],
    tree: TreeFeatures,
    tree_theta: np.ndarray,
    subgraph_keys: np.ndarray,
    advance: Callable[[int], None] = lambda problems: None,
) -> Samples:
    """Returns the problems' moves and their features.

    tree_theta -- float32[n]: the tree policy's weights of the features
    """
    view = new_local_view(tree, subgraph_keys)
    n_problems = np.zeros(n_local_features(tree, len(subgraph_keys)), dtype=np.int64)
    by_player = np.zeros((len(n_problems), 2))
    by_player[: len(tree_theta), 0] = tree_theta
    by_player[len(tree_theta) : 2 * len(tree_theta), 1] = tree_theta
    of_policy = []
    features, counts, is_right, n_moves = [], [], [], []
    for problem in problems:
        n = store_local_features(problem.boards()[0], view)
        right = np.isin(view.points[:n], problem.solutions)
        if right.any():
            listed = np.arange(view.features.shape[1]) < view.counts[:n, None]
            features.append(view.features[:n][listed])
            counts.append(view.counts[:n].copy())
            move_of = np.repeat(np.arange(n), view.counts[:n])
            sums = [np.bincount(move_of, theta[features[-1]], n) for theta in by_player.T]
            of_policy.append(np.stack(sums, axis=1))
            is_right.append(right)
            n_moves.append(n)
            n_problems[np.unique(features[-1])] += 1
        advance(1)
    return Samples(
        starts_of(n_moves),
        starts_of(np.concatenate(counts) if counts else []),
        np.concatenate(features) if features else np.zeros(0, dtype=np.int32),
        np.concatenate(is_right) if is_right else np.zeros(0, dtype=np.bool_),
        np.concatenate(of_policy) if of_policy else np.zeros((0, 2)),
        n_problems,
    )


class State(NamedTuple):
    """How far a run is.

    theta   -- float64[features + 2]: the last two are the factors of the tree policy's weights, of
               own features and of enemy features
    squares -- float64[features + 2]: sum of the squares of the gradients so far
    mean    -- float64[features + 2]: sum of theta at the ends of the passes that count
    """

    theta: np.ndarray
    squares: np.ndarray
    mean: np.ndarray


def new_state(n_features: int) -> State:
    """Returns the state before the first pass."""
    return State(*np.zeros((3, n_features + 2)))


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


def mean_weights(state: State, n_passes: int, tree_theta: np.ndarray) -> np.ndarray:
    """Returns the weights that a run of so many passes learnt, float32[features].

    tree_theta -- float32[n]: the tree policy's weights
    """
    learnt = state.mean / (n_passes - n_passes // 2)
    theta, (of_own, of_enemy) = learnt[:-2], learnt[-2:]
    n = len(tree_theta)
    theta[:n] += of_own * tree_theta
    theta[n : 2 * n] += of_enemy * tree_theta
    return np.clip(theta, -MAX_THETA, MAX_THETA).astype(np.float32)


@jit
def _learn_in_order(order, samples, state, gradient, shares):
    """Takes a step after each problem; returns the sum of the log-likelihoods.

    order: int64[n]; gradient: float64[features], 0 between calls; shares: float64[], scratch
    """
    total = 0.0
    theta, squares = state.theta, state.squares
    n_features = len(theta) - 2
    for problem in order:
        first, last = samples.problem_starts[problem], samples.problem_starts[problem + 1]
        highest = -np.inf
        for move in range(first, last):
            strength = 0.0
            for side in range(2):
                strength += theta[n_features + side] * samples.of_policy[move, side]
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
            for side in range(2):
                gradient[n_features + side] += change * samples.of_policy[move, side]
            for k in range(samples.starts[move], samples.starts[move + 1]):
                gradient[samples.features[k]] += change
        for k in range(samples.starts[first], samples.starts[last]):
            feature = samples.features[k]
            if gradient[feature] != 0.0:
                drawn = SHRINKAGE * theta[feature] / samples.n_problems[feature]
                _step(theta, squares, gradient, feature, drawn)
        for side in range(2):
            _step(theta, squares, gradient, n_features + side, 0.0)
    return total


@jit_inline
def _step(theta, squares, gradient, feature, drawn):
    """Takes a step along a feature's gradient, less what draws it to 0, and clears the gradient."""
    slope = gradient[feature] - drawn
    squares[feature] += slope * slope
    moved = theta[feature] + STEP * slope / np.sqrt(1.0 + squares[feature])
    theta[feature] = min(max(moved, -MAX_THETA), MAX_THETA)
    gradient[feature] = 0.0
