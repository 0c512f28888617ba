"""Learns a model, a tree policy and a playout policy or one of them, from game records."""

from __future__ import annotations

import datetime
import hashlib
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.array_archive import (
    InvalidContent,
    check_array,
    check_ascending,
    check_names,
    check_range,
)
from cfggo.config import LearningConfig
from cfggo.errors import CfggoError
from cfggo.features.catalogue import PLAYOUT_PATHS, TREE_GROUPS
from cfggo.features.paths import exchanged_paths
from cfggo.graph.labels import LABELLINGS, labelling
from cfggo.learning.checkpoint import load_checkpoint, save_checkpoint
from cfggo.learning.executor import Executor
from cfggo.learning.harvest import HARVEST_PASSES, count_wins, harvest_keys
from cfggo.learning.learner import Learner
from cfggo.learning.methods import METHODS, new_learner
from cfggo.learning.mm import Shrinkage
from cfggo.learning.samples import Positions
from cfggo.learning.sums import Problem, game_sums
from cfggo.policy.weights import KINDS, Model, Weights, check_keys, n_features_of
from cfggo.records.game_record import GameRecord
from cfggo.records.replay import game_arrays

Advance = Callable[[int], None]
Show = Callable[[str, int], AbstractContextManager[Advance]]
"""Shows the progress of a stage, given its title and its number of games; gives a function to be
called with the numbers of games done."""


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


