"""Wald's sequential probability ratio test: when a match has been played long enough."""

import math
from dataclasses import dataclass
from typing import Annotated, Literal

from cfggo.base.errors import CfggoError
from cfggo.base.toml_tables import Range
from cfggo.match.results.statistics import Tally, expected_rate

_ELO = Range(-2000, 2000)

Verdict = Literal["accepted", "rejected", "undecided"]
"""The test's verdict on a candidate: at least elo1 better, not better than elo0, or go on."""


@dataclass(frozen=True)
class Sprt:
    """A test of whether a candidate is elo1 stronger than its opponent, or only elo0 (Wald 1945).

    A draw counts as half a win and half a loss. That makes the test longer than it need be where
    there are draws, and its errors rarer.

    Public attributes:
      elo0, elo1 -- Elo differences, the first below the second
      alpha      -- probability, at most, of accepting a candidate that is elo0 stronger or less
      beta       -- probability, at most, of rejecting one that is elo1 stronger or more

    Raises CfggoError for values that make no test.
    """

    elo0: Annotated[float, _ELO] = 0.0
    elo1: Annotated[float, _ELO] = 30.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if self.elo0 >= self.elo1:
            raise CfggoError(f"elo0 = {self.elo0:g} must be below elo1 = {self.elo1:g}")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0.0 < value < 0.5:
                raise CfggoError(f"{name} = {value:g} must be between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which a candidate is rejected and accepted.

        With these the probabilities of error are at most alpha and beta. Wald's usual bounds, from
        (1 - beta)/alpha and beta/(1 - alpha), keep only their sum.
        """
        return math.log(self.beta), -math.log(self.alpha)

    def log_likelihood_ratio(self, tally: Tally) -> float:
        """Returns how much likelier the candidate's results are at elo1 than at elo0."""
        rate0, rate1 = expected_rate(self.elo0), expected_rate(self.elo1)
        losing_points = tally.games - tally.points
        win, loss = math.log(rate1 / rate0), math.log((1 - rate1) / (1 - rate0))
        return tally.points * win + losing_points * loss

    def verdict(self, tally: Tally) -> Verdict:
        """Returns the verdict by the candidate's results so far."""
        ratio = self.log_likelihood_ratio(tally)
        low, high = self.bounds
        return "accepted" if ratio >= high else "rejected" if ratio <= low else "undecided"
