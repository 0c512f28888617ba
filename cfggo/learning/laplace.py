"""Learns a tree policy's weights in one pass that knows how sure each weight is: by beliefs.

The beliefs are those of the logistic model (`cfggo.models.pattern_beliefs.choice`); their means are
the weights. A run may start from weights that other games taught, and learn from these games how
their players differ, and what the others did not show.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_weights
from cfggo.config import LearningConfig
from cfggo.learning.train import check_words
from cfggo.models.bradley_terry.model_kinds import load_model
from cfggo.models.bradley_terry.weights import MAX_THETA, Model, Weights, save_model
from cfggo.models.pattern_beliefs.learning import LOGISTIC
from cfggo.models.pattern_beliefs.training import BeliefTraining, Progress, checked_alone


class LaplaceTraining(BeliefTraining):
    """A training run that learns a tree policy of a Bradley-Terry model.

    What is said of `BeliefTraining` holds for it.
    """

    likelihood = LOGISTIC

    def load_start(self) -> None:
        """Loads the weights that the run starts from, if any; raises CfggoError if it can't."""
        self._start = _start_of(self.config) if self.config.start else None

    @property
    def short_digests(self) -> np.ndarray:
        """The first four bytes of the games' digests, uint32[], ascending; also of the start's."""
        if self._start is None:
            return super().short_digests
        return np.union1d(self._start.games, super().short_digests)

    @staticmethod
    def check(configs: Sequence[LearningConfig], kinds: Sequence[str]) -> None:
        """Raises CfggoError for what can't be learnt, or weights that no run starts from."""
        config = checked_alone(configs, kinds)
        check_words(config)
        if config.start:
            _start_of(config)

    def first_progress(self, keys: np.ndarray, templates: np.ndarray) -> Progress:
        """Returns the beliefs before the first game: those of the start, where it has any."""
        if self._start is None:
            return super().first_progress(keys, templates)
        start = self._start.policies["tree"]
        all_keys = np.union1d(keys, start.keys)
        templates_of_all = np.full(len(all_keys), -1, dtype=np.int8)
        templates_of_all[np.searchsorted(all_keys, keys)] = templates
        progress = super().first_progress(all_keys, templates_of_all)
        n_plain = len(start.theta) - len(start.keys)
        plain = np.flatnonzero(start.theta[:n_plain])
        known = np.concatenate((plain, n_plain + np.searchsorted(all_keys, start.keys)))
        theta = np.concatenate((start.theta[plain], start.theta[n_plain:]))
        progress.precisions[known] = 1.0 / self.config.start_variance
        progress.shifts[known] = theta / self.config.start_variance
        return progress

    def model(self, progress: Progress) -> Model:
        """Returns the weights, those of features that were never seen 0."""
        config = self.config
        theta = np.clip(progress.shifts / progress.precisions, -MAX_THETA, MAX_THETA)
        weights = Weights(
            "tree",
            config.tree_labels,
            theta.astype(np.float32),
            progress.keys,
            config.tree_features,
        )
        log_likelihood, n = progress.scores
        about = self.about(progress) | {"log_likelihood": round(log_likelihood / max(n, 1), 5)}
        if self._start is not None:
            about["start"] = {**self._start.about, "start_variance": config.start_variance}
        return Model({"tree": weights}, self.short_digests, about)

    def save(self, path: Path, model: Any) -> None:
        """Writes a weight file; raises CfggoError if it can't be written."""
        save_model(path, model)

    def identity(self) -> dict[str, Any]:
        """Returns what the weights depend on."""
        if self._start is None:
            return super().identity()
        return super().identity() | {
            "start": self._start.policies["tree"].checksums,
            "start_variance": self.config.start_variance,
        }


def _start_of(config: LearningConfig) -> Model:
    """Returns the model that a run starts from.

    Raises CfggoError unless it has a tree policy of the configuration's groups and paths.
    """
    path = find_weights(config.start)
    model = load_model(path)
    start = model.policies.get("tree")
    if start is None or start.beliefs is not None:
        raise CfggoError(f"start: {path}: has no tree policy of a Bradley-Terry model")
    for name, has, wanted in (
        ("tree_labels", start.labelling, config.tree_labels),
        ("tree_features", sorted(start.groups), sorted(config.tree_features)),
    ):
        if has != wanted:
            raise CfggoError(f"start: {path}: learnt with other {name}, {has!r}, not {wanted!r}")
    return model
