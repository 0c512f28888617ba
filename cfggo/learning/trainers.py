"""The trainer of each method's options: each method makes a kind of weight file of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cfggo.base.executor import Executor
from cfggo.base.training_run import TrainingRun
from cfggo.learning.boosting import BoostTrainer
from cfggo.learning.laplace import LaplaceTrainer
from cfggo.learning.step_trainer import StepTrainer
from cfggo.methods import (
    BayesOptions,
    BoostOptions,
    FrequencyOptions,
    GamePerceptronOptions,
    GameSvmOptions,
    LaplaceOptions,
    LocalOptions,
    Options,
    PerceptronOptions,
    StochasticOptions,
    SvmOptions,
    TerritoryOptions,
)
from cfggo.models.bradley_terry.weights import POLICY_KINDS
from cfggo.models.frequency.training import FrequencyTrainer
from cfggo.models.pattern_beliefs.training import BayesTrainer
from cfggo.models.territory.training import TerritoryTrainer
from cfggo.models.tsumego.graph_kernel_training import GameGraphKernelTrainer, GraphKernelTrainer
from cfggo.models.tsumego.local_training import LocalTrainer
from cfggo.models.tsumego.problem import Problem
from cfggo.records.game_record import GameRecord
from cfggo.records.judged_games import JudgedGame

TRAINERS: dict[type[Options], Any] = {
    StochasticOptions: StepTrainer,
    LaplaceOptions: LaplaceTrainer,
    BayesOptions: BayesTrainer,
    FrequencyOptions: FrequencyTrainer,
    BoostOptions: BoostTrainer,
    GameSvmOptions: GameGraphKernelTrainer,
    GamePerceptronOptions: GameGraphKernelTrainer,
    TerritoryOptions: TerritoryTrainer,
    LocalOptions: LocalTrainer,
    SvmOptions: GraphKernelTrainer,
    PerceptronOptions: GraphKernelTrainer,
}
"""The trainers of all methods.

Each is made of games or problems, options, and an Executor.  Those of rooms that import this one
are added from there.
"""


def new_run(
    records: Sequence[GameRecord] | Sequence[Problem] | Sequence[JudgedGame],
    options: Options,
    executor: Executor,
    checkpoint: Path,
    seconds_between_checkpoints: float = 60.0,
    kinds: Sequence[str] = POLICY_KINDS,
) -> TrainingRun:
    """Returns a run that learns a model by some options.

    kinds -- of policies that the model is to have, of those that the method learns

    Raises CfggoError as the trainer's `check` does, and for records that can't be learnt from so.
    """
    trainer = TRAINERS[type(options)]
    trainer.check(options)
    chosen = {"kinds": kinds} if isinstance(options, StochasticOptions) else {}
    return TrainingRun(
        trainer(records, options, executor, **chosen), checkpoint, seconds_between_checkpoints
    )
