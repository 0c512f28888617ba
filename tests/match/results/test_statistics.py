"""Intervals and ratings against published values and against their definitions."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cfggo.match.results.statistics import Tally, elo_difference
from cfggo.measuring.intervals import wilson_interval


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_interval_in_newcombe_1998_table_1(
    wins: int, games: int, low: float, high: float
) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_wilson_interval_without_games_says_nothing() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)


@given(st.integers(1, 500), st.data())
def test_wilson_interval_ends_where_the_score_test_rejects(games: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, games))
    rate = wins / games
    low, high = wilson_interval(wins, games, z=2.0)
    assert 0.0 <= low <= rate <= high <= 1.0
    for end in (low, high):
        assert abs(rate - end) == pytest.approx(2.0 * math.sqrt(end * (1 - end) / games), abs=1e-9)


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
