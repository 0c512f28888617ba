"""Predicted probabilities and observed shares, where both are known."""

import numpy as np
import pytest

from cfggo.models.measuring.calibration import EDGES, N_BINS, add_to_bins, calibration, new_bins


def bins_of(probabilities: list[float], played: list[int]) -> np.ndarray:
    """Returns the bins of games of one position each, with the same candidates."""
    bins = new_bins(len(played))
    scores = np.append(np.log(probabilities), 7.0)  # one more, that is not among the first n
    for game, chosen in enumerate(played):
        add_to_bins(scores, len(probabilities), chosen, bins[game])
    return bins


def test_candidates_lie_in_the_bins_of_their_probabilities() -> None:
    found = calibration(bins_of([0.75, 0.15, 0.0995, 0.0005], [0, 0, 0, 1]))
    where = [int(np.searchsorted(EDGES, p, "right")) - 1 for p in (0.75, 0.15, 0.0995, 0.0005)]
    assert found.candidates.sum() == 16
    assert found.candidates[where].tolist() == [4] * 4
    assert found.predicted[where] == pytest.approx([0.75, 0.15, 0.0995, 0.0005])
    assert found.observed[where].tolist() == [0.75, 0.25, 0.0, 0.0]
    others = np.setdiff1d(np.arange(N_BINS), where)
    assert np.isnan(found.observed[others]).all()
    # One move in four is 0.15 expected and 0.25 played: 0.1 too many here, and too few elsewhere.
    assert found.error == pytest.approx(0.1)


def test_moves_drawn_from_the_model_are_calibrated() -> None:
    rng = np.random.default_rng(7)
    bins = new_bins(2000)
    for game in range(2000):
        probabilities = rng.dirichlet(np.full(30, 0.2)) + 1e-12
        chosen = int(rng.choice(30, p=probabilities / probabilities.sum()))
        add_to_bins(np.log(probabilities), 30, chosen, bins[game])
    found = calibration(bins)
    is_common = found.candidates > 100
    low, high = found.intervals[is_common].T
    predicted = found.predicted[is_common]
    assert len(predicted) > 10
    assert np.mean((low <= predicted) & (predicted <= high)) > 0.8
    assert found.error < 0.03
    # A model that thinks itself surer than it is isn't.
    surer = new_bins(2000)
    for game in range(2000):
        add_to_bins(np.log([0.9, 0.1]), 2, int(rng.random() < 0.4), surer[game])
    assert calibration(surer).error == pytest.approx(0.3, abs=0.04)


def test_certainty_is_in_the_last_bin_and_one_game_has_no_interval() -> None:
    found = calibration(bins_of([1.0], [0]))
    assert found.candidates[-1] == 1
    assert found.observed[-1] == 1.0
    assert found.error == 0.0
    assert np.isnan(found.intervals).all()
