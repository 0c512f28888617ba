"""Elo ratings of many players: Bradley-Terry by maximum likelihood over all games."""

import math
from dataclasses import dataclass

import numpy as np

from cfggo.base.intervals import Z_95

ELO_PER_UNIT = 400.0 / math.log(10.0)
"""Elo points of a difference of 1 in the logarithm of the Bradley-Terry strength."""

PRIOR_GAMES = 1.0
"""Drawn games added to each pairing that was played where the results alone have no maximum."""

_STEPS = 100
_HALVINGS = 30
_TOLERANCE = 1e-10  # of the gradient, in points


@dataclass(frozen=True)
class Rating:
    """A player's rating.

    Public attributes:
      elo       -- rating
      low, high -- its 95% interval
    """

    elo: float
    low: float
    high: float


@dataclass(frozen=True)
class Ratings:
    """The ratings of all players.

    Public attributes:
      players   -- Rating by the player's index, or None without games with the others
      has_prior -- whether drawn games had to be added: some players' ratings would be infinite
    """

    players: tuple[Rating | None, ...]
    has_prior: bool


def fit_ratings(points: np.ndarray, anchor: int | None = None) -> Ratings:
    """Returns the ratings at which the results are the likeliest.

    points -- float[n, n], points that the player of the row won from the player of the column; a
              draw is half a point for both
    anchor -- the player whose rating is 0, or None where the mean is 0

    The probability that i beats j is 1/(1 + 10^((r_j - r_i)/400)). Intervals come from the
    curvature of the log-likelihood at its maximum; they are of the difference to the anchor or to
    the mean.

    There is a maximum if no group of players, and no single one, won all games, or lost all,
    against the rest (Ford 1957). Else PRIOR_GAMES are added.

    Only players connected through games with the anchor, or with the first player who has games,
    have a rating.
    """
    met = (points + points.T) > 0
    start = int(np.argmax(met.any(axis=1))) if anchor is None else anchor
    rated = np.flatnonzero(_reached(met, start))
    if len(rated) < 2:
        return Ratings((None,) * len(points), has_prior=False)
    won = points[np.ix_(rated, rated)]
    has_prior = not (_reached(won > 0, 0).all() and _reached(won.T > 0, 0).all())
    if has_prior:
        won = won + PRIOR_GAMES / 2 * met[np.ix_(rated, rated)]

    strengths, covariance = _maximize(won)
    if anchor is not None:
        zero = int(np.searchsorted(rated, anchor))
        strengths = strengths - strengths[zero]
        cross = covariance[zero]
        variances = np.diag(covariance) + cross[zero] - 2 * cross
    else:
        variances = np.diag(covariance)
    # Rounding may leave the anchor's own variance a little below zero.
    halves = Z_95 * np.sqrt(np.maximum(variances, 0.0))

    players: list[Rating | None] = [None] * len(points)
    for player, strength, half in zip(rated.tolist(), strengths, halves, strict=True):
        elo, margin = ELO_PER_UNIT * float(strength), ELO_PER_UNIT * float(half)
        players[player] = Rating(elo, elo - margin, elo + margin)
    return Ratings(tuple(players), has_prior)


def _reached(edges: np.ndarray, start: int) -> np.ndarray:
    """Returns which nodes can be reached from one; edges: bool[n, n], from row to column."""
    reached = np.zeros(len(edges), dtype=bool)
    reached[start] = True
    while True:
        further = reached | edges[reached].any(axis=0)
        if (further == reached).all():
            return reached
        reached = further


def _maximize(won: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the log-strengths with mean 0 and their covariance, for results with a maximum.

    Newton's method. The log-likelihood is concave and does not change when all strengths grow by
    the same amount, which is the direction that the pseudo-inverse leaves out.
    """
    games = won + won.T
    strengths = np.zeros(len(won))
    likelihood = _log_likelihood(won, strengths)
    for _ in range(_STEPS):
        rates = 1.0 / (1.0 + np.exp(strengths[None, :] - strengths[:, None]))
        gradient = (won - games * rates).sum(axis=1)
        information = -games * rates * rates.T
        np.fill_diagonal(information, 0.0)
        np.fill_diagonal(information, -information.sum(axis=1))
        covariance = np.linalg.pinv(information, hermitian=True)
        if np.abs(gradient).max() < _TOLERANCE * games.sum():
            break
        step = covariance @ gradient
        for _ in range(_HALVINGS):
            nearer = _log_likelihood(won, strengths + step)
            if nearer >= likelihood:
                break
            step /= 2
        strengths, likelihood = strengths + step, nearer
    return strengths - strengths.mean(), covariance


def _log_likelihood(won: np.ndarray, strengths: np.ndarray) -> float:
    return float(-(won * np.logaddexp(0.0, strengths[None, :] - strengths[:, None])).sum())
