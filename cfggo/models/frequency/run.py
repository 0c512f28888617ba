"""The training run that counts patterns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.base.array_archive import InvalidContent, check_array, check_names
from cfggo.base.checkpoint import Arrays, KeptRun, Status
from cfggo.base.errors import CfggoError
from cfggo.base.executor import Executor, Show
from cfggo.base.words import counted, today
from cfggo.config import LearningConfig
from cfggo.models.frequency.classes import N_CLASSES
from cfggo.models.frequency.harvest import N_SUMS, count_games
from cfggo.models.frequency.model import FrequencyModel, check_sums, save_frequency_model
from cfggo.records.game_record import GameRecord
from cfggo.records.training_games import TrainingGames

METHOD = "frequency"
"""What `cfggo train` calls it."""

_PORTION = 16
"""Games that are counted in one piece of work."""


class FrequencyRun(KeptRun):
    """A run that counts the patterns of all games.

    What it counts depends on the records alone: not on their order, not on the executor, and not on
    how often it was interrupted and resumed.
    """

    def __init__(
        self,
        records: Sequence[GameRecord],
        configs: Sequence[LearningConfig],
        executor: Executor,
        checkpoint: Path,
        seconds_between_checkpoints: float = 60.0,
        kinds: Sequence[str] = ("playout",),
    ) -> None:
        """Prepares to count the records' patterns.

        configs -- as many models are made, all alike: counting has nothing to configure

        Raises CfggoError as `check` does.
        """
        self.check(configs, kinds)
        super().__init__(checkpoint, seconds_between_checkpoints)
        self._games = TrainingGames(records)
        self._n_models = len(configs)
        self._executor = executor
        self._sums = np.zeros((N_SUMS, N_CLASSES), dtype=np.int64)
        self._next_game = 0

    @staticmethod
    def check(configs: Sequence[LearningConfig], kinds: Sequence[str]) -> None:
        """Raises CfggoError for other kinds of policies than "playout"."""
        if tuple(kinds) != ("playout",):
            raise CfggoError(
                f"--method {METHOD} learns playout policies alone: add --policy playout"
            )

    def save(self, path: Path, model: FrequencyModel) -> None:
        """Writes a model; raises CfggoError if it can't be written."""
        save_frequency_model(path, model)

    def identity(self) -> dict[str, Any]:
        """Returns what the counts depend on."""
        return {"method": METHOD, **self._games.identity()}

    def state(self) -> tuple[Status, Arrays]:
        """Returns the next game and the sums so far."""
        return {"next_game": self._next_game}, {"sums": self._sums}

    def go_on_from(self, status: Status, arrays: Arrays) -> None:
        """Takes the next game and the sums so far; raises InvalidContent if they can't be."""
        check_names("status", status, ("next_game",))
        next_game = status["next_game"]
        if type(next_game) is not int or not 0 <= next_game <= len(self._games):
            raise InvalidContent(f"next_game: not between 0 and {len(self._games)}")
        check_names("array", arrays, ("sums",))
        check_array("sums", arrays["sums"], np.int64, (N_SUMS, N_CLASSES))
        check_sums(arrays["sums"], next_game)
        self._next_game, self._sums = next_game, arrays["sums"]

    def run(self, show: Show, say: Callable[[str], None]) -> list[FrequencyModel]:
        """Counts, and returns the models.

        show -- for the progress
        say  -- called with a line on what was found

        Raises KeyboardInterrupt if the run was stopped; it can be resumed then.
        """
        n_games = len(self._games)
        first = self._next_game
        portions = [
            range(game, min(game + _PORTION, n_games)) for game in range(first, n_games, _PORTION)
        ]
        with self.kept_when_interrupted(), show("counting patterns", n_games - first) as advance:
            advance = self.stopping.after(advance)
            found = self._executor.map(count_games, self._games.arrays, None, portions)
            for portion, sums in zip(portions, found, strict=True):
                with self.changing():
                    self._sums += sums
                    self._next_game = portion.stop
                self.keep_if_due()
                advance(len(portion))
        if not self._sums.any():
            raise CfggoError("no moves to count in these games")
        models = [self._model() for _ in range(self._n_models)]
        say(
            f"{counted(int(np.count_nonzero(models[0].played)), 'pattern')} of "
            f"{counted(models[0].played.sum(), 'move')}; "
            f"{len(models[0].ranked)} are of interest, and {len(models[0].kept)} have 80% of those "
            "moves"
        )
        return models

    def _model(self) -> FrequencyModel:
        about = {
            "date": today(),
            "games": len(self._games),
            "moves": int(self._sums[0].sum()),
            "method": METHOD,
        }
        return FrequencyModel(self._sums.copy(), self._games.short_digests, about)
