"""Confidence intervals of shares and means."""

import math

import numpy as np

Z_95 = 1.959963984540054
"""Quantile of the normal distribution for a two-sided 95% interval."""

_DRAWS = 4000
"""Of all games anew, for an interval by resampling; in steps of so many, to save memory:"""

_DRAWS_AT_ONCE = 500


def wilson_interval(wins: float, games: int, z: float = Z_95) -> tuple[float, float]:
    """Returns Wilson's score interval for the win rate, a pair (low, high).

    wins -- number of wins, draws counted half

    The values p that the test |wins/games - p| <= z sqrt(p (1 - p)/games) does not reject (Wilson
    1927). Unlike the textbook interval it stays within 0..1 and is right for few games too. Draws
    make it wider than it need be, never narrower.

    Without games it is the whole of 0..1.
    """
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    square = z * z / games
    centre = (rate + square / 2) / (1 + square)
    half = z * math.sqrt(rate * (1 - rate) / games + square / (4 * games)) / (1 + square)
    # The ends are exact where they are known, whatever the rounding.
    low = 0.0 if wins == 0 else centre - half
    high = 1.0 if wins == games else centre + half
    return low, high


def ratio_interval(sums: np.ndarray, counts: np.ndarray) -> tuple[float, float]:
    """Returns the 95% confidence interval of a mean whose samples are alike within a game.

    sums, counts -- float64[n], [n]: sum and number of the samples of each game that has any

    Whole games are the independent samples of a ratio estimator (Cochran 1977, section 6.3), with
    Student's distribution for few of them.  It is NaN for a single game.
    """
    n, mean = len(counts), sums.sum() / counts.sum()
    if n < 2:
        return np.nan, np.nan
    residuals = sums - mean * counts
    standard_error = np.sqrt(n / (n - 1) * np.sum(residuals**2)) / counts.sum()
    half = float(student_95(n - 1)) * float(standard_error)
    return mean - half, mean + half


def student_95(freedom: np.ndarray | int) -> np.ndarray:
    """Returns the quantile of Student's distribution for a two-sided 95% interval.

    freedom -- degrees of freedom, 1 or more, or NaN

    Closed forms for one and two degrees of freedom, for more the expansion of Cornish and Fisher,
    which is right to 1% (Abramowitz and Stegun 1964, 26.7.5).
    """
    freedom = np.asarray(freedom, dtype=np.float64)
    z = Z_95
    many = (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
    return np.select([freedom == 1, freedom == 2], [12.706204736, 4.302652730], many)


def interval_by_game(game_of: np.ndarray, values: np.ndarray) -> tuple[float, float]:
    """Returns `ratio_interval` of the mean of values.

    game_of -- int64[n]: the game that each value is from
    values  -- float64[n]
    """
    _, index = np.unique(game_of, return_inverse=True)
    return ratio_interval(np.bincount(index, values), np.bincount(index))


def saving_interval(sums: np.ndarray, reference: np.ndarray) -> tuple[float, float]:
    """Returns the 95% confidence interval of 1 - sums.sum() / reference.sum().

    sums, reference -- float64[n], [n]: what is to be small, and what it is compared with, by game

    Its ends are percentiles over games drawn anew (the bootstrap, Efron and Tibshirani 1993,
    chapter 13).  Few games may hold most of the errors, so no normal distribution is assumed.  It
    is NaN where the reference has nothing, and where a single game has all there is: one says
    nothing of how much they vary.  The same games always give the same interval.
    """
    n = len(sums)
    if not reference.any() or ((sums != 0) | (reference != 0)).sum() < 2:
        return np.nan, np.nan
    rng = np.random.default_rng(1)
    found = []
    for _ in range(0, _DRAWS, _DRAWS_AT_ONCE):
        drawn = rng.multinomial(n, np.full(n, 1.0 / n), size=_DRAWS_AT_ONCE)
        of = drawn @ reference
        found.append(1.0 - (drawn @ sums)[of > 0] / of[of > 0])
    low, high = np.quantile(np.concatenate(found), (0.025, 0.975))
    return float(low), float(high)
