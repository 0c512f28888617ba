"""Ranks and probabilities of the candidate chosen, by hand."""

import numpy as np
import pytest

from cfggo.models.measuring.calibration import new_bins
from cfggo.models.measuring.prediction import NO_CANDIDATE, NOT_ASKED, Ranks, difference, summary
from cfggo.models.measuring.ranking import rank_candidates, shares_within


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


def test_no_interval_reaches_what_can_not_be() -> None:
    logs = np.array([-0.1, -0.1, -4.0])
    better = np.array([0, 0, 3], dtype=np.int32)
    ranks = Ranks(better, np.zeros_like(better), logs, new_bins(3))
    found = summary(np.arange(4), ranks)
    low, high = found.phase_intervals[0]
    assert low < found.phases[0] < high
    assert high == 0.0  # the logarithm of a probability
    assert found.top_intervals[0].tolist() == [0.0, 1.0]


def test_two_models_are_compared_on_the_same_moves() -> None:
    """Games of many lengths, hard and easy; the second model is a little better in each."""
    random = np.random.default_rng(1)
    lengths = random.integers(20, 80, 200)
    starts = np.concatenate(([0], np.cumsum(lengths)))
    hardness = np.repeat(random.uniform(0.1, 0.9, 200), lengths)
    luck = random.uniform(0, 1, starts[-1])
    one, other = (
        summary(
            starts,
            Ranks(
                np.where(luck < share, 0, 3).astype(np.int32),
                np.zeros(starts[-1], dtype=np.int32),
                np.log(share),
                new_bins(200),
            ),
        )
        for share in (hardness, hardness + 0.05)
    )
    found = difference(other, one)
    assert found is not None
    assert found.positions == starts[-1]
    assert found.first == pytest.approx(other.top[0] - one.top[0])
    assert found.log_likelihood == pytest.approx(
        other.mean_log_likelihood - one.mean_log_likelihood
    )
    low, high = found.first_interval
    assert 0.04 < low < found.first < high < 0.06
    # Each model's own interval is of the games' hardness, and far too wide to tell them apart.
    assert one.top_intervals[0, 1] > other.top_intervals[0, 0]
    back = difference(one, other)
    assert back is not None
    assert back.first_interval == pytest.approx((-high, -low))
    assert back.log_likelihood_interval[0] == pytest.approx(-found.log_likelihood_interval[1])


def test_moves_that_only_one_model_predicts_are_left_out_of_a_comparison() -> None:
    logs = np.array([-1.0, -2.0, -3.0, -4.0])
    none = np.zeros(4, dtype=np.int32)
    starts = np.array([0, 2, 4])
    one = summary(starts, Ranks(np.array([0, NO_CANDIDATE, 0, 1]), none, logs, new_bins(2)))
    other = summary(starts, Ranks(np.array([1, 0, 0, NOT_ASKED]), none, logs - 1, new_bins(2)))
    found = difference(one, other)
    assert found is not None
    assert (found.positions, found.first, found.log_likelihood) == (2, 0.5, 1.0)
    alone = summary(
        starts, Ranks(np.array([NOT_ASKED, 0, *[NOT_ASKED] * 2]), none, logs, new_bins(2))
    )
    assert difference(alone, one) is None
