"""Subgraphs through a point: counted fast, counted plainly, and under symmetries."""

from collections import Counter

import numpy as np
import pytest

from cfggo.go.board import is_legal, new_board, play
from cfggo.go.points import BLACK, EMPTY, WHITE, board_points, parse_vertex, point_from_row_col
from cfggo.go.setup import set_up_board
from cfggo.graph.incremental_graph import GRAPH_DTYPE, build_graph
from cfggo.graph.plain import CommonFateGraph
from cfggo.models.tsumego.subgraphs import (
    MAX_SUBGRAPHS,
    N_RICH_LABELS,
    NODES_DTYPE,
    PAPER_NODES,
    RICH_NODES,
    count_keys,
    look_at_nodes,
    paper_keys,
    paper_labels,
    rich_keys,
    rich_labels,
    store_subgraph_keys,
    subgraph_key,
)
from tests.diagrams import board_from_diagram
from tests.models.tsumego.plain_subgraphs import plain_subgraph_keys


def nodes_of(boards, labels=paper_labels):
    graphs = np.zeros(1, dtype=GRAPH_DTYPE)
    build_graph(boards[0], graphs[0])
    nodes = np.zeros(1, dtype=NODES_DTYPE)
    look_at_nodes(boards[0], graphs[0], nodes[0])
    labels(boards[0], nodes[0])
    return nodes


def keys_at(nodes, point, length=PAPER_NODES):
    keys = np.zeros(MAX_SUBGRAPHS, dtype=np.uint64)
    n = store_subgraph_keys(nodes[0], point, length, keys)
    return Counter(keys[:n].tolist())


def random_positions(size, n, seed):
    """Yields boards along random games, every few moves."""
    rng = np.random.default_rng(seed)
    while n > 0:
        boards = new_board(size)
        for number in range(size * size):
            legal = [p for p in board_points(size) if is_legal(boards[0], p)]
            if not legal:
                break
            play(boards[0], int(rng.choice(legal)))
            if number % 7 == 3:
                yield boards.copy()
                n -= 1
                if not n:
                    return


def test_there_are_168_features_with_the_point_at_an_end_and_516_in_all():
    keys = paper_keys()
    assert len(keys) == 516
    assert np.count_nonzero(keys & np.uint64(0xFFFF) == 1) == 168


def test_all_subgraphs_of_rich_labels_have_a_place():
    assert len(rich_keys()) == 244
    found = set()
    for size, seed in ((5, 1), (9, 2), (13, 3)):
        for boards in random_positions(size, 40, seed):
            nodes = nodes_of(boards, rich_labels)
            for point in board_points(size):
                if boards[0]["colour"][point] == EMPTY:
                    found |= set(keys_at(nodes, point, RICH_NODES))
    assert found <= set(rich_keys().tolist())
    assert len(found) > 200


def test_an_eye_in_the_corner():
    boards = board_from_diagram(
        """
        . X . O .
        X X . O .
        . . . O .
        O O O O .
        . . . . .
        """
    )
    found = keys_at(nodes_of(boards), parse_vertex("A5", 5), 2)
    # The point alone, and the point with the black chain, which is one node.
    assert found == {subgraph_key((), ()): 1, subgraph_key((BLACK,), ()): 1}
    found = keys_at(nodes_of(boards), parse_vertex("C4", 5), 3)
    # C4's neighbours are black, white, C5 and C3; a subgraph of three has it at an end or between.
    assert found[subgraph_key((BLACK,), (WHITE,))] == 1
    assert found[subgraph_key((EMPTY,), (EMPTY,))] == 1
    assert found[subgraph_key((BLACK,), (EMPTY,))] == 2
    assert found[subgraph_key((EMPTY, WHITE), ())] == 2
    assert found[subgraph_key((WHITE, BLACK), ())] == 0


@pytest.mark.parametrize(("size", "n", "length"), [(3, 30, 8), (5, 7, 6), (9, 6, 5)])
def test_subgraphs_are_those_of_plain_enumeration(size, n, length):
    compared = 0
    for boards in random_positions(size, n, seed=size):
        graph = CommonFateGraph(boards[0])
        for labels in (paper_labels, rich_labels):
            nodes = nodes_of(boards, labels)
            label_of = {node: int(nodes[0]["label"][node]) for node in graph.colours}
            for point in board_points(size):
                if boards[0]["colour"][point] == EMPTY and (compared % 3 == 0 or size < 9):
                    plain = Counter(plain_subgraph_keys(graph, label_of, point, length))
                    assert keys_at(nodes, point, length) == plain
                compared += 1
    assert compared > 200


def test_turned_and_mirrored_positions_have_the_same_subgraphs():
    for boards in random_positions(7, 6, seed=3):
        turned = new_board(7)
        stones = {}
        for row in range(7):
            for col in range(7):
                colour = int(boards[0]["colour"][point_from_row_col(row, col)])
                stones[point_from_row_col(col, 6 - row)] = colour
        turned = set_up_board(
            7,
            [p for p, colour in stones.items() if colour == BLACK],
            [p for p, colour in stones.items() if colour == WHITE],
            int(boards[0]["to_play"]),
        )
        for labels in (paper_labels, rich_labels):
            one, other = nodes_of(boards, labels), nodes_of(turned, labels)
            for row in range(7):
                for col in range(7):
                    point, image = point_from_row_col(row, col), point_from_row_col(col, 6 - row)
                    if stones[image] == EMPTY:
                        assert keys_at(one, point) == keys_at(other, image)


def test_rich_labels_see_the_position_as_the_player_to_move():
    boards = board_from_diagram(
        """
        X O . . .
        . O . X X
        . . . . .
        . . . . .
        . . O . .
        """
    )
    label = nodes_of(boards, rich_labels)[0]["label"]
    heads = boards[0]["head"]

    def of(vertex):
        return int(label[heads[parse_vertex(vertex, 5)]])

    assert (of("C3"), of("C1")) == (0, label[heads[parse_vertex("C1", 5)]])
    assert (of("C3"), of("C5")) == (0, 1)
    own_in_atari, own_safe, enemy_safe, enemy_stone = of("A5"), of("D4"), of("B5"), of("C1")
    assert (own_in_atari, own_safe, enemy_safe, enemy_stone) == (2, 7, 13, 10)
    boards[0]["to_play"] = WHITE
    swapped = nodes_of(boards, rich_labels)[0]["label"]
    assert int(swapped[heads[parse_vertex("A5", 5)]]) == own_in_atari + 6
    assert int(swapped[heads[parse_vertex("B5", 5)]]) == enemy_safe - 6
    assert label.max() < N_RICH_LABELS


def test_keys_are_counted_at_their_places():
    keys = paper_keys()
    counts = np.zeros(len(keys), dtype=np.float32)
    some = np.array([keys[5], keys[515], keys[5], 7, 2**60], dtype=np.uint64)
    count_keys(some, len(some), keys, counts)
    assert counts[5] == 2
    assert counts[515] == 1
    assert counts.sum() == 3
