"""Learns a local model from problems, and keeps how far it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cfggo.base.array_archive import InvalidContent, check_array, check_names, check_range
from cfggo.base.checkpoint import Arrays, Status
from cfggo.base.errors import CfggoError
from cfggo.base.executor import Executor
from cfggo.base.resources import find_weights
from cfggo.base.training_run import Trainer, TrainingRun
from cfggo.base.words import today
from cfggo.methods import LocalOptions
from cfggo.models.bradley_terry.weights import Weights
from cfggo.models.registry import load_weights
from cfggo.models.tsumego import local_learning
from cfggo.models.tsumego.local_features import TreeFeatures, n_local_features
from cfggo.models.tsumego.local_model import MAX_THETA, LocalModel, save_local_model
from cfggo.models.tsumego.problem import Problem
from cfggo.models.tsumego.training_problems import SEED, TrainingProblems

BEGINS_WITH = "expert"
"""Weights of the tree policy that local models begin with."""

_MOST_SQUARES = 1e12


class _Progress(NamedTuple):
    """How far a run is, at the end of a pass.

    passes     -- passes done
    state      -- local_learning.State; None before the first pass
    likelihood -- mean log-likelihood of the problems on the last pass, None before the first
    """

    passes: int
    state: local_learning.State | None
    likelihood: float | None


class LocalTrainer(Trainer):
    """Learns a local model (`cfggo.models.tsumego.local_learning`).

    It begins with the tree policy BEGINS_WITH.
    """

    def __init__(
        self, problems: Sequence[Problem], options: LocalOptions, executor: Executor
    ) -> None:
        """Prepares to learn from problems.

        executor -- not used: it takes a minute or two on one core
        """
        self._options = options
        self._problems = TrainingProblems(problems)
        self._progress = _Progress(0, None, None)

    @cached_property
    def _policy(self) -> Weights:
        """Returns the model to begin with; raises CfggoError if its file can't be read."""
        return load_weights(find_weights(BEGINS_WITH), "tree")

    def identity(self) -> dict[str, Any]:
        """Returns what the model depends on, the weights that it begins with too."""
        return {
            **self._options.to_json(),
            **self._problems.identity(),
            BEGINS_WITH: self._policy.checksums,
        }

    def state(self) -> tuple[Status, Arrays]:
        """Returns how far the run is."""
        passes, state, likelihood = self._progress
        return {"passes": passes, "likelihood": likelihood}, state._asdict() if state else {}

    def go_on_from(self, status: Status, arrays: Arrays) -> None:
        """Takes how far the run is; raises InvalidContent if it can't be there."""
        self._progress = _restored(status, arrays)

    def save(self, path: Path, model: LocalModel) -> None:
        """Writes a model; raises CfggoError if it can't be written."""
        save_local_model(path, model)

    def learn(self, run: TrainingRun) -> list[LocalModel]:
        """Learns, and returns the model; see `Trainer`."""
        n, n_passes = len(self._problems), local_learning.PASSES
        problems = self._problems.problems
        policy = self._policy
        tree = TreeFeatures(policy.groups, policy.labelling, policy.keys)
        with run.stage("finding subgraphs", n) as advance:
            subgraph_keys = local_learning.frequent_subgraphs(problems, advance=advance)
        with run.stage("listing features", n) as advance:
            samples = local_learning.samples_of(
                problems, tree, policy.theta, subgraph_keys, advance
            )
        if not len(samples.is_right):
            raise CfggoError("no problem has a solution near its stones")
        n_features = n_local_features(tree, len(subgraph_keys))
        state = self._progress.state or local_learning.new_state(n_features)
        if len(state.theta) != n_features + 2:
            raise CfggoError("the checkpoint is of other features")
        with run.stage("learning", n_passes - self._progress.passes, "passes") as advance:
            for number in range(self._progress.passes, n_passes):
                # In a copy: a second Ctrl-C may end a pass in the middle.
                state = local_learning.State(*(array.copy() for array in state))
                found = local_learning.learn_pass(samples, state, number, n_passes, SEED)
                self._progress = _Progress(number + 1, state, found)
                run.keep_if_due()
                advance(1)
        run.say(
            f"{n_features:,} features of {n:,} problems; mean log-likelihood "
            f"{self._progress.likelihood:.3f} on the last pass"
        )
        return [
            LocalModel(
                tree,
                subgraph_keys,
                local_learning.mean_weights(state, n_passes, policy.theta),
                self._problems.short_digests,
                {
                    "date": today(),
                    "method": self._options.method,
                    "problems": n,
                    "passes": n_passes,
                    "seed": SEED,
                    "policy": BEGINS_WITH,
                },
            )
        ]


def _restored(status: Status, arrays: Arrays) -> _Progress:
    """Returns how far a run is; raises InvalidContent if it can't be there."""
    check_names("status", status, ("passes", "likelihood"))
    passes, likelihood = status["passes"], status["likelihood"]
    if type(passes) is not int or not 0 <= passes <= local_learning.PASSES:
        raise InvalidContent(f"passes: not between 0 and {local_learning.PASSES}")
    if not passes and not arrays and likelihood is None:
        return _Progress(0, None, None)
    if type(likelihood) is not float or not -math.inf < likelihood <= 0.0:
        raise InvalidContent("likelihood: not the logarithm of one")
    check_names("array", arrays, local_learning.State._fields)
    check_array("theta", arrays["theta"], np.float64)
    n = len(arrays["theta"])
    for name, most in (
        ("theta", MAX_THETA),
        ("squares", _MOST_SQUARES),
        ("mean", MAX_THETA * local_learning.PASSES),
    ):
        check_array(name, arrays[name], np.float64, (n,))
        check_range(name, arrays[name], 0.0 if name == "squares" else -most, most)
    return _Progress(passes, local_learning.State(**arrays), likelihood)
