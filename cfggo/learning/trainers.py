"""The trainer of each method's options: each method makes a kind of weight file of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Executor
from cfggo.base.training_run import Trainer, TrainingRun
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
    StepOptions,
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
"""The trainers of all methods but those of StepOptions, which learn several models at once.

Each is made of games or problems, options, and an Executor.  Those of rooms that import this one
are added from there.
"""


def check_options(options: Sequence[Options]) -> None:
    """Raises CfggoError if no run can learn a model by each of these; reads no records."""
    if all(isinstance(own, StepOptions) for own in options):
        StepTrainer.check_together(cast(Sequence[StepOptions], options))
    elif len(options) > 1:
        raise CfggoError(
            "only stochastic, gradient and batch learn several models in one go, not "
            + " and ".join(dict.fromkeys(own.method for own in options))
        )
    else:
        TRAINERS[type(options[0])].check(options[0])


def new_run(
    records: Sequence[GameRecord] | Sequence[Problem] | Sequence[JudgedGame],
    options: Sequence[Options],
    executor: Executor,
    checkpoint: Path,
    seconds_between_checkpoints: float = 60.0,
    kinds: Sequence[str] = POLICY_KINDS,
) -> TrainingRun:
    """Returns a run that learns a model by each of some options.

    kinds -- of policies that the models are to have, of those that the method learns

    Raises CfggoError as `check_options` does, and for records that can't be learnt from so.
    """
    check_options(options)
    trainer: Trainer
    if isinstance(options[0], StepOptions):
        games = cast(Sequence[GameRecord], records)
        trainer = StepTrainer(games, cast(Sequence[StepOptions], options), executor, kinds)
    else:
        trainer = TRAINERS[type(options[0])](records, options[0], executor)
    return TrainingRun(trainer, checkpoint, seconds_between_checkpoints)
