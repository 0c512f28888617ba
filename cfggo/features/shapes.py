"""Nested shape patterns of sizes 2 to 10 around a move (main paper, figure 3; Coulom 2007).

The shape of size n holds the colours of all points at distance at most n, where
d = |dx| + |dy| + max(|dx|, |dy|): 4 points for n = 2, 72 for n = 10.  Colours are relative to the
side to move and the border counts as a colour of its own.

A shape's key is a Zobrist hash, computed in all eight orientations at once; the smallest of the
eight stands for the shape.

Three kinds of shapes go beyond that: a *response* also knows where in it the last move was made,
*wide* shapes have sizes 11 to 16, and a *liberty shape*, of sizes 2 to 6, knows how many liberties
the chains of its stones have.
"""

from __future__ import annotations

import numpy as np

from cfggo.go.points import BLACK, EMPTY, OFF_BOARD, PASS, STRIDE, WHITE
from cfggo.jit import jit, jit_inline

MIN_SHAPE, MAX_SHAPE, MAX_WIDE_SHAPE = 2, 10, 16
MAX_LIBERTY_SHAPE = 6


def shape_distance(dx: int, dy: int) -> int:
    """Returns the distance by which shapes grow, d = |dx| + |dy| + max(|dx|, |dy|)."""
    return abs(dx) + abs(dy) + max(abs(dx), abs(dy))


def _cells() -> list[tuple[int, int]]:
    reach = range(-MAX_WIDE_SHAPE // 2, MAX_WIDE_SHAPE // 2 + 1)
    cells = [(dx, dy) for dx in reach for dy in reach if (dx, dy) != (0, 0)]
    cells = [cell for cell in cells if shape_distance(*cell) <= MAX_WIDE_SHAPE]
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

_OFFSETS = np.array([dy * STRIDE + dx for dx, dy in CELLS], dtype=np.int64)
_DX = np.array([dx for dx, _ in CELLS], dtype=np.int64)
_DY = np.array([dy for _, dy in CELLS], dtype=np.int64)
_ENDS = np.array(
    [sum(shape_distance(*cell) <= n for cell in CELLS) for n in range(MAX_WIDE_SHAPE + 1)],
    dtype=np.int64,
)
"""Number of cells of the shape of each size, 0 below MIN_SHAPE."""

_SIZE_KEYS = np.random.Generator(np.random.PCG64(20070615)).integers(
    1, 2**64 - 1, size=MAX_WIDE_SHAPE + 1, dtype=np.uint64
)


@jit_inline
def loaded(hashes):
    """Returns the hashes of the eight orientations as a tuple, which stays in registers."""
    return (
        hashes[0],
        hashes[1],
        hashes[2],
        hashes[3],
        hashes[4],
        hashes[5],
        hashes[6],
        hashes[7],
    )


@jit_inline
def with_cell(h, keys):
    """Returns the hashes with one more cell; keys: uint64[8], of that cell."""
    return (
        h[0] ^ keys[0],
        h[1] ^ keys[1],
        h[2] ^ keys[2],
        h[3] ^ keys[3],
        h[4] ^ keys[4],
        h[5] ^ keys[5],
        h[6] ^ keys[6],
        h[7] ^ keys[7],
    )


@jit_inline
def _store(h, hashes):
    """Stores what `loaded` returned, with the cells added since."""
    for orientation in range(8):
        hashes[orientation] = h[orientation]


@jit_inline
def smallest(h):
    """Returns the smallest of the eight hashes."""
    return min(min(min(h[0], h[1]), min(h[2], h[3])), min(min(h[4], h[5]), min(h[6], h[7])))


@jit
def add_ring(board, point, size, hashes):
    """Adds the cells at distance `size` from a point to the hashes; returns the key of that shape.

    board: a board record; hashes: uint64[8], one for each orientation, zeros before size 2; sizes
    must be added in order.
    """
    swap = board.to_play == WHITE
    row = point // STRIDE
    col = point % STRIDE
    h = loaded(hashes)
    for cell in range(_ENDS[size - 1], _ENDS[size]):
        cell_row = row + _DY[cell]
        cell_col = col + _DX[cell]
        if 0 < cell_row < STRIDE - 1 and 0 < cell_col < STRIDE - 1:
            colour = board.colour[point + _OFFSETS[cell]]
            if colour == EMPTY:
                continue
            if swap and colour != OFF_BOARD:
                colour = BLACK + WHITE - colour
        else:
            colour = OFF_BOARD
        h = with_cell(h, _ZOBRIST[cell, colour])
    _store(h, hashes)
    return smallest(h) ^ _SIZE_KEYS[size]


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
    key = hashes[0] ^ _LAST_MOVE[cell, 0]
    for orientation in range(1, 8):
        key = min(key, hashes[orientation] ^ _LAST_MOVE[cell, orientation])
    return key ^ _SIZE_KEYS[size] ^ _RESPONSE_KEY


_N_LIBERTY_CODES = 9
_OFF_BOARD_CODE, _KO_CODE = 7, 8

_LIBERTY_ZOBRIST = _zobrist(20151005, CELLS[: _ENDS[MAX_LIBERTY_SHAPE]], _N_LIBERTY_CODES)
"""uint64[cells, 9, 8]: key of a code of `store_liberty_codes` at a cell, in each orientation."""

_LIBERTY_KEY = np.uint64(0x2545F4914F6CDD1D)


@jit
def store_liberty_codes(board, codes):
    """Stores what liberty shapes see at every point, uint8[N_POINTS].

    Own stones are 1 to 3 by their chain's liberties, three or more counted alike, enemy stones 4 to
    6; the point of a ko is 8, other empty points 0.
    """
    for row in range(1, board.size + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + board.size + 1):
            colour = board.colour[point]
            if colour == EMPTY:
                codes[point] = _KO_CODE if point == board.ko else 0
            else:
                liberties = min(board.n_liberties[board.head[point]], 3)
                codes[point] = liberties if colour == board.to_play else liberties + 3


@jit
def add_liberty_ring(board, codes, point, size, hashes):
    """Does what `add_ring` does, for a liberty shape; codes: of `store_liberty_codes`."""
    row = point // STRIDE
    col = point % STRIDE
    h = loaded(hashes)
    for cell in range(_ENDS[size - 1], _ENDS[size]):
        cell_row = row + _DY[cell]
        cell_col = col + _DX[cell]
        code = np.uint8(_OFF_BOARD_CODE)
        if 0 < cell_row <= board.size and 0 < cell_col <= board.size:
            code = codes[point + _OFFSETS[cell]]
            if code == 0:
                continue
        h = with_cell(h, _LIBERTY_ZOBRIST[cell, code])
    _store(h, hashes)
    return smallest(h) ^ _SIZE_KEYS[size] ^ _LIBERTY_KEY
