"""The playout policy that counts of patterns make."""

import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.config import PolicyConfig
from cfggo.features.catalogue import N_LOCAL, N_PATTERNS, PATTERNS
from cfggo.features.patterns3x3 import canonical_codes
from cfggo.go.points import BLACK, WHITE
from cfggo.models.bradley_terry.bending import bend_weights
from cfggo.models.bradley_terry.playout_tables import make_playout_tables
from cfggo.models.frequency.classes import class_indices
from cfggo.models.frequency.policy import CountedWeights, answers_of, weights_of_frequencies
from tests.conftest import MakeFrequencies, RandomWeights

COUNTS = {"XX./O*./...": (500, 16_000), "XOX/.*./...": (80, 600), ".../.*./...": (9, 100_000)}


@pytest.fixture
def weights(make_frequencies: MakeFrequencies) -> CountedWeights:
    return weights_of_frequencies(make_frequencies(COUNTS))


def test_a_pattern_weighs_the_same_whatever_is_in_atari(weights: CountedWeights) -> None:
    theta_of_class = weights.frequencies.theta()
    theta = weights.theta[PATTERNS : PATTERNS + N_PATTERNS]
    canonical = canonical_codes()
    rng = np.random.default_rng(1)
    codes = rng.integers(0, N_PATTERNS, 50_000)
    n_weighed = 0
    for colour in (BLACK, WHITE):
        index = class_indices()[colour, codes & 0xFFFF]
        found = theta[canonical[colour, codes]]
        assert found[index >= 0] == pytest.approx(theta_of_class[index[index >= 0]], abs=1e-6)
        n_weighed += int(np.count_nonzero(found[index >= 0]))
    assert n_weighed > 0
    assert not weights.theta[:N_LOCAL].any()


def test_playouts_get_the_preferences_that_are_set(weights: CountedWeights) -> None:
    for by_rate in (False, True):
        config = PolicyConfig(pattern_answers=4, answers_by_rate=by_rate)
        bent = bend_weights(weights, config)
        tables = make_playout_tables(bent, answers_of(bent, config))
        assert (tables["answers"] == weights.frequencies.preferences(by_rate)).all()
    assert answers_of(weights, PolicyConfig()) is None
    assert not make_playout_tables(weights)["answers"].any()


def test_answers_need_counts(random_weights: RandomWeights) -> None:
    message = "^pattern_answers = 8: the playout weights 'some' have no counts of patterns; "
    with pytest.raises(CfggoError, match=message):
        answers_of(random_weights("playout", ""), PolicyConfig(playout="some", pattern_answers=8))


@pytest.mark.parametrize("neighbours", [-4, 1, 5, 9])
def test_answers_look_at_four_neighbours_or_eight(weights: CountedWeights, neighbours: int) -> None:
    with pytest.raises(CfggoError, match=f"pattern_answers must be 0, 4 or 8, not {neighbours}"):
        answers_of(weights, PolicyConfig(pattern_answers=neighbours))
