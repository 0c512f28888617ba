"""How strong simulated users are found to be."""

import random

import pytest

from cfggo.interfaces.browser.rating import Outcome, Rating, estimate, rank_of, ranks_a_stone
from cfggo.search.levels import LEVELS


def games_of(rank: float, n: int, seed: int, size: int = 19) -> list[Outcome]:
    """Returns n games of a user of that rank, who plays what is suggested; the newest first."""
    rng = random.Random(seed)
    games: list[Outcome] = []
    for _ in range(n):
        rating = estimate(games)
        level, stones = rating.level, rating.stones(rating.level, size)
        ahead = rank - rank_of(level) + stones * ranks_a_stone(size)
        won = rng.random() < 1 / (1 + 2**-ahead)
        games.insert(0, Outcome(level, won, stones, size))
    return games


@pytest.mark.parametrize("rank", [-20.0, -16.0, -12.0, -8.0, -4.0])
@pytest.mark.parametrize("size", [9, 19])
def test_after_thirty_games_the_rank_is_known(rank: float, size: int) -> None:
    ratings = [estimate(games_of(rank, 30, seed, size)) for seed in range(20)]
    errors = [rating.rank - rank for rating in ratings]
    assert abs(sum(errors) / len(errors)) < 0.8
    assert sum(abs(error) < 2.0 for error in errors) >= 18
    within = sum(abs(e) < 2 * rating.error for e, rating in zip(errors, ratings, strict=True))
    assert within >= 17


def test_a_win_raises_it_and_games_make_it_surer() -> None:
    before = estimate([])
    assert (before.level, before.games) == ("15k", 0)
    won, lost = (estimate([Outcome("15k", won)]) for won in (True, False))
    assert lost.rank < before.rank < won.rank
    assert won.error < before.error
    assert estimate([Outcome("15k", True)] * 2).rank > won.rank


def test_the_newest_games_count_most() -> None:
    results = [Outcome("12k", True)] * 10 + [Outcome("12k", False)] * 10
    assert estimate(results).rank > -12 > estimate(results[::-1]).rank


def test_a_handicap_that_is_needed_says_so() -> None:
    """Who beats 8k only with four stones is as strong as 12k."""
    even = estimate([Outcome("8k", won, handicap=4) for won in (True, False) * 10])
    assert even.level == "12k"
    assert even.stones("8k", 19) == 4
    assert even.stones("16k", 19) == -4
    assert even.stones("11k", 19) == 0
    assert even.stones("4k", 9) == 2
    assert Rating(-30.0, 1.0, 1).stones("3k", 19) == 9


def test_the_suggested_level_is_one_there_is() -> None:
    for won in (True, False):
        assert estimate([Outcome("3k" if won else "20k", won)] * 50).level in LEVELS
