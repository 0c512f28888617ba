"""Learns a local model from problems."""

from __future__ import annotations

from collections.abc import Sequence

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Executor
from cfggo.base.resources import find_weights
from cfggo.base.training_run import Trainer, TrainingRun
from cfggo.base.words import today
from cfggo.methods import LocalOptions
from cfggo.models.registry import load_weights
from cfggo.models.tsumego import local_learning
from cfggo.models.tsumego.local_features import TreeFeatures, n_local_features
from cfggo.models.tsumego.local_model import LocalModel, save_local_model
from cfggo.models.tsumego.problem import SEED, Problem, by_content, short_digests

BEGINS_WITH = "expert"
"""Weights of the tree policy that local models begin with."""


class LocalTrainer(Trainer):
    """Learns a local model (`cfggo.models.tsumego.local_learning`).

    It begins with the tree policy BEGINS_WITH, and keeps no checkpoints.
    """

    def __init__(
        self, problems: Sequence[Problem], options: LocalOptions, executor: Executor
    ) -> None:
        """Prepares to learn from problems.

        executor -- not used: it takes a minute or two on one core
        """
        self._options = options
        self._problems = by_content(problems)

    save = staticmethod(save_local_model)

    def learn(self, run: TrainingRun) -> LocalModel:
        """Learns, and returns the model; see `Trainer`.

        Raises CfggoError if the weights that it begins with can't be read.
        """
        problems, n_passes = self._problems, local_learning.PASSES
        n = len(problems)
        policy = load_weights(find_weights(BEGINS_WITH), "tree")
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
        state = local_learning.new_state(n_features)
        with run.stage("learning", n_passes, "passes") as advance:
            for number in range(n_passes):
                likelihood = local_learning.learn_pass(samples, state, number, n_passes, SEED)
                advance(1)
        run.say(
            f"{n_features:,} features of {n:,} problems; mean log-likelihood "
            f"{likelihood:.3f} on the last pass"
        )
        return LocalModel(
            tree,
            subgraph_keys,
            local_learning.mean_weights(state, n_passes, policy.theta),
            short_digests(problems),
            {
                "date": today(),
                "method": self._options.method,
                "problems": n,
                "passes": n_passes,
                "seed": SEED,
                "policy": BEGINS_WITH,
            },
        )
