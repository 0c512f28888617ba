"""Learns beliefs from game records, in one pass over the games."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cfggo.base.array_archive import InvalidContent, check_array, check_names, check_range
from cfggo.base.checkpoint import Arrays, KeptRun, Status
from cfggo.base.errors import CfggoError
from cfggo.base.executor import Executor, Show
from cfggo.base.words import today
from cfggo.config import LearningConfig
from cfggo.features.catalogue import TREE_PATHS, check_groups
from cfggo.features.harvest import HARVEST_PASSES, harvest_keys
from cfggo.features.key_table import check_keys
from cfggo.features.templates import N_TEMPLATES, template_of
from cfggo.models.pattern_beliefs.beliefs import (
    MOST_MEAN,
    PRIOR_VARIANCE,
    Beliefs,
    n_features,
    save_beliefs,
    validated_passes,
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

_TEMPLATES = ("templates", "nested-templates")
"""Groups of patterns, which have the same keys: the largest one of a move, or all."""


class _Changes(NamedTuple):
    """What one game changes: the features that it has, and what is to be added to each.

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


class _Games:
    """The games and how they are looked at, to be learnt from by any number of threads.

    What is pickled are the games and the features only.
    """

    def __init__(
        self, games: GameArrays, config: LearningConfig, keys: np.ndarray, likelihood: int
    ) -> None:
        self._content = games, config, keys, likelihood
        self._local = threading.local()

    def __reduce__(self) -> tuple[type[_Games], tuple[Any, ...]]:
        return _Games, self._content

    def room(self) -> LearningRoom:
        """Returns the calling thread's own, always the same."""
        if not hasattr(self._local, "room"):
            _, config, keys, _ = self._content
            groups, labels = config.tree_features, config.tree_labels
            self._local.room = new_learning_room(
                groups, labels, keys, n_features(len(keys), labels)
            )
        room: LearningRoom = self._local.room
        return room

    def learn(self, beliefs: tuple[np.ndarray, np.ndarray], number: int) -> _Changes:
        """Returns what one game changes, given the beliefs before it."""
        games, config, _, likelihood = self._content
        precisions, shifts = beliefs
        room = self.room()
        noise, floor = config.beta**2, config.variance_floor
        learn_game(room, games, number, precisions, shifts, likelihood, noise, floor)
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


def _learn(games: _Games, beliefs: tuple[np.ndarray, np.ndarray], number: int) -> _Changes:
    return games.learn(beliefs, number)


class Progress:
    """How far the run is: the beliefs after `next_game` games."""

    def __init__(self, keys: np.ndarray, templates: np.ndarray, config: LearningConfig) -> None:
        n = n_features(len(keys), config.tree_labels)
        self.keys = keys
        self.templates = templates
        self.precisions = np.full(n, 1.0 / config.prior_variance)
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


