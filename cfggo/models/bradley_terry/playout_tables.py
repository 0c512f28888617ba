"""The playout policy's weights in the form that its kernels read.

Thetas are whole numbers in units of 1/128, so that sums are exact; the gamma of a sum is looked up,
as a whole number too.

Both colours' thetas are packed into one int32, White's times 2**16 plus Black's: one look-up and
one addition serve both.  A pattern adds ZERO_SUM, so that the lower half is never negative.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit_inline
from cfggo.features.catalogue import CONTIGUOUS, N_LOCAL, N_PATTERNS, PATTERNS, PLAYOUT_PATHS
from cfggo.features.patterns3x3 import (
    ATARI_SHIFT,
    canonical_codes,
    own_eye_codes,
    suicide_codes,
)
from cfggo.go.points import BLACK, WHITE
from cfggo.graph.incremental_graph import ALL_MATTER, N_COMMON_KINDS, N_EMPTY_KINDS
from cfggo.graph.labels import N_VERTEX_KINDS, labelling
from cfggo.models.bradley_terry.weights import Weights

THETA_UNIT = 128
"""The whole number that stands for theta 1."""

GAMMA_UNIT = 4096
"""The whole number that stands for gamma 1."""

MAX_SUM = 12 * THETA_UNIT
"""Sums of thetas, in units, are cut off at plus and minus this."""

LOCAL_UNIT = 4096
"""The whole number that stands for gamma 1 of local tactics."""

MIN_LOCAL_THETA, MAX_LOCAL_THETA = -6.0, 10.0
"""The theta of a set of local tactics is cut off at these: draws that it makes unlikely are
repeated, on average exp(6) times at the most, and all gammas must fit 64 bits."""

ZERO_SUM = 2**15
"""Index of the gamma of a sum of 0."""

NEVER = -16384
"""Theta, in units, of a pattern that is never played: an own eye, or suicide."""

NO_PATHS, PATHS_OF_KINDS, PATHS_OF_LABELS = 0, 1, 2
"""How thetas of paths are found: not at all, by the kinds of a path's vertices, or by their labels
in any labelling."""

ENDS, FIRST = 0, 1
"""The two numbers of each of `rows`."""

TABLES_DTYPE = np.dtype(
    [
        ("paths", np.int64),  # NO_PATHS, PATHS_OF_KINDS or PATHS_OF_LABELS
        ("local", np.int32, 1 << N_LOCAL),  # gamma of a set of local tactics, in LOCAL_UNIT
        ("gamma", np.int32, 2 * ZERO_SUM),  # of a sum of thetas, from -ZERO_SUM on
        ("patterns", np.int32, N_PATTERNS),  # ZERO_SUM and packed thetas of a 3x3 pattern, by code
        # Of paths by kinds: what a path from one kind over another may end in, and where the packed
        # thetas of these paths begin, which stand side by side with a zero behind them.
        ("rows", np.uint64, (N_VERTEX_KINDS + 1, N_VERTEX_KINDS + 1, 2)),
        ("of_kinds", np.int32, 1 + N_EMPTY_KINDS * N_VERTEX_KINDS * (N_COMMON_KINDS + 1)),
        # Of paths by labels.
        ("n_labels", np.int64),
        ("label_of", np.uint8, (3, N_VERTEX_KINDS)),
        ("of_labels", np.int32, N_VERTEX_KINDS**3),
        # How much a pattern is preferred as an answer, by the mover's colour - 1 and the code's
        # colours; 0 for not at all.
        ("answers", np.uint16, (2, 1 << ATARI_SHIFT)),
    ],
    align=True,
)
"""All weights of a playout policy.

