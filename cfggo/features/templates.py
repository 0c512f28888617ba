"""Nested templates around a move, up to the whole board (Stern, Herbrich and Graepel 2006).

A template is a set of points that looks the same from all eight sides; a move's pattern is what
stands on them: own stones, the opponent's, empty points and the border.  Templates 1 to 7 hold the
points at distance at most 3, 4, 5, 7, 9, 12 and 16 (`cfggo.features.shapes.shape_distance`), which
are 8, 12, 20, 36, 60, 104 and 180; template 8 is the whole board wherever the move is.  Template 0
has no points, so that every move has a pattern.

A pattern's key is a Zobrist hash, the smallest of those in the eight orientations, whose last bits
are replaced by the template's number.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.features.orientations import smallest_with
from cfggo.features.shapes import (
    CELLS,
    SYMMETRIES,
    shape_distance,
    transform,
)
from cfggo.go.points import EMPTY, MAX_SIZE, STRIDE

TEMPLATE_DISTANCES = np.array([0, 3, 4, 5, 7, 9, 12, 16], dtype=np.int64)
"""int64[8]: distance of the farthest points of templates 0 to 7."""

WHOLE_BOARD = len(TEMPLATE_DISTANCES)
"""Number of the template of the whole board, the largest one."""

N_TEMPLATES = WHOLE_BOARD + 1
"""How many templates there are, the one without points among them."""

TEMPLATE_WORDS = (
    "none",
    *(
        str(sum(0 < shape_distance(*cell) <= distance for cell in CELLS))
        for distance in TEMPLATE_DISTANCES[1:].tolist()
    ),
    "whole board",
)
"""How many points each template has, as tables say it."""

_NUMBER_BITS = 15
"""The bits of a key that are the template's number."""

_REACH = MAX_SIZE - 1
_SIDE = 2 * _REACH + 1
_MOVE, _OWN, _OTHER = 0, 1, 2

_KEY_OF_TEMPLATES = np.uint64(0xA24BAED4963EE407)
"""Makes the keys differ from those of shapes."""


def _board_keys() -> np.ndarray:
    """Returns the keys of the move and of stones at a place in each orientation.

    Places are counted in half steps from the middle of the board, so that they turn and mirror
    alike on boards of all sizes.
    """
    random = np.random.Generator(np.random.PCG64(20040705))
    plain = random.integers(1, 2**64 - 1, size=(_SIDE, _SIDE, 3), dtype=np.uint64)
    turned = np.zeros((_SIDE, _SIDE, 3, len(SYMMETRIES)), dtype=np.uint64)
    for dy in range(-_REACH, _REACH + 1):
        for dx in range(-_REACH, _REACH + 1):
            for orientation, symmetry in enumerate(SYMMETRIES):
                x, y = transform(dx, dy, symmetry)
                turned[dy + _REACH, dx + _REACH, :, orientation] = plain[y + _REACH, x + _REACH]
    return turned


_BOARD_KEYS = _board_keys()
"""uint64[37, 37, 3, 8]: key of the move, of an own stone and of an opponent's at a place."""

_BOARD_SIZE_KEYS = np.random.Generator(np.random.PCG64(20040706)).integers(
    1, 2**64 - 1, size=MAX_SIZE + 1, dtype=np.uint64
)


@jit_inline
def _place(board, line):
    """Returns the index of a row or column, 1 to the board's size, in _BOARD_KEYS."""
    return 2 * line - board.size - 1 + _REACH


@jit
def store_board_hashes(board, hashes):
    """Stores the hash of all stones in each orientation, as the side to move sees their colours.

    hashes: uint64[8]
    """
    for orientation in range(8):
        hashes[orientation] = _BOARD_SIZE_KEYS[board.size]
    for row in range(1, board.size + 1):
        for col in range(1, board.size + 1):
            colour = board.colour[row * STRIDE + col]
            if colour != EMPTY:
                code = _OWN if colour == board.to_play else _OTHER
                keys = _BOARD_KEYS[_place(board, row), _place(board, col), code]
                for orientation in range(8):
                    hashes[orientation] ^= keys[orientation]


@jit
def whole_board_key(board, point, hashes):
    """Returns the key of the whole board as a move sees it; hashes: of `store_board_hashes`."""
    row = _place(board, point // STRIDE)
    col = _place(board, point % STRIDE)
    return template_key(smallest_with(hashes, _BOARD_KEYS[row, col, _MOVE]), WHOLE_BOARD)


@jit_inline
def template_key(key, template):
    """Returns the key of a template's pattern, given that of its shape; 0 of the one without."""
    numbered = (key ^ _KEY_OF_TEMPLATES) & ~np.uint64(_NUMBER_BITS)
    return numbered | np.uint64(template)


def template_of(keys: np.ndarray) -> np.ndarray:
    """Returns the numbers of the templates that keys of the group belong to, int64[n].

    keys -- uint64[n]
    """
    return (keys & np.uint64(_NUMBER_BITS)).astype(np.int64)
