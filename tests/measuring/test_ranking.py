"""Ranks and probabilities of the candidate chosen, by hand."""

import numpy as np
import pytest

from cfggo.measuring.calibration import new_bins
from cfggo.measuring.prediction import NO_CANDIDATE, NOT_ASKED, Ranks, summary
from cfggo.measuring.ranking import rank_candidates, shares_within


def test_ranks_of_one_position() -> None:
    scores = np.log([4.0, 1.0, 1.0, 2.0])
    found = [rank_candidates(scores, chosen) for chosen in range(4)]
    assert [(better, equal) for better, equal, _ in found] == [(0, 0), (2, 1), (2, 1), (1, 0)]
    assert [log for _, _, log in found] == pytest.approx(np.log([1 / 2, 1 / 8, 1 / 8, 1 / 4]))


def test_scores_may_be_far_apart() -> None:
    assert rank_candidates(np.array([3000.0, -3000.0]), 1) == (1, 0, -6000.0)


def test_equals_share_their_ranks() -> None:
    shares = shares_within(np.array([0, 2]), np.array([0, 1]), 5)
    assert shares.tolist() == [[1, 1, 1, 1, 1], [0, 0, 0.5, 1, 1]]


def test_what_was_not_asked_does_not_count() -> None:
    better = np.array([0, NOT_ASKED, NO_CANDIDATE, 1], dtype=np.int32)
    logs = np.array([-1.0, np.nan, np.nan, -3.0])
    found = summary(np.array([0, 4]), Ranks(better, np.zeros_like(better), logs, new_bins(1)))
    assert (found.positions, found.left_out) == (2, 1)
    assert found.top[:2].tolist() == [0.5, 1.0]
    assert found.mean_log_likelihood == -2.0
    nothing = Ranks(np.full(4, NOT_ASKED), np.zeros(4, int), logs, new_bins(1))
    with pytest.raises(ValueError, match="no moves to predict"):
        summary(np.array([0, 4]), nothing)
