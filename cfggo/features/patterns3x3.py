"""3x3 patterns: the eight points around a move, and which adjacent chains are in atari.

A pattern's code has two bits for the colour of each of the eight points, and above them four bits
that say whether the chain at each of the four adjacent points is in atari: 20 bits in all.
Patterns that differ by a symmetry of the square or by exchanged colours share one code, the
*canonical* one (the smallest, seen by the side to move).
"""

from __future__ import annotations

from functools import cache

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.features.catalogue import N_PATTERNS
from cfggo.features.shapes import SYMMETRIES, transform
from cfggo.go.points import BLACK, DIAGONALS, EMPTY, NEIGHBOURS, OFF_BOARD, STRIDE, WHITE

AROUND = NEIGHBOURS + DIAGONALS
"""Offsets to the eight points around a point, in the order of a code's bits."""

ATARI_SHIFT = 16
"""Position of the first atari bit in a code."""

_POSITIONS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)]


@jit
def atari_bits(board, point):
    """Returns the four bits that tell which adjacent chains of an empty point are in atari."""
    bits = 0
    for i, offset in enumerate(NEIGHBOURS):
        near = point + offset
        colour = board.colour[near]
        if (colour == BLACK or colour == WHITE) and board.n_liberties[board.head[near]] == 1:
            bits |= 1 << i
    return bits


@jit_inline
def colour_code(board, point):
    """Returns the lower 16 bits of a pattern's code: the colours of the eight points around a
    point, in absolute colours.
    """
    code = 0
    for i, offset in enumerate(AROUND):
        code |= np.int64(board.colour[point + offset]) << (2 * i)
    return code


@jit
def pattern_code(board, point):
    """Returns the 20-bit code of the 3x3 pattern around an empty point, in absolute colours."""
    return colour_code(board, point) | (atari_bits(board, point) << ATARI_SHIFT)


def swap_colours(codes: np.ndarray) -> np.ndarray:
    """Returns codes with black and white exchanged; codes: integers of any shape."""
    return (codes & 0xF0000) | ((codes & 0x5555) << 1) | ((codes & 0xAAAA) >> 1)


def turn(codes: np.ndarray, symmetry: tuple[int, int, int]) -> np.ndarray:
    """Returns codes turned or mirrored by a symmetry; codes: integers of any shape."""
    turned = np.zeros_like(codes)
    for i, position in enumerate(_POSITIONS):
        target = _POSITIONS.index(transform(*position, symmetry))
        turned |= ((codes >> (2 * i)) & 3) << (2 * target)
        if i < len(NEIGHBOURS):
            turned |= ((codes >> (ATARI_SHIFT + i)) & 1) << (ATARI_SHIFT + target)
    return turned


@cache
def canonical_codes() -> np.ndarray:
    """Returns the canonical code of each code, uint32[3, 2**20], by the colour to move.

    Not to be changed: it is made but once.
    """
    codes = np.arange(N_PATTERNS, dtype=np.uint32)
    smallest = codes.reshape(-1, 1 << ATARI_SHIFT).copy()
    # Colours and atari bits are turned separately, not in all their combinations.
    colours, ataris = codes[: 1 << ATARI_SHIFT], codes[:: 1 << ATARI_SHIFT, np.newaxis]
    for symmetry in SYMMETRIES:
        np.minimum(smallest, turn(colours, symmetry) | turn(ataris, symmetry), out=smallest)
    own = smallest.reshape(-1)
    return np.stack([own, own, own[swap_colours(codes)]])


def own_eye_codes() -> np.ndarray:
    """Returns bool[3, 2**20]: whether a code is a one-point eye of a colour (see `is_own_eye`)."""
    points = _colours_around()
    eyes = np.zeros((3, len(points[0])), dtype=bool)
    edge = np.zeros(len(points[0]), dtype=np.int8)
    for point in points[4:]:
        edge |= point == OFF_BOARD
    for colour in (BLACK, WHITE):
        closed = np.ones(len(points[0]), dtype=bool)
        for point in points[:4]:
            closed &= (point == colour) | (point == OFF_BOARD)
        enemies = edge.copy()
        for point in points[4:]:
            enemies += point == 3 - colour
        eyes[colour] = closed & (enemies < 2)
    return np.tile(eyes, N_PATTERNS >> ATARI_SHIFT)  # whoever is in atari


def _colours_around() -> list[np.ndarray]:
    """Returns the colours of the eight points around, for all codes without atari bits."""
    codes = np.arange(1 << ATARI_SHIFT, dtype=np.uint32)
    return [(codes >> (2 * i)) & 3 for i in range(8)]


def suicide_codes() -> np.ndarray:
    """Returns bool[3, 2**20]: whether a move of a colour at a code's point would be suicide.

    It would if there is no empty neighbour, no own one that has another liberty, and no enemy in
    atari, so that, but for ko, a code tells whether the move is legal.
    """
    ataris = np.arange(1 << len(NEIGHBOURS), dtype=np.uint32)[:, np.newaxis]
    colours = np.arange(1 << (2 * len(NEIGHBOURS)), dtype=np.uint32)
    codes = (ataris << ATARI_SHIFT) | colours
    suicide = np.ones((3, *codes.shape), dtype=bool)
    for i in range(len(NEIGHBOURS)):
        near = (codes >> (2 * i)) & 3
        in_atari = ((codes >> (ATARI_SHIFT + i)) & 1).astype(bool)
        for colour in (BLACK, WHITE):
            breathes = (near == colour) & ~in_atari
            captured = (near == 3 - colour) & in_atari
            suicide[colour] &= ~((near == EMPTY) | breathes | captured)
    suicide[EMPTY] = False
    # The diagonal points, between the two, don't matter.
    n_diagonal = N_PATTERNS // codes.size
    return np.repeat(suicide[:, :, np.newaxis], n_diagonal, axis=2).reshape(3, N_PATTERNS)


assert [dy * STRIDE + dx for dx, dy in _POSITIONS] == list(AROUND)


def middle_of_eye_codes() -> np.ndarray:
    """Returns bool[2**20]: whether a code may be the middle of an eye of three points.

    Two neighbours are empty; all other points around belong to one colour, with no chain in atari,
    or are off the board.  A code can't tell what lies behind the two: the eye may be longer.
    """
    points = _colours_around()
    n_empty = sum((point == EMPTY).astype(np.int8) for point in points[:4])
    middle = np.zeros(N_PATTERNS, dtype=bool)
    nobody_in_atari = middle[: len(points[0])]
    for colour in (BLACK, WHITE):
        closed = n_empty == 2
        for point in points[:4]:
            closed &= (point == colour) | (point == OFF_BOARD) | (point == EMPTY)
        for point in points[4:]:
            closed &= (point == colour) | (point == OFF_BOARD)
        nobody_in_atari |= closed
    return middle
