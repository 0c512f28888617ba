"""Which training run learns by which method: each makes another kind of weight file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Executor, Show
from cfggo.config import BOOST_METHOD, KERNEL_METHODS, LOCAL_METHOD, LearningConfig
from cfggo.learning.boosting import BoostRun
from cfggo.learning.laplace import LaplaceTraining
from cfggo.learning.methods import STEP_METHODS
from cfggo.learning.train import Training
from cfggo.models.bradley_terry.weights import KINDS
from cfggo.models.frequency.run import METHOD as FREQUENCY
from cfggo.models.frequency.run import FrequencyRun
from cfggo.models.pattern_beliefs.training import BeliefTraining
from cfggo.models.territory.run import METHOD as TERRITORY
from cfggo.models.territory.run import TerritoryRun
from cfggo.models.tsumego.kernel_run import KernelRun, new_kernel_run
from cfggo.models.tsumego.local_run import LocalRun
from cfggo.models.tsumego.problem import Problem
from cfggo.records.game_record import GameRecord


class Run(Protocol):
    """A training run."""

    def stop(self) -> None:
        """Interrupts the run after the games that are being learnt."""

    def resume(self) -> None:
        """Goes on from the checkpoint; raises CfggoError if that is not this run's, or damaged."""

    def keep(self) -> None:
        """Writes a checkpoint, if runs of this kind keep any, so that `resume` goes on from here.

        Raises CfggoError if it can't be written.
        """

    def run(self, show: Show, say: Callable[[str], None]) -> Sequence[Any]:
        """Returns what was learnt, a model for each configuration; each has a dict `about`.

        show -- for the progress of each stage
        say  -- called with a line on how well it went

        Raises KeyboardInterrupt if the run was stopped; if there is a checkpoint then, it can be
        resumed.
        """

    def save(self, path: Path, model: Any) -> None:
        """Writes a model to a weight file; raises CfggoError if it can't be written."""


Check = Callable[[Sequence[LearningConfig], Sequence[str]], None]
"""Raises CfggoError if no run can learn by these configurations policies of these kinds, whatever
the records are."""

NewRun = Callable[[Any, Sequence[LearningConfig], Executor, Path, float, Sequence[str]], Run]
"""Prepares a run: records (GameRecord, or Problem), configurations, executor, path of its
checkpoint, seconds between two checkpoints, kinds of policies."""


class RunKind(NamedTuple):
    """How runs of a method are checked, before records are read, and made."""

    check: Check
    new: NewRun


RUNS: dict[str, RunKind] = {
    **dict.fromkeys(STEP_METHODS, RunKind(Training.check, Training)),
    "laplace": RunKind(LaplaceTraining.check, LaplaceTraining),
    "bayes": RunKind(BeliefTraining.check, BeliefTraining),
    FREQUENCY: RunKind(FrequencyRun.check, FrequencyRun),
    TERRITORY: RunKind(TerritoryRun.check, TerritoryRun),
    BOOST_METHOD: RunKind(BoostRun.check, BoostRun),
    LOCAL_METHOD: RunKind(LocalRun.check, LocalRun),
    **dict.fromkeys(KERNEL_METHODS, RunKind(KernelRun.check, new_kernel_run)),
}
"""Runs by method, those of `cfggo.config.METHODS`."""


def check_configs(configs: Sequence[LearningConfig], kinds: Sequence[str] = KINDS) -> None:
    """Raises CfggoError if no run can learn by these configurations; call it before long reading.

    That is for an unknown method, if the configurations' methods make different kinds of weight
    files, or for what their method does not learn.

    kinds -- of policies that the models are to have
    """
    for config in configs:
        if config.method not in RUNS:
            raise CfggoError(
                f"unknown method {config.method!r}; expected one of: {', '.join(RUNS)}"
            )
        if config.start and config.method not in ("laplace", BOOST_METHOD):
            raise CfggoError(
                f'method "{config.method}" starts from no weights; "laplace" and "boost" do'
            )
    (first, *others) = (RUNS[config.method].new for config in configs)
    if any(run is not first for run in others):
        raise CfggoError("these configurations' methods can't learn in one go")
    RUNS[configs[0].method].check(configs, kinds)


def new_run(
    records: Sequence[GameRecord] | Sequence[Problem],
    configs: Sequence[LearningConfig],
    executor: Executor,
    checkpoint: Path,
    seconds_between_checkpoints: float = 60.0,
    kinds: Sequence[str] = KINDS,
) -> Run:
    """Returns a run that learns a model for each configuration.

    kinds -- of policies that the models are to have

    Raises CfggoError as `check_configs` does, and for records that can't be learnt from so.
    """
    check_configs(configs, kinds)
    new = RUNS[configs[0].method].new
    return new(records, configs, executor, checkpoint, seconds_between_checkpoints, kinds)
