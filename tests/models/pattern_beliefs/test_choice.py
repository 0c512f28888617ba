"""Beliefs by the model of Bradley and Terry: the fast formulas against plain algebra."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from cfggo.models.pattern_beliefs.choice import MOST_RIVALS, learn_choice, new_choice
from cfggo.models.pattern_beliefs.learning import BELIEF_DTYPE
from cfggo.models.pattern_beliefs.moves import MOVES_DTYPE

FLOOR = 1e-9


def learnt(
    means: np.ndarray,
    variances: np.ndarray,
    features: Sequence[Sequence[int]],
    winner: int,
    members: Sequence[int] | None = None,
    floor: float = FLOOR,
) -> tuple[np.ndarray, np.ndarray, float]:
    """Returns means and variances of features after a choice, and the winner's ln(probability).

    features, members -- of each kind of moves
    """
    moves = np.zeros(1, dtype=MOVES_DTYPE)[0]
    for kind, own in enumerate(features):
        moves["features"][kind, : len(own)] = own
        moves["counts"][kind] = len(own)
        moves["first_of"][kind] = kind
        moves["members"][kind] = 1 if members is None else members[kind]
    beliefs = np.zeros(len(means), dtype=BELIEF_DTYPE)
    beliefs["mean"], beliefs["variance"], beliefs["slot"] = means, variances, -1
    most = sum(map(len, features))
    choice = new_choice(most)
    scratch = np.zeros(most, dtype=np.int32), np.zeros((most, 4))
    learn_choice(moves, beliefs, *scratch, choice, len(features), winner, floor)
    assert (beliefs["slot"] == -1).all()
    assert choice.scores[1] == 1
    return beliefs["mean"].copy(), beliefs["variance"].copy(), float(choice.scores[0])


def expected(
    means: np.ndarray,
    variances: np.ndarray,
    features: Sequence[Sequence[int]],
    winner: int,
    members: Sequence[int],
) -> tuple[np.ndarray, np.ndarray, float]:
    """Returns the same by matrices of all features."""
    has = np.array([[float(f in own) for f in range(len(means))] for own in features])
    weights = np.exp(has @ means) * np.array(members)
    p = weights / weights.sum()
    curvature = np.diag(p) - np.outer(p, p)
    covariance = np.linalg.inv(np.diag(1 / variances) + has.T @ curvature @ has)
    y = np.eye(len(p))[winner]
    after = means + covariance @ has.T @ (y - p)
    return after, np.diag(covariance), math.log(p[winner] / members[winner])


@pytest.mark.parametrize("seed", range(10))
def test_a_choice_is_learnt_as_by_matrices(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n_kinds, n = int(rng.integers(2, 20)), 15
    means, variances = rng.normal(0, 0.3, n), rng.uniform(0.05, 0.6, n)
    features = [
        sorted(rng.choice(n, int(rng.integers(1, 7)), replace=False)) for _ in range(n_kinds)
    ]
    members = rng.integers(1, 4, n_kinds).tolist()
    winner = int(rng.integers(n_kinds))
    after, spread, score = learnt(means, variances, features, winner, members)
    by_matrices = expected(means, variances, features, winner, members)
    np.testing.assert_allclose(after, by_matrices[0], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(spread, by_matrices[1], rtol=1e-9, atol=1e-12)
    assert score == pytest.approx(by_matrices[2])


def test_what_all_moves_have_in_common_is_not_learnt() -> None:
    means, variances, _ = learnt(np.zeros(3), np.full(3, 0.5), [[0, 2], [1, 2]], 0)
    assert means[2] == pytest.approx(0.0, abs=1e-12)
    assert variances[2] == pytest.approx(0.5)
    assert means[0] == -means[1] > 0


def test_moves_without_a_chance_take_a_plain_step() -> None:
    """The third move has a share of about a thousandth."""
    means, variances = np.array([0.5, 0.5, -6.0]), np.full(3, 0.4)
    after, spread, _ = learnt(means, variances, [[0], [1], [2]], 0)
    share = math.exp(-6.0) / (2 * math.exp(0.5) + math.exp(-6.0))
    assert after[2] == pytest.approx(-6.0 - 0.4 * share)
    assert spread[2] == 0.4
    assert after[0] > 0.5 > after[1]


def test_more_rivals_than_there_is_room_for() -> None:
    n = 5 * MOST_RIVALS
    rng = np.random.default_rng(1)
    means, variances = rng.normal(0, 1, n), np.full(n, 0.3)
    after, spread, _ = learnt(means, variances, [[i] for i in range(n)], 7)
    assert after[7] > means[7]
    assert (np.delete(after - means, 7) <= 0).all()
    assert (spread <= variances).all()
    likeliest = np.argsort(means)[-MOST_RIVALS // 2 :]  # more are found than half of the most
    assert (spread[likeliest] < variances[likeliest]).all()


def test_equal_moves_without_number_are_learnt_from() -> None:
    """None of them is likelier than the others, so that the least probability finds none."""
    n = 300
    after, _, score = learnt(np.zeros(n), np.full(n, 0.5), [[i] for i in range(n)], 7)
    assert score == pytest.approx(-math.log(n))
    assert after[7] > 0
    assert (np.delete(after, 7) < 0).all()


def test_no_variance_falls_below_the_floor() -> None:
    _, variances, _ = learnt(np.zeros(2), np.full(2, 0.5), [[0], [1]], 0, floor=0.49)
    assert variances.tolist() == [0.49, 0.49]
