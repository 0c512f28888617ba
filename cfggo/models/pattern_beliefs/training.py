"""Learns beliefs from game records, in one pass over the games.

`BeliefTrainer` makes the pass, by either likelihood (`cfggo.models.pattern_beliefs.learning`); what
is made of the beliefs is the business of classes below it, such as `BayesTrainer`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Executor, PerThread
from cfggo.base.training_run import Arrays, Status, Trainer, TrainingRun
from cfggo.base.words import today
from cfggo.features.catalogue import TREE_PATHS, check_groups
from cfggo.features.harvest import HARVEST_PASSES, harvest_keys
from cfggo.features.templates import template_of
from cfggo.methods import BayesOptions, BeliefOptions
from cfggo.models.pattern_beliefs.beliefs import (
    MOST_MEAN,
    PRIOR_VARIANCE,
    Beliefs,
    n_features,
    save_beliefs,
)
from cfggo.models.pattern_beliefs.learning import (
    NORMAL,
    LearningRoom,
    forget_game,
    learn_game,
    met_beliefs,
    new_learning_room,
)
from cfggo.records.game_record import GameRecord
from cfggo.records.replay import GameArrays
from cfggo.records.training_games import TrainingGames

TEMPLATE_GROUPS = ("templates", "nested-templates")
"""Groups of patterns, which have the same keys: the largest one of a move, or all."""


class _Changes(NamedTuple):
    """The changes by one game: the features that it has, and the amounts to add to each.

    passes -- int64[2, 2], as in `LearningRoom`
    scores -- float64[2]: sum of ln(probability) of the moves played and their number, of LOGISTIC
    """

    features: np.ndarray
    precisions: np.ndarray
    shifts: np.ndarray
    wins: np.ndarray
    seen: np.ndarray
    passes: np.ndarray
    scores: np.ndarray


class BeliefWay(NamedTuple):
    """How beliefs are learnt.

    options    -- BeliefOptions
    labels     -- labelling of the paths that are learnt, "" for none
    likelihood -- NORMAL or LOGISTIC
    noise      -- of NORMAL: variance of a move's value around those of its features
    """

    options: BeliefOptions
    labels: str
    likelihood: int
    noise: float


class _Games:
    """The games and how they are looked at, to be learnt from by any number of threads."""

    def __init__(self, games: GameArrays, way: BeliefWay, keys: np.ndarray) -> None:
        self._games = games
        self._way = way
        self._keys = keys

    @PerThread
    def _room(self) -> LearningRoom:
        groups, labels, keys = self._way.options.tree_features, self._way.labels, self._keys
        return new_learning_room(groups, labels, keys, n_features(len(keys), labels))

    def learn(self, beliefs: tuple[np.ndarray, np.ndarray], number: int) -> _Changes:
        """Returns the changes by one game, given the beliefs before it."""
        precisions, shifts = beliefs
        room, way, floor = self._room, self._way, self._way.options.variance_floor
        learn_game(room, self._games, number, precisions, shifts, way.likelihood, way.noise, floor)
        met, after = met_beliefs(room)
        changes = _Changes(
            met,
            np.maximum(1.0 / after["variance"] - precisions[met], 0.0),
            after["mean"] / after["variance"] - shifts[met],
            after["wins"],
            after["seen"],
            room.passes.copy(),
            room.choice.scores.copy(),
        )
        forget_game(room)
        return changes


class Progress:
    """How far the run is: the beliefs after `next_game` games."""

    def __init__(self, keys: np.ndarray, templates: np.ndarray, way: BeliefWay) -> None:
        n = n_features(len(keys), way.labels)
        self.keys = keys
        self.templates = templates
        self.precisions = np.full(n, 1.0 / way.options.prior_variance)
        self.shifts = np.zeros(n)
        self.wins = np.zeros(n, dtype=np.int64)
        self.seen = np.zeros(n, dtype=np.int64)
        self.passes = np.zeros((2, 2), dtype=np.int64)
        self.scores = np.zeros(2)
        self.next_game = 0

    def add(self, changes: _Changes) -> None:
        """Adds what one game changes."""
        found = changes.features
        self.precisions[found] += changes.precisions
        self.shifts[found] += changes.shifts
        self.wins[found] += changes.wins
        self.seen[found] += changes.seen
        self.passes += changes.passes
        self.scores += changes.scores

    def keep_floor(self, floor: float) -> None:
        """Raises variances below the floor to it; the means stay."""
        certain = np.flatnonzero(self.precisions > 1.0 / floor)
        self.shifts[certain] *= 1.0 / floor / self.precisions[certain]
        self.precisions[certain] = 1.0 / floor


class BeliefTrainer(Trainer):
    """Learns beliefs (`cfggo.models.pattern_beliefs.beliefs`) in a pass over games.

    The games of a batch are learnt from with the same beliefs, each move by move, and the changes
    of 1/sigma^2 and mu/sigma^2 that they make add up.
    """

    def __init__(self, records: Sequence[GameRecord], way: BeliefWay, executor: Executor) -> None:
        self._games = TrainingGames(records, way.options.position_share)
        self._progress: Progress | None = None  # before it is known what is learnt
        self._way = way
        self._executor = executor

    def _learn_beliefs(self, run: TrainingRun) -> Progress:
        """Returns the beliefs after all games."""
        if self._progress is None:
            self._progress = self._first(*self._harvest(run))
            run.keep()
        progress, options = self._progress, self._way.options
        run.say(f"{len(progress.keys):,} patterns and other features with keys")
        games = _Games(self._games.arrays, self._way, progress.keys)
        n_games = len(self._games)
        with run.stage("beliefs", n_games - progress.next_game) as advance:
            while progress.next_game < n_games:
                end = min(progress.next_game + options.batch_games, n_games)
                batch = range(progress.next_game, end)
                before = progress.precisions, progress.shifts
                found = list(self._executor.map(_Games.learn, games, before, batch))
                with run.changing():
                    for changes in found:
                        progress.add(changes)
                    progress.keep_floor(options.variance_floor)
                    progress.next_game = end
                run.keep_if_due()
                advance(len(batch))
        return progress

    def _first(self, keys: np.ndarray, templates: np.ndarray) -> Progress:
        """Returns the beliefs before the first game, which know nothing, of features with these
        keys and all those without.

        keys -- uint64[], ascending; templates -- int8[] of each, or -1
        """
        return Progress(keys, templates, self._way)

    def _harvest(self, run: TrainingRun) -> tuple[np.ndarray, np.ndarray]:
        """Returns the keys of the features that are learnt, and for each its template or -1."""
        options = self._way.options

        def harvested(title: str, least: int, groups: tuple[str, ...]) -> np.ndarray:
            if not groups:
                return np.zeros(0, dtype=np.uint64)
            with run.stage(title, HARVEST_PASSES * len(self._games)) as advance:
                return harvest_keys(self._games.arrays, least, groups, self._executor, advance)

        has_templates = not set(TEMPLATE_GROUPS).isdisjoint(options.tree_features)
        context = tuple(name for name in options.tree_features if name not in TEMPLATE_GROUPS)
        patterns = harvested(
            "patterns, in two passes", options.min_wins, TEMPLATE_GROUPS[:has_templates]
        )
        others = harvested("context, in two passes", options.min_context_wins, context)
        keys: np.ndarray = np.union1d(patterns, others)
        templates = np.full(len(keys), -1, dtype=np.int8)
        templates[np.searchsorted(keys, patterns)] = template_of(patterns)
        return keys, templates

    def _about(self, progress: Progress) -> dict[str, Any]:
        """Returns how the beliefs were learnt, for people."""
        return {
            "date": today(),
            "games": len(self._games),
            "moves": int(self._games.arrays.sampled.sum()),
            **self._way.options.to_json(),
            "keys": len(progress.keys),
        }

    def identity(self) -> dict[str, Any]:
        """Returns what the beliefs depend on."""
        return {
            **self._games.identity(),
            "features without keys": n_features(0, self._way.labels),
            **self._way.options.to_json(),
        }

    def state(self) -> tuple[Status, Arrays] | None:
        """Returns how far the pass is; None if it is not known yet what is learnt."""
        progress = self._progress
        if progress is None:
            return None
        status = {
            "next_game": progress.next_game,
            "passes": progress.passes.tolist(),
            "scores": progress.scores.tolist(),
        }
        arrays = {
            name: getattr(progress, name) for name in ("keys", "templates", *_NUMBERS, *_COUNTS)
        }
        return status, arrays

    def go_on_from(self, status: Status, arrays: Arrays) -> None:
        """Takes how far the pass is."""
        progress = Progress(arrays["keys"], arrays["templates"], self._way)
        for name in (*_NUMBERS, *_COUNTS):
            setattr(progress, name, arrays[name])
        progress.passes = np.array(status["passes"], dtype=np.int64)
        progress.scores = np.array(status["scores"])
        progress.next_game = status["next_game"]
        self._progress = progress


class BayesTrainer(BeliefTrainer):
    """Learns beliefs of patterns by the paper's likelihood."""

    def __init__(
        self, records: Sequence[GameRecord], options: BayesOptions, executor: Executor
    ) -> None:
        self._options = options
        super().__init__(records, BeliefWay(options, "", NORMAL, options.beta**2), executor)

    @staticmethod
    def check(options: BayesOptions) -> None:
        """Raises CfggoError if the options ask for what beliefs are not learnt from."""
        check_groups(options.tree_features)
        if set(TEMPLATE_GROUPS).isdisjoint(options.tree_features):
            words = ", ".join(TEMPLATE_GROUPS)
            raise CfggoError(f'method "bayes" needs one of {words} in tree_features')
        if options.prior_variance > PRIOR_VARIANCE:
            raise CfggoError(
                f'method "bayes" needs a prior_variance of at most {PRIOR_VARIANCE:g}, not '
                f"{options.prior_variance:g}"
            )

    def learn(self, run: TrainingRun) -> Beliefs:
        """Learns the beliefs, and returns them; see `Trainer`."""
        progress = self._learn_beliefs(run)
        means = np.clip(progress.shifts / progress.precisions, -MOST_MEAN, MOST_MEAN)
        keyed = slice(TREE_PATHS, None)
        played = int((progress.wins[keyed] > 0).sum())
        return Beliefs(
            self._options.tree_features,
            progress.keys,
            progress.templates,
            means.astype(np.float32),
            (1.0 / progress.precisions).astype(np.float32),
            progress.wins.astype(np.uint32),
            progress.seen.astype(np.uint32),
            self._options.beta,
            progress.passes,
            self._games.short_digests,
            self._about(progress) | {"played": played},
        )

    def _first(self, keys: np.ndarray, templates: np.ndarray) -> Progress:
        """Returns the beliefs before the first game."""
        progress = super()._first(keys, templates)
        if "nested-templates" in self._options.tree_features:
            # All moves have the pattern without points, so its value says nothing: it is fixed.
            n_plain = len(progress.precisions) - len(keys)
            progress.precisions[n_plain:][templates == 0] = 1.0 / self._options.variance_floor
        return progress

    def save(self, path: Path, model: Beliefs) -> None:
        """Writes a file of beliefs; raises CfggoError if it can't be written."""
        save_beliefs(path, model)


_NUMBERS = ("precisions", "shifts")
_COUNTS = ("wins", "seen")
