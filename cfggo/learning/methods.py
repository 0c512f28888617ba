"""The learners of policies by the name of their method."""

from __future__ import annotations

from cfggo.learning.gradient import GradientSteps
from cfggo.learning.learner import Learner
from cfggo.learning.mm import BatchMM, Shrinkage, StochasticMM

STEP_METHODS = ("stochastic", "gradient", "batch")
"""Those of `cfggo.config.METHODS` that make passes over the games, with a step after each
mini-batch or pass."""


def new_learner(method: str, n_slots: int, shrinkage: Shrinkage | None = None) -> Learner:
    """Returns a learner of one of the STEP_METHODS before the first game.

    Only "stochastic" shrinks anything.
    """
    if method == "gradient":
        return GradientSteps(n_slots)
    return StochasticMM(n_slots, shrinkage) if method == "stochastic" else BatchMM(n_slots)