class BeliefTraining(KeptRun):
    """A training run that learns beliefs (`cfggo.models.pattern_beliefs.beliefs`).

    What it learns depends on the records and the configuration alone: not on the order of the
    records, not on the executor, and not on how often it was interrupted and resumed.

    The games of a batch are learnt from with the same beliefs, each move by move, and the changes
    of 1/sigma^2 and mu/sigma^2 that they make add up.
    """

    likelihood = NORMAL

    config: LearningConfig
    """The configuration to learn by."""

    def __init__(
        self,
        records: Sequence[GameRecord],
        configs: Sequence[LearningConfig],
        executor: Executor,
        checkpoint: Path,
        seconds_between_checkpoints: float,
        kinds: Sequence[str],
    ) -> None:
        """Prepares to learn the beliefs of a tree policy's features from the records.

        Raises CfggoError as `check` does.
        """
        self.check(configs, kinds)
        super().__init__(checkpoint, seconds_between_checkpoints)
        self.config = configs[0]
        self.load_start()
        self._training_games = TrainingGames(records, self.config.position_share)
        self._games = self._training_games.arrays
        self._executor = executor
        self._progress: Progress | None = None

    @property
    def short_digests(self) -> np.ndarray:
        """The first four bytes of the games' digests, uint32[], ascending."""
        return self._training_games.short_digests

    @staticmethod
    def check(configs: Sequence[LearningConfig], kinds: Sequence[str]) -> None:
        """Raises CfggoError if the configuration asks for what beliefs are not learnt from."""
        config = checked_alone(configs, kinds)
        if config.tree_labels:
            raise CfggoError('method "bayes" learns no paths of the graph; set tree_labels to ""')
        if not set(_TEMPLATES).intersection(config.tree_features):
            words = ", ".join(_TEMPLATES)
            raise CfggoError(f'method "bayes" needs one of {words} in tree_features')
        if config.prior_variance > PRIOR_VARIANCE:
            raise CfggoError(
                f'method "bayes" needs a prior_variance of at most {PRIOR_VARIANCE:g}, not '
                f"{config.prior_variance:g}"
            )

    def load_start(self) -> None:
        """Loads what the run starts from: beliefs start from nothing."""

    def save(self, path: Path, model: Any) -> None:
        """Writes a file of beliefs; raises CfggoError if it can't be written."""
        save_beliefs(path, model)

    def run(self, show: Show, say: Callable[[str], None]) -> list[Any]:
        """Learns the beliefs and returns them.

        show -- for the progress of each stage
        say  -- called with a line on what was harvested

        Raises KeyboardInterrupt if the run was stopped; it can be resumed then.
        """
        if self._progress is None:
            self._progress = self.first_progress(*self._harvest(show))
            self.keep()
        progress = self._progress
        say(f"{len(progress.keys):,} patterns and other features with keys")
        config = self.config
        games = _Games(self._games, config, progress.keys, self.likelihood)
        n_games = len(self._games.sizes)
        show_beliefs = show("beliefs", n_games - progress.next_game)
        with self.kept_when_interrupted(), show_beliefs as advance:
            advance = self.stopping.after(advance)
            while progress.next_game < n_games:
                end = min(progress.next_game + config.batch_games, n_games)
                batch = range(progress.next_game, end)
                before = progress.precisions, progress.shifts
                found = list(self._executor.map(_learn, games, before, batch))
                with self.changing():
                    for changes in found:
                        progress.add(changes)
                    progress.keep_floor(config.variance_floor)
                    progress.next_game = end
                self.keep_if_due()
                advance(len(batch))
        return [self.model(progress)]

    def first_progress(self, keys: np.ndarray, templates: np.ndarray) -> Progress:
        """Returns the beliefs before the first game, of features with these keys and those without.

        keys -- uint64[], ascending; templates -- int8[] of each, or -1
        """
        progress = Progress(keys, templates, self.config)
        if self.likelihood == NORMAL and "nested-templates" in self.config.tree_features:
            # All moves have the pattern without points, so its value says nothing: it is fixed.
            n_plain = len(progress.precisions) - len(keys)
            progress.precisions[n_plain:][templates == 0] = 1.0 / self.config.variance_floor
        return progress

    def _harvest(self, show: Show) -> tuple[np.ndarray, np.ndarray]:
        """Returns the keys of the features that are learnt, and for each its template or -1."""
        config = self.config
        harvest = HARVEST_PASSES * len(self._games.sizes)
        patterns = np.zeros(0, dtype=np.uint64)
        if set(_TEMPLATES).intersection(config.tree_features):
            with show("patterns", harvest) as advance:
                patterns = harvest_keys(
                    self._games,
                    config.min_wins,
                    _TEMPLATES[:1],
                    self._executor,
                    self.stopping.after(advance),
                )
        context = tuple(name for name in config.tree_features if name not in _TEMPLATES)
        others = np.zeros(0, dtype=np.uint64)
        if context:
            with show("context", harvest) as advance:
                others = harvest_keys(
                    self._games,
                    config.min_context_wins,
                    context,
                    self._executor,
                    self.stopping.after(advance),
                )
        keys: np.ndarray = np.union1d(patterns, others)
        templates = np.full(len(keys), -1, dtype=np.int8)
        templates[np.searchsorted(keys, patterns)] = template_of(patterns)
        return keys, templates

    def model(self, progress: Progress) -> Any:
        """Returns what was learnt, a model for `save`."""
        config = self.config
        means = np.clip(progress.shifts / progress.precisions, -MOST_MEAN, MOST_MEAN)
        keyed = slice(TREE_PATHS, None)
        about = self.about(progress) | {"played": int((progress.wins[keyed] > 0).sum())}
        return Beliefs(
            config.tree_features,
            progress.keys,
            progress.templates,
            means.astype(np.float32),
            (1.0 / progress.precisions).astype(np.float32),
            progress.wins.astype(np.uint32),
            progress.seen.astype(np.uint32),
            config.beta,
            progress.passes,
            self._training_games.short_digests,
            about,
        )

    def about(self, progress: Progress) -> dict[str, Any]:
        """Returns how the model was learnt, for people."""
        return {
            "date": today(),
            "games": len(self._training_games),
            "moves": int(self._games.sampled.sum()),
            **{key: self.config.to_json()[key] for key in _SETTINGS},
            "keys": len(progress.keys),
        }

    def identity(self) -> dict[str, Any]:
        """Returns what the beliefs depend on."""
        return {
            **self._training_games.identity(),
            "features without keys": n_features(0, self.config.tree_labels),
            **{key: self.config.to_json()[key] for key in _SETTINGS},
        }

    def state(self) -> tuple[Status, Arrays] | None:
        """Returns how far the run is; None if it is not known yet what is learnt."""
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
        """Takes how far the run is; raises InvalidContent if it can't be there."""
        check_names("status", status, ("next_game", "passes", "scores"))
        check_names("array", arrays, ("keys", "templates", *_NUMBERS, *_COUNTS))
        check_keys("keys", arrays["keys"])
        check_array("templates", arrays["templates"], np.int8, arrays["keys"].shape)
        check_range("templates", arrays["templates"], -1, N_TEMPLATES - 1)
        progress = Progress(arrays["keys"], arrays["templates"], self.config)
        for name in (*_NUMBERS, *_COUNTS):
            dtype = np.float64 if name in _NUMBERS else np.int64
            check_array(name, arrays[name], dtype, (len(progress.seen),))
            setattr(progress, name, arrays[name])
        most = 1.0 / self.config.variance_floor
        least = 1.0 / max(self.config.prior_variance, self.config.start_variance)
        check_range("precisions", progress.precisions, least, most)
        check_range("shifts", progress.shifts, -_MOST_SHIFT, _MOST_SHIFT)
        for name in _COUNTS:
            check_range(name, arrays[name], 0, 2**31)
        progress.passes = validated_passes(status["passes"])
        scores = status["scores"]
        if not isinstance(scores, list) or [type(score) for score in scores] != [float, float]:
            raise InvalidContent("scores: not two numbers")
        progress.scores = np.array(scores)
        game, n_games = status["next_game"], len(self._training_games)
        if type(game) is not int or not 0 <= game <= n_games:
            raise InvalidContent(f"next_game: not between 0 and {n_games}")
        if game % self.config.batch_games and game != n_games:
            raise InvalidContent(f"next_game: {game} is in the middle of a batch")
        progress.next_game = game
        self._progress = progress


