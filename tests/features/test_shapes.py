"""Nested shapes: their sizes, and keys that are the same for the same shape only."""

import numpy as np
import pytest

from cfggo.features.shapes import (
    CELLS,
    MAX_RING,
    MAX_SHAPE,
    MIN_SHAPE,
    SYMMETRIES,
    add_ring,
    last_move_cell,
    response_key,
    shape_distance,
    transform,
)
from cfggo.go.points import (
    BLACK,
    EMPTY,
    WHITE,
    parse_vertex,
    point_from_row_col,
    row_col_from_point,
)
from cfggo.go.setup import set_up_board
from tests.conftest import RandomBoard
from tests.diagrams import board_from_diagram
from tests.features.shapes_seen import seen_colours

SIZES = range(MIN_SHAPE, MAX_SHAPE + 1)


def keys_at(boards: np.ndarray, point: int) -> list[int]:
    """Returns the keys of the shapes of all sizes around a point."""
    hashes = np.zeros(8, dtype=np.uint64)
    return [int(add_ring(seen_colours(boards[0]), point, size, hashes)) for size in SIZES]


def test_shapes_grow_as_in_figure_3() -> None:
    n_cells = [sum(shape_distance(*cell) <= size for cell in CELLS) for size in SIZES]
    assert n_cells == [4, 8, 12, 20, 28, 36, 48, 60, 72]
    assert (0, 0) not in CELLS
    assert len(set(CELLS)) == len(CELLS)
    assert max(shape_distance(*cell) for cell in CELLS) == MAX_RING


def test_symmetries_are_the_eight_of_the_square() -> None:
    assert len({tuple(transform(dx, dy, s) for dx, dy in CELLS) for s in SYMMETRIES}) == 8
    for symmetry in SYMMETRIES:
        assert {transform(*cell, symmetry) for cell in CELLS} == set(CELLS)
        assert all(shape_distance(*transform(*c, symmetry)) == shape_distance(*c) for c in CELLS)


def turned(boards: np.ndarray, symmetry: tuple[int, int, int], swap: bool) -> np.ndarray:
    """Returns a turned or mirrored board, with colours and side to move exchanged if so asked."""
    board = boards[0]
    size = int(board["size"])
    grid = board["colour"].reshape(21, 21)[1 : size + 1, 1 : size + 1]
    stones: dict[int, list[int]] = {EMPTY: [], BLACK: [], WHITE: []}
    for row in range(size):
        for col in range(size):
            colour = int(grid[row, col])
            if swap and colour != EMPTY:
                colour = 3 - colour
            stones[colour].append(turned_point(row, col, size, symmetry))
    to_play = int(board["to_play"])
    to_play = 3 - to_play if swap else to_play
    return set_up_board(size, stones[BLACK], stones[WHITE], to_play)


def turned_point(row: int, col: int, size: int, symmetry: tuple[int, int, int]) -> int:
    """Returns where a point of a board of odd size comes to be; the centre stays."""
    centre = size // 2
    dx, dy = transform(col - centre, row - centre, symmetry)
    return point_from_row_col(dy + centre, dx + centre)


@pytest.mark.parametrize("size", [5, 9, 19])
def test_keys_stay_the_same_on_a_turned_board_with_exchanged_colours(
    size: int, random_board: RandomBoard
) -> None:
    boards = random_board(size, 2)
    empty = [row_col_from_point(p) for p in boards[0]["empty"][: boards[0]["n_empty"]].tolist()]
    for symmetry in SYMMETRIES:
        for swap in (False, True):
            other = turned(boards, symmetry, swap)
            for row, col in empty[:10]:
                here, there = (point_from_row_col(row, col), turned_point(row, col, size, symmetry))
                assert keys_at(boards, here) == keys_at(other, there)


def relative_shape(board: np.void, point: int, size: int) -> tuple[int, ...]:
    """Returns the smallest of the eight ways to write a shape down, seen by the side to move."""
    ways = []
    cells = [cell for cell in CELLS if shape_distance(*cell) <= size]
    for symmetry in SYMMETRIES:
        way = []
        for cell in cells:
            dx, dy = transform(*cell, symmetry)
            row, col = point // 21 + dy, point % 21 + dx
            inside = 0 <= row < 21 and 0 <= col < 21
            colour = int(board["colour"][row * 21 + col]) if inside else 3
            if board["to_play"] == WHITE and colour in (BLACK, WHITE):
                colour = 3 - colour
            way.append(colour)
        ways.append(tuple(way))
    return min(ways)


