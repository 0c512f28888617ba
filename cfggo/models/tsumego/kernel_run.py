"""The training runs that learn a graph kernel: from problems, and from games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from cfggo.base.checkpoint import UnkeptRun
from cfggo.base.errors import CfggoError
from cfggo.base.executor import Executor, Show
from cfggo.base.words import today
from cfggo.config import LearningConfig
from cfggo.models.tsumego.game_samples import MOST_HELD, choose_moves, game_samples, scored_choices
from cfggo.models.tsumego.graph_kernel import KernelModel, check_labels, save_kernel_model
from cfggo.models.tsumego.kernel_learning import (
    MOST_EXACT,
    kernel_samples,
    learn_kernel,
    require_svm,
)
from cfggo.models.tsumego.problem import Problem
from cfggo.models.tsumego.training_problems import SEED, TrainingProblems, check_alone
from cfggo.records.game_record import GameRecord
from cfggo.records.training_games import TrainingGames


def new_kernel_run(
    records: Sequence[GameRecord] | Sequence[Problem],
    configs: Sequence[LearningConfig],
    executor: Executor,
    checkpoint: Path,
    seconds_between_checkpoints: float = 60.0,
    kinds: Sequence[str] = (),
) -> KernelRun | KernelGameRun:
    """Returns the run that learns a graph kernel from games, or from problems.

    Raises CfggoError as the runs do.
    """
    games = [record for record in records if isinstance(record, GameRecord)]
    if games:
        return KernelGameRun(games, configs, checkpoint)
    problems = [record for record in records if isinstance(record, Problem)]
    return KernelRun(problems, configs, checkpoint)


class _AnyKernelRun(UnkeptRun):
    """A run that learns a graph kernel (`cfggo.models.tsumego.kernel_learning`).

    It has no checkpoints: there is nothing between its start and its end that it could go on from.
    """

    def __init__(self, config: LearningConfig, checkpoint: Path) -> None:
        super().__init__(config.method, checkpoint)
        self._labels = config.kernel_labels

    @staticmethod
    def check(configs: Sequence[LearningConfig], kinds: Sequence[str]) -> None:
        """Raises CfggoError for several configurations, unknown labels, or if scikit-learn is
        missing and needed.
        """
        check_alone(configs)
        if configs[0].method == "svm":
            require_svm()
        check_labels(configs[0].kernel_labels)

    def save(self, path: Path, model: KernelModel) -> None:
        """Writes a model; raises CfggoError if it can't be written."""
        save_kernel_model(path, model)


class KernelRun(_AnyKernelRun):
    """A run that learns a graph kernel from problems."""

    def __init__(
        self,
        problems: Sequence[Problem],
        configs: Sequence[LearningConfig],
        checkpoint: Path,
    ) -> None:
        """Prepares to learn from problems; raises CfggoError as `check` does."""
        self.check(configs, ())
        super().__init__(configs[0], checkpoint)
        self._problems = TrainingProblems(problems)

    def run(self, show: Show, say: Callable[[str], None]) -> list[KernelModel]:
        """Learns, and returns the model in a list.

        Raises KeyboardInterrupt if the run was stopped.
        """
        with show("listing subgraphs", len(self._problems)) as advance:
            vectors, is_right = kernel_samples(
                self._problems.problems, self._labels, SEED, self.stopping.after(advance)
            )
        with show("learning", 1) as advance:
            kept, alpha = learn_kernel(self._method, vectors, is_right, SEED, self.stopping, say)
            self.stopping.after(advance)(1)
        return [
            KernelModel(
                self._labels,
                kept,
                alpha,
                self._problems.short_digests,
                {
                    "date": today(),
                    "method": self._method,
                    "problems": len(self._problems),
                    "samples": len(vectors),
                    "seed": SEED,
                },
            )
        ]


class KernelGameRun(_AnyKernelRun):
    """A run that learns a graph kernel from the moves of games."""

    def __init__(
        self, records: Sequence[GameRecord], configs: Sequence[LearningConfig], checkpoint: Path
    ) -> None:
        """Prepares to learn from games.

        configs -- one, which says the method and the number of moves

        Raises CfggoError as `check` does, or for more moves than a perceptron can learn from.
        """
        self.check(configs, ())
        super().__init__(configs[0], checkpoint)
        self._n_moves = configs[0].kernel_moves
        if self._method == "perceptron" and 2 * self._n_moves > MOST_EXACT:
            raise CfggoError(
                f"a perceptron learns from {MOST_EXACT // 2:,} moves of games at most; method "
                '"svm" learns from more'
            )
        self._games = TrainingGames(records)

    def run(self, show: Show, say: Callable[[str], None]) -> list[KernelModel]:
        """Learns, and returns the model in a list.

        Its alpha are such that a move's share of the sum of exp(f) is its probability: what the
        moves of games that were not learnt from make likeliest.

        Raises KeyboardInterrupt if the run was stopped.
        """
        games = self._games.arrays
        chosen = choose_moves(games, self._n_moves, SEED, held=False)
        with show("listing subgraphs", len(self._games)) as advance:
            vectors, is_right = game_samples(
                games, chosen, self._labels, SEED, self.stopping.after(advance)
            )
        with show("learning", 1) as advance:
            kept, alpha = learn_kernel(self._method, vectors, is_right, SEED, self.stopping, say)
            self.stopping.after(advance)(1)
        model = KernelModel(self._labels, kept, alpha, np.zeros(0, dtype=np.uint32))
        held = choose_moves(games, MOST_HELD, SEED, held=True)
        with show("finding the scale", len(self._games)) as advance:
            scored = scored_choices(games, held, model, self.stopping.after(advance))
        scale = scored.likeliest_scale()
        figures = {
            "moves": len(vectors) // 2,
            "held_moves": len(scored.starts),
            "first": round(scored.share_first(), 4),
            "first_by_chance": round(scored.by_chance(), 4),
            "log_likelihood": round(scored.log_likelihood(scale), 4),
        }
        say(
            f"{figures['moves']:,} moves learnt from; of {figures['held_moves']:,} others "
            f"{scored.share_first():.1%} come first, {scored.by_chance():.1%} by chance; mean "
            f"log-likelihood {scored.log_likelihood(scale):.3f}"
        )
        return [
            replace(
                model,
                alpha=(scale * alpha).astype(np.float32),
                games=self._games.short_digests,
                about={
                    "date": today(),
                    "method": self._method,
                    "games": len(self._games),
                    "seed": SEED,
                    "scale": scale,
                    **figures,
                },
            )
        ]
