"""Glances at positions, checked against the weights of every move's list of features."""

from collections.abc import Iterable

import numpy as np
import pytest

from cfggo.features.catalogue import MAX_FEATURES
from cfggo.features.patterns3x3 import canonical_codes
from cfggo.features.plain_groups import (
    BORDER,
    LAST2_DISTANCE,
    LAST_DISTANCE,
    N_BORDER,
    distance_number,
)
from cfggo.features.playout import playout_features
from cfggo.features.tactics import border_line
from cfggo.go.board import is_own_eye
from cfggo.go.points import MAX_MOVES, PASS
from cfggo.graph.incremental_graph import GRAPH_DTYPE, build_graph, complete_graph
from cfggo.graph.labels import labelling
from cfggo.models.bradley_terry.glance import (
    OPENING,
    TIMES_AS_MANY,
    bring_highest_to_front,
    likely_move_probabilities,
)
from cfggo.models.bradley_terry.playout_policy import set_up_position
from cfggo.models.bradley_terry.playout_tables import NO_PATHS, THETA_UNIT, make_playout_tables
from cfggo.models.bradley_terry.position import POSITION_DTYPE
from cfggo.models.bradley_terry.tree_policy import (
    legal_moves,
    make_theta_tables,
    store_probabilities,
)
from tests.conftest import RandomBoard, RandomWeights


class Policies:
    """A tree policy that glances by another one and by a playout policy."""

    def __init__(self, random_weights: RandomWeights, labels: str, seed: int) -> None:
        self.tree = random_weights("tree", "exact", seed, spread=1.0)
        self.glance = random_weights("tree", "", seed + 1)
        self.playout = random_weights("playout", labels, seed + 2)
        self.tables = make_theta_tables(self.tree, self.glance)
        self.playout_tables = make_playout_tables(self.playout)

    def at_a_glance(self, boards: np.ndarray, n_candidates: int) -> dict[int, float]:
        """Returns the probabilities of all moves in the order of the list of moves."""
        position = np.zeros(1, dtype=POSITION_DTYPE)[0]
        position["board"] = boards[0]
        set_up_position(position, self.playout_tables)
        if self.playout_tables["paths"] == NO_PATHS:
            build_graph(position["board"], position["graph"])
        else:
            complete_graph(position["board"], position["graph"])
        points = np.zeros(MAX_MOVES, dtype=np.int16)
        probabilities = np.zeros(MAX_MOVES, dtype=np.float32)
        n = likely_move_probabilities(
            position, self.tables, self.playout_tables, n_candidates, points, probabilities
        )
        return dict(zip(points[:n].tolist(), probabilities[:n].tolist(), strict=True))

    def looked_at_closely(self, boards: np.ndarray) -> dict[int, float]:
        """Returns the tree policy's probabilities."""
        graphs = np.zeros(1, dtype=GRAPH_DTYPE)
        build_graph(boards[0], graphs[0])
        points = np.zeros(MAX_MOVES, dtype=np.int16)
        probabilities = np.zeros(MAX_MOVES, dtype=np.float32)
        n = legal_moves(boards[0], points)
        store_probabilities(boards[0], graphs[0], self.tables, points, n, probabilities)
        return dict(zip(points[:n].tolist(), probabilities[:n].tolist(), strict=True))

    def plain_glance(self, boards: np.ndarray, point: int) -> float:
        """Returns a move's weight at a glance from the features of both policies."""
        board = boards[0]
        graphs = np.zeros(1, dtype=GRAPH_DTYPE)
        build_graph(board, graphs[0])
        names = labelling(self.playout.labelling or "exact")
        features = np.zeros(MAX_FEATURES, dtype=np.int32)
        n = playout_features(
            board, graphs[0], point, 0, CANONICAL, names.label_of, self.playout.n_labels, features
        )
        units = np.rint(self.playout.theta[features[:n]] * THETA_UNIT).sum()
        line = min(border_line(board, point), N_BORDER)
        weight = units / THETA_UNIT + self.glance.theta[BORDER + line - 1]
        for first, before in ((LAST_DISTANCE, board["last"]), (LAST2_DISTANCE, board["last2"])):
            if before != PASS:
                weight += self.glance.theta[first + distance_number(point, before)]
        return float(weight)