def test_keys_are_equal_for_equal_shapes_and_no_others(random_board: RandomBoard) -> None:
    shape_of: dict[int, tuple[int, tuple[int, ...]]] = {}
    key_of: dict[tuple[int, tuple[int, ...]], int] = {}
    for seed in range(0, 12, 2):
        boards = random_board(7 + seed, seed)
        for point in np.flatnonzero(boards[0]["colour"] == EMPTY).tolist()[:40]:
            for size, key in zip(SIZES, keys_at(boards, point), strict=True):
                shape = size, relative_shape(boards[0], point, size)
                assert shape_of.setdefault(key, shape) == shape
                assert key_of.setdefault(shape, key) == key
    assert len(shape_of) > 500


def test_the_side_to_move_matters() -> None:
    text = """
        . . . . .
        . . O . .
        . . . . .
        . . . . .
        . . . . .
    """
    black, white = (board_from_diagram(text, to_play=colour) for colour in (BLACK, WHITE))
    point = parse_vertex("C3", 5)
    assert not set(keys_at(black, point)) & set(keys_at(white, point))


def test_a_stone_out_of_reach_does_not_matter() -> None:
    near, far = (np.zeros((9, 9), dtype=int) for _ in range(2))
    near[4, 6] = 1
    far[4, 8] = 1
    boards = [
        board_from_diagram("\n".join("".join(".X"[c] for c in r) for r in g)) for g in (near, far)
    ]
    empty = board_from_diagram("\n".join(["." * 9] * 9))
    point = parse_vertex("E5", 9)
    plain = keys_at(empty, point)
    # Two columns away: d = 2 + 0 + 2; four away: d = 8.
    assert [a == b for a, b in zip(keys_at(boards[0], point), plain, strict=True)] == (
        [True] * 2 + [False] * 7
    )
    assert [a == b for a, b in zip(keys_at(boards[1], point), plain, strict=True)] == (
        [True] * 6 + [False] * 3
    )


def response_keys_at(boards: np.ndarray, point: int) -> list[int]:
    """Returns the keys of a point's responses of all sizes, 0 where there is none."""
    hashes = np.zeros(8, dtype=np.uint64)
    cell = last_move_cell(boards[0], point)
    keys = []
    for size in SIZES:
        add_ring(seen_colours(boards[0]), point, size, hashes)
        keys.append(int(response_key(size, cell, hashes)))
    return keys


def test_a_response_knows_where_the_last_move_was() -> None:
    boards = board_from_diagram("""
        . . . . . . .
        . . . . . . .
        . . X O . . .
        . . O X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """)
    point = parse_vertex("E4", 7)
    assert response_keys_at(boards, point) == [0] * 9
    keys = {}
    for last in ("D5", "C4", "D4", "A7"):
        boards[0]["last"] = parse_vertex(last, 7)
        keys[last] = response_keys_at(boards, point)
    assert keys["D4"][0] != 0  # next to the move: in all shapes
    assert keys["D5"][:2] == [0, keys["D5"][1]]
    assert keys["D5"][1] != 0  # at distance 3: from size 3 on
    assert keys["A7"] == [0] * 9  # too far away
    assert len({keys[last][-1] for last in ("D5", "C4", "D4")}) == 3


def test_a_response_is_the_same_in_all_orientations(random_board: RandomBoard) -> None:
    boards = random_board(9, 5)
    point, last = (4, 4), (6, 5)
    boards[0]["last"] = point_from_row_col(*last)
    keys = response_keys_at(boards, point_from_row_col(*point))
    assert any(keys)
    for symmetry in SYMMETRIES:
        other = turned(boards, symmetry, swap=False)
        other[0]["last"] = turned_point(*last, 9, symmetry)
        assert response_keys_at(other, turned_point(*point, 9, symmetry)) == keys
