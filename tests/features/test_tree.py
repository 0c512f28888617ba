"""The tree policy's features on diagrams."""

from __future__ import annotations

import numpy as np
import pytest

from cfggo.features import catalogue
from cfggo.features.catalogue import (
    BORDER,
    LAST2_DISTANCE,
    LAST_DISTANCE,
    MAX_FEATURES,
    N_BORDER,
    N_DISTANCES,
    TREE_PATHS,
    groups,
)
from cfggo.features.shapes import MIN_SHAPE, add_ring, key_table
from cfggo.features.surroundings import label_surroundings, new_surroundings
from cfggo.features.tree import tree_features
from cfggo.go.board import play
from cfggo.go.diagram import board_from_diagram
from cfggo.go.points import BLACK, PASS, WHITE, parse_vertex
from cfggo.graph.labels import labelling
from cfggo.graph.record import GRAPH_DTYPE, build_graph

NAMES = {
    getattr(catalogue, name): name
    for name in (
        "PASS_AFTER_PASS",
        "PASS_OTHERWISE",
        "CAPTURE_NEXT_TO_NEW_ATARI",
        "CAPTURE_LAST_MOVE",
        "CAPTURE_CUTS_OFF_LAST_MOVE",
        "CAPTURE_OTHERWISE",
        "EXTENSION",
        "SELF_ATARI",
        "ATARI_WITH_KO",
        "ATARI",
    )
}

NO_SHAPES = key_table(np.zeros(0, dtype=np.uint64))


def numbers(
    boards: np.ndarray,
    name: str,
    shapes: tuple[np.ndarray, np.ndarray] = NO_SHAPES,
    labels: str = "",
    is_extended: bool = False,
) -> list[int]:
    """Returns the numbers of the features of a move named in GTP's way."""
    board = boards[0]
    graphs = np.zeros(1, dtype=GRAPH_DTYPE)
    build_graph(board, graphs[0])
    surroundings = new_surroundings()
    label_surroundings(board, graphs[0], surroundings)
    names = labelling(labels or "exact")
    features = np.zeros(MAX_FEATURES, dtype=np.int32)
    n = tree_features(
        board,
        graphs[0],
        parse_vertex(name, int(board["size"])),
        *shapes,
        names.label_of,
        names.n_labels if labels else 0,
        is_extended,
        features,
        np.zeros(8, dtype=np.uint64),
        surroundings,
    )
    return features[:n].tolist()


def tactics(boards: np.ndarray, name: str) -> set[str]:
    """Returns the names of a move's tactical features."""
    return {NAMES[number] for number in numbers(boards, name) if number in NAMES}


def after(text: str, *moves: str, to_play: int = BLACK) -> np.ndarray:
    """Returns the board of a diagram after some moves."""
    boards = board_from_diagram(text, to_play=to_play)
    for move in moves:
        play(boards[0], parse_vertex(move, int(boards[0]["size"])))
    return boards


EMPTY_BOARD = "\n".join(["." * 9] * 9)


def test_a_pass_is_a_pass_and_nothing_else() -> None:
    assert tactics(after(EMPTY_BOARD), "pass") == {"PASS_OTHERWISE"}
    assert tactics(after(EMPTY_BOARD, "E5"), "pass") == {"PASS_OTHERWISE"}
    boards = after(EMPTY_BOARD, "pass")
    assert tactics(boards, "pass") == {"PASS_AFTER_PASS"}
    assert len(numbers(boards, "pass")) == 1


LADDER_STONE = """
    . . . . . . .
    . . . O . . .
    . . O X . . .
    . . X . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""


def test_extending_from_a_new_atari() -> None:
    boards = after(LADDER_STONE, "E5", to_play=WHITE)
    assert tactics(boards, "D4") == {"EXTENSION"}
    assert tactics(boards, "E4") == set()


def test_extending_from_an_old_atari_is_no_extension() -> None:
    boards = after(LADDER_STONE, "E5", "A1", "G1", to_play=WHITE)
    assert tactics(boards, "D4") == set()


def test_capturing_next_to_a_new_atari_saves_the_chain() -> None:
    text = """
        . . . . . . .
        . X . . . . .
        X O X O . . .
        . . . . . . .
        . . . O . . .
        . . . . . . .
        . . . . . . .
    """
    boards = after(text, "C6", to_play=WHITE)  # leaves C5 only C4
    assert tactics(boards, "B4") == {"CAPTURE_NEXT_TO_NEW_ATARI"}
    play(boards[0], PASS)
    play(boards[0], PASS)
    assert tactics(boards, "B4") == {"CAPTURE_OTHERWISE"}


def test_capturing_the_last_move() -> None:
    text = """
        . . . . .
        . . X . .
        . X . X .
        . . . . .
        . . . . .
    """
    boards = after(text, "C3", to_play=WHITE)
    assert tactics(boards, "C2") == {"CAPTURE_LAST_MOVE"}


def test_capturing_what_the_last_move_wants_to_join() -> None:
    text = """
        . . . . . . .
        . . X X . . .
        . X O O . . .
        . . X X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    boards = after(text, "F5", to_play=WHITE)
    assert tactics(boards, "E5") == {"CAPTURE_CUTS_OFF_LAST_MOVE"}
    boards = after(text, "G1", to_play=WHITE)
    assert tactics(boards, "E5") == {"CAPTURE_OTHERWISE"}


