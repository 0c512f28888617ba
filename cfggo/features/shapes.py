"""Nested shape patterns of sizes 2 to 10 around a move (main paper, figure 3; Coulom 2007).

The shape of size n holds the colours of all points at distance at most n, where
d = |dx| + |dy| + max(|dx|, |dy|): 4 points for n = 2, 72 for n = 10.  Colours are relative to the
side to move and the border counts as a colour of its own.

A shape's key is a Zobrist hash, computed in all eight orientations at once; the smallest of the
eight stands for the shape.

Two kinds of shapes go beyond that: a *response* also knows where in it the last move was made, and
a *liberty shape*, of sizes 2 to 6, knows how many liberties the chains of its stones have.
Templates (`cfggo.features.templates`) grow by the same rings, to distance 16.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.features.orientations import add_cells, smallest, smallest_with
from cfggo.go.points import BLACK, EMPTY, MAX_SIZE, OFF_BOARD, PASS, STRIDE, WHITE

MIN_SHAPE, MAX_SHAPE, MAX_RING = 2, 10, 16
MAX_LIBERTY_SHAPE = 6


def shape_distance(dx: int, dy: int) -> int:
    """Returns the distance by which shapes grow, d = |dx| + |dy| + max(|dx|, |dy|)."""
    return abs(dx) + abs(dy) + max(abs(dx), abs(dy))


def _cells() -> list[tuple[int, int]]:
    reach = range(-MAX_RING // 2, MAX_RING // 2 + 1)
    cells = [(dx, dy) for dx in reach for dy in reach if (dx, dy) != (0, 0)]
    cells = [cell for cell in cells if shape_distance(*cell) <= MAX_RING]
    return sorted(cells, key=lambda cell: (shape_distance(*cell), cell))


CELLS = _cells()
"""Offsets (dx, dy) of all points of the largest shape, nearest first."""

SYMMETRIES = tuple(
    (flip_x, flip_y, transpose) for transpose in (0, 1) for flip_x in (1, -1) for flip_y in (1, -1)
)


def transform(dx: int, dy: int, symmetry: tuple[int, int, int]) -> tuple[int, int]:
    """Returns an offset turned or mirrored by one of the eight symmetries of the square."""
    flip_x, flip_y, transpose = symmetry
    dx, dy = dx * flip_x, dy * flip_y
    return (dy, dx) if transpose else (dx, dy)


def _turned(keys: np.ndarray, cells: list[tuple[int, int]]) -> np.ndarray:
    """Returns the keys of cells in each orientation, its index behind that of the cell."""
    index = {cell: i for i, cell in enumerate(cells)}
    turned = [[index[transform(*cell, s)] for s in SYMMETRIES] for cell in cells]
    return keys[np.array(turned)]


def _zobrist(seed: int, cells: list[tuple[int, int]], n_codes: int) -> np.ndarray:
    """Returns the keys of codes at cells in each orientation; those of code 0 are 0."""
    plain = np.random.Generator(np.random.PCG64(seed)).integers(
        1, 2**64 - 1, size=(len(cells), n_codes), dtype=np.uint64
    )
    plain[:, 0] = 0
    return np.ascontiguousarray(_turned(plain, cells).transpose(0, 2, 1))


_ZOBRIST = _zobrist(19800611, CELLS, 4)
"""uint64[cells, 4, 8]: key of a colour at a cell, in each orientation."""

_MARGIN = MAX_RING // 2
_SEEN_STRIDE = MAX_SIZE + 2 * _MARGIN

N_SEEN = _SEEN_STRIDE**2
"""Points of the largest board and a margin around it, which holds all shapes on the board."""

_OFFSETS = np.array([dy * _SEEN_STRIDE + dx for dx, dy in CELLS], dtype=np.int64)
_ENDS = np.array(
    [sum(shape_distance(*cell) <= n for cell in CELLS) for n in range(MAX_RING + 1)],
    dtype=np.int64,
)
"""Number of cells of the shape of each size, 0 below MIN_SHAPE."""

_SIZE_KEYS = np.random.Generator(np.random.PCG64(20070615)).integers(
    1, 2**64 - 1, size=MAX_RING + 1, dtype=np.uint64
)


_EXCHANGED = np.array([EMPTY, WHITE, BLACK, OFF_BOARD], dtype=np.uint8)
"""A colour as the other player sees it."""


@jit_inline
def _seen_row(row):
    """Returns where a row of the board, counted from 1, begins among the points seen."""
    return (row - 1 + _MARGIN) * _SEEN_STRIDE + _MARGIN


@jit
def store_seen_colours(board, seen):
    """Stores what shapes see, uint8[N_SEEN]: EMPTY, BLACK for own stones, WHITE for those of the
    opponent, and OFF_BOARD.
    """
    for i in range(N_SEEN):
        seen[i] = OFF_BOARD
    for row in range(1, board.size + 1):
        start = _seen_row(row)
        for col in range(board.size):
            colour = board.colour[row * STRIDE + 1 + col]
            seen[start + col] = colour if board.to_play == BLACK else _EXCHANGED[colour]


@jit_inline
def _middle(point):
    """Returns where a point of the board is among the points seen."""
    return _seen_row(point // STRIDE) + point % STRIDE - 1


@jit
def add_ring(seen, point, size, hashes):
    """Adds the cells at distance `size` from a point to the hashes; returns the key of that shape.

    seen: of `store_seen_colours`; hashes: uint64[8], one for each orientation, zeros before size 2;
    sizes must be added in order.
    """
    first, end = _ENDS[size - 1], _ENDS[size]
    add_cells(hashes, _ZOBRIST, seen, _middle(point), _OFFSETS, first, end)
    return smallest(hashes) ^ _SIZE_KEYS[size]


def _last_move_keys() -> np.ndarray:
    cells = CELLS[: _ENDS[MAX_SHAPE]]
    plain = np.random.Generator(np.random.PCG64(20160127)).integers(
        1, 2**64 - 1, size=len(cells), dtype=np.uint64
    )
    return _turned(plain, cells)


_LAST_MOVE = _last_move_keys()
"""uint64[72, 8]: key of the last move at a cell, in each orientation."""

_REACH = MAX_SHAPE // 2
_CELL_AT = np.full((2 * _REACH + 1, 2 * _REACH + 1), -1, dtype=np.int64)
for _cell, (_dx, _dy) in enumerate(CELLS[: _ENDS[MAX_SHAPE]]):
    _CELL_AT[_dy + _REACH, _dx + _REACH] = _cell
"""int64[11, 11]: index of the cell at an offset (dy, dx), both plus 5; -1 outside size 10."""

_RESPONSE_KEY = np.uint64(0x5DEECE66D1234567)


@jit
def last_move_cell(board, point):
    """Returns the cell of the last move in the shape of size 10 around a point, or -1."""
    if board.last == PASS:
        return -1
    dy = board.last // STRIDE - point // STRIDE
    dx = board.last % STRIDE - point % STRIDE
    if abs(dx) > _REACH or abs(dy) > _REACH:
        return -1
    return _CELL_AT[dy + _REACH, dx + _REACH]


@jit
def response_key(size, cell, hashes):
    """Returns the key of the response of a size, or 0 if the shape of that size ends before it.

    cell: of the last move, or -1; hashes: uint64[8] of the shape, as `add_ring` leaves them.
    """
    if cell < 0 or cell >= _ENDS[size]:
        return np.uint64(0)
    return smallest_with(hashes, _LAST_MOVE[cell]) ^ _SIZE_KEYS[size] ^ _RESPONSE_KEY


_N_LIBERTY_CODES = 9
_OFF_BOARD_CODE, _KO_CODE = 7, 8

_LIBERTY_ZOBRIST = _zobrist(20151005, CELLS[: _ENDS[MAX_LIBERTY_SHAPE]], _N_LIBERTY_CODES)
"""uint64[cells, 9, 8]: key of a code of `store_seen_liberties` at a cell, in each orientation."""

_LIBERTY_KEY = np.uint64(0x2545F4914F6CDD1D)


@jit
def store_seen_liberties(board, seen):
    """Stores what liberty shapes see, uint8[N_SEEN].

    Own stones are 1 to 3 by their chain's liberties, three or more counted alike, enemy stones 4 to
    6, points off the board 7; the point of a ko is 8, other empty points 0.
    """
    for i in range(N_SEEN):
        seen[i] = _OFF_BOARD_CODE
    for row in range(1, board.size + 1):
        start = _seen_row(row)
        for col in range(board.size):
            point = row * STRIDE + 1 + col
            colour = board.colour[point]
            if colour == EMPTY:
                code = _KO_CODE if point == board.ko else 0
            else:
                liberties = min(board.n_liberties[board.head[point]], 3)
                code = liberties if colour == board.to_play else liberties + 3
            seen[start + col] = code


@jit
def add_liberty_ring(seen, point, size, hashes):
    """Does what `add_ring` does, for a liberty shape; seen: of `store_seen_liberties`."""
    first, end = _ENDS[size - 1], _ENDS[size]
    add_cells(hashes, _LIBERTY_ZOBRIST, seen, _middle(point), _OFFSETS, first, end)
    return smallest(hashes) ^ _SIZE_KEYS[size] ^ _LIBERTY_KEY
