"""How likely the moves of a game are by a graph kernel: Graepel et al. 2001, section 4, on 9x9.

policy = GraphKernelPolicy(load_graph_kernel(Path("K.weights")))
probabilities = policy.probabilities(board)
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit
from cfggo.go.board import BOARD_DTYPE, is_legal, is_own_eye
from cfggo.go.points import MAX_BOARD_POINTS, N_POINTS
from cfggo.models.tsumego.graph_kernel import GraphKernelModel


def sensible_moves(boards: np.ndarray) -> np.ndarray:
    """Returns the legal moves that fill no own eye, int64[n]; boards: BOARD_DTYPE[1]."""
    points = np.zeros(MAX_BOARD_POINTS, dtype=np.int64)
    return points[: _store_sensible_moves(boards[0], points)]


@jit
def _store_sensible_moves(board, points):
    """Stores the legal moves that fill no own eye; returns how many they are.

    points: int64[MAX_BOARD_POINTS]
    """
    n = 0
    for i in range(board.n_empty):
        point = board.empty[i]
        if is_legal(board, point) and not is_own_eye(board, point, board.to_play):
            points[n] = point
            n += 1
    return n


class GraphKernelPolicy:
    """Says how likely moves are by what a graph kernel learnt.  Each thread needs its own."""

    def __init__(self, model: GraphKernelModel) -> None:
        self._ranker = model.ranker()
        self._boards = np.zeros(1, dtype=BOARD_DTYPE)

    def probabilities(self, board: np.void) -> np.ndarray:
        """Returns the probability of each move but PASS, float64[N_POINTS].

        They are 0 of illegal moves and of those that fill an own eye, and add up to one, or to 0 if
        no other move is left.

        board -- BOARD_DTYPE record
        """
        self._boards[0] = board
        points = sensible_moves(self._boards)
        result = np.zeros(N_POINTS)
        if len(points):
            scores = self._ranker.scores(self._boards, points)
            strengths = np.exp(scores - scores.max())
            result[points] = strengths / strengths.sum()
        return result
