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
from cfggo.records.replay import starts_of
from cfggo.records.training_games import TrainingGames

HELD_OUT = 8
"""One game in so many measures how good the trees are, and is not learnt from."""

_PATIENCE = 40
"""Trees after which learning ends if none of them was any good on the games held out."""

_SEED = 20010701


class BoostTrainer(Trainer):
    """Learns boosted trees for the tree policy of `start`, without checkpoints."""

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
        lightgbm()

    def identity(self) -> dict[str, Any]:
        """Returns the method."""
        return {"method": self._options.method}

    save = staticmethod(save_model)

    def learn(self, run: TrainingRun) -> Model:
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
        return Model({"tree": weights}, games, about)

    def _samples(self, run: TrainingRun) -> tuple[Samples, Samples]:
        """Returns the samples of the games: those to learn from, and those held out."""
        liked = LikedMoves(self._games.arrays, self._start.policies["tree"])
        n_games = len(self._games)
        learnt, held_out = [no_samples()], [no_samples()]
        with run.stage("looking at moves", n_games) as advance:
            found = self._executor.map(samples_of_game, liked, None, range(n_games))
            for game, samples in enumerate(found):
                (learnt if game % HELD_OUT else held_out).append(samples)
                advance(1)
        return joined(learnt), joined(held_out)

    def _grow(self, run: TrainingRun) -> Grown:
        """Returns the trees that the games teach."""
        learnt, held_out = self._samples(run)
        if not len(learnt.counts) or not len(held_out.counts):
            raise CfggoError(
                f"no moves to learn from in these {counted(len(self._games), 'game')}: the weights "
                f"of --start were learnt from others, and one in {HELD_OUT} is held out"
            )
        n_learnt, n_held_out = len(learnt.counts), len(held_out.counts)
        options = self._options
        parameters = growing(options.boost_leaves, options.boost_rate)
        of_learnt, of_held_out = Softmax.of(learnt), Softmax.of(held_out)
        forest = Forest(learnt.numbers, of_learnt, held_out.numbers, of_held_out, parameters)
        del learnt
        return Grown(*forest.grow(run, options.boost_trees), n_learnt, n_held_out)


class Forest:
    """Trees that grow by what is wanted of some positions, as many as help on others."""

    def __init__(
        self,
        learnt: np.ndarray,
        of_learnt: Softmax | Logistic,
        held_out: np.ndarray,
        of_held_out: Softmax | Logistic,
        parameters: dict[str, Any],
    ) -> None:
        """Takes the numbers of the close moves of the positions that are learnt from, and of those
        that are not; parameters -- of LightGBM, as `growing` returns them.
        """
        self._lightgbm = lightgbm()
        no_labels = np.zeros(len(learnt), np.float32)
        self._rows = self._lightgbm.Dataset(learnt, no_labels, params={"max_bin": 127})
        self._rows.construct()  # which keeps what it needs in a quarter of the memory
        self._of_learnt, self._held_out, self._of_held_out = of_learnt, held_out, of_held_out
        self._parameters = parameters

    def grow(self, run: TrainingRun, most_trees: int) -> tuple[BoostedTrees, Fit, Fit]:
        """Returns the trees, and the fit of the positions held out without them and with them.

        Raises CfggoError if no tree is any good, KeyboardInterrupt if the run was stopped.
        """
        booster = self._lightgbm.Booster(self._parameters, self._rows)
        boosts = np.zeros(len(self._held_out))
        before = best = self._of_held_out.fit(boosts)
        n_best = 0
        with run.stage("growing trees", most_trees, "trees") as advance:
            for n_trees in range(1, most_trees + 1):
                if booster.update(fobj=lambda grown, rows: self._of_learnt.derivatives(grown)):
                    break
                boosts += booster.predict(
                    self._held_out, start_iteration=n_trees - 1, num_iteration=1, raw_score=True
                )
                fit = self._of_held_out.fit(boosts)
                if fit.likelihood > best.likelihood:
                    best, n_best = fit, n_trees
                advance(1)
                if n_trees >= n_best + _PATIENCE:
                    break
        if n_best == 0:
            raise CfggoError("no tree predicts the moves of games held out any better")
        return trees_of(booster.dump_model(num_iteration=n_best)), before, best


class Fit(NamedTuple):
    """How well moves are predicted.

    first      -- share of those wanted most that rank first
    likelihood -- mean logarithm of the probabilities of those wanted; that of a move that is not
                  close counts as the probability of all of those
    """

    first: float
    likelihood: float


