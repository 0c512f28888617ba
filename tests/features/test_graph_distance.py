"""Distances in the common fate graph, against the plain graph."""

import numpy as np
import pytest

from cfggo.features.graph_distance import FAR, store_graph_distances
from cfggo.go.points import N_POINTS, board_points
from cfggo.graph.incremental_graph import GRAPH_DTYPE, build_graph
from cfggo.graph.plain import CommonFateGraph
from tests.conftest import RandomBoard


def plain_distances(graph: CommonFateGraph, start: int) -> dict[int, int]:
    distances = {start: 0}
    reached = [start]
    for vertex in reached:
        for near in sorted(graph.neighbours[vertex]):
            if near not in distances:
                distances[near] = distances[vertex] + 1
                reached.append(near)
    return distances


@pytest.mark.parametrize("size", [5, 19])
def test_distances_are_the_fewest_steps(size: int, random_board: RandomBoard) -> None:
    distances = np.zeros(N_POINTS, dtype=np.int8)
    queue = np.zeros(N_POINTS, dtype=np.int16)
    seen = set()
    for seed in range(4):
        board = random_board(size, seed)[0]
        graphs = np.zeros(1, dtype=GRAPH_DTYPE)
        build_graph(board, graphs[0])
        plain = CommonFateGraph(board)
        for point in board_points(size)[::7]:
            start = int(board["head"][point])
            store_graph_distances(board, graphs[0], point, distances, queue)
            expected = plain_distances(plain, start)
            for vertex in plain.colours:
                assert distances[vertex] == min(expected.get(vertex, FAR), FAR)
                seen.add(int(distances[vertex]))
    assert {0, 1, 2, 3} <= seen
