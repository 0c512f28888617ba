"""The learners of policies that are learnt by steps."""

from __future__ import annotations

from cfggo.learning.gradient import GradientSteps
from cfggo.learning.learner import Learner
from cfggo.learning.mm import BatchMM, Shrinkage, StochasticMM
from cfggo.methods import BatchOptions, GradientOptions, StepOptions


def new_learner(options: StepOptions, n_slots: int, shrinkage: Shrinkage | None = None) -> Learner:
    """Returns a learner before the first game; shrinkage: of "stochastic"."""
    if isinstance(options, GradientOptions):
        return GradientSteps(n_slots)
    return (
        BatchMM(n_slots) if isinstance(options, BatchOptions) else StochasticMM(n_slots, shrinkage)
    )
