"""Ratings against a direct maximization of the likelihood, and results that have no maximum."""

import numpy as np
import pytest
from scipy.optimize import minimize

from cfggo.base.intervals import Z_95
from cfggo.match.results.ratings import ELO_PER_UNIT, Rating, fit_ratings
from cfggo.match.results.statistics import elo_difference

TRUE_ELO = np.array([0.0, 60.0, -150.0, 200.0, 320.0, -40.0])


def synthetic_results(seed: int, games: int) -> np.ndarray:
    """Returns the points of some games of each pair among players of TRUE_ELO; a few are draws."""
    rng = np.random.default_rng(seed)
    n = len(TRUE_ELO)
    points = np.zeros((n, n))
    for i in range(n):
        for j in range(i):
            rate = 1 / (1 + 10 ** ((TRUE_ELO[j] - TRUE_ELO[i]) / 400))
            draws = rng.binomial(games, 0.05)
            wins = rng.binomial(games - draws, rate)
            points[i, j] = wins + draws / 2
            points[j, i] = games - points[i, j]
    return points


def directly_maximized(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns ratings and half intervals in Elo, the first player fixed at 0.

    The likelihood is maximized by a general method without derivatives given, and its curvature is
    taken from differences.
    """

    def loss(free: np.ndarray) -> float:
        elo = np.concatenate([[0.0], free])
        return sum(
            points[i, j] * np.log1p(10 ** ((elo[j] - elo[i]) / 400))
            for i, j in np.ndindex(*points.shape)
        )

    n = len(points) - 1
    best = minimize(loss, np.zeros(n), method="L-BFGS-B", options={"ftol": 1e-15, "gtol": 1e-10}).x
    best = minimize(loss, best, method="Nelder-Mead", options={"xatol": 1e-4, "fatol": 1e-12}).x
    step = np.eye(n)
    hessian = np.array(
        [
            [
                loss(best + a + b) - loss(best + a - b) - loss(best - a + b) + loss(best - a - b)
                for b in step
            ]
            for a in step
        ]
    )
    half = Z_95 * np.sqrt(np.diag(np.linalg.inv(hessian / 4)))
    return np.concatenate([[0.0], best]), np.concatenate([[0.0], half])


@pytest.mark.parametrize(("seed", "games"), [(1, 20), (2, 40), (3, 200)])
def test_ratings_and_intervals_are_those_of_a_direct_maximization(seed: int, games: int) -> None:
    points = synthetic_results(seed, games)
    elo, half = directly_maximized(points)
    fit = fit_ratings(points, anchor=0)
    assert not fit.has_prior
    ratings = [rating for rating in fit.players if rating is not None]
    assert [r.elo for r in ratings] == pytest.approx(elo, abs=0.1)
    assert [r.low for r in ratings] == pytest.approx(elo - half, abs=0.1)
    assert [r.high for r in ratings] == pytest.approx(elo + half, abs=0.1)


def test_two_players_differ_by_what_their_win_rate_says() -> None:
    first, second = fit_ratings(np.array([[0.0, 30.0], [10.0, 0.0]])).players
    assert first
    assert second
    assert first.elo - second.elo == pytest.approx(elo_difference(0.75))
    # The score's deviation sqrt(p (1 - p)/n), over the slope of the expected score; half of that
    # for each of two players around their mean.
    slope = 0.75 * 0.25 / ELO_PER_UNIT
    half = Z_95 * np.sqrt(0.75 * 0.25 / 40) / slope / 2
    assert first.high - first.elo == pytest.approx(half)


def test_mean_is_zero_and_an_anchor_only_shifts() -> None:
    points = synthetic_results(4, 30)
    free, anchored = fit_ratings(points).players, fit_ratings(points, anchor=3).players
    free_elo = np.array([r.elo for r in free if r])
    anchored_elo = np.array([r.elo for r in anchored if r])
    assert free_elo.mean() == pytest.approx(0.0, abs=1e-6)
    assert anchored_elo == pytest.approx(free_elo - free_elo[3])
    assert anchored[3] == Rating(0.0, 0.0, 0.0)


def test_unbeaten_player_gets_a_finite_rating_that_is_marked() -> None:
    points = np.array([[0.0, 10.0, 10.0], [0.0, 0.0, 5.0], [0.0, 5.0, 0.0]])
    fit = fit_ratings(points)
    assert fit.has_prior
    unbeaten, second, third = fit.players
    assert unbeaten
    assert second
    assert third
    assert second.elo == pytest.approx(third.elo)
    assert unbeaten.elo - second.elo > 400


def test_group_that_never_loses_to_the_rest_needs_the_prior_too() -> None:
    points = np.zeros((4, 4))
    points[0, 1] = points[1, 0] = points[2, 3] = points[3, 2] = 5.0
    points[:2, 2:] = 3.0
    assert fit_ratings(points).has_prior
    points[2, 0] = 0.5  # one draw is enough
    assert not fit_ratings(points).has_prior


def test_players_without_games_have_no_rating() -> None:
    assert fit_ratings(np.zeros((2, 2))).players == (None, None)
    points = np.zeros((4, 4))
    points[0, 1] = points[1, 0] = 1.0
    points[2, 3] = points[3, 2] = 1.0  # these two never met the others
    first, second, *others = fit_ratings(points).players
    assert first
    assert second
    assert others == [None, None]


def test_a_first_player_without_games_keeps_no_other_from_a_rating() -> None:
    points = np.zeros((3, 3))
    points[1, 2], points[2, 1] = 3.0, 1.0
    first, *others = fit_ratings(points).players
    assert first is None
    assert tuple(others) == fit_ratings(points[1:, 1:]).players