class Training:
    """A training run.

    What it learns depends on the records and the configuration alone: not on the order of the
    records, not on the executor, and not on how often it was interrupted and resumed.
    """

    def __init__(
        self,
        records: Sequence[GameRecord],
        config: LearningConfig,
        executor: Executor,
        checkpoint: Path,
        seconds_between_checkpoints: float = 60.0,
        kinds: Sequence[str] = KINDS,
    ) -> None:
        """Prepares to learn from the records, policies of these kinds.

        Raises CfggoError if the configuration names an unknown method or labelling.
        """
        self._labels = {"tree": config.tree_labels, "playout": config.playout_labels}
        self._groups: dict[str, tuple[str, ...]] = {"tree": config.tree_features, "playout": ()}
        for kind, labels in self._labels.items():
            if labels not in ("", *LABELLINGS):
                raise CfggoError(
                    f"unknown {kind}_labels {labels!r}; expected one of: {', '.join(LABELLINGS)}, "
                    'or "" for no paths'
                )
        for name in config.tree_features:
            if name not in TREE_GROUPS:
                raise CfggoError(
                    f"unknown tree_features {name!r}; expected some of: {', '.join(TREE_GROUPS)}"
                )
        if config.method not in METHODS:
            raise CfggoError(
                f"unknown method {config.method!r}; expected one of: {', '.join(METHODS)}"
            )
        records = sorted(records, key=lambda record: record.digest)
        self._digests = [record.digest for record in records]
        self._short_digests = [record.short_digest for record in records]
        self._games = game_arrays(records)
        self._config = config
        self._kinds = tuple(kinds)
        self._executor = executor
        self._path = checkpoint
        self._seconds = seconds_between_checkpoints
        self._saved = time.monotonic()
        self._is_whole = True  # between batches: what a checkpoint may hold
        self._stop = threading.Event()
        self._progress: dict[str, _Progress] = {}

    def stop(self) -> None:
        """Interrupts the run after the games that are being learnt."""
        self._stop.set()

    def resume(self) -> None:
        """Goes on from the checkpoint.

        Raises CfggoError if it can't be read, is one of another run, or is not valid.
        """
        self._progress = load_checkpoint(self._path, self._identity(), self._restored)

    def _restored(
        self, status: dict[str, Any], arrays: dict[str, np.ndarray]
    ) -> dict[str, _Progress]:
        """Returns how far each policy is, by a checkpoint's status and arrays.

        Raises InvalidContent if the run can't be there.
        """
        of_kinds: dict[str, dict[str, np.ndarray]] = {kind: {} for kind in status}
        for name, array in arrays.items():
            kind, _, own_name = name.partition(".")
            if kind not in of_kinds or kind not in self._kinds:
                raise InvalidContent(f"unknown array {name[:40]!r}")
            of_kinds[kind][own_name] = array
        progress = {}
        for kind, own_arrays in of_kinds.items():
            try:
                progress[kind] = self._restored_policy(kind, status[kind], own_arrays)
            except InvalidContent as error:
                raise InvalidContent(f"{kind[:40]}: {error}") from error
        return progress

    def _restored_policy(self, kind: str, status: Any, arrays: dict[str, np.ndarray]) -> _Progress:
        for name in ("keys", "learnt"):
            if name not in arrays:
                raise InvalidContent(f"no array {name!r}")
        keys, learnt = arrays.pop("keys"), arrays.pop("learnt")
        check_keys("keys", keys, kind)
        check_array("learnt", learnt, np.int32)
        check_ascending("learnt", learnt)
        check_range("learnt", learnt, 0, n_features_of(kind, self._labels[kind], len(keys)) - 1)
        learner = self._new_learner(kind, learnt)
        learner.go_on_from(arrays)
        if not isinstance(status, dict):
            raise InvalidContent("its status is no object")
        check_names("status", status, ("passes", "next_game", "log_likelihoods"))
        progress = _Progress(keys, learnt, learner, **status)
        self._check_position(progress)
        return progress

    def _check_position(self, progress: _Progress) -> None:
        """Raises InvalidContent unless the run can be so far."""
        passes, game, logs = progress.passes, progress.next_game, progress.log_likelihoods
        n_games = len(self._games.sizes)
        if type(passes) is not int or not 0 <= passes <= self._config.passes:
            raise InvalidContent(f"passes: not between 0 and {self._config.passes}")
        most = n_games if passes < self._config.passes else 0
        if type(game) is not int or not 0 <= game <= most:
            raise InvalidContent(f"next_game: not between 0 and {most}")
        if game % self._config.batch_games and game != n_games:
            raise InvalidContent(f"next_game: {game} is in the middle of a mini-batch")
        if not isinstance(logs, list) or any(type(value) not in (int, float) for value in logs):
            raise InvalidContent("log_likelihoods: not a list of numbers")
        if len(logs) != passes:
            raise InvalidContent("log_likelihoods: not one for each pass")

    def run(self, show: Show, say: Callable[[str], None]) -> Model:
        """Learns the policies, one after the other, and returns the model.

        show -- for the progress of each stage
        say  -- called with a line on how well each pass went

        Raises KeyboardInterrupt if the run was stopped; it can be resumed then.
        """
        try:
            for kind in self._kinds:
                if kind not in self._progress:
                    self._progress[kind] = self._prepare(kind, show)
                    self._save()
                self._learn(kind, self._progress[kind], show, say)
        except KeyboardInterrupt:
            if self._is_whole:
                self._save()
            raise
        seen = sorted(self._short_digests)
        about = {
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "games": len(self._digests),
            "moves": len(self._games.moves),
            **asdict(self._config),
            **{kind: self._notes(kind) for kind in self._kinds},
        }
        policies = {kind: self._weights(kind) for kind in self._kinds}
        return Model(policies, np.array(seen, dtype=np.uint32), about)

    def _prepare(self, kind: str, show: Show) -> _Progress:
        """Finds out which features of a policy are learnt."""
        games, least = self._games, self._config.min_wins
        n_games = len(games.sizes)
        keys = np.zeros(0, dtype=np.uint64)
        if kind == "tree":
            with show("tree policy, shapes", HARVEST_PASSES * n_games) as advance:
                keys = harvest_keys(games, least, self._groups[kind], self._stoppable(advance))
        with show(f"{kind} policy, features", n_games) as advance:
            positions = Positions(games, kind, self._labels[kind], keys, self._groups[kind])
            wins = count_wins(positions, self._executor, self._stoppable(advance))
        learnt = np.flatnonzero(wins > least).astype(np.int32)
        return _Progress(keys, learnt, self._new_learner(kind, learnt))

    def _new_learner(self, kind: str, learnt: np.ndarray) -> Learner:
        """Returns the learner of a policy; path weights of the playout policy are shrunk."""
        amount = self._config.playout_shrinkage
        labels = self._labels[kind]
        if kind != "playout" or not labels or amount == 0 or self._config.passes == 1:
            return new_learner(self._config.method, len(learnt))
        partners = np.full(len(learnt), -1, dtype=np.int32)
        slots = np.flatnonzero(learnt >= PLAYOUT_PATHS)
        paths = learnt[slots] - PLAYOUT_PATHS
        exchanged = exchanged_paths(labelling(labels), paths.astype(np.int64))
        found = np.minimum(np.searchsorted(paths, exchanged), len(paths) - 1)
        partners[slots] = np.where(paths[found] == exchanged, slots[found], slots)
        return new_learner(self._config.method, len(learnt), Shrinkage(amount, partners))

    def _learn(
        self, kind: str, progress: _Progress, show: Show, say: Callable[[str], None]
    ) -> None:
        """Makes a policy's passes over the games, from where it is."""
        positions = Positions(
            self._games, kind, self._labels[kind], progress.keys, self._groups[kind]
        )
        problem = Problem(positions, progress.learnt)
        learner = progress.learner
        n_games = len(self._games.sizes)
        lengths = np.diff(self._games.starts)
        while progress.passes < self._config.passes:
            title = f"{kind} policy, pass {progress.passes + 1} of {self._config.passes}"
            with show(title, n_games - progress.next_game) as advance:
                while progress.next_game < n_games:
                    stop = min(progress.next_game + self._config.batch_games, n_games)
                    batch = range(progress.next_game, stop)
                    # Long games first, so that no worker has one left when the others are done.
                    order = sorted(batch, key=lambda game: -lengths[game])
                    sums = list(self._executor.map(game_sums, problem, learner.theta, order))
                    is_last = progress.passes + 1 == self._config.passes
                    self._is_whole = False
                    learner.add(sums, first_pass=progress.passes == 0, last_pass=is_last)
                    progress.next_game = stop
                    self._is_whole = True
                    if time.monotonic() >= self._saved + self._seconds:
                        self._save()
                    self._stoppable(advance)(len(batch))
            self._is_whole = False
            mean = learner.end_pass(progress.passes + 1 == self._config.passes)
            progress.passes += 1
            progress.next_game = 0
            progress.log_likelihoods.append(round(mean, 5))
            self._is_whole = True
            prior = ", prior included" if self._config.method == "batch" else ""
            say(f"{title}: mean log-likelihood {mean:.4f}{prior}")

    def _stoppable(self, advance: Advance) -> Advance:
        """Returns a function that does the same and then ends the run if it was stopped."""

        def advance_or_stop(games: int) -> None:
            advance(games)
            if self._stop.is_set():
                raise KeyboardInterrupt

        return advance_or_stop

    def _weights(self, kind: str) -> Weights:
        progress = self._progress[kind]
        labels = self._labels[kind]
        n_features = n_features_of(kind, labels, len(progress.keys))
        theta = np.zeros(n_features, dtype=np.float32)
        theta[progress.learnt] = progress.learner.theta
        return Weights(kind, labels, theta, progress.keys, self._groups[kind])

    def _notes(self, kind: str) -> dict[str, Any]:
        progress = self._progress[kind]
        return {
            "labels": self._labels[kind],
            "features": len(progress.learnt),
            "keys": len(progress.keys),
            "log_likelihood_by_pass": progress.log_likelihoods,
        }

    def _identity(self) -> dict[str, Any]:
        """Returns what the weights depend on."""
        features = {f"{kind}_features": n_features_of(kind, self._labels[kind]) for kind in KINDS}
        records = hashlib.sha256(b"".join(self._digests)).hexdigest()[:16]
        return {
            "games": len(self._digests),
            "hash of games": records,
            "policies": list(self._kinds),
            **asdict(self._config),
            "tree_features": list(self._config.tree_features),
            **features,
        }

    def _save(self) -> None:
        """Writes the checkpoint."""
        status = {}
        arrays = {}
        for kind, progress in self._progress.items():
            status[kind] = {
                "passes": progress.passes,
                "next_game": progress.next_game,
                "log_likelihoods": progress.log_likelihoods,
            }
            arrays[f"{kind}.keys"] = progress.keys
            arrays[f"{kind}.learnt"] = progress.learnt
            for name, array in progress.learner.arrays.items():
                arrays[f"{kind}.{name}"] = array
        save_checkpoint(self._path, self._identity(), status, arrays)
        self._saved = time.monotonic()
