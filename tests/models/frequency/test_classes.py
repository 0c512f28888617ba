"""Classes of patterns: what is one class, the paper's ids, diagrams."""

import numpy as np
import pytest

from cfggo.features.patterns3x3 import colour_code, swap_colours, turn
from cfggo.features.shapes import SYMMETRIES
from cfggo.go.points import BLACK, WHITE, parse_vertex
from cfggo.models.frequency.classes import (
    N_CLASSES,
    N_CODES,
    class_codes,
    class_indices,
    class_paper_ids,
    diagram,
    n_occupied,
    paper_ids,
)
from tests.diagrams import board_from_diagram

CODES = np.arange(N_CODES, dtype=np.uint32)
CODES_OF_PAPER_IDS = np.argsort(paper_ids(CODES))

BOARD = """
    . . O . .
    . . X O .
    O . . . .
    . X . . .
    . . . . X
"""


def shown(vertex: str, to_play: int) -> str:
    """Returns the paper's diagram of what stands around a point of BOARD, seen by its player."""
    board = board_from_diagram(BOARD, to_play=to_play)[0]
    code = np.array([colour_code(board, parse_vertex(vertex, 5))])
    own = code if to_play == BLACK else swap_colours(code)
    return diagram(int(paper_ids(own)[0]))


@pytest.mark.parametrize(
    ("vertex", "to_play", "expected"),
    [
        ("C3", WHITE, ".XO/.*./X.."),
        ("C3", BLACK, ".OX/.*./O.."),  # the mover is White in the paper
        ("B4", WHITE, "..O/.*X/O.."),
        ("E2", WHITE, "..#/.*#/.X#"),
        ("A1", BLACK, "#.O/#*./###"),
        ("A5", WHITE, "###/#*./#.."),
    ],
)
def test_diagrams(vertex: str, to_play: int, expected: str) -> None:
    assert shown(vertex, to_play) == expected


def test_a_paper_id_has_two_bits_for_each_point_from_the_top_left() -> None:
    """Formula 1, with 0 for Black, 1 for White, 2 for empty and 3 for off the board."""
    points = [0, 0, 2, 1, 2, 2, 2, 2]
    paper_id = 0
    for point in points:
        paper_id = 4 * paper_id + point
    assert diagram(paper_id) == "XX./O*./..."
    assert paper_id == 2474  # the first of the table learnt from professionals
    assert diagram(0b10_10_10_10_10_10_10_10) == ".../.*./..."


def test_each_code_has_a_paper_id_of_its_own() -> None:
    assert (np.sort(paper_ids(CODES)) == CODES).all()


def test_all_16_forms_are_one_class() -> None:
    """Turned, mirrored, and with colours exchanged and the other side to move."""
    indices = class_indices()
    for symmetry in SYMMETRIES:
        turned = turn(CODES, symmetry)
        assert (indices[BLACK][turned] == indices[BLACK]).all()
        assert (indices[WHITE][swap_colours(turned)] == indices[BLACK]).all()


def test_the_side_to_move_tells_patterns_apart_that_differ_in_colours() -> None:
    board = board_from_diagram(BOARD)[0]
    code = colour_code(board, parse_vertex("C3", 5))
    assert class_indices()[BLACK, code] != class_indices()[WHITE, code]


def test_there_are_1107_classes() -> None:
    codes = class_codes()
    assert len(codes) == N_CLASSES == len(set(class_paper_ids().tolist()))
    n_off = sum(((codes >> (2 * i)) & 3 == 3).astype(int) for i in range(8))
    assert [np.count_nonzero(n_off == n) for n in (0, 3, 5)] == [954, 135, 18]
    assert (class_indices()[BLACK][codes] == np.arange(N_CLASSES)).all()


def test_the_id_of_a_class_is_the_smallest_of_its_eight() -> None:
    ids = class_paper_ids()
    for symmetry in SYMMETRIES:
        assert (paper_ids(turn(class_codes(), symmetry)) >= ids).all()
    assert (class_indices()[BLACK][CODES_OF_PAPER_IDS[ids]] == np.arange(N_CLASSES)).all()


def test_stones_and_points_off_the_board_are_counted() -> None:
    ids = np.array([2474, 43690, 0])
    assert n_occupied(CODES_OF_PAPER_IDS[ids]).tolist() == [3, 0, 8]
