"""The position record: board, graph and the playout policy's gammas, copied in one assignment."""

from __future__ import annotations

import numpy as np

from cfggo.features.playout import MAX_LOCAL
from cfggo.go.board import BOARD_DTYPE, N_WORDS
from cfggo.go.points import N_POINTS, STRIDE
from cfggo.graph.incremental_graph import GRAPH_DTYPE

PLAYOUT_DTYPE = np.dtype(
    [
        ("total", np.int64, 2),  # sum of `gamma`; the first index is the colour - 1, here and below
        ("row_total", np.int64, (2, STRIDE)),  # sum of `gamma` over a row of points
        ("gamma", np.int32, (2, N_POINTS)),  # of a move, without local tactics; 0: never played
        ("path_sum", np.int32, N_POINTS),  # packed thetas of an empty point's path features
        ("code", np.uint32, N_POINTS),  # 3x3 pattern of an empty point
        ("playable", np.uint64, (1, N_WORDS)),  # points where a colour has a gamma above 0
        ("dirty", np.uint64, (1, N_WORDS)),  # points whose pattern changed since gamma was stored
        # Points that may be the last liberty of a chain; all empty ones that are, are among them.
        ("pressed", np.uint64, (1, N_WORDS)),
        # Scratch, meaningless between calls.
        ("heads", np.uint64, (1, N_WORDS)),
        ("local_point", np.int16, MAX_LOCAL),
        ("local_tactics", np.int16, MAX_LOCAL),
        ("local_gamma", np.int64, MAX_LOCAL),
    ],
    align=True,
)
"""The playout policy's state for a position."""

POSITION_DTYPE = np.dtype(
    [("board", BOARD_DTYPE), ("graph", GRAPH_DTYPE), ("playout", PLAYOUT_DTYPE)], align=True
)
"""One position with everything that playouts update move by move."""
