"""What one move teaches, against integration."""

import math

import numpy as np
import pytest
from scipy.special import ndtr

from cfggo.models.pattern_beliefs.inference import MOST_SWEEPS, make_messages
from cfggo.models.pattern_beliefs.learning import (
    forget_game,
    learn_move,
    met_beliefs,
    new_learning_room,
)
from cfggo.models.pattern_beliefs.normal import density_and_cdf, normal_cdf, truncation
from cfggo.models.pattern_beliefs.probabilities import kind_probabilities, preference


def moments(
    means: np.ndarray, sigmas: np.ndarray, beta: float, winner: int, i: int
) -> tuple[float, float, float]:
    """Returns mean and standard deviation of what is believed of the value of i once the winner has
    been played, and the probability that it is played, by integration over a fine grid.
    """
    v = sigmas**2 + beta**2
    x = np.linspace((means - 9 * np.sqrt(v)).min(), (means + 9 * np.sqrt(v)).max(), 40_000)
    density = np.exp(-0.5 * (x - means[winner]) ** 2 / v[winner])
    density /= np.sqrt(2 * np.pi * v[winner])
    below = [
        ndtr((x - means[j]) / np.sqrt(v[j])) for j in range(len(means)) if j not in (i, winner)
    ]
    weight = density * np.prod(below, axis=0)
    step = x[1] - x[0]
    if i == winner:
        share = sigmas[i] ** 2 / v[i]
        total = weight.sum() * step
        value = means[i] + share * (x - means[i])
        mean = (weight * value).sum() * step / total
        variance = sigmas[i] ** 2 * (1 - share)
        variance += (weight * (value - mean) ** 2).sum() * step / total
        return mean, math.sqrt(variance), total
    # x_i is below x: its value's moments, of a truncated Gaussian, for each x.
    t = (x - means[i]) / np.sqrt(v[i])
    inside = np.maximum(ndtr(t), 1e-300)
    ratio = np.exp(-0.5 * t * t) / np.sqrt(2 * np.pi) / inside
    first = means[i] - sigmas[i] ** 2 / np.sqrt(v[i]) * ratio
    second = sigmas[i] ** 2 * (1 - sigmas[i] ** 2 / v[i] * ratio * (ratio + t))
    weight = weight * inside
    total = weight.sum() * step
    mean = (weight * first).sum() * step / total
    variance = (weight * (second + (first - mean) ** 2)).sum() * step / total
    return mean, math.sqrt(variance), total


def learnt(
    means: np.ndarray, sigmas: np.ndarray, beta: float, winner: int, features: list[list[int]]
) -> np.ndarray:
    """Returns the beliefs of features after a move, BELIEF_DTYPE[], given those before it.

    features -- of each kind of moves
    """
    room = new_learning_room((), "", np.zeros(0, dtype=np.uint64), len(means))
    moves = room.moves[0]
    for kind, own in enumerate(features):
        moves["features"][kind, : len(own)] = own
        moves["counts"][kind] = len(own)
        moves["first_of"][kind] = kind
    learn_move(room, len(features), winner, 1 / sigmas**2, means / sigmas**2, beta**2, 1e-9)
    assert (room.beliefs["slot"] == -1).all()
    met, beliefs = met_beliefs(room)
    assert sorted(met) == list(range(len(means)))
    forget_game(room)
    assert not room.beliefs["seen"].any()
    assert not room.beliefs["wins"].any()
    after: np.ndarray = beliefs[np.argsort(met)]
    return after