def test_the_strongest_capture_counts() -> None:
    """C3 takes both the last move at C2 and a stone at C4 that was in atari before."""
    text = """
        . . X . .
        . X O X .
        . . . . .
        . X . X .
        . . X . .
    """
    boards = after(text, "C2", to_play=WHITE)
    assert tactics(boards, "C3") == {"CAPTURE_LAST_MOVE"}


def test_self_atari() -> None:
    text = """
        . . . . .
        . . O . .
        . O . O .
        . . . . .
        . . . . .
    """
    assert tactics(after(text), "C3") == {"SELF_ATARI"}
    assert tactics(after(text, "E1", to_play=BLACK), "C3") == set()  # White connects


def test_atari() -> None:
    boards = after(LADDER_STONE, to_play=WHITE)
    assert tactics(boards, "E5") == {"ATARI"}
    assert tactics(boards, "D4") == {"ATARI"}
    assert tactics(boards, "F5") == set()


def test_atari_while_a_ko_is_on() -> None:
    text = """
        . X O . . . .
        X . X O . . .
        . X O . . . .
        . . . . . . .
        . . . . X . .
        . . . . O X .
        . . . . . . .
    """
    boards = after(text, "G7", "B6")
    assert boards[0]["ko"] == parse_vertex("C6", 7)
    assert tactics(boards, "D2") == {"ATARI_WITH_KO"}
    play(boards[0], PASS)
    play(boards[0], PASS)
    assert boards[0]["ko"] == 0
    assert tactics(boards, "D2") == {"ATARI"}


def group_members(boards: np.ndarray, name: str, first: int, length: int) -> list[int]:
    return [number - first for number in numbers(boards, name) if first <= number < first + length]


@pytest.mark.parametrize(("name", "line"), [("A1", 1), ("J5", 1), ("B8", 2), ("C3", 3), ("E5", 4)])
def test_lines(name: str, line: int) -> None:
    assert group_members(after(EMPTY_BOARD), name, BORDER, N_BORDER) == [line - 1]


def test_distances_to_the_last_two_moves() -> None:
    boards = after(EMPTY_BOARD, "E5", "C3")
    for name, to_last, to_last2 in (("C4", 2, 5), ("D4", 3, 3), ("E4", 5, 2), ("J9", 17, 12)):
        last = group_members(boards, name, LAST_DISTANCE, N_DISTANCES)
        last2 = group_members(boards, name, LAST2_DISTANCE, N_DISTANCES)
        assert (last, last2) == ([to_last - 2], [to_last2 - 2]), name


def test_distances_to_a_pass_or_to_nothing_are_no_features() -> None:
    for boards in (after(EMPTY_BOARD), after(EMPTY_BOARD, "pass", "pass")):
        assert max(numbers(boards, "E5")) < LAST_DISTANCE
    boards = after(EMPTY_BOARD, "E5", "pass")
    assert group_members(boards, "E6", LAST_DISTANCE, N_DISTANCES) == []
    assert group_members(boards, "E6", LAST2_DISTANCE, N_DISTANCES) == [0]


@pytest.mark.parametrize("labels", ["", "exact", "hash8"])
def test_the_largest_shape_comes_after_the_paths(labels: str) -> None:
    boards = after(LADDER_STONE)
    hashes = np.zeros(8, dtype=np.uint64)
    point = parse_vertex("D4", 7)
    key = add_ring(boards[0], point, MIN_SHAPE, hashes)
    shapes = key_table(np.array([7, key], dtype=np.uint64))
    n_labels = labelling(labels).n_labels if labels else 0
    with_shape, without = (
        numbers(boards, "D4", shapes, labels),
        numbers(boards, "D4", labels=labels),
    )
    assert set(with_shape) - set(without) == {groups("tree", n_labels, 2)[-1].start + 1}
    paths = [number for number in without if number >= TREE_PATHS]
    assert (len(paths) > 5) == bool(labels)
    assert all(number < TREE_PATHS + n_labels**3 for number in paths)
