"""What a configuration makes of playout weights."""

import numpy as np
import pytest

from cfggo.config import PolicyConfig
from cfggo.features.catalogue import CONTIGUOUS, PATTERNS
from cfggo.features.patterns3x3 import pattern_code
from cfggo.go.points import parse_vertex
from cfggo.models.bradley_terry.bending import bend_weights
from cfggo.models.bradley_terry.weights import Weights
from tests.conftest import RandomWeights
from tests.diagrams import board_from_diagram


@pytest.fixture
def weights(random_weights: RandomWeights) -> Weights:
    return random_weights("playout", "")


def changed(weights: Weights, config: PolicyConfig) -> dict[int, float]:
    """Returns by how much each weight that is not the same was changed, by its number."""
    difference = bend_weights(weights, config).theta - weights.theta
    return {int(number): float(difference[number]) for number in np.flatnonzero(difference)}


def test_weights_stay_as_they_were_learnt(weights: Weights) -> None:
    learnt = weights.theta.copy()
    assert changed(weights, PolicyConfig()) == {}
    bend_weights(weights, PolicyConfig(playout_exponent=2, playout_locality=2, vital_points=2))
    assert (weights.theta == learnt).all()


def test_the_exponent_makes_likely_moves_likelier(weights: Weights) -> None:
    bent = bend_weights(weights, PolicyConfig(playout_exponent=1.5)).theta
    assert bent == pytest.approx(1.5 * weights.theta)


def test_locality_is_for_moves_next_to_the_last_one(weights: Weights) -> None:
    bent = changed(weights, PolicyConfig(playout_locality=1.5))
    assert bent == {CONTIGUOUS: pytest.approx(1.5, abs=1e-5)}


def test_vital_points_are_middles_of_eyes_of_three(weights: Weights) -> None:
    board = board_from_diagram("""
        . . . X .
        X X X X .
        . . . . .
        . . . . .
        . . . . .
    """)[0]
    bent = changed(weights, PolicyConfig(vital_points=4.0))
    codes = {name: int(pattern_code(board, parse_vertex(name, 5))) for name in ("B5", "A5", "C2")}
    assert {name: PATTERNS + code in bent for name, code in codes.items()} == {
        "B5": True,
        "A5": False,
        "C2": False,
    }
    assert list(bent.values()) == pytest.approx([4.0] * len(bent), abs=1e-5)
