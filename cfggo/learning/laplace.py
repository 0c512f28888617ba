"""Learns a tree policy's weights in one pass that knows how sure each weight is: by beliefs.

The beliefs are those of the logistic model (`cfggo.models.pattern_beliefs.choice`); their means are
the weights. A run may start from weights that other games taught, and learn from these games how
their players differ, and what the others did not show.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Executor
from cfggo.base.resources import find_weights
from cfggo.base.training_run import TrainingRun
from cfggo.features.catalogue import check_groups
from cfggo.methods import LaplaceOptions
from cfggo.models.bradley_terry.weights import MAX_THETA, Model, Weights, save_model
from cfggo.models.pattern_beliefs.learning import LOGISTIC
from cfggo.models.pattern_beliefs.training import BeliefTrainer, BeliefWay, Progress
from cfggo.models.registry import load_model
from cfggo.records.game_record import GameRecord


class LaplaceTrainer(BeliefTrainer):
    """Learns a tree policy of a Bradley-Terry model."""

    def __init__(
        self, records: Sequence[GameRecord], options: LaplaceOptions, executor: Executor
    ) -> None:
        """Prepares to learn; raises CfggoError for weights that no run starts from."""
        self._options = options
        self._start = _start_of(options) if options.start else None
        way = BeliefWay(options, options.tree_labels, LOGISTIC, noise=0.0)
        super().__init__(records, way, executor)

    @staticmethod
    def check(options: LaplaceOptions) -> None:
        """Raises CfggoError for unknown groups, or weights that no run starts from."""
        check_groups(options.tree_features)
        if options.start:
            _start_of(options)

    def learn(self, run: TrainingRun) -> Model:
        """Learns, and returns the model; the weights of features that were never seen are 0."""
        progress = self._learn_beliefs(run)
        options = self._options
        theta = np.clip(progress.shifts / progress.precisions, -MAX_THETA, MAX_THETA)
        weights = Weights(
            "tree",
            options.tree_labels,
            theta.astype(np.float32),
            progress.keys,
            options.tree_features,
        )
        log_likelihood, n = progress.scores
        about = self._about(progress)
        about["log_likelihood"] = round(log_likelihood / max(n, 1), 5)
        games = self._games.short_digests
        if self._start is not None:
            about["start"] = {**self._start.about, "start_variance": options.start_variance}
            games = np.union1d(self._start.games, games)
        return Model({"tree": weights}, games, about)

    def _first(self, keys: np.ndarray, templates: np.ndarray) -> Progress:
        """Returns the beliefs before the first game: those of the start, where it has any."""
        if self._start is None:
            return super()._first(keys, templates)
        start, variance = self._start.policies["tree"], self._options.start_variance
        all_keys = np.union1d(keys, start.keys)
        templates_of_all = np.full(len(all_keys), -1, dtype=np.int8)
        templates_of_all[np.searchsorted(all_keys, keys)] = templates
        progress = super()._first(all_keys, templates_of_all)
        n_plain = len(start.theta) - len(start.keys)
        plain = np.flatnonzero(start.theta[:n_plain])
        known = np.concatenate((plain, n_plain + np.searchsorted(all_keys, start.keys)))
        theta = np.concatenate((start.theta[plain], start.theta[n_plain:]))
        progress.precisions[known] = 1.0 / variance
        progress.shifts[known] = theta / variance
        return progress

    save = staticmethod(save_model)

    def identity(self) -> dict[str, Any]:
        """Returns what the weights depend on."""
        identity = super().identity()
        if self._start is not None:
            identity["start"] = self._start.policies["tree"].checksums
        return identity


def _start_of(options: LaplaceOptions) -> Model:
    """Returns the model that a run starts from.

    Raises CfggoError unless it has a tree policy of the options' groups and paths.
    """
    path = find_weights(options.start)
    model = load_model(path)
    start = model.policies.get("tree")
    if not isinstance(start, Weights):
        raise CfggoError(f"start: {path}: has no tree policy of a Bradley-Terry model")
    for name, has, wanted in (
        ("tree_labels", start.labelling, options.tree_labels),
        ("tree_features", sorted(start.groups), sorted(options.tree_features)),
    ):
        if has != wanted:
            raise CfggoError(f"start: {path}: learnt with other {name}, {has!r}, not {wanted!r}")
    return model
