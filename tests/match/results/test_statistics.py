"""Ratings against their definition, and tallies."""

import math

import pytest

from cfggo.base.intervals import wilson_interval
from cfggo.match.results.statistics import Tally, elo_difference


@pytest.mark.parametrize(
    ("rate", "elo"), [(0.5, 0.0), (10 / 11, 400.0), (1 / 11, -400.0), (0.75, 190.848)]
)
def test_elo_difference(rate: float, elo: float) -> None:
    assert elo_difference(rate) == pytest.approx(elo, abs=1e-3)


def test_elo_difference_of_a_clean_sweep_is_infinite() -> None:
    assert elo_difference(1.0) == math.inf
    assert elo_difference(0.0) == -math.inf


def test_draws_count_half() -> None:
    tally = Tally(wins=3, losses=1, draws=4)
    assert tally.games == 8
    assert tally.win_rate == 0.625
    assert tally.interval == wilson_interval(5, 8)
    assert Tally().win_rate is None
