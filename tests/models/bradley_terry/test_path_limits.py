"""All weights that are accepted can be added up in playouts, which come to an end."""

import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_weights
from cfggo.config import PolicyConfig, load_config
from cfggo.features.catalogue import CONTIGUOUS, MAX_FEATURES, N_PATTERNS, PLAYOUT_PATHS
from cfggo.features.paths import path_features
from cfggo.features.patterns3x3 import own_eye_codes, suicide_codes
from cfggo.go.board import is_legal, is_own_eye, new_board
from cfggo.go.points import BLACK, EMPTY, PASS, WHITE
from cfggo.graph.incremental_graph import GRAPH_DTYPE, N_EMPTY_KINDS, build_graph
from cfggo.graph.labels import labelling
from cfggo.models.bradley_terry import path_limits
from cfggo.models.bradley_terry.bending import bend_weights
from cfggo.models.bradley_terry.path_limits import fit_playouts, highest_sums
from cfggo.models.bradley_terry.playout_policy import (
    draw_without_rules,
    play_on_position,
    set_up_position,
)
from cfggo.models.bradley_terry.playout_tables import NEVER, THETA_UNIT, make_playout_tables
from cfggo.models.bradley_terry.position import POSITION_DTYPE
from cfggo.models.bradley_terry.weights import MAX_THETA, Weights
from cfggo.models.registry import load_weights
from tests.conftest import RandomBoard, RandomWeights


def test_no_move_has_paths_that_add_up_to_more(random_board: RandomBoard) -> None:
    """Of paths that all weigh 1, some moves have nearly as many as is thought possible."""
    names = labelling("exact")
    n = names.n_labels
    rng = np.random.default_rng(3)
    graph = np.zeros(1, dtype=GRAPH_DTYPE)[0]
    features = np.zeros(MAX_FEATURES, dtype=np.int32)
    for paths in (np.ones(n**3), rng.normal(size=n**3)):
        reached = []
        for colour in (BLACK, WHITE):
            labels = names.label_of[colour].astype(np.intp)
            of_kinds = paths.reshape(n, n, n)[np.ix_(labels[:N_EMPTY_KINDS], labels, labels)]
            highest, lowest = highest_sums(of_kinds), -highest_sums(-of_kinds)
            for seed in range(24):
                board = random_board((5, 9, 19)[seed % 3], seed)[0]
                build_graph(board, graph)
                for point in board["empty"][: board["n_empty"]].tolist():
                    label_of = names.label_of[colour]
                    end = path_features(board, graph, point, label_of, n, 0, features, 0, True)
                    total = paths[features[:end]].sum()
                    kind = int(graph["kind"][point])
                    assert lowest[kind] - 1e-9 <= total <= highest[kind] + 1e-9
                    reached.append(total / highest[kind] if highest[kind] else 1.0)
        assert max(reached) > 0.9 or paths[0] != 1.0


def test_points_that_may_never_be_played_have_no_empty_neighbour() -> None:
    """The limits of their sums are the narrower ones."""
    for colour in (BLACK, WHITE):
        codes = np.flatnonzero(own_eye_codes()[colour] | suicide_codes()[colour])
        assert len(codes) > 0
        for shift in range(0, 8, 2):
            assert ((codes >> shift) & 3 != EMPTY).all()


def test_the_limits_fit_the_whole_numbers_of_playouts() -> None:
    """What rounding adds for each of up to 228 paths included, and patterns at their worst."""
    rounding = 228 / 2
    pattern = (4 * MAX_THETA + 10) * THETA_UNIT  # with the highest exponent, and vital points
    shut_in = path_limits.LOWEST_IF_SHUT_IN, path_limits.HIGHEST_IF_SHUT_IN
    assert NEVER + shut_in[1] * THETA_UNIT + rounding < NEVER // 2
    assert NEVER + shut_in[0] * THETA_UNIT - rounding >= -(2**15)
    assert pattern + path_limits.HIGHEST * THETA_UNIT + rounding < 2**15
    assert -pattern + path_limits.LOWEST * THETA_UNIT - rounding >= -(2**15)


def test_shipped_weights_of_all_paths_fit_with_the_default_presets_exponent() -> None:
    weights = load_weights(find_weights("paper-cfg"), "playout")
    assert fit_playouts(load_config().policy.playout_exponent * weights.theta, "exact")


def test_an_exponent_that_is_too_high_for_the_paths_is_refused(
    random_weights: RandomWeights,
) -> None:
    weights = random_weights("playout", "hash8", spread=0.3)
    assert fit_playouts(weights.theta, "hash8")
    bend_weights(weights, PolicyConfig(playout_exponent=1.2))
    with pytest.raises(CfggoError, match="playout_exponent 4 is too high for these weights"):
        bend_weights(weights, PolicyConfig(playout_exponent=4.0))


def extreme_weights(labelling_name: str, seed: int) -> Weights:
    """Returns weights of which most are as far from 0 as they may be."""
    rng = np.random.default_rng(seed)
    n = labelling(labelling_name).n_labels if labelling_name else 0
    theta = rng.choice([-MAX_THETA, MAX_THETA], PLAYOUT_PATHS + n**3).astype(np.float32)
    while labelling_name and not fit_playouts(theta, labelling_name):
        theta[PLAYOUT_PATHS:] *= 0.9
    return Weights("playout", labelling_name, theta)


@pytest.mark.parametrize("name", ["", "exact", "hash8"])
@pytest.mark.parametrize("end", [-10.0, 10.0])
def test_extreme_weights_play_legal_moves_until_the_end(name: str, end: float) -> None:
    for seed in range(3):
        weights = extreme_weights(name, seed)
        config = PolicyConfig(
            playout_exponent=1.0 if name else 4.0, playout_locality=end, vital_points=end
        )
        bent = bend_weights(weights, config)
        assert abs(bent.theta[: PLAYOUT_PATHS - N_PATTERNS]).max() <= 4 * MAX_THETA + 10
        assert bent.theta[CONTIGUOUS] == weights.theta[CONTIGUOUS] * config.playout_exponent + end
        tables = make_playout_tables(bent)
        position = np.zeros(1, dtype=POSITION_DTYPE)[0]
        position["board"] = new_board(7, seed)[0]
        set_up_position(position, tables)
        board = position["board"]
        while board["n_passes"] < 2 and board["n_moves"] < 200:
            point = draw_without_rules(position, tables)
            assert point == PASS or is_legal(board, point)
            assert point == PASS or not is_own_eye(board, point, board["to_play"])
            playout = position["playout"]
            assert (playout["total"] == playout["gamma"].sum(axis=1)).all()
            assert (playout["gamma"] >= 0).all()
            play_on_position(position, tables, point)
