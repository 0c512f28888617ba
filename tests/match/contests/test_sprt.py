"""The sequential test: its bounds, its arithmetic, and how often it errs."""

import math

import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.match.contests.sprt import Sprt
from cfggo.match.results.statistics import Tally, expected_rate

MATCHES = 2000
MOST_GAMES = 4000


def share_accepted(sprt: Sprt, elo: float, draw_rate: float, seed: int) -> float:
    """Returns how many of MATCHES simulated matches end with the candidate accepted.

    Its points are those expected at the Elo difference, whatever part of them is draws.
    """
    rng = np.random.default_rng(seed)
    drawn = rng.random((MATCHES, MOST_GAMES), dtype=np.float32)
    rate = expected_rate(elo)
    points = np.where(drawn < rate - draw_rate / 2, 1.0, 0.5)
    points[drawn > rate + draw_rate / 2] = 0.0
    win, loss = (sprt.log_likelihood_ratio(t) for t in (Tally(wins=1), Tally(losses=1)))
    ratios = np.cumsum(points * (win - loss) + loss, axis=1)
    low, high = sprt.bounds
    ended = (ratios <= low) | (ratios >= high)
    assert ended.any(axis=1).all()
    first = ended.argmax(axis=1)
    return float(np.mean(ratios[np.arange(MATCHES), first] >= high))


def at_most(rate: float) -> float:
    """Returns the share of MATCHES that a rate stays below, but for one time in a thousand."""
    return rate + 3.1 * math.sqrt(rate * (1 - rate) / MATCHES)


@pytest.mark.parametrize("draw_rate", [0.0, 0.3])
def test_error_rates_are_within_their_nominal_bounds(draw_rate: float) -> None:
    sprt = Sprt(elo0=0.0, elo1=40.0, alpha=0.05, beta=0.1)
    assert share_accepted(sprt, 0.0, draw_rate, seed=1) <= at_most(sprt.alpha)
    assert 1 - share_accepted(sprt, 40.0, draw_rate, seed=2) <= at_most(sprt.beta)
    assert share_accepted(sprt, 120.0, draw_rate, seed=3) > 0.999


def test_log_likelihood_ratio_is_that_of_the_results() -> None:
    sprt = Sprt(elo0=-10.0, elo1=25.0)
    rate0, rate1 = expected_rate(-10.0), expected_rate(25.0)
    expected = math.log(rate1**7 * (1 - rate1) ** 4 / (rate0**7 * (1 - rate0) ** 4))
    assert sprt.log_likelihood_ratio(Tally(wins=7, losses=4)) == pytest.approx(expected)
    assert sprt.log_likelihood_ratio(Tally(wins=6, losses=3, draws=2)) == pytest.approx(expected)


def test_verdicts() -> None:
    sprt = Sprt(elo0=0.0, elo1=100.0)
    assert sprt.verdict(Tally()) == "undecided"
    assert sprt.verdict(Tally(wins=11, losses=1)) == "undecided"
    assert sprt.verdict(Tally(wins=13)) == "accepted"
    assert sprt.verdict(Tally(losses=10)) == "rejected"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"elo0": 30.0, "elo1": 30.0}, "elo0 = 30 must be below elo1 = 30"),
        ({"alpha": 0.0}, "alpha = 0 must be between 0 and 0.5"),
        ({"beta": 0.7}, "beta = 0.7 must be between"),
    ],
)
def test_what_is_no_test(values: dict[str, float], message: str) -> None:
    with pytest.raises(CfggoError, match=message):
        Sprt(**values)
