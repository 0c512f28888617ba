"""Graph kernels: moves are ranked by how alike they are to moves known to be good or bad.

(Graepel et al. 2001, section 3.)  A move is the vector x of the subgraphs through its point
(`cfggo.models.tsumego.subgraphs`), scaled to |x| = 1.  Two moves are alike by

    k(x, x') = exp(-|x - x'|^2 / sigma^2) = exp(2 (x.x' - 1) / sigma^2),  sigma = 1,

and a move's score is f(x) = sum of alpha_i k(x_i, x) over the moves x_i that were learnt from.

By the labels "colours" and "players" (own and enemy) x is the paper's: how many subgraphs of up to
six nodes there are of each kind.  By "liberties" it is the square roots of these, as players see
them, beside the square roots of the counts of small subgraphs whose chains are told by liberties
and size; both halves have the same length.

What was learnt from games also says how likely moves are: a move's share of the sum of exp(f).

A file is an archive (`cfggo.base.array_archive`).  Its header has `about`, how it was learnt, for
people, and `labels`, one of those above.  Its arrays are

    problems  uint32[]        first four bytes of the digests of the problems learnt from, in order
    games     uint32[]        the same of games
    vectors   float16[n, d]   the moves with alpha other than 0, of length 1 but for rounding
    alpha     float32[n]
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.base.array_archive import (
    ArchiveFormat,
    InvalidContent,
    check_array,
    check_names,
    check_origin,
    check_range,
    read_archive,
    write_valid_archive,
)
from cfggo.base.jit import jit
from cfggo.base.toml_tables import declared_settings
from cfggo.graph.incremental_graph import GRAPH_DTYPE, build_graph
from cfggo.methods import GraphKernelOptions
from cfggo.models.tsumego.subgraphs import (
    MAX_SUBGRAPHS,
    NODES_DTYPE,
    PAPER_NODES,
    RICH_NODES,
    count_keys,
    look_at_nodes,
    paper_keys,
    paper_labels,
    player_labels,
    rich_keys,
    rich_labels,
    store_subgraph_keys,
)

FORMAT = ArchiveFormat("cfggo graph kernel", 2, "file of a graph kernel")

LABELS = declared_settings(GraphKernelOptions)["kernel_labels"].words
"""The kinds of labels that subgraphs may have."""

GAMMA = 1.0
"""1 / sigma^2."""

_MOST_ALPHA = 1e6
_MOST_OFF = 0.01  # that the length of a stored vector may differ from 1; float16 rounds


def kernel_matrix(vectors: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Returns k(x, x') for all pairs; float32[n, d], float32[m, d] to float32[n, m].

    All vectors must have length 1, but for rounding as in files.
    """
    matrix: np.ndarray = np.exp(2.0 * GAMMA * (vectors @ others.T - 1.0))
    return matrix


def n_features(labels: str) -> int:
    """Returns the number d of a vector's elements."""
    return len(paper_keys()) + (len(rich_keys()) if labels == "liberties" else 0)


class Vectors:
    """Finds the vectors of moves.  Each thread needs its own."""

    def __init__(self, labels: str) -> None:
        self._labels = labels
        self._graphs = np.zeros(1, dtype=GRAPH_DTYPE)
        self._nodes = np.zeros(1, dtype=NODES_DTYPE)
        self._keys = np.zeros(MAX_SUBGRAPHS, dtype=np.uint64)

    def of(self, boards: np.ndarray, points: np.ndarray) -> np.ndarray:
        """Returns the vectors of empty points of a position, float32[n, d], each of length 1.

        boards -- BOARD_DTYPE[1]
        points -- int64[n]
        """
        _look(boards[0], self._graphs[0], self._nodes[0])
        if self._labels != "liberties":
            return _scaled(self._counts(boards, points, self._labels))
        halves = [np.sqrt(self._counts(boards, points, by)) for by in ("players", "liberties")]
        return np.hstack([_scaled(half) for half in halves]) * np.float32(np.sqrt(0.5))

    def _counts(self, boards: np.ndarray, points: np.ndarray, labels: str) -> np.ndarray:
        """Returns how many subgraphs of each kind go through points, float32[n, d]."""
        nodes = self._nodes[0]
        if labels == "liberties":
            all_keys, length = rich_keys(), RICH_NODES
            rich_labels(boards[0], nodes)
        else:
            all_keys, length = paper_keys(), PAPER_NODES
            (player_labels if labels == "players" else paper_labels)(boards[0], nodes)
        counts = np.zeros((len(points), len(all_keys)), dtype=np.float32)
        _count_subgraphs(nodes, points, length, self._keys, all_keys, counts)
        return counts


