"""Learns models, each a tree policy and a playout policy or one of them, from game records.

Models that are learnt together share the work, in bundles (`cfggo.learning.bundles`) that go
through the games once.  Each becomes what it would be alone, bit for bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Executor
from cfggo.base.training_run import Arrays, Status, Trainer, TrainingRun
from cfggo.base.words import today
from cfggo.features.catalogue import check_groups
from cfggo.features.harvest import HARVEST_PASSES, harvest_keys
from cfggo.learning.bundles import Bundle, Policy, make_bundles, new_learner, policy_name
from cfggo.learning.learner import Learner
from cfggo.learning.samples import Positions
from cfggo.learning.sums import PassInput, game_sums
from cfggo.learning.wins import count_wins
from cfggo.methods import StepOptions
from cfggo.models.bradley_terry.weights import (
    POLICY_KINDS,
    Model,
    Weights,
    n_features_of,
    save_model,
)
from cfggo.records.game_record import GameRecord
from cfggo.records.training_games import TrainingGames


@dataclass
class _Progress:
    """How far one policy is.

    Public attributes:
        keys       -- uint64[]: keys of its features that have one
        learnt     -- int32[]: numbers of its learnt features
        learner    -- Learner
        passes     -- passes that are complete
        next_game  -- games that the present pass has seen
        log_likelihoods -- of the complete passes
    """

    keys: np.ndarray
    learnt: np.ndarray
    learner: Learner
    passes: int = 0
    next_game: int = 0
    log_likelihoods: list[float] = field(default_factory=list)


class StepTrainer(Trainer):
    """Learns policies by passes over the games, with a step after each mini-batch or pass."""

    def __init__(
        self,
        records: Sequence[GameRecord],
        options: Sequence[StepOptions],
        executor: Executor,
        kinds: Sequence[str] = POLICY_KINDS,
    ) -> None:
        """Prepares to learn from the records: for each of some options a model, with policies of
        these kinds.

        Raises CfggoError as `check_together` does.
        """
        self.check_together(options)
        self._training_games = TrainingGames(records, options[0].position_share)
        self._games = self._training_games.arrays
        self._options = tuple(options)
        self._kinds = tuple(kinds)
        self._bundles = make_bundles(self._options, self._kinds)
        self._policies = {
            policy.name: policy for bundle in self._bundles for policy in bundle.members
        }
        self._executor = executor
        self._progress: dict[str, _Progress] = {}

    @staticmethod
    def check_together(options: Sequence[StepOptions]) -> None:
        """Raises CfggoError for unknown groups, or if the share of the positions differs."""
        for own in options:
            check_groups(own.tree_features)
        if len({own.position_share for own in options}) > 1:
            raise CfggoError("what is learnt in one go must have the same position_share")

    def save(self, path: Path, model: Model) -> None:
        """Writes a weight file; raises CfggoError if it can't be written."""
        save_model(path, model)

    def go_on_from(self, status: Status, arrays: Arrays) -> None:
        """Takes how far each policy is."""
        for name, own_status in status.items():
            own = {
                array_name.removeprefix(f"{name}."): array
                for array_name, array in arrays.items()
                if array_name.startswith(f"{name}.")
            }
            keys, learnt = own.pop("keys"), own.pop("learnt")
            learner = new_learner(self._policies[name].options, len(learnt))
            learner.go_on_from(own)
            self._progress[name] = _Progress(keys, learnt, learner, **own_status)

    def learn(self, run: TrainingRun) -> list[Model]:
        """Learns one bundle of policies after the other; returns the models. See `Trainer`."""
        for bundle in self._bundles:
            if bundle.members[0].name not in self._progress:
                self._progress.update(self._prepare(bundle, run))
                run.keep()
            self._learn(bundle, run)
        return [self._model(index) for index in range(len(self._options))]

    def _model(self, index: int) -> Model:
        """Returns the model of a configuration; its policies have been learnt."""
        policies = {kind: self._policies[policy_name(kind, index)] for kind in self._kinds}
        about = {
            "date": today(),
            "games": len(self._training_games),
            "moves": int(self._games.sampled.sum()),
            **self._options[index].to_json(),
            **{kind: self._notes(policy) for kind, policy in policies.items()},
        }
        seen = self._training_games.short_digests
        return Model({kind: self._weights(p) for kind, p in policies.items()}, seen, about)

    def _prepare(self, bundle: Bundle, run: TrainingRun) -> dict[str, _Progress]:
        """Finds out which features the policies of a bundle learn."""
        kind, groups = bundle.kind, bundle.groups
        least = bundle.options.min_wins
        n_games = len(self._games.sizes)
        keys = np.zeros(0, dtype=np.uint64)
        if kind == "tree":
            with run.stage(
                "tree policy, shapes, in two passes", HARVEST_PASSES * n_games
            ) as advance:
                keys = harvest_keys(self._games, least, groups, self._executor, advance)
        with run.stage(f"{kind} policy, features", n_games) as advance:
            positions = Positions(self._games, kind, bundle.labels, keys, groups)
            wins = count_wins(positions, self._executor, advance)
        progress = {}
        for policy in bundle.members:
            own_wins = wins[bundle.numbers_of(policy, len(keys))]
            learnt = np.flatnonzero(own_wins > least).astype(np.int32)
            learner = new_learner(policy.options, len(learnt))
            progress[policy.name] = _Progress(keys, learnt, learner)
        return progress

    def _learn(self, bundle: Bundle, run: TrainingRun) -> None:
        """Makes a bundle's passes over the games, from where it is."""
        kind, groups, options = bundle.kind, bundle.groups, bundle.options
        members = [self._progress[policy.name] for policy in bundle.members]
        keys = members[0].keys
        pass_input = PassInput(
            Positions(self._games, kind, bundle.labels, keys, groups),
            *(
                bundle.numbers_of(policy, len(keys))[member.learnt]
                for policy, member in zip(bundle.members, members, strict=True)
            ),
        )
        n_games = len(self._games.sizes)
        lengths = np.diff(self._games.starts)
        while members[0].passes < options.passes:
            n_pass, next_game = members[0].passes + 1, members[0].next_game
            together = f" ({len(members)} together)" if len(members) > 1 else ""
            title = f"{kind} policy{together}, pass {n_pass} of {options.passes}"
            with run.stage(title, n_games - next_game) as advance:
                while next_game < n_games:
                    batch = range(next_game, min(next_game + options.batch_games, n_games))
                    # Long games first, so that no worker has one left when the others are done.
                    order = sorted(batch, key=lambda game: -lengths[game])
                    thetas = [member.learner.theta for member in members]
                    sums = list(self._executor.map(game_sums, pass_input, thetas, order))
                    next_game = batch.stop
                    with run.changing():
                        for member, own_sums in zip(members, zip(*sums, strict=True), strict=True):
                            member.learner.add(own_sums, n_pass == 1)
                            member.next_game = next_game
                    run.keep_if_due()
                    advance(len(batch))
            with run.changing():
                for member in members:
                    mean = member.learner.end_pass(n_pass == options.passes)
                    member.passes = n_pass
                    member.next_game = 0
                    member.log_likelihoods.append(round(mean, 5))
            for policy, member in zip(bundle.members, members, strict=True):
                prior = ", prior included" if policy.options.method == "batch" else ""
                mean = member.log_likelihoods[-1]
                whose = f", configuration {policy.index + 1}" if together else ""
                run.say(f"{title}{whose}: mean log-likelihood {mean:.4f}{prior}")

    def _weights(self, policy: Policy) -> Weights:
        progress = self._progress[policy.name]
        theta = np.zeros(policy.n_features(len(progress.keys)), dtype=np.float32)
        theta[progress.learnt] = progress.learner.theta
        return Weights(policy.kind, policy.labels, theta, progress.keys, policy.groups)

    def _notes(self, policy: Policy) -> dict[str, Any]:
        progress = self._progress[policy.name]
        return {
            "labels": policy.labels,
            "features": len(progress.learnt),
            "keys": len(progress.keys),
            "log_likelihood_by_pass": progress.log_likelihoods,
        }

    def identity(self) -> dict[str, Any]:
        """Returns what the weights depend on."""
        first = self._options[0]
        labels = {"tree": first.tree_labels, "playout": first.playout_labels}
        features = {f"{kind}_features": n_features_of(kind, labels[kind]) for kind in POLICY_KINDS}
        others = [own.to_json() for own in self._options[1:]]
        return {
            **self._training_games.identity(),
            "policies": list(self._kinds),
            **first.to_json(),
            **features,
            **({"others": others} if others else {}),
        }

    def state(self) -> tuple[Status, Arrays] | None:
        """Returns how far each policy is; None before it is known what the first ones learn."""
        if not self._progress:
            return None
        status = {}
        arrays = {}
        for name, progress in self._progress.items():
            status[name] = {
                "passes": progress.passes,
                "next_game": progress.next_game,
                "log_likelihoods": progress.log_likelihoods,
            }
            arrays[f"{name}.keys"] = progress.keys
            arrays[f"{name}.learnt"] = progress.learnt
            for own_name, array in progress.learner.arrays.items():
                arrays[f"{name}.{own_name}"] = array
        return status, arrays
