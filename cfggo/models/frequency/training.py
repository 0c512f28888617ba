"""Counts the patterns of games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.base.array_archive import InvalidContent, check_array, check_names
from cfggo.base.checkpoint import Arrays, Status
from cfggo.base.errors import CfggoError
from cfggo.base.executor import Executor
from cfggo.base.training_run import Trainer, TrainingRun
from cfggo.base.words import counted, today
from cfggo.methods import FrequencyOptions
from cfggo.models.frequency.classes import N_CLASSES
from cfggo.models.frequency.harvest import N_SUMS, count_games
from cfggo.models.frequency.model import FrequencyModel, check_sums, save_frequency_model
from cfggo.models.frequency.table import write_table
from cfggo.records.game_record import GameRecord
from cfggo.records.training_games import TrainingGames

_PORTION = 16
"""Games that are counted in one piece of work."""


class FrequencyTrainer(Trainer):
    """Counts the patterns of all games."""

    def __init__(
        self, records: Sequence[GameRecord], options: FrequencyOptions, executor: Executor
    ) -> None:
        self._games = TrainingGames(records)
        self._options = options
        self._executor = executor
        self._sums = np.zeros((N_SUMS, N_CLASSES), dtype=np.int64)
        self._next_game = 0

    def save(self, path: Path, model: FrequencyModel) -> None:
        """Writes a model, and the table if one is asked for; raises CfggoError if it can't."""
        save_frequency_model(path, model)
        if self._options.table:
            write_table(Path(self._options.table), model)

    def identity(self) -> dict[str, Any]:
        """Returns what the counts depend on."""
        return {"method": self._options.method, **self._games.identity()}

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

    def learn(self, run: TrainingRun) -> list[FrequencyModel]:
        """Counts, and returns the model; see `Trainer`."""
        n_games = len(self._games)
        first = self._next_game
        portions = [
            range(game, min(game + _PORTION, n_games)) for game in range(first, n_games, _PORTION)
        ]
        with run.stage("counting patterns", n_games - first) as advance:
            found = self._executor.map(count_games, self._games.arrays, None, portions)
            for portion, sums in zip(portions, found, strict=True):
                with run.changing():
                    self._sums += sums
                    self._next_game = portion.stop
                run.keep_if_due()
                advance(len(portion))
        if not self._sums.any():
            raise CfggoError("no moves to count in these games")
        about = {
            "date": today(),
            "games": len(self._games),
            "moves": int(self._sums[0].sum()),
            "method": self._options.method,
        }
        model = FrequencyModel(self._sums, self._games.short_digests, about)
        run.say(
            f"{counted(int(np.count_nonzero(model.played)), 'pattern')} of "
            f"{counted(model.played.sum(), 'move')}; "
            f"{len(model.ranked)} are of interest, and {len(model.kept)} have 80% of those moves"
        )
        return [model]