class Grown(NamedTuple):
    """Trees, and how good they are.

    trees         -- BoostedTrees
    before, after -- Fit of moves held out, without the trees and with them
    moves         -- number of moves played that they were learnt from
    held_out      -- number of those held out
    """

    trees: BoostedTrees
    before: Fit
    after: Fit
    moves: int
    held_out: int


class Softmax:
    """The probabilities of the close moves of all positions, and of all others together, beside
    what they ought to be.
    """

    def __init__(
        self,
        numbers: np.ndarray,
        counts: np.ndarray,
        wanted: np.ndarray,
        others: np.ndarray | float = 0.0,
    ) -> None:
        """Takes arrays as in Samples.

        wanted -- float[moves]: what the probability of each close move ought to be; what is left of
                  1 is that of all others
        others -- float[positions]: the gammas of these, divided by the highest; 0 without any
        """
        self._theta = -numbers[:, 0].astype(np.float64)
        self._counts = counts
        self._starts = starts_of(counts)[:-1]
        self._others = others
        self._wanted = wanted
        near = np.add.reduceat(wanted, self._starts)
        self._wanted_others = np.where(near < 1 - 1e-4, 1 - near, 0.0)
        most = np.maximum.reduceat(wanted, self._starts)
        self._is_most = wanted == np.repeat(np.where(most > 0, most, np.nan), counts)

    @classmethod
    def of(cls, samples: Samples) -> Softmax:
        """Returns that of samples, of which the moves played are wanted."""
        wanted = np.zeros(len(samples.numbers), np.float32)
        is_close = samples.chosen != NOT_CLOSE
        wanted[(starts_of(samples.counts)[:-1] + samples.chosen)[is_close]] = 1.0
        others = np.exp(samples.others.astype(np.float64))
        return cls(samples.numbers, samples.counts, wanted, others)

    def _gammas(self, boosts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns the gammas of all close moves, and the sum of each position's."""
        gammas = np.exp(self._theta + boosts)
        return gammas, np.add.reduceat(gammas, self._starts) + self._others

    def derivatives(self, boosts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns the loss's first and second derivatives by what is added to each theta."""
        gammas, totals = self._gammas(boosts)
        p = gammas / np.repeat(totals, self._counts)
        return p - self._wanted, np.maximum(p * (1.0 - p), 1e-6)

    def fit(self, boosts: np.ndarray) -> Fit:
        """Returns how well the wanted moves are predicted."""
        gammas, totals = self._gammas(boosts)
        near = self._wanted * np.log(gammas / np.repeat(totals, self._counts))
        far = self._wanted_others * np.log(np.maximum(self._others / totals, 1e-30))
        highest = np.maximum.reduceat(gammas, self._starts)
        is_first = self._is_most & (gammas >= np.repeat(highest, self._counts))
        firsts = np.logical_or.reduceat(is_first, self._starts)
        likelihood = np.add.reduceat(near, self._starts) + far
        return Fit(float(firsts.mean()), float(likelihood.mean()))


class Logistic:
    """The probability of each move, by itself, beside what it ought to be, 0 or 1.

    Trees say by how much it is above or below that of all moves, as log odds.
    """

    def __init__(self, numbers: np.ndarray, counts: np.ndarray, wanted: np.ndarray) -> None:
        """Takes arrays as Softmax does; of the first two it needs nothing."""
        share = float(np.clip(wanted.mean(), 0.001, 0.999))
        self._wanted, self._usual = wanted.astype(np.float64), np.log(share / (1 - share))

    def derivatives(self, boosts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns the loss's first and second derivatives by what is added to the log odds."""
        p = 1 / (1 + np.exp(-self._usual - boosts))
        return p - self._wanted, np.maximum(p * (1 - p), 1e-6)

    def fit(self, boosts: np.ndarray) -> Fit:
        """Returns how well it is predicted; `first` is the share of those wanted among the
        likeliest, as many as there are.
        """
        odds = self._usual + boosts
        n = max(1, int(self._wanted.sum()))
        likelihood = -np.logaddexp(0.0, np.where(self._wanted > 0, -odds, odds))
        likeliest = np.argsort(-odds, kind="stable")[:n]
        return Fit(float(self._wanted[likeliest].mean()), float(likelihood.mean()))


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


def lightgbm() -> Any:
    """Returns the module; raises CfggoError if it is not installed."""
    try:
        import lightgbm as module
    except ImportError as error:
        raise CfggoError(
            "growing trees needs LightGBM: pip install 'cfggo[boosting]', in a clone "
            "pip install '.[boosting]'"
        ) from error
    return module