CANONICAL = canonical_codes()


@pytest.mark.parametrize("labels", ["", "exact", "hash8"])
@pytest.mark.parametrize(
    ("size", "seeds", "openings"), [(5, range(8), 0), (19, [*range(8), 23, 30, 34], 3)]
)
def test_candidates_share_by_the_policy_what_they_have_at_a_glance(
    labels: str,
    size: int,
    seeds: Iterable[int],
    openings: int,
    random_board: RandomBoard,
    random_weights: RandomWeights,
) -> None:
    policies = Policies(random_weights, labels, seed=size)
    n_openings, n_later = 0, 0
    for seed in seeds:
        n_candidates = 4 if size == 5 else 40
        boards = random_board(size, seed)
        found = policies.at_a_glance(boards, n_candidates)
        is_opening = boards[0]["n_empty"] > size * size * (1 - 1 / OPENING)
        if is_opening:
            n_candidates *= TIMES_AS_MANY
        closely = policies.looked_at_closely(boards)
        assert set(found) == set(closely)
        assert sum(found.values()) == pytest.approx(1.0, abs=1e-5)
        if len(found) - 1 <= n_candidates:
            assert found == pytest.approx(closely, rel=1e-4, abs=1e-9)
            continue
        n_openings += is_opening
        n_later += not is_opening
        # Own eyes are never played in playouts, whatever the weights say.
        board = boards[0]
        glance = {
            p: -100.0
            if is_own_eye(board, p, board["to_play"])
            else policies.plain_glance(boards, p)
            for p in found
            if p != PASS
        }
        moves = list(found)
        candidates, others = moves[1 : n_candidates + 1], moves[n_candidates + 1 :]
        assert moves[0] == PASS
        assert min(glance[p] for p in candidates) >= max(glance[p] for p in others) - 1e-4
        # PASS and candidates are to each other as in the tree policy.
        for point in candidates:
            assert found[point] / found[PASS] == pytest.approx(
                closely[point] / closely[PASS], rel=1e-3
            )
        # Other moves are to the candidates together as they are at a glance.
        whole = sum(np.exp(glance[p]) for p in candidates)
        shared = sum(found[p] for p in candidates)
        for point in others:
            expected = np.exp(glance[point]) / whole
            assert found[point] / shared == pytest.approx(expected, rel=1e-3, abs=1e-12)
    assert n_openings == openings
    assert n_later > 2


def test_very_strong_and_very_weak_moves_are_no_trouble(
    random_board: RandomBoard, random_weights: RandomWeights
) -> None:
    policies = Policies(random_weights, "", seed=1)
    for policy in (policies.tree, policies.glance):
        policy.theta[BORDER] = -500.0
        policy.theta[BORDER + 1] = 500.0
    found = policies.at_a_glance(random_board(9, 4), 10)
    assert sum(found.values()) == pytest.approx(1.0, abs=1e-5)
    assert np.isfinite(list(found.values())).all()


@pytest.mark.parametrize("n_values", [2, 1000])
def test_highest_come_to_the_front(n_values: int) -> None:
    rng = np.random.default_rng(n_values)
    for _ in range(300):
        n = int(rng.integers(2, 60))
        first = int(rng.integers(0, n - 1))
        k = int(rng.integers(1, n - first + 1))
        weights = rng.integers(0, n_values, n).astype(np.float32)
        points = np.arange(n, dtype=np.int16)
        before = weights.copy()
        bring_highest_to_front(weights, points, first, n, k)
        assert (before[points] == weights).all()
        assert (np.sort(points) == np.arange(n)).all()
        assert (points[:first] == np.arange(first)).all()
        front = np.sort(weights[first : first + k])
        assert (front == np.sort(before[first:])[n - first - k :]).all()
