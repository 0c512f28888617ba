"""Learning boosted trees (`cfggo.models.bradley_terry.boosted_trees`) on top of a tree policy.

The likelihood of the moves played is made larger by one tree after another: each is fitted to the
gradient of the log-likelihood with respect to the thetas of all close moves, with Newton's step in
its leaves (Friedman 2001; the loss is that of ListNet, Cao et al. 2007).  LightGBM grows the trees.

The games must be others than those that the policy was learnt from: where it has seen the moves, it
is surer than it is elsewhere, and trees would learn to trust it too much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Executor
from cfggo.base.resources import find_weights
from cfggo.base.training_run import Trainer, TrainingRun
from cfggo.base.words import counted, today
from cfggo.learning.boosted_samples import (
    NOT_CLOSE,
    LikedMoves,
    Samples,
    joined,
    no_samples,
    samples_of_game,
)
from cfggo.methods import BoostOptions
from cfggo.models.bradley_terry.boosted_trees import FORK_DTYPE, MAX_BOOST, BoostedTrees
from cfggo.models.bradley_terry.weights import Model, Weights, save_model
from cfggo.models.registry import load_model
from cfggo.records.game_record import GameRecord
from cfggo.records.training_games import TrainingGames

_HELD_OUT = 8
"""One game in so many measures how good the trees are, and is not learnt from."""

_PATIENCE = 40
"""Trees after which learning ends if none of them was any good on the games held out."""

_SEED = 20010701


class BoostTrainer(Trainer):
    """Learns boosted trees for the tree policy of `start`; it takes minutes, and no checkpoint."""

    def __init__(
        self, records: Sequence[GameRecord], options: BoostOptions, executor: Executor
    ) -> None:
        """Prepares to learn; raises CfggoError for weights that trees can't be added to."""
        self._options = options
        path = find_weights(options.start)
        self._start = load_model(path)
        if "tree" not in self._start.policies:
            raise CfggoError(f"{path}: has no tree policy")
        if not isinstance(self._start.policies["tree"], Weights):
            raise CfggoError(f"{path}: plays by beliefs; trees add to the thetas of other policies")
        n_moves = sum(len(record.line.moves) for record in records)
        share = min(1.0, options.boost_positions / max(1, n_moves))
        self._games = TrainingGames(records, share)
        self._executor = executor

    @staticmethod
    def check(options: BoostOptions) -> None:
        """Raises CfggoError if there is nothing to start from, or LightGBM is not installed."""
        if not options.start:
            raise CfggoError(
                f"--method {options.method} adds trees to a tree policy: name its weights by "
                "--start"
            )
        _lightgbm()

    def identity(self) -> dict[str, Any]:
        """Returns the method."""
        return {"method": self._options.method}

    def save(self, path: Path, model: Model) -> None:
        """Writes a model; raises CfggoError if it can't be written."""
        save_model(path, model)

    def learn(self, run: TrainingRun) -> list[Model]:
        """Learns, and returns the model; see `Trainer`."""
        grown = self._grow(run)
        run.say(
            f"{counted(grown.trees.n_trees, 'tree')} from {counted(grown.moves, 'move')}; on "
            f"{counted(grown.held_out, 'move')} of other games: first "
            f"{grown.before.first:.1%}, then {grown.after.first:.1%}; log-likelihood "
            f"{grown.before.likelihood:.3f}, then {grown.after.likelihood:.3f}"
        )
        about = {
            "date": today(),
            "method": self._options.method,
            "games": len(self._games),
            "moves": grown.moves,
            "trees": grown.trees.n_trees,
            "start": self._options.start,
            "started from": self._start.about,
            "held out": {"moves": grown.held_out, **grown.before._asdict()},
            "held out, with trees": grown.after._asdict(),
            "learning": self._options.to_json(),
        }
        weights = replace(self._start.policies["tree"], trees=grown.trees)
        games = np.union1d(self._start.games, self._games.short_digests).astype(np.uint32)
        return [Model({"tree": weights}, games, about)]

    def _samples(self, run: TrainingRun) -> tuple[Samples, Samples]:
        """Returns the samples of the games: those to learn from, and those held out."""
        liked = LikedMoves(self._games.arrays, self._start.policies["tree"])
        n_games = len(self._games)
        learnt, held_out = [no_samples()], [no_samples()]
        with run.stage("looking at moves", n_games) as advance:
            found = self._executor.map(samples_of_game, liked, None, range(n_games))
            for game, samples in enumerate(found):
                (learnt if game % _HELD_OUT else held_out).append(samples)
                advance(1)
        return joined(learnt), joined(held_out)

    def _grow(self, run: TrainingRun) -> Grown:
        """Returns the trees that the games teach."""
        learnt, held_out = self._samples(run)
        if not len(learnt.counts) or not len(held_out.counts):
            raise CfggoError(
                f"no moves to learn from in these {counted(len(self._games), 'game')}: the weights "
                f"of --start were learnt from others, and one in {_HELD_OUT} is held out"
            )
        lightgbm = _lightgbm()
        options = self._options
        of_learnt, of_held_out = Softmax(learnt), Softmax(held_out)
        n_learnt = len(learnt.counts)
        no_labels = np.zeros(len(learnt.numbers), np.float32)
        rows = lightgbm.Dataset(learnt.numbers, no_labels, params={"max_bin": 127})
        rows.construct()  # which keeps what it needs in a quarter of the memory
        del learnt
        booster = lightgbm.Booster(growing(options.boost_leaves, options.boost_rate), rows)
        boosts = np.zeros(len(held_out.numbers))
        before = best = of_held_out.fit(boosts)
        n_best = 0
        with run.stage("growing trees", options.boost_trees, "trees") as advance:
            for n_trees in range(1, options.boost_trees + 1):
                if booster.update(fobj=lambda grown, rows: of_learnt.derivatives(grown)):
                    break
                boosts += booster.predict(
                    held_out.numbers, start_iteration=n_trees - 1, num_iteration=1, raw_score=True
                )
                fit = of_held_out.fit(boosts)
                if fit.likelihood > best.likelihood:
                    best, n_best = fit, n_trees
                advance(1)
                if n_trees >= n_best + _PATIENCE:
                    break
        if n_best == 0:
            raise CfggoError("no tree predicts the moves of games held out any better")
        trees = trees_of(booster.dump_model(num_iteration=n_best))
        return Grown(trees, n_learnt, len(held_out.counts), before, best)


