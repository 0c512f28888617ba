"""Intervals against published values and against their definitions."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cfggo.measuring.intervals import interval_by_game, wilson_interval


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
    half = 1.96 * math.sqrt(0.75 * 0.25 / 39)
    assert (low, high) == pytest.approx((0.75 - half, 0.75 + half))


def test_long_games_count_for_more() -> None:
    game_of = np.array([0, 0, 0, 1])
    low, high = interval_by_game(game_of, np.array([1.0, 1.0, 1.0, 0.0]))
    assert (low + high) / 2 == pytest.approx(0.75)


def test_one_game_has_no_interval() -> None:
    assert all(math.isnan(end) for end in interval_by_game(np.zeros(5, int), np.ones(5)))
