"""Classes of 3x3 patterns: the colours of the eight points around a move, seen by its player.

A *code* is the lower half of `cfggo.features.patterns3x3`'s: two bits for each point, neighbours
before diagonals, 0 for an empty point, 1 for Black, 2 for White, 3 for one off the board.  The
mover is Black.  Codes that differ by a symmetry of the square are one class, for which the smallest
of them stands.

The paper (Sliwa 2015, formula 1) writes the same eight points row by row from the top left, two
bits each, 0 for Black, 1 for White, 2 for an empty point, 3 for one off the board, and the mover is
White: its *paper id*.  That of a class is the smallest of its eight.  Colours are not exchanged
freely: a pattern and the same one with the colours exchanged are two classes, by whose move it is.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from cfggo.features.patterns3x3 import AROUND, swap_colours, turn
from cfggo.features.shapes import SYMMETRIES
from cfggo.go.points import BLACK, EMPTY, OFF_BOARD, STRIDE, WHITE

N_CODES = 1 << 16

N_CLASSES = 1107
"""Classes that can occur: 954 inside the board, 135 at an edge, 18 in a corner."""

_ROW_BY_ROW = tuple(dy * STRIDE + dx for dy in (1, 0, -1) for dx in (-1, 0, 1) if dx or dy)
"""Offsets to the eight points in the paper's order; rows go up in this program."""

_PAPER_STATES = np.zeros(4, dtype=np.uint16)
_PAPER_STATES[[EMPTY, BLACK, WHITE, OFF_BOARD]] = (2, 1, 0, 3)
"""The paper's two bits for what a point holds: the mover, Black here, is White there."""

_SYMBOLS = "XO.#"
"""The signs in diagrams for the paper's two bits."""


def paper_ids(codes: np.ndarray) -> np.ndarray:
    """Returns the paper's ids of codes, uint16 of the same shape; no two codes share one."""
    ids = np.zeros_like(codes, dtype=np.uint16)
    for i, offset in enumerate(AROUND):
        place = len(AROUND) - 1 - _ROW_BY_ROW.index(offset)
        ids |= (_PAPER_STATES[(codes >> (2 * i)) & 3] << (2 * place)).astype(np.uint16)
    return ids


@cache
def class_codes() -> np.ndarray:
    """Returns the codes that stand for the classes, uint16[N_CLASSES], ascending."""
    codes = np.unique(smallest_codes()[_can_occur()])
    assert len(codes) == N_CLASSES
    return codes


@cache
def smallest_codes() -> np.ndarray:
    """Returns for each code the one that stands for its class, uint16[N_CODES]."""
    codes = np.arange(N_CODES, dtype=np.uint16)
    return np.min([turn(codes, symmetry) for symmetry in SYMMETRIES], axis=0)


@cache
def class_indices() -> np.ndarray:
    """Returns the index among `class_codes` of a code in absolute colours, int16[3, N_CODES].

    The first index is the mover's colour.  It is -1 for codes that can't occur.
    """
    of_black = np.full(N_CODES, -1, dtype=np.int16)
    can_occur = _can_occur()
    of_black[can_occur] = np.searchsorted(class_codes(), smallest_codes()[can_occur])
    swapped = swap_colours(np.arange(N_CODES, dtype=np.uint32))
    return np.stack([np.full_like(of_black, -1), of_black, of_black[swapped]])


def _can_occur() -> np.ndarray:
    """Returns bool[N_CODES]: whether the points off the board are none, an edge or a corner's."""
    codes = np.arange(N_CODES, dtype=np.uint32)
    off = np.zeros(N_CODES, dtype=np.uint32)
    for i in range(len(AROUND)):
        off |= ((codes >> (2 * i) & 3) == OFF_BOARD).astype(np.uint32) << i
    edges = [
        sum(1 << i for i, offset in enumerate(AROUND) if is_beyond(offset))
        for is_beyond in (
            lambda offset: offset in (STRIDE - 1, STRIDE, STRIDE + 1),
            lambda offset: -offset in (STRIDE - 1, STRIDE, STRIDE + 1),
            lambda offset: offset in (1, STRIDE + 1, 1 - STRIDE),
            lambda offset: -offset in (1, STRIDE + 1, 1 - STRIDE),
        )
    ]
    vertical, horizontal = edges[:2], edges[2:]
    corners = [a | b for a in vertical for b in horizontal]
    return np.isin(off, [0, *edges, *corners])


def class_paper_ids() -> np.ndarray:
    """Returns the paper ids of the classes, uint16[N_CLASSES], in the order of `class_codes`."""
    turned = [paper_ids(turn(class_codes(), symmetry)) for symmetry in SYMMETRIES]
    return np.min(turned, axis=0)


def n_occupied(codes: np.ndarray) -> np.ndarray:
    """Returns how many of the eight points hold a stone or are off the board, int64[...]."""
    states = [(codes >> (2 * i)) & 3 for i in range(len(AROUND))]
    return np.sum([state != EMPTY for state in states], axis=0)


def diagram(paper_id: int) -> str:
    """Returns a pattern in the paper's form, White to move at *, its rows joined by slashes.

    X is Black, O White, . an empty point and # one off the board.
    """
    shown = [_SYMBOLS[paper_id >> shift & 3] for shift in range(14, -1, -2)]
    shown.insert(4, "*")
    return "/".join("".join(shown[row : row + 3]) for row in (0, 3, 6))