_SETTINGS = (
    "method",
    "position_share",
    "tree_features",
    "tree_labels",
    "min_wins",
    "min_context_wins",
    "batch_games",
    "beta",
    "prior_variance",
    "variance_floor",
)
"""Settings that beliefs depend on."""

_NUMBERS = ("precisions", "shifts")
_COUNTS = ("wins", "seen")

_MOST_SHIFT = 1e8
"""Size of mu/sigma^2 in checkpoints, at most."""


def checked_alone(configs: Sequence[LearningConfig], kinds: Sequence[str]) -> LearningConfig:
    """Returns the configuration of a method that learns beliefs.

    Raises CfggoError for what no such method learns.
    """
    config = configs[0]
    method = f'method "{config.method}"'
    if len(configs) > 1:
        raise CfggoError(f"{method} learns one configuration at a time")
    if "tree" not in kinds:
        raise CfggoError(f"{method} learns a tree policy only")
    if config.variance_floor > min(config.prior_variance, config.start_variance):
        raise CfggoError(
            f"{method} needs a variance_floor of at most prior_variance and start_variance, not "
            f"{config.variance_floor:g}"
        )
    if config.passes != 1:
        raise CfggoError(
            f"{method} makes one pass over the games, not {config.passes}: games that are counted "
            "twice would make it too certain; set passes to 1"
        )
    check_groups(config.tree_features)
    return config
