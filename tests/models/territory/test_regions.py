"""Block graph and group graph: on a diagram, against plain Python, and what always holds."""

import networkx
import numpy as np
import pytest

from cfggo.go.points import BLACK, EMPTY, WHITE, parse_vertex
from cfggo.models.territory.regions import (
    NEUTRAL,
    STONE,
    SURROUND,
    BlockGraph,
    block_graph,
    group_of_blocks,
    merged_edges,
)
from tests.conftest import RandomBoard
from tests.diagrams import board_from_diagram
from tests.models.territory.plain_regions import PlainBlockGraph

WALLS = """
    . X . O .
    . X . O .
    . X . O .
    X X . O .
    . X . O .
"""


def graph_of(board: np.void) -> BlockGraph:
    graph: BlockGraph = block_graph(board["colour"], int(board["size"]))
    return graph


def node_at(graph: BlockGraph, vertex: str) -> int:
    return int(graph.node_of[parse_vertex(vertex, 5)])


def test_blocks_of_two_walls() -> None:
    graph = graph_of(board_from_diagram(WALLS)[0])
    kinds = {
        v: (graph.kind[node_at(graph, v)], graph.colour[node_at(graph, v)])
        for v in ["A5", "A1", "B5", "C3", "D1", "E2"]
    }
    assert kinds == {
        "A5": (SURROUND, BLACK), "A1": (SURROUND, BLACK), "B5": (STONE, BLACK),
        "C3": (NEUTRAL, EMPTY), "D1": (STONE, WHITE), "E2": (SURROUND, WHITE),
    }  # fmt: skip
    assert len(graph.kind) == 6
    wall, eyes = node_at(graph, "B5"), node_at(graph, "A5")
    assert graph.counts[wall].tolist() == [0, 3, 2, 1, 0]  # three ends, two in between, a fork
    (edge,) = (i for i, ends in enumerate(graph.edges.tolist()) if set(ends) == {wall, eyes})
    side = graph.edges[edge].tolist().index(wall)
    assert graph.contacts[edge, side].tolist() == [0, 4, 0, 0, 0]
    assert graph.contacts[edge, 1 - side].tolist() == [0, 2, 1, 0, 0]  # A3 touches it twice


def test_a_group_is_its_surround_and_the_stones_around() -> None:
    graph = graph_of(board_from_diagram(WALLS)[0])
    group = group_of_blocks(graph)
    assert len({group[node_at(graph, v)] for v in ("A1", "A5", "B1")}) == 1
    assert len(set(group.tolist())) == 3
    edges, weights = merged_edges(graph.edges, np.ones(len(graph.edges)), group)
    assert len(edges) == 2  # both groups touch the neutral points, not each other
    assert weights.tolist() == [1.0, 1.0]


def test_an_empty_board_is_one_neutral_block() -> None:
    graph = graph_of(board_from_diagram(".....\n" * 5)[0])
    assert graph.kind.tolist() == [NEUTRAL]
    assert len(graph.edges) == 0


@pytest.mark.parametrize("size", [2, 5, 9, 19])
def test_kernel_says_what_plain_python_says(size: int, random_board: RandomBoard) -> None:
    for seed in range(12 if size == 19 else 150):
        board = random_board(size, seed)[0]
        graph, plain = graph_of(board), PlainBlockGraph(board)
        assert graph.kind.tolist() == plain.kind
        assert graph.colour.tolist() == plain.colour
        assert {p: int(graph.node_of[p]) for p in plain.node_of} == plain.node_of
        counts = [[of_block[k] for k in range(5)] for of_block in plain.counts]
        assert graph.counts.tolist() == counts
        assert {*map(tuple, graph.edges.tolist())} == {e for e in plain.contacts if e[0] < e[1]}
        for (a, b), contacts in zip(graph.edges.tolist(), graph.contacts.tolist(), strict=True):
            assert contacts[0] == [plain.contacts[a, b][k] for k in range(5)]
            assert contacts[1] == [plain.contacts[b, a][k] for k in range(5)]


def test_what_may_touch_and_that_graphs_are_planar(random_board: RandomBoard) -> None:
    for seed in range(40):
        graph = graph_of(random_board(9 if seed % 3 else 19, seed)[0])
        for a, b in graph.edges.tolist():
            kinds = {int(graph.kind[a]), int(graph.kind[b])}
            same = graph.colour[a] == graph.colour[b]
            assert kinds != {NEUTRAL}
            assert NEUTRAL in kinds or same == (kinds == {STONE, SURROUND})
        groups, _ = merged_edges(graph.edges, np.ones(len(graph.edges)), group_of_blocks(graph))
        for edges in (graph.edges, groups):
            assert networkx.check_planarity(networkx.Graph(edges.tolist()))[0]
