"""How well moves were predicted: shares of ranks, log-likelihood, calibration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cfggo.base.intervals import interval_by_game
from cfggo.models.measuring.calibration import Calibration, calibration
from cfggo.models.measuring.ranking import shares_within

MAX_RANK = 50
"""Ranks up to this are reported."""

PHASE_MOVES, N_PHASES = 30, 12
"""Log-likelihood is reported for phases of 30 moves; the last one holds all later moves."""

NOT_ASKED, NO_CANDIDATE = -1, -2
"""In place of a rank: nothing was to be predicted; the move chosen was no candidate."""


class Ranks(NamedTuple):
    """A model's predictions of the moves of some games.

    better         -- int32[moves], game after game: candidates that have a higher probability than
                      the move chosen (`rank_candidates`), or NOT_ASKED, or NO_CANDIDATE
    equal          -- int32[moves]: other candidates that have the same probability
    log_likelihood -- float64[moves]: ln(probability) of the move
    bins           -- float64[games, N_BINS, 3]: sums of `add_to_bins`
    """

    better: np.ndarray
    equal: np.ndarray
    log_likelihood: np.ndarray
    bins: np.ndarray


@dataclass(frozen=True)
class Prediction:
    """How a model predicted the moves of some games.

    Intervals are 95% confidence intervals, pairs (low, high), with whole games as samples.

    Public attributes:
        positions      -- number of positions
        left_out       -- positions whose move was no candidate of the model
        top            -- float64[50]: share of moves ranked within the first n, n = 1..50; a move
                          that shares its probability with others counts for each of their ranks
                          in equal parts
        top_intervals  -- float64[50, 2]
        mean_log_likelihood -- mean ln(probability) of the moves
        phases         -- float64[12]: the same for phases of 30 moves, NaN where there are none
        phase_intervals -- float64[12, 2]: NaN where there are fewer than two games
        calibration    -- Calibration
        game_of        -- int64[moves]: the game of each move, those not predicted among them
        first          -- float64[moves]: 1 for a move ranked first, the part for one that shares
                          the first rank, 0 for others; NaN where nothing was predicted
        log_likelihood -- float64[moves]: ln(probability) of the move, or NaN
    """

    positions: int
    left_out: int
    top: np.ndarray
    top_intervals: np.ndarray
    mean_log_likelihood: float
    phases: np.ndarray
    phase_intervals: np.ndarray
    calibration: Calibration
    game_of: np.ndarray
    first: np.ndarray
    log_likelihood: np.ndarray


class Difference(NamedTuple):
    """By how much one model predicts better than another, on moves that both predict.

    positions -- these moves
    first, first_interval -- by how much the share ranked first is larger, and its interval
    log_likelihood, log_likelihood_interval -- the same of the mean log-likelihood

    The samples of the intervals (95%) are whole games, each by the difference of the two.  A move
    that is hard is hard for both, so they are narrower than those of the shares themselves.
    """

    positions: int
    first: float
    first_interval: tuple[float, float]
    log_likelihood: float
    log_likelihood_interval: tuple[float, float]


def summary(starts: np.ndarray, ranks: Ranks) -> Prediction:
    """Returns how the moves of games were predicted.

    starts -- int64[games + 1]: where each game's moves begin

    Raises ValueError if there is nothing to predict.
    """
    better, equal, log_likelihood, bins = ranks
    counted = better >= 0
    if not counted.any():
        raise ValueError("no moves to predict")
    within = shares_within(better[counted], equal[counted], MAX_RANK)
    lengths = np.diff(starts)
    game_of_move = np.repeat(np.arange(len(lengths)), lengths)
    game_of = game_of_move[counted]
    number = np.arange(len(better)) - np.repeat(starts[:-1], lengths)
    phase = np.minimum(number // PHASE_MOVES, N_PHASES - 1)[counted]
    logs = log_likelihood[counted]
    phases = np.full(N_PHASES, np.nan)
    phase_intervals = np.full((N_PHASES, 2), np.nan)
    for i in np.unique(phase):
        inside = phase == i
        phases[i] = logs[inside].mean()
        phase_intervals[i] = interval_by_game(game_of[inside], logs[inside])
    first, log_likelihood_of_move = np.full((2, len(better)), np.nan)
    first[counted], log_likelihood_of_move[counted] = within[:, 0], logs
    top = within.mean(axis=0)
    top_intervals = np.array([interval_by_game(game_of, hits) for hits in within.T])
    unknown = np.isnan(top_intervals)
    return Prediction(
        int(counted.sum()),
        int((better == NO_CANDIDATE).sum()),
        top,
        np.where(unknown, [0.0, 1.0], np.clip(top_intervals, 0.0, 1.0)),
        float(logs.mean()),
        phases,
        np.minimum(phase_intervals, 0.0),
        calibration(bins),
        game_of_move,
        first,
        log_likelihood_of_move,
    )


def difference(one: Prediction, other: Prediction) -> Difference | None:
    """Returns by how much one model predicted the same games better than another one, or None if
    there is no move that both predicted.
    """
    both = ~np.isnan(one.first) & ~np.isnan(other.first)
    if not both.any():
        return None
    game_of = one.game_of[both]
    first = (one.first - other.first)[both]
    log_likelihood = (one.log_likelihood - other.log_likelihood)[both]
    return Difference(
        int(both.sum()),
        float(first.mean()),
        interval_by_game(game_of, first),
        float(log_likelihood.mean()),
        interval_by_game(game_of, log_likelihood),
    )