class Fit(NamedTuple):
    """How well moves are predicted.

    first      -- share of them that rank first
    likelihood -- mean logarithm of their probabilities; that of a move that is not close counts as
                  the probability of all of those
    """

    first: float
    likelihood: float


class Grown(NamedTuple):
    """Trees, and how good they are.

    trees         -- BoostedTrees
    moves         -- number of moves played that they were learnt from
    held_out      -- number of those that measure them
    before, after -- Fit of these, without the trees and with them
    """

    trees: BoostedTrees
    moves: int
    held_out: int
    before: Fit
    after: Fit


class Softmax:
    """The probabilities of the close moves of all positions, and of all others together."""

    def __init__(self, samples: Samples) -> None:
        self._theta = -samples.numbers[:, 0].astype(np.float64)
        self._counts = samples.counts
        self._starts = np.concatenate([[0], np.cumsum(samples.counts[:-1])])
        self._others = np.exp(samples.others.astype(np.float64))
        self._is_close = samples.chosen != NOT_CLOSE
        self._chosen = (self._starts + samples.chosen)[self._is_close]

    def _gammas(self, boosts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns the gammas of all close moves, and the sum of each position's."""
        gammas = np.exp(self._theta + boosts)
        return gammas, np.add.reduceat(gammas, self._starts) + self._others

    def derivatives(self, boosts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns the loss's first and second derivatives by what is added to each theta."""
        gammas, totals = self._gammas(boosts)
        p = gammas / np.repeat(totals, self._counts)
        slope = p.copy()
        slope[self._chosen] -= 1.0
        return slope, np.maximum(p * (1.0 - p), 1e-6)

    def fit(self, boosts: np.ndarray) -> Fit:
        """Returns how well the moves are predicted."""
        gammas, totals = self._gammas(boosts)
        played = self._others.copy()
        played[self._is_close] = gammas[self._chosen]
        highest = np.maximum.reduceat(gammas, self._starts)
        is_first = self._is_close & (played >= highest)
        return Fit(float(is_first.mean()), float(np.log(played / totals).mean()))


def growing(leaves: int, rate: float) -> dict[str, Any]:
    """Returns how LightGBM is to grow trees: with so many leaves, and so much of each added."""
    return {
        "objective": "none",
        "num_leaves": leaves,
        "learning_rate": rate,
        "min_data_in_leaf": 200,
        "min_sum_hessian_in_leaf": 5.0,
        "lambda_l2": 1.0,
        "feature_fraction": 0.5,
        "bagging_fraction": 0.7,
        "bagging_freq": 1,
        "max_bin": 127,
        "deterministic": True,
        "force_row_wise": True,
        "seed": _SEED,
        "verbose": -1,
    }


def trees_of(dump: dict[str, Any]) -> BoostedTrees:
    """Returns the trees of a LightGBM model, as its `dump_model` has them."""
    forks: list[tuple[int, float, int]] = []
    leaves: list[float] = []
    starts = [0]
    for tree in dump["tree_info"]:
        if "split_feature" not in tree["tree_structure"]:
            continue  # a tree of one leaf, with which learning ends
        own: list[float] = []
        _add_fork(tree["tree_structure"], forks, own)
        leaves += own
        starts.append(len(forks))
    return BoostedTrees(
        np.array(forks, FORK_DTYPE),
        np.clip(np.array(leaves, np.float32), -MAX_BOOST, MAX_BOOST),
        np.array(starts, np.int32),
    )


def _add_fork(
    node: dict[str, Any], forks: list[tuple[int, float, int]], leaves: list[float]
) -> None:
    """Appends a node of a tree and all below it, the leaves from left to right."""
    if "split_feature" not in node:
        leaves.append(node["leaf_value"])
        return
    assert node["decision_type"] == "<="
    first = len(leaves)
    _add_fork(node["left_child"], forks, leaves)
    ruled_out = (1 << len(leaves)) - (1 << first)
    forks.append((node["split_feature"], node["threshold"], (2**32 - 1) & ~ruled_out))
    _add_fork(node["right_child"], forks, leaves)


def _lightgbm() -> Any:
    """Returns the module; raises CfggoError if it is not installed."""
    try:
        import lightgbm
    except ImportError as error:
        raise CfggoError(
            "--method boost needs LightGBM: pip install 'cfggo[boosting]', in a clone "
            "pip install '.[boosting]'"
        ) from error
    return lightgbm
