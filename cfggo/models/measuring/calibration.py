"""Whether moves are played as often as a model says: predicted probability and observed share.

All candidates of all positions are sorted into bins by the probability that the model gives them.
In a bin of a model that is well calibrated, the share of candidates that were played is their mean
probability (the reliability diagram; Murphy and Winkler 1977).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cfggo.base.intervals import ratio_interval
from cfggo.base.jit import jit

EDGES = np.array(
    [0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
)
"""Where a bin ends and the next one begins: in about equal steps of ln(probability) below 0.1, for
most moves are unlikely, and of the probability itself above."""

N_BINS = len(EDGES) - 1

CANDIDATES, PREDICTED, PLAYED = 0, 1, 2
"""The sums of a bin: candidates, their probabilities, and those that were played."""


def new_bins(*shape: int) -> np.ndarray:
    """Returns empty bins for the sums of `add_to_bins`, float64[*shape, N_BINS, 3]."""
    return np.zeros((*shape, N_BINS, 3))


@jit
def add_to_bins(scores, n, chosen, bins):
    """Adds the first n candidates of a position to the bins of their probabilities.

    scores: float[n]; chosen: index of the candidate that was played; bins: float64[N_BINS, 3]
    """
    highest = scores[0]
    for i in range(1, n):
        highest = max(highest, scores[i])
    total = 0.0
    for i in range(n):
        total += np.exp(scores[i] - highest)
    for i in range(n):
        probability = np.exp(scores[i] - highest) / total
        number = 0
        while number < N_BINS - 1 and probability >= EDGES[number + 1]:
            number += 1
        bins[number, CANDIDATES] += 1.0
        bins[number, PREDICTED] += probability
        if i == chosen:
            bins[number, PLAYED] += 1.0


@dataclass(frozen=True)
class Calibration:
    """Predicted probability and observed share of the candidates in each bin.

    Public attributes:
        candidates -- int64[N_BINS]: how many there are
        predicted  -- float64[N_BINS]: their mean probability, NaN where there are none
        observed   -- float64[N_BINS]: the share of them that was played
        intervals  -- float64[N_BINS, 2]: 95% confidence intervals of that share, with whole games
                      as samples; NaN where fewer than two games have any
        error      -- share of the moves that are in another bin than the model expects: half the
                      sum over bins of |moves expected - moves played|, divided by all moves (the
                      total variation distance)
    """

    candidates: np.ndarray
    predicted: np.ndarray
    observed: np.ndarray
    intervals: np.ndarray
    error: float


def calibration(bins: np.ndarray) -> Calibration:
    """Returns the calibration of the sums in bins.

    bins -- float64[games, N_BINS, 3]: what `add_to_bins` added up of each game
    """
    total = bins.sum(axis=0)
    candidates = total[:, CANDIDATES]
    is_used = candidates > 0
    predicted = np.full(N_BINS, np.nan)
    observed = np.full(N_BINS, np.nan)
    predicted[is_used] = total[is_used, PREDICTED] / candidates[is_used]
    observed[is_used] = total[is_used, PLAYED] / candidates[is_used]
    intervals = np.full((N_BINS, 2), np.nan)
    for i in np.flatnonzero(is_used):
        games = bins[bins[:, i, CANDIDATES] > 0, i]
        intervals[i] = ratio_interval(games[:, PLAYED], games[:, CANDIDATES])
    positions = max(total[:, PLAYED].sum(), 1.0)
    error = float(np.abs(total[:, PREDICTED] - total[:, PLAYED]).sum() / 2 / positions)
    intervals = np.clip(intervals, 0.0, 1.0)
    return Calibration(candidates.astype(np.int64), predicted, observed, intervals, error)