def _scaled(vectors: np.ndarray) -> np.ndarray:
    """Returns vectors scaled to length 1."""
    scaled: np.ndarray = vectors / np.sqrt((vectors**2).sum(axis=1, keepdims=True))
    return scaled


@jit
def _look(board, graph, nodes):
    """Finds a position's nodes."""
    build_graph(board, graph)
    look_at_nodes(board, graph, nodes)


@jit
def _count_subgraphs(nodes, points, length, keys, all_keys, counts):
    """Adds how many subgraphs of each feature go through each of some points.

    points: int64[n]; length: nodes of the largest subgraphs; counts: float32[n, d]
    """
    for i in range(len(points)):
        n = store_subgraph_keys(nodes, points[i], length, keys)
        count_keys(keys, n, all_keys, counts[i])


@dataclass(frozen=True)
class GraphKernelModel:
    """A learnt graph kernel.

    Public attributes:
      labels   -- one of LABELS
      vectors  -- float32[n, d], each of length 1 but for rounding; d: `n_features` of the labels
      alpha    -- float32[n]
      problems -- uint32[], ascending: the first four bytes of the digests of the problems learnt
                  from
      about    -- dict: how it was learnt, for people
      games    -- uint32[], ascending: the same as `problems`, of games
    """

    labels: str
    vectors: np.ndarray
    alpha: np.ndarray
    problems: np.ndarray
    about: dict[str, Any] = field(default_factory=dict)
    games: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.uint32))

    def ranker(self) -> GraphKernelRanker:
        """Returns the model's ranker of moves, for one thread."""
        return GraphKernelRanker(self)

    def values(self, vectors: np.ndarray) -> np.ndarray:
        """Returns f(x) of vectors, float32[n, d] to float32[n]."""
        found: np.ndarray = kernel_matrix(vectors, self.vectors) @ self.alpha
        return found


class GraphKernelRanker:
    """Ranks moves by a GraphKernelModel.  Each thread needs its own."""

    def __init__(self, model: GraphKernelModel) -> None:
        self._model = model
        self._vectors = Vectors(model.labels)

    def scores(self, boards: np.ndarray, points: np.ndarray) -> np.ndarray:
        """Returns f of moves, float64[n]; boards: BOARD_DTYPE[1], points: int64[n]."""
        return self._model.values(self._vectors.of(boards, points)).astype(np.float64)


def save_graph_kernel(path: Path, model: GraphKernelModel) -> None:
    """Writes a model; on return it is on the disk, in place of any older one.

    Raises CfggoError if it can't be written.
    """
    arrays: dict[str, np.ndarray] = {
        "problems": model.problems.astype(np.uint32),
        "games": model.games.astype(np.uint32),
        "vectors": model.vectors.astype(np.float16),
        "alpha": model.alpha.astype(np.float32),
    }
    traits: dict[str, Any] = {"about": model.about, "labels": model.labels}
    write_valid_archive(path, (FORMAT, validated_graph_kernel), traits, arrays)


def load_graph_kernel(path: Path) -> GraphKernelModel:
    """Returns the model in a file.

    Raises CfggoError if the file can't be read, is damaged, or holds no graph kernel.
    """
    return read_archive(path, (FORMAT, validated_graph_kernel))


def validated_graph_kernel(
    traits: dict[str, Any], arrays: dict[str, np.ndarray]
) -> GraphKernelModel:
    """Returns the model of a file's traits and arrays; raises InvalidContent if there is none."""
    check_names("trait", traits, ("about", "labels"))
    if traits["labels"] not in LABELS:
        raise InvalidContent("labels that this cfggo does not know")
    check_names("array", arrays, ("problems", "games", "vectors", "alpha"))
    check_origin(traits["about"], problems=arrays["problems"], games=arrays["games"])
    check_array("vectors", arrays["vectors"], np.float16, (None, n_features(traits["labels"])))
    check_range("vectors", arrays["vectors"], 0.0, 1.0)
    lengths = np.sqrt((arrays["vectors"].astype(np.float32) ** 2).sum(axis=1))
    check_range("lengths of vectors", lengths, 1.0 - _MOST_OFF, 1.0 + _MOST_OFF)
    check_array("alpha", arrays["alpha"], np.float32, (len(arrays["vectors"]),))
    check_range("alpha", arrays["alpha"], -_MOST_ALPHA, _MOST_ALPHA)
    if not len(arrays["alpha"]):
        raise InvalidContent("no moves")
    return GraphKernelModel(
        traits["labels"],
        arrays["vectors"].astype(np.float32),
        arrays["alpha"],
        arrays["problems"],
        traits["about"],
        arrays["games"],
    )
