"""Intervals against published values and against their definitions."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from cfggo.base.intervals import interval_by_game, ratio_interval, saving_interval, wilson_interval


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


def test_games_are_the_samples_of_a_mean() -> None:
    """Of 40 games, all moves are hits in 30 and none in 10; how many moves they have is nothing."""
    game_of = np.repeat(np.arange(40), 7)
    low, high = interval_by_game(game_of, (game_of < 30).astype(float))
    half = special.stdtrit(39, 0.975) * math.sqrt(0.75 * 0.25 / 39)
    assert (low, high) == pytest.approx((0.75 - half, 0.75 + half), abs=1e-4)


def test_long_games_count_for_more() -> None:
    game_of = np.array([0, 0, 0, 1])
    low, high = interval_by_game(game_of, np.array([1.0, 1.0, 1.0, 0.0]))
    assert (low + high) / 2 == pytest.approx(0.75)


def test_one_game_has_no_interval() -> None:
    assert all(math.isnan(end) for end in interval_by_game(np.zeros(5, int), np.ones(5)))


def test_a_saving_in_one_game_of_many_is_not_sure() -> None:
    errors, reference = np.ones(200), np.ones(200)
    reference[0] = 101.0
    low, high = saving_interval(errors, reference)  # 1/3 saved; one game in e lacks that game
    assert low == 0.0
    assert 0.5 < high < 0.75


def test_a_saving_in_every_game_is_sure() -> None:
    low, high = saving_interval(np.full(30, 3.0), np.full(30, 4.0))
    assert (low, high) == pytest.approx((0.25, 0.25))


def test_the_interval_of_a_saving_is_that_of_large_samples() -> None:
    """Half of 400 games have an error less: the share's standard error is that of a coin."""
    errors = np.where(np.arange(400) % 2, 1.0, 2.0)
    low, high = saving_interval(errors, np.full(400, 2.0))
    assert (low, high) == pytest.approx((0.25 - 0.0245, 0.25 + 0.0245), abs=0.002)


def test_errors_in_one_game_say_nothing_of_how_much_they_vary() -> None:
    errors, reference = np.zeros(30), np.zeros(30)
    reference[4] = 7.0
    for games in (slice(4, 5), slice(None)):
        assert all(math.isnan(end) for end in saving_interval(errors[games], reference[games]))


def test_nothing_is_saved_of_nothing() -> None:
    assert all(math.isnan(end) for end in saving_interval(np.ones(5), np.zeros(5)))


@pytest.mark.parametrize("n", [2, 3, 4, 6, 11, 31, 1000])
def test_few_games_have_the_interval_of_student(n: int) -> None:
    values = np.random.default_rng(n).normal(size=n)
    low, high = ratio_interval(values, np.ones(n))
    quantile = special.stdtrit(n - 1, 0.975)
    half = quantile * values.std(ddof=1) / math.sqrt(n)
    assert (high - low) / 2 == pytest.approx(half, rel=0.01)