@pytest.mark.parametrize("n", [2, 3, 10, 60, 200])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_beliefs_after_a_move_are_those_of_integration(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    means, sigmas = rng.normal(0, 0.7, n), rng.uniform(0.05, 1.0, n)
    beta = rng.choice([0.3, 0.5, 1.0])
    winner = int(rng.integers(n))
    after = learnt(means, sigmas, beta, winner, [[i] for i in range(n)])
    sigma, mean = np.sqrt(after["variance"]), after["mean"]
    for i in {winner, *rng.integers(0, n, 4).tolist()}:
        exact_mean, exact_sigma, _ = moments(means, sigmas, beta, winner, i)
        assert mean[i] == pytest.approx(exact_mean, abs=0.01)
        assert sigma[i] == pytest.approx(exact_sigma, abs=0.04)
    assert after["wins"].tolist() == [int(i == winner) for i in range(n)]
    assert (after["seen"] == 1).all()


def test_the_first_move_of_equals() -> None:
    """All beliefs are those before anything is learnt, as at a game's first move."""
    n, beta = 50, 0.5
    means, sigmas = np.zeros(n), np.ones(n)
    after = learnt(means, sigmas, beta, 7, [[i] for i in range(n)])
    for i in (7, 8):
        exact_mean, exact_sigma, _ = moments(means, sigmas, beta, 7, i)
        assert after["mean"][i] == pytest.approx(exact_mean, abs=0.01)
        assert math.sqrt(after["variance"][i]) == pytest.approx(exact_sigma, abs=0.04)
    assert (np.delete(after["mean"], 7) < 0).all()
    assert after["mean"][7] > 0


def exact_gaussian(
    means: np.ndarray, sigmas: np.ndarray, beta: float, winner: int, features: list[list[int]]
) -> tuple[np.ndarray, np.ndarray]:
    """Returns mean and variance of features after observations of x_w - x_j with the precision and
    value that the messages have, where all else that is common to moves is one's own noise.
    """
    n_kinds, n = len(features), len(means)
    has = np.array([[float(f in own) for f in range(n)] for own in features])
    m, v = has @ means, has @ sigmas**2 + beta**2
    r, h = np.zeros(n_kinds), np.zeros(n_kinds)
    make_messages(m, v, n_kinds, winner, r, h)
    rivals = [j for j in range(n_kinds) if j != winner]
    out = np.zeros((2, n))
    for f in range(n):
        b = has[winner, f] - has[rivals, f]
        own = sigmas[f] ** 2
        noise = np.diag(1 / r[rivals] - has[rivals, f] * own)
        noise += v[winner] - has[winner, f] * own
        surprise = h[rivals] / r[rivals] - m[winner]
        precision = 1 / own + b @ np.linalg.solve(noise, b)
        out[:, f] = means[f] + b @ np.linalg.solve(noise, surprise) / precision, 1 / precision
    return out[0], out[1]


def test_features_that_moves_share() -> None:
    rng = np.random.default_rng(4)
    means, sigmas = rng.normal(0, 0.5, 9), rng.uniform(0.2, 1.0, 9)
    features = [[0, 1], [0, 2, 8], [3, 4], [1, 4, 8], [5, 6, 7], [0, 7], [8]]
    for winner in range(len(features)):
        after = learnt(means, sigmas, 0.5, winner, features)
        mean, variance = exact_gaussian(means, sigmas, 0.5, winner, features)
        np.testing.assert_allclose(after["mean"], mean, atol=1e-9)
        np.testing.assert_allclose(after["variance"], variance, atol=1e-9)


def test_what_all_moves_have_in_common_is_not_learnt() -> None:
    means, sigmas = np.zeros(4), np.ones(4)
    after = learnt(means, sigmas, 0.5, 0, [[0, 3], [1, 3], [2, 3]])
    assert after["variance"][3] == pytest.approx(1.0)
    assert after["mean"][3] == pytest.approx(0.0)


def test_a_single_kind_of_moves_teaches_nothing() -> None:
    after = learnt(np.zeros(1), np.ones(1), 0.5, 0, [[0]])
    assert after["variance"].tolist() == [1.0]
    assert after["mean"].tolist() == [0.0]


def test_messages_settle() -> None:
    rng = np.random.default_rng(5)
    for n in (2, 5, 100, 361):
        r, h = np.zeros(n), np.zeros(n)
        variances = rng.uniform(0.1, 1.5, n)
        sweeps = make_messages(rng.normal(0, 1, n), variances, n, 0, r, h)
        assert sweeps <= MOST_SWEEPS
        assert r[0] == h[0] == 0.0
        assert (r[1:] >= 0).all()
        assert (r < 1 / variances).all()


def test_density_and_distribution_function_together() -> None:
    for t in np.linspace(-9.0, 9.0, 181):
        density, cdf = density_and_cdf(t)
        assert density == pytest.approx(math.exp(-t * t / 2) / math.sqrt(2 * math.pi), rel=1e-12)
        assert cdf == pytest.approx(normal_cdf(t), abs=1e-7)
        assert cdf > 0


def test_ratios_of_density_and_distribution() -> None:
    for t in (5.0, 0.0, -3.0, -7.99):
        pdf = math.exp(-t * t / 2) / math.sqrt(2 * math.pi)
        ratio, sum_ = truncation(t)
        assert ratio == pytest.approx(pdf / normal_cdf(t), rel=1e-12)
        assert sum_ == pytest.approx(ratio + t, abs=1e-12)


def test_ratios_far_out_go_on_smoothly() -> None:
    """Where the distribution function is too small for its ratio, an expansion takes its place."""
    for t in (-8.01, -12.0, -30.0):
        pdf = math.exp(-t * t / 2) / math.sqrt(2 * math.pi)
        ratio, sum_ = truncation(t)
        assert ratio == pytest.approx(pdf / normal_cdf(t), rel=1e-10)
        assert 0 < 1 - ratio * sum_ < 1 / t**2
    assert truncation(-8.0)[1] == pytest.approx(truncation(-8.0000001)[1], rel=1e-6)
    ratio, sum_ = truncation(-1e6)
    assert ratio == pytest.approx(1e6)
    assert sum_ == pytest.approx(1e-6)


def probabilities_of(means: np.ndarray, variances: np.ndarray) -> np.ndarray:
    n = len(means)
    found = np.zeros(n)
    kind_probabilities(means, variances, n, found, np.zeros((3, n)))
    return found


@pytest.mark.parametrize("n", [1, 2, 30, 250])
def test_probabilities_are_those_of_integration(n: int) -> None:
    rng = np.random.default_rng(n)
    means, sigmas = rng.normal(0, 0.8, n), rng.uniform(0.01, 1.0, n)
    found = probabilities_of(means, sigmas**2 + 0.25)
    assert found.sum() == pytest.approx(1.0)
    for i in rng.integers(0, n, 5).tolist():
        if n > 1:
            expected = moments(means, sigmas, 0.5, i, i)[2]
            assert found[i] == pytest.approx(expected, rel=1e-3, abs=1e-6)


def test_the_probability_of_one_of_two() -> None:
    found = probabilities_of(np.array([0.3, -0.2]), np.array([0.5, 0.7]))
    assert found[0] == pytest.approx(preference(0.3, 0.5, -0.2, 0.7), abs=1e-6)
    assert preference(0.0, 1.0, 0.0, 2.0) == 0.5


def test_values_that_are_known_well_beside_values_that_are_not() -> None:
    means, sigmas = np.array([0.1, 0.0, 0.3]), np.array([0.03, 1.0, 0.02])
    found = probabilities_of(means, sigmas**2 + 0.05**2)
    for i in range(3):
        expected = moments(means, sigmas, 0.05, i, i)[2]
        assert found[i] == pytest.approx(expected, rel=1e-3)


def test_hopeless_moves_have_a_probability() -> None:
    found = probabilities_of(np.array([0.0, -300.0, 0.0]), np.array([0.1, 0.1, 0.1]))
    assert 0 < found[1] < 1e-11
    assert found[0] == pytest.approx(0.5)
