"""Learns a graph kernel: from problems, or from games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Executor
from cfggo.base.training_run import Trainer, TrainingRun
from cfggo.base.words import today
from cfggo.methods import GameGraphKernelOptions, GraphKernelOptions
from cfggo.models.tsumego.game_samples import MOST_HELD, choose_moves, game_samples, scored_choices
from cfggo.models.tsumego.graph_kernel import GraphKernelModel, save_graph_kernel
from cfggo.models.tsumego.graph_kernel_learning import (
    MOST_EXACT,
    kernel_samples,
    learn_graph_kernel,
    require_svm,
)
from cfggo.models.tsumego.problem import SEED, Problem, by_content, short_digests
from cfggo.records.game_record import GameRecord
from cfggo.records.training_games import TrainingGames


class _GraphKernelTrainer(Trainer):
    """Learns a graph kernel (`cfggo.models.tsumego.graph_kernel_learning`).

    It keeps no checkpoints: there is nothing between start and end that it could go on from.  It
    uses no executor.
    """

    def __init__(self, options: GraphKernelOptions) -> None:
        self._method = options.method
        self._labels = options.kernel_labels

    @staticmethod
    def check(options: GraphKernelOptions) -> None:
        """Raises CfggoError if scikit-learn is missing and needed."""
        if options.method == "svm":
            require_svm()

    save = staticmethod(save_graph_kernel)

    def _learnt(
        self, run: TrainingRun, vectors: np.ndarray, is_right: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Returns vectors and alpha of samples (`learn_graph_kernel`)."""
        with run.stage("learning", 1, "models") as advance:
            found = learn_graph_kernel(
                self._method, vectors, is_right, SEED, run.is_stopped, run.say
            )
            advance(1)
        return found


class GraphKernelTrainer(_GraphKernelTrainer):
    """Learns a graph kernel from problems."""

    def __init__(
        self, problems: Sequence[Problem], options: GraphKernelOptions, executor: Executor
    ) -> None:
        super().__init__(options)
        self._problems = by_content(problems)

    def learn(self, run: TrainingRun) -> GraphKernelModel:
        """Learns, and returns the model; see `Trainer`."""
        with run.stage("listing subgraphs", len(self._problems)) as advance:
            vectors, is_right = kernel_samples(self._problems, self._labels, SEED, advance)
        kept, alpha = self._learnt(run, vectors, is_right)
        return GraphKernelModel(
            self._labels,
            kept,
            alpha,
            short_digests(self._problems),
            {
                "date": today(),
                "method": self._method,
                "problems": len(self._problems),
                "samples": len(vectors),
                "seed": SEED,
            },
        )


class GameGraphKernelTrainer(_GraphKernelTrainer):
    """Learns a graph kernel from the moves of games."""

    def __init__(
        self, records: Sequence[GameRecord], options: GameGraphKernelOptions, executor: Executor
    ) -> None:
        super().__init__(options)
        self._n_moves = options.kernel_moves
        self._games = TrainingGames(records)

    @staticmethod
    def check(options: GraphKernelOptions) -> None:
        """Raises CfggoError also for more moves than a perceptron can learn from."""
        _GraphKernelTrainer.check(options)
        assert isinstance(options, GameGraphKernelOptions)
        if options.method == "perceptron" and 2 * options.kernel_moves > MOST_EXACT:
            raise CfggoError(
                f"a perceptron learns from {MOST_EXACT // 2:,} moves of games at most; --method "
                "svm learns from more"
            )

    def learn(self, run: TrainingRun) -> GraphKernelModel:
        """Learns, and returns the model; see `Trainer`.

        Its alpha are such that a move's share of the sum of exp(f) is its probability: what the
        moves of games that were not learnt from make likeliest.
        """
        games = self._games.arrays
        chosen = choose_moves(games, self._n_moves, SEED, held=False)
        with run.stage("listing subgraphs", len(self._games)) as advance:
            vectors, is_right = game_samples(games, chosen, self._labels, SEED, advance)
        kept, alpha = self._learnt(run, vectors, is_right)
        model = GraphKernelModel(self._labels, kept, alpha, np.zeros(0, dtype=np.uint32))
        held = choose_moves(games, MOST_HELD, SEED, held=True)
        with run.stage("finding the scale", len(self._games)) as advance:
            scored = scored_choices(games, held, model, advance)
        scale = scored.likeliest_scale()
        figures = {
            "moves": len(vectors) // 2,
            "held_moves": len(scored.starts),
            "first": round(scored.share_first(), 4),
            "first_by_chance": round(scored.by_chance(), 4),
            "log_likelihood": round(scored.log_likelihood(scale), 4),
        }
        run.say(
            f"{figures['moves']:,} moves learnt from; of {figures['held_moves']:,} others "
            f"{scored.share_first():.1%} come first, {scored.by_chance():.1%} by chance; mean "
            f"log-likelihood {scored.log_likelihood(scale):.3f}"
        )
        return replace(
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
