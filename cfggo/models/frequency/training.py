"""Counts the patterns of games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Executor
from cfggo.base.training_run import Trainer, TrainingRun
from cfggo.base.words import counted, today
from cfggo.methods import FrequencyOptions
from cfggo.models.frequency.classes import N_CLASSES
from cfggo.models.frequency.harvest import N_SUMS, count_games
from cfggo.models.frequency.model import FrequencyModel, save_frequency_model
from cfggo.models.frequency.table import write_table
from cfggo.records.game_record import GameRecord
from cfggo.records.training_games import TrainingGames

_PORTION = 16
"""Games that are counted in one piece of work."""


class FrequencyTrainer(Trainer):
    """Counts the patterns of all games; it keeps no checkpoints."""

    def __init__(
        self, records: Sequence[GameRecord], options: FrequencyOptions, executor: Executor
    ) -> None:
        self._games = TrainingGames(records)
        self._options = options
        self._executor = executor

    def save(self, path: Path, model: FrequencyModel) -> None:
        """Writes a model, and the table if one is asked for; raises CfggoError if it can't."""
        save_frequency_model(path, model)
        if self._options.table:
            write_table(Path(self._options.table), model)

    def learn(self, run: TrainingRun) -> FrequencyModel:
        """Counts, and returns the model; see `Trainer`."""
        n_games = len(self._games)
        portions = [
            range(game, min(game + _PORTION, n_games)) for game in range(0, n_games, _PORTION)
        ]
        sums = np.zeros((N_SUMS, N_CLASSES), dtype=np.int64)
        with run.stage("counting patterns", n_games) as advance:
            found = self._executor.map(count_games, self._games.arrays, None, portions)
            for portion, own in zip(portions, found, strict=True):
                sums += own
                advance(len(portion))
        if not sums.any():
            raise CfggoError("no moves to count in these games")
        about = {
            "date": today(),
            "games": n_games,
            "moves": int(sums[0].sum()),
            "method": self._options.method,
        }
        model = FrequencyModel(sums, self._games.short_digests, about)
        run.say(
            f"{counted(int(np.count_nonzero(model.played)), 'pattern')} of "
            f"{counted(model.played.sum(), 'move')}; "
            f"{len(model.ranked)} are of interest, and {len(model.kept)} have 80% of those moves"
        )
        return model