One record, because a kernel takes a record as one pointer, but a tuple of arrays apart.
"""


def make_playout_tables(weights: Weights, answers: np.ndarray | None = None) -> np.void:
    """Returns the tables of a playout policy, one TABLES_DTYPE, which threads may share.

    answers -- uint16[2, 1 << ATARI_SHIFT]: how much playouts prefer to answer by a pattern; None
               for no answers by patterns
    """
    tables = np.zeros(1, dtype=TABLES_DTYPE)[0]
    units = np.rint(weights.theta * THETA_UNIT).astype(np.int32)
    pattern_units = units[PATTERNS : PATTERNS + N_PATTERNS]
    canonical = canonical_codes()
    never = own_eye_codes() | suicide_codes()
    tables["patterns"] = ZERO_SUM + _pack(
        *(
            np.where(never[colour], NEVER, pattern_units[canonical[colour]])
            for colour in (BLACK, WHITE)
        )
    )
    sets = np.arange(1 << N_LOCAL)
    local = sum(((sets >> f) & 1) * weights.theta[CONTIGUOUS + f] for f in range(N_LOCAL))
    tables["local"] = np.rint(LOCAL_UNIT * np.exp(np.clip(local, MIN_LOCAL_THETA, MAX_LOCAL_THETA)))
    sums = np.arange(-ZERO_SUM, ZERO_SUM)
    gamma = np.rint(GAMMA_UNIT * np.exp(np.clip(sums, -MAX_SUM, MAX_SUM) / THETA_UNIT))
    tables["gamma"] = np.where(sums < NEVER // 2, 0, np.maximum(1, gamma))
    if answers is not None:
        tables["answers"] = answers
    if not weights.labelling:
        return tables
    names = labelling(weights.labelling)
    path_units = units[PLAYOUT_PATHS:].reshape((names.n_labels,) * 3)
    if weights.labelling == "exact":
        tables["paths"] = PATHS_OF_KINDS
        _store_by_kinds(tables, path_units, names.label_of.astype(np.intp))
    else:
        tables["paths"] = PATHS_OF_LABELS
        tables["n_labels"] = names.n_labels
        tables["label_of"] = names.label_of
        tables["of_labels"][: path_units.size] = path_units.ravel()
        tables["rows"][..., ENDS] = ALL_MATTER[..., 0]
    return tables


def _store_by_kinds(tables: np.void, units: np.ndarray, label_of: np.ndarray) -> None:
    """Stores the thetas of paths, given in units by the labels of `exact`, by kinds."""
    of_kinds = _pack(
        *(units[np.ix_(labels[:N_EMPTY_KINDS], labels, labels)] for labels in label_of[1:])
    )
    of_kinds = of_kinds[:, :, :N_COMMON_KINDS]
    members = np.pad(of_kinds != 0, ((0, 0), (0, 0), (0, 64 - N_COMMON_KINDS)))
    ends = np.packbits(members, axis=-1, bitorder="little").view("<u8")[..., 0]
    tables["rows"][:N_EMPTY_KINDS, :N_VERTEX_KINDS, ENDS] = ends
    tables["rows"][N_VERTEX_KINDS, :N_VERTEX_KINDS, ENDS] = np.bitwise_or.reduce(ends)
    counts = np.count_nonzero(of_kinds, axis=2)
    lengths = np.where(counts > 0, counts + 1, 0)
    # The first theta is the zero behind all rows that have no ends.
    first = 1 + np.cumsum(lengths).reshape(counts.shape) - lengths
    tables["rows"][:N_EMPTY_KINDS, :N_VERTEX_KINDS, FIRST] = np.where(counts > 0, first, 0)
    start, middle, end = np.nonzero(of_kinds)
    rank = np.cumsum(of_kinds != 0, axis=2)[start, middle, end] - 1
    tables["of_kinds"][first[start, middle] + rank] = of_kinds[start, middle, end]


def _pack(black: np.ndarray, white: np.ndarray) -> np.ndarray:
    """Returns the packed form of two arrays of thetas in units, below 2**15 in absolute value."""
    return (white.astype(np.int32) * 65536 + black.astype(np.int32)).astype(np.int32)


@jit_inline
def black_index(packed):
    """Returns the index of Black's gamma, of the sum of a pattern's and paths' packed thetas."""
    return np.uint64(packed & 0xFFFF)


@jit_inline
def white_index(packed):
    """Returns the index of White's gamma, of the sum of a pattern's and paths' packed thetas."""
    return np.uint64((packed >> 16) + ZERO_SUM)
