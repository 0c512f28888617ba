"""Learns a model, a tree policy and a playout policy or one of them, by passes over the games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cfggo.base.executor import Executor
from cfggo.base.training_run import Arrays, Status, Trainer, TrainingRun
from cfggo.base.words import today
from cfggo.features.catalogue import check_groups
from cfggo.features.harvest import HARVEST_PASSES, harvest_keys
from cfggo.learning.mm import StochasticMM
from cfggo.learning.samples import Positions
from cfggo.learning.sums import PassInput
from cfggo.learning.wins import count_wins
from cfggo.methods import StochasticOptions
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
        learner    -- StochasticMM
        passes     -- passes that are complete
        next_game  -- games that the present pass has seen
        log_likelihoods -- of the complete passes
    """

    keys: np.ndarray
    learnt: np.ndarray
    learner: StochasticMM
    passes: int = 0
    next_game: int = 0
    log_likelihoods: list[float] = field(default_factory=list)


class StepTrainer(Trainer):
    """Learns policies by passes over the games, with a step after each mini-batch."""

    def __init__(
        self,
        records: Sequence[GameRecord],
        options: StochasticOptions,
        executor: Executor,
        kinds: Sequence[str] = POLICY_KINDS,
    ) -> None:
        self._training_games = TrainingGames(records, options.position_share)
        self._games = self._training_games.arrays
        self._options = options
        self._labels = {"tree": options.tree_labels, "playout": options.playout_labels}
        self._kinds = tuple(kinds)
        self._executor = executor
        self._progress: dict[str, _Progress] = {}

    @staticmethod
    def check(options: StochasticOptions) -> None:
        """Raises CfggoError for unknown groups."""
        check_groups(options.tree_features)

    save = staticmethod(save_model)

    def go_on_from(self, status: Status, arrays: Arrays) -> None:
        """Takes how far each policy is."""
        for kind, own_status in status.items():
            own = {
                name.removeprefix(f"{kind}."): array
                for name, array in arrays.items()
                if name.startswith(f"{kind}.")
            }
            keys, learnt = own.pop("keys"), own.pop("learnt")
            learner = StochasticMM(len(learnt))
            learner.go_on_from(own)
            self._progress[kind] = _Progress(keys, learnt, learner, **own_status)

    def learn(self, run: TrainingRun) -> Model:
        """Learns one policy after the other; returns the model. See `Trainer`."""
        for kind in self._kinds:
            if kind not in self._progress:
                self._progress[kind] = self._prepare(kind, run)
                run.keep()
            self._learn(kind, run)
        about = {
            "date": today(),
            "games": len(self._training_games),
            "moves": int(self._games.sampled.sum()),
            **self._options.to_json(),
            **{kind: self._notes(kind) for kind in self._kinds},
        }
        seen = self._training_games.short_digests
        return Model({kind: self._weights(kind) for kind in self._kinds}, seen, about)

    def _groups(self, kind: str) -> tuple[str, ...]:
        """Returns the groups of a tree policy's features."""
        return self._options.tree_features if kind == "tree" else ()

    def _positions(self, kind: str, keys: np.ndarray) -> Positions:
        return Positions(self._games, kind, self._labels[kind], keys, self._groups(kind))

    def _prepare(self, kind: str, run: TrainingRun) -> _Progress:
        """Finds out which features a policy learns."""
        least = self._options.min_wins
        n_games = len(self._games.sizes)
        keys = np.zeros(0, dtype=np.uint64)
        if kind == "tree":
            with run.stage(
                "tree policy, shapes, in two passes", HARVEST_PASSES * n_games
            ) as advance:
                keys = harvest_keys(self._games, least, self._groups(kind), self._executor, advance)
        with run.stage(f"{kind} policy, features", n_games) as advance:
            wins = count_wins(self._positions(kind, keys), self._executor, advance)
        learnt = np.flatnonzero(wins > least).astype(np.int32)
        return _Progress(keys, learnt, StochasticMM(len(learnt)))

    def _learn(self, kind: str, run: TrainingRun) -> None:
        """Makes a policy's passes over the games, from where it is."""
        options, progress = self._options, self._progress[kind]
        pass_input = PassInput(self._positions(kind, progress.keys), progress.learnt)
        n_games = len(self._games.sizes)
        lengths = np.diff(self._games.starts)
        while progress.passes < options.passes:
            n_pass = progress.passes + 1
            title = f"{kind} policy, pass {n_pass} of {options.passes}"
            with run.stage(title, n_games - progress.next_game) as advance:
                while progress.next_game < n_games:
                    first = progress.next_game
                    batch = range(first, min(first + options.batch_games, n_games))
                    # Long games first, so that no worker has one left when the others are done.
                    order = sorted(batch, key=lambda game: -lengths[game])
                    theta = progress.learner.theta
                    sums = list(self._executor.map(PassInput.game_sums, pass_input, theta, order))
                    with run.changing():
                        progress.learner.add(sums, n_pass == 1)
                        progress.next_game = batch.stop
                    run.keep_if_due()
                    advance(len(batch))
            with run.changing():
                mean = progress.learner.end_pass()
                progress.passes, progress.next_game = n_pass, 0
                progress.log_likelihoods.append(round(mean, 5))
            run.say(f"{title}: mean log-likelihood {mean:.4f}")

    def _weights(self, kind: str) -> Weights:
        progress, labels = self._progress[kind], self._labels[kind]
        n_features = n_features_of(kind, labels, len(progress.keys))
        theta = np.zeros(n_features, dtype=np.float32)
        theta[progress.learnt] = progress.learner.theta
        return Weights(kind, labels, theta, progress.keys, self._groups(kind))

    def _notes(self, kind: str) -> dict[str, Any]:
        progress = self._progress[kind]
        return {
            "labels": self._labels[kind],
            "features": len(progress.learnt),
            "keys": len(progress.keys),
            "log_likelihood_by_pass": progress.log_likelihoods,
        }

    def identity(self) -> dict[str, Any]:
        """Returns what the weights depend on."""
        return {
            **self._training_games.identity(),
            "policies": list(self._kinds),
            **self._options.to_json(),
            **{
                f"{kind}_features": n_features_of(kind, labels)
                for kind, labels in self._labels.items()
            },
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
