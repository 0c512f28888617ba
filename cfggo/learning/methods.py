"""The methods of learning by name."""

from __future__ import annotations

from cfggo.learning.gradient import GradientSteps
from cfggo.learning.learner import Learner
from cfggo.learning.mm import BatchMM, Shrinkage, StochasticMM

METHODS = ("stochastic", "gradient", "batch")


def new_learner(method: str, n_slots: int, shrinkage: Shrinkage | None = None) -> Learner:
    """Returns a learner of one of the METHODS before the first game.

    Only "stochastic" shrinks anything.
    """
    if method == "gradient":
        return GradientSteps(n_slots)
    return StochasticMM(n_slots, shrinkage) if method == "stochastic" else BatchMM(n_slots)
