"""Answers and follow-ups: the shapes around the last two moves, with the next move marked.

A response (`cfggo.features.shapes`) is a shape around the next move that knows where the last one
was.  An answer is a shape around the last move, so it holds what called for the answer; a follow-up
is one around the move before, the player's own.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit
from cfggo.features.orientations import smallest_with
from cfggo.features.shapes import MAX_SHAPE, MIN_SHAPE, SYMMETRIES, add_ring, transform
from cfggo.go.points import PASS, STRIDE

REACH = 9
"""Moves at most so many rows and columns from the move before are its answers."""

_WIDTH = 2 * REACH + 1


def _next_move_keys() -> np.ndarray:
    plain = np.random.Generator(np.random.PCG64(20161203)).integers(
        1, 2**64 - 1, size=_WIDTH * _WIDTH, dtype=np.uint64
    )
    reach = range(-REACH, REACH + 1)
    cells = [(dx, dy) for dy in reach for dx in reach]
    turned = [[cells.index(transform(*cell, s)) for s in SYMMETRIES] for cell in cells]
    return np.ascontiguousarray(plain[np.array(turned)])


_NEXT_MOVE = _next_move_keys()
"""uint64[361, 8]: key of the next move at an offset, in each orientation."""

_KEYS = np.random.Generator(np.random.PCG64(20161204)).integers(
    1, 2**64 - 1, size=(2, MAX_SHAPE + 1), dtype=np.uint64
)


@jit
def store_shapes_around(seen, point, hashes):
    """Stores the hashes of all sizes of shapes around a point, uint64[MAX_SHAPE + 1, 8].

    seen: of `store_seen_colours`.
    """
    for orientation in range(8):
        hashes[MIN_SHAPE - 1, orientation] = np.uint64(0)
    for size in range(MIN_SHAPE, MAX_SHAPE + 1):
        for orientation in range(8):
            hashes[size, orientation] = hashes[size - 1, orientation]
        add_ring(seen, point, size, hashes[size])


@jit
def answer_cell(point, before):
    """Returns the cell of a move seen from one before it, or -1 if it is too far or a pass."""
    if before == PASS:
        return -1
    dy = point // STRIDE - before // STRIDE
    dx = point % STRIDE - before % STRIDE
    if abs(dx) > REACH or abs(dy) > REACH:
        return -1
    return (dy + REACH) * _WIDTH + dx + REACH


@jit
def answer_key(hashes, which, size, cell):
    """Returns the key of an answer (which = 0) or a follow-up (1) of a size; cell: of the move."""
    return smallest_with(hashes[which, size], _NEXT_MOVE[cell]) ^ _KEYS[which, size]
