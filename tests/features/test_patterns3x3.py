"""3x3 patterns: codes on diagrams, their symmetries, and the eyes among them."""

import numpy as np
import pytest

from cfggo.features.catalogue import N_PATTERNS
from cfggo.features.patterns3x3 import (
    AROUND,
    ATARI_SHIFT,
    canonical_codes,
    middle_of_eye_codes,
    own_eye_codes,
    pattern_code,
    swap_colours,
    turn,
)
from cfggo.features.shapes import SYMMETRIES
from cfggo.go.board import is_own_eye
from cfggo.go.points import (
    BLACK,
    EMPTY,
    NEIGHBOURS,
    OFF_BOARD,
    STRIDE,
    WHITE,
    format_vertex,
    parse_vertex,
)
from tests.conftest import RandomBoard
from tests.diagrams import board_from_diagram

CODES = np.arange(N_PATTERNS, dtype=np.uint32)


@pytest.fixture(scope="module")
def canonical() -> np.ndarray:
    """Returns the canonical code of every code, by the colour of the side to move."""
    return canonical_codes()


def pattern_diagram(code: int) -> str:
    """Returns three lines that draw a pattern seen by Black to move; lower case means in atari."""
    symbols = {EMPTY: ".", BLACK: "X", WHITE: "O", OFF_BOARD: "#"}
    drawn = {0: "*"}
    for i, offset in enumerate(AROUND):
        symbol = symbols[(code >> (2 * i)) & 3]
        in_atari = i < len(NEIGHBOURS) and (code >> (ATARI_SHIFT + i)) & 1
        drawn[offset] = symbol.lower() if in_atari else symbol
    return "\n".join("".join(drawn[dy * STRIDE + dx] for dx in (-1, 0, 1)) for dy in (1, 0, -1))


def drawn(text: str, name: str) -> list[str]:
    """Returns the lines that draw the pattern around a point of a diagram."""
    boards = board_from_diagram(text)
    return pattern_diagram(
        int(pattern_code(boards[0], parse_vertex(name, int(boards[0]["size"]))))
    ).split("\n")


POSITION = """
    . . . . .
    . X O . .
    X O . O .
    . X O . .
    . . . . .
"""


def test_a_code_says_what_is_around_a_point() -> None:
    assert drawn(POSITION, "C3") == ["XO.", "o*O", "XO."]  # B3 is in atari, C4 is not
    assert drawn(POSITION, "A5") == ["###", "#*.", "#.X"]
    assert drawn(POSITION, "E3") == ["..#", "O*#", "..#"]


def test_only_adjacent_chains_show_their_atari() -> None:
    assert drawn(POSITION, "C5") == ["###", ".*.", "XO."]
    boards = board_from_diagram(POSITION)
    assert boards[0]["n_liberties"][boards[0]["head"][parse_vertex("B3", 5)]] == 1


def test_canonical_codes_are_the_same_for_all_symmetries(canonical: np.ndarray) -> None:
    for symmetry in SYMMETRIES:
        turned = turn(CODES, symmetry)
        assert (np.bincount(turned, minlength=N_PATTERNS) == 1).all()
        assert (canonical[:, turned] == canonical).all()


def test_canonical_codes_are_seen_by_the_side_to_move(canonical: np.ndarray) -> None:
    swapped = swap_colours(CODES)
    assert (swap_colours(swapped) == CODES).all()
    assert (canonical[WHITE] == canonical[BLACK, swapped]).all()
    assert (canonical[BLACK, canonical[BLACK]] == canonical[BLACK]).all()


def test_canonical_codes_tell_different_patterns_apart(canonical: np.ndarray) -> None:
    """A code has at most eight others with the same canonical code: its own symmetries."""
    _, counts = np.unique(canonical[BLACK], return_counts=True)
    assert counts.max() == 8
    orbits = np.stack([turn(CODES, symmetry) for symmetry in SYMMETRIES])
    assert (canonical[BLACK] == orbits.min(axis=0)).all()


def test_swapping_colours_leaves_border_and_atari() -> None:
    boards = board_from_diagram(POSITION)
    code = np.array([pattern_code(boards[0], parse_vertex("C3", 5))])
    assert pattern_diagram(int(swap_colours(code)[0])).split("\n") == ["OX.", "x*X", "OX."]


@pytest.mark.parametrize("size", [3, 5, 9, 19])
def test_own_eyes_are_those_of_the_board(size: int, random_board: RandomBoard) -> None:
    eyes = own_eye_codes()
    n_eyes = 0
    for seed in range(12):
        board = random_board(size, seed)[0]
        for point in np.flatnonzero(board["colour"] == EMPTY).tolist():
            for colour in (BLACK, WHITE):
                expected = is_own_eye(board, point, colour)
                assert eyes[colour, pattern_code(board, point)] == expected, format_vertex(point)
                n_eyes += expected
    assert n_eyes > 0


EYES_OF_SEVERAL_POINTS = """
    . . . X O . O . .
    X X X X O O O . .
    . . . . . . . . .
    X X X . O O O O .
    X . X . O . . O .
    X . X . O . O O .
    X X X . O O O . .
    . . X . . . . . .
    . . X . . . . . .
"""


def test_middles_of_eyes() -> None:
    """Eyes of three points have one, straight or bent; those of two and the square of four none.

    B7, F7 and J5 look the same, but lie in corridors.
    """
    board = board_from_diagram(EYES_OF_SEVERAL_POINTS)[0]
    middles = middle_of_eye_codes()
    found = {
        format_vertex(point)
        for point in np.flatnonzero(board["colour"] == EMPTY).tolist()
        if middles[pattern_code(board, point)]
    }
    assert found == {"B9", "F5", "B7", "F7", "J5"}
