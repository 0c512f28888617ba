"""Exact inference: all labellings one by one, elimination, and the planar model say the same."""

import networkx
import numpy as np
import pytest

from cfggo.models.territory.elimination import best_labels, elimination_order, marginals, width
from cfggo.models.territory.regions import block_graph
from tests.conftest import RandomBoard
from tests.models.territory.planar import planar_best, planar_marginals


def random_planar(rng: np.random.Generator, n: int) -> np.ndarray:
    """Returns the edges of a random planar graph, int32[m, 2]."""
    graph = networkx.empty_graph(n)
    for _ in range(rng.integers(0, 4 * n)):
        a, b = rng.integers(0, n, 2).tolist()
        if a != b and not graph.has_edge(a, b):
            graph.add_edge(a, b)
            if not networkx.check_planarity(graph)[0]:
                graph.remove_edge(a, b)
    return np.array(list(graph.edges()), dtype=np.int32).reshape(-1, 2)


def enumerated(
    n: int, edges: np.ndarray, weights: np.ndarray, lean: np.ndarray
) -> tuple[float, np.ndarray, np.ndarray, float]:
    """Returns ln Z, P(y_i != y_j), P(y = Black), and the least energy."""
    labels = (np.arange(1 << n)[:, np.newaxis] >> np.arange(n)) & 1
    differ = labels[:, edges[:, 0]] != labels[:, edges[:, 1]]
    energy = differ @ weights - labels @ lean
    chances = np.exp(-energy)
    z = chances.sum()
    return float(np.log(z)), chances @ differ / z, chances @ labels / z, float(energy.min())


def energy_of(labels: np.ndarray, edges: np.ndarray, weights: np.ndarray) -> float:
    return float((labels[edges[:, 0]] != labels[edges[:, 1]]) @ weights)


def test_three_ways_agree_on_random_planar_graphs() -> None:
    rng = np.random.default_rng(1)
    for number in range(48):
        n = 4 + number % 9
        edges = random_planar(rng, n)
        weights = rng.normal(0, 2, len(edges))
        log_z, differ, black, least = enumerated(n, edges, weights, np.zeros(n))
        eliminated = marginals(n, edges, weights)
        assert eliminated is not None
        planar_z, planar_differ = planar_marginals(n, edges, weights)
        assert eliminated[0] == pytest.approx(log_z, abs=1e-9)
        assert planar_z == pytest.approx(log_z, abs=1e-9)
        np.testing.assert_allclose(eliminated[1], differ, atol=1e-9)
        np.testing.assert_allclose(planar_differ, differ, atol=1e-9)
        np.testing.assert_allclose(eliminated[2], black, atol=1e-9)
        best = best_labels(n, edges, weights)
        assert best is not None
        assert best[0] == pytest.approx(least, abs=1e-9)
        assert energy_of(best[1], edges, weights) == pytest.approx(least, abs=1e-9)
        decoded = planar_best(n, edges, weights)
        assert energy_of(decoded, edges, weights) == pytest.approx(least, abs=1e-4)


def test_elimination_with_leaning_nodes() -> None:
    rng = np.random.default_rng(2)
    for number in range(100):
        n = 1 + number % 11
        pairs = [(a, b) for b in range(n) for a in range(b)]
        chosen = rng.permutation(len(pairs))[: rng.integers(0, len(pairs) + 1)]
        edges = np.array([pairs[i] for i in chosen], dtype=np.int32).reshape(-1, 2)
        weights, lean = rng.normal(0, 2, len(edges)), rng.normal(0, 2, n)
        log_z, differ, black, least = enumerated(n, edges, weights, lean)
        found, best = marginals(n, edges, weights, lean), best_labels(n, edges, weights, lean)
        assert found is not None
        assert best is not None
        assert found[0] == pytest.approx(log_z, abs=1e-9)
        np.testing.assert_allclose(found[1], differ, atol=1e-9)
        np.testing.assert_allclose(found[2], black, atol=1e-9)
        assert best[0] == pytest.approx(least, abs=1e-9)
        assert energy_of(best[1], edges, weights) - best[1] @ lean == pytest.approx(least, abs=1e-9)


def test_planar_and_elimination_agree_on_boards(random_board: RandomBoard) -> None:
    rng = np.random.default_rng(3)
    for seed in range(1, 12, 2):
        board = random_board(9, seed)[0]
        graph = block_graph(board["colour"], 9)
        n, weights = len(graph.kind), rng.normal(0, 1, len(graph.edges))
        eliminated = marginals(n, graph.edges, weights)
        assert eliminated is not None
        log_z, differ = planar_marginals(n, graph.edges, weights)
        assert log_z == pytest.approx(eliminated[0], abs=1e-6)
        np.testing.assert_allclose(differ, eliminated[1], atol=1e-6)


def test_a_graph_that_is_too_wide_is_not_tried() -> None:
    edges = np.array([(a, b) for b in range(30) for a in range(b)], dtype=np.int32)
    assert width(elimination_order(30, edges)[2]) == 29
    assert marginals(30, edges, np.zeros(len(edges))) is None
