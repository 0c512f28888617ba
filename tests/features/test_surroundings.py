"""Deeper labels of the graph, against the plain graph."""

import numpy as np
import pytest

from cfggo.features.surroundings import (
    MAX_LIBERTIES,
    MAX_STONES,
    N_ITERATIONS,
    SMALL_CHAIN_LIBERTIES,
    label_surroundings,
)
from cfggo.go.points import BLACK, EMPTY, N_POINTS, NEIGHBOURS, OFF_BOARD, PASS, WHITE, parse_vertex
from cfggo.graph.incremental_graph import GRAPH_DTYPE, build_graph
from cfggo.graph.plain import CommonFateGraph
from tests.conftest import RandomBoard
from tests.diagrams import board_from_diagram


def labels_of(board: np.void) -> np.ndarray:
    graphs = np.zeros(1, dtype=GRAPH_DTYPE)
    build_graph(board, graphs[0])
    labels = np.zeros((N_ITERATIONS + 1, N_POINTS), dtype=np.uint64)
    mixed, chains = np.zeros(N_POINTS, dtype=np.uint64), np.zeros(N_POINTS, dtype=np.uint16)
    label_surroundings(board, graphs[0], labels, mixed, chains)
    return labels


def plain_labels(board: np.void) -> list[dict[int, object]]:
    """Returns what the labels stand for, as nested tuples: one dict for each iteration."""
    plain = CommonFateGraph(board)
    n_stones = {vertex: int((board["head"] == vertex).sum()) for vertex in plain.colours}
    first: dict[int, object] = {}
    for vertex, colour in plain.colours.items():
        if colour == EMPTY:
            first[vertex] = ("empty", vertex == board["ko"])
            continue
        made_last = board["last"] != PASS and int(board["head"][board["last"]]) == vertex
        liberties = min(plain.count(vertex, EMPTY), MAX_LIBERTIES)
        stones = min(n_stones[vertex], MAX_STONES)
        first[vertex] = (colour == board["to_play"], made_last, liberties, stones)

    def seen_from(vertex: int) -> list[int]:
        if plain.colours[vertex] != EMPTY:
            return list(plain.neighbours[vertex])
        near = [vertex + offset for offset in NEIGHBOURS]
        return [int(board["head"][n]) for n in near if board["colour"][n] != OFF_BOARD]

    labels = [first]
    for _ in range(N_ITERATIONS):
        before = labels[-1]
        labels.append(
            {
                vertex: before[vertex]
                if plain.colours[vertex] != EMPTY
                and plain.count(vertex, EMPTY) > SMALL_CHAIN_LIBERTIES
                else (before[vertex], tuple(sorted(repr(before[n]) for n in seen_from(vertex))))
                for vertex in plain.colours
            }
        )
    return labels


@pytest.mark.parametrize("size", [5, 9])
def test_labels_tell_apart_what_the_plain_graph_does(size: int, random_board: RandomBoard) -> None:
    label_of: dict[object, int] = {}
    meaning_of: dict[int, object] = {}
    for seed in range(6):
        board = random_board(size, seed)[0]
        labels = labels_of(board)
        for k, plain in enumerate(plain_labels(board)):
            for vertex, meaning in plain.items():
                if k == N_ITERATIONS and board["colour"][vertex] != EMPTY:
                    continue  # not labelled any more
                label = int(labels[k, vertex])
                assert label_of.setdefault(meaning, label) == label
                assert meaning_of.setdefault(label, meaning) == meaning
    assert len(label_of) > 100


def test_exchanged_colours_have_the_same_labels_for_the_other_side() -> None:
    black = board_from_diagram(
        """
        . . . . .
        . X O . .
        . X O O .
        . . X . .
        . . . . .
        """,
        to_play=BLACK,
    )
    white = board_from_diagram(
        """
        . . . . .
        . O X . .
        . O X X .
        . . O . .
        . . . . .
        """,
        to_play=WHITE,
    )
    assert (labels_of(black[0]) == labels_of(white[0])).all()


def test_a_third_iteration_sees_what_the_second_does_not() -> None:
    """E5, where White has a stone in one of the positions, is three steps from D3."""
    near, far = (
        board_from_diagram(
            f"""
            . . . . {corner}
            . . . . .
            . . X . .
            . . . . .
            . . . . .
            """
        )[0]
        for corner in ".O"
    )
    point = parse_vertex("C2", 5)
    first, second = labels_of(near), labels_of(far)
    assert first[2, point] == second[2, point]
    point = parse_vertex("D3", 5)
    assert first[2, point] == second[2, point]
    assert first[3, point] != second[3, point]
