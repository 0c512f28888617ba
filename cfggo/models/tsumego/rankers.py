"""Models that rank local moves, from files of any kind: the door through which others use them.

ranker = load_ranker_model(Path("tsumego.weights")).ranker()
points, probabilities = local_probabilities(ranker, boards)
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

import numpy as np

from cfggo.base.array_archive import ArchiveFormat, Validated, format_name, read_archive
from cfggo.go.points import MAX_BOARD_POINTS
from cfggo.models.tsumego import graph_kernel, local_model
from cfggo.models.tsumego.local_features import store_local_moves


class Ranker(Protocol):
    """Ranks moves; each thread needs its own."""

    def scores(self, boards: np.ndarray, points: np.ndarray) -> np.ndarray:
        """Returns a score for each move, float64[n]; the higher, the likelier it is right.

        boards -- BOARD_DTYPE[1]
        points -- int64[n]: legal moves
        """


class RankerModel(Protocol):
    """The model in such a file."""

    @property
    def problems(self) -> np.ndarray:
        """uint32[], ascending: the first four bytes of the digests of the problems learnt from."""

    @property
    def about(self) -> dict[str, Any]:
        """How it was learnt, for people."""

    def ranker(self) -> Ranker:
        """Returns the model's ranker of moves, for one thread."""


READERS: tuple[tuple[ArchiveFormat, Validated[RankerModel]], ...] = (
    (local_model.FORMAT, local_model.validated_local_model),
    (graph_kernel.FORMAT, graph_kernel.validated_graph_kernel),
)
"""Formats, and what makes the model of a file's content."""


def load_ranker_model(path: Path) -> RankerModel:
    """Returns the model in a file.

    Raises CfggoError if the file can't be read, is damaged, or holds no model that ranks local
    moves.
    """
    return read_archive(path, *READERS)


def is_ranker_file(path: Path) -> bool:
    """Tells whether a file is of a format that `load_ranker_model` reads, damaged or not."""
    return format_name(path) in [kind.name for kind, _ in READERS]


def local_moves(boards: np.ndarray) -> np.ndarray:
    """Returns the legal points within Manhattan distance 2 of a stone, ascending, int64[n]."""
    points = np.zeros(MAX_BOARD_POINTS, dtype=np.int64)
    return points[: store_local_moves(boards[0], points)]


def local_probabilities(ranker: Ranker, boards: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the local moves of a position, int64[n], and how likely each is right, float64[n].

    The probabilities add up to one; there are none if there are no local moves.  Those of a graph
    kernel only tell the order: it does not learn probabilities.
    """
    points = local_moves(boards)
    if not len(points):
        return points, np.zeros(0)
    scores = ranker.scores(boards, points)
    strengths = np.exp(scores - scores.max())
    return points, strengths / strengths.sum()
