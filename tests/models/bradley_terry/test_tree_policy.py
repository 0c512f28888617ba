"""The tree policy: probabilities of all legal moves."""

import numpy as np
import pytest

from cfggo.features.catalogue import MAX_FEATURES, PASS_AFTER_PASS, PASS_OTHERWISE
from cfggo.features.plain_groups import BORDER, CAPTURE_OTHERWISE
from cfggo.features.tree import look_at_position, new_tree_view, tree_features
from cfggo.go.board import is_legal, play
from cfggo.go.points import MAX_MOVES, PASS, parse_vertex
from cfggo.graph.incremental_graph import GRAPH_DTYPE, build_graph
from cfggo.models.bradley_terry.tree_policy import (
    legal_moves,
    make_theta_tables,
    store_probabilities,
)
from cfggo.models.bradley_terry.weights import Weights, n_features_of
from tests.conftest import RandomBoard, RandomWeights
from tests.diagrams import board_from_diagram


def probabilities_of(boards: np.ndarray, weights: Weights) -> dict[int, float]:
    """Returns the policy's probabilities in the order of its list of moves."""
    graphs = np.zeros(1, dtype=GRAPH_DTYPE)
    build_graph(boards[0], graphs[0])
    points = np.zeros(MAX_MOVES, dtype=np.int16)
    probabilities = np.zeros(MAX_MOVES, dtype=np.float32)
    n = legal_moves(boards[0], points)
    tables = make_theta_tables(weights)
    store_probabilities(boards[0], graphs[0], tables, points, n, probabilities)
    return dict(zip(points[:n].tolist(), probabilities[:n].tolist(), strict=True))


def plain_probabilities(boards: np.ndarray, weights: Weights) -> dict[int, float]:
    """Computes the same from every move's list of features."""
    board = boards[0]
    graphs = np.zeros(1, dtype=GRAPH_DTYPE)
    build_graph(board, graphs[0])
    tree = new_tree_view(weights.groups, weights.labelling, weights.keys)
    look_at_position(board, graphs[0], tree)
    features = np.zeros(MAX_FEATURES, dtype=np.int32)
    moves = [p for p in board["empty"][: board["n_empty"]].tolist() if is_legal(board, p)]
    strengths = {}
    for point in (PASS, *moves):
        n = tree_features(board, graphs[0], point, tree, features)
        strengths[point] = np.exp(weights.theta[features[:n]].astype(float).sum())
    total = sum(strengths.values())
    return {point: strength / total for point, strength in strengths.items()}


@pytest.mark.parametrize("name", ["", "exact", "hash8"])
@pytest.mark.parametrize("size", [2, 9, 19])
def test_probabilities_sum_to_one_and_follow_from_the_features(
    name: str, size: int, random_board: RandomBoard, random_weights: RandomWeights
) -> None:
    weights = random_weights("tree", name, seed=size, spread=1.0)
    for seed in range(5):
        boards = random_board(size, seed)
        found = probabilities_of(boards, weights)
        assert sum(found.values()) == pytest.approx(1.0, abs=1e-5)
        assert found == pytest.approx(plain_probabilities(boards, weights), rel=1e-3, abs=1e-7)


def test_very_strong_and_very_weak_moves_are_no_trouble(random_board: RandomBoard) -> None:
    weights = Weights("tree", "", np.zeros(n_features_of("tree", ""), dtype=np.float32))
    weights.theta[BORDER] = -500.0
    weights.theta[BORDER + 1] = 500.0
    found = probabilities_of(random_board(9, 4), weights)
    assert sum(found.values()) == pytest.approx(1.0, abs=1e-5)
    assert np.isfinite(list(found.values())).all()


def test_by_hand() -> None:
    """Weights for a capture and for lines: probabilities are proportional to their gammas."""
    weights = Weights("tree", "", np.zeros(n_features_of("tree", ""), dtype=np.float32))
    weights.theta[CAPTURE_OTHERWISE] = np.log(6.0)
    weights.theta[BORDER] = np.log(0.5)
    weights.theta[PASS_OTHERWISE] = np.log(0.25)
    weights.theta[PASS_AFTER_PASS] = np.log(4.0)
    boards = board_from_diagram("""
        . . .
        X X .
        O O .
    """)
    found = probabilities_of(boards, weights)
    # Four empty points on the border; C1 takes two stones. B2 is taken, so no move has line 2.
    total = 0.25 + 4 * 0.5 + 6.0 * 0.5
    assert found[PASS] == pytest.approx(0.25 / total)
    assert found[parse_vertex("C1", 3)] == pytest.approx(3.0 / total)
    assert found[parse_vertex("A3", 3)] == pytest.approx(0.5 / total)
    play(boards[0], PASS)
    found = probabilities_of(boards, weights)
    assert found[PASS] == pytest.approx(4.0 / (4.0 + 5 * 0.5))
