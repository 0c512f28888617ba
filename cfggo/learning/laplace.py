"""Learns a tree policy's weights in one pass that knows how sure each weight is: by beliefs.

The beliefs are those of the logistic model (`cfggo.ranking.choice`); their means are the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.config import LearningConfig
from cfggo.learning.train import check_words
from cfggo.policy.weights import MAX_THETA, Model, Weights, save_model
from cfggo.ranking.learning import LOGISTIC
from cfggo.ranking.training import BeliefTraining, Progress, checked_alone


class LaplaceTraining(BeliefTraining):
    """A training run that learns a tree policy of a Bradley-Terry model.

    What is said of `BeliefTraining` holds for it.
    """

    likelihood = LOGISTIC

    def checked(self, configs: Sequence[LearningConfig], kinds: Sequence[str]) -> LearningConfig:
        """Returns the configuration to learn by; raises CfggoError for what can't be learnt."""
        config = checked_alone(configs, kinds)
        check_words(config)
        return config

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
        return Model({"tree": weights}, self.short_digests, about)

    def save(self, path: Path, model: Any) -> None:
        """Writes a weight file; raises CfggoError if it can't be written."""
        save_model(path, model)
