"""Local models: how likely each local move solves a problem, by a Bradley-Terry model.

A move's strength is the exponential of the sum of its features' weights
(`cfggo.models.tsumego.local_features`), its probability its share of the strength of all local
moves.

A file is an archive (`cfggo.base.array_archive`).  Its header has `about`, how it was learnt, for
people, and `labelling` and `groups` of the tree policy's features; its arrays are

    problems       uint32[]  first four bytes of the digests of the problems learnt from, ascending
    tree_keys      uint64[]  features of the tree policy that have a key, ascending
    subgraph_keys  uint64[]  learnt subgraphs, ascending
    theta          float16[] weights of all features
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
    check_ascending,
    check_names,
    check_origin,
    check_range,
    write_valid_archive,
)
from cfggo.base.jit import jit
from cfggo.features.catalogue import TREE_GROUPS
from cfggo.features.key_table import check_keys
from cfggo.graph.labels import LABELLINGS
from cfggo.models.tsumego.local_features import (
    TreeFeatures,
    n_local_features,
    new_local_view,
    store_local_features,
)

FORMAT = ArchiveFormat("cfggo local moves", 2, "file of a model of local moves")

MAX_THETA = 10.0
"""Weights are between plus and minus this."""


@dataclass(frozen=True)
class LocalModel:
    """The result of one training run.

    Public attributes:
      tree       -- TreeFeatures
      subgraph_keys -- uint64[], ascending: learnt subgraphs
      theta      -- float32[]: weight of every feature
      problems   -- uint32[], ascending: the first four bytes of the digests of the problems learnt
                    from
      about      -- dict: how it was learnt, for people
    """

    tree: TreeFeatures
    subgraph_keys: np.ndarray
    theta: np.ndarray
    problems: np.ndarray
    about: dict[str, Any] = field(default_factory=dict)

    def ranker(self) -> LocalRanker:
        """Returns the model's ranker of moves, for one thread."""
        return LocalRanker(self)


class LocalRanker:
    """Ranks local moves by a LocalModel.  Each thread needs its own."""

    def __init__(self, model: LocalModel) -> None:
        self._theta = model.theta
        self._view = new_local_view(model.tree, model.subgraph_keys)
        self._sums = np.zeros(len(self._view.points))

    def scores(self, boards: np.ndarray, points: np.ndarray) -> np.ndarray:
        """Returns the logarithms of the strengths of legal moves, float64[n].

        boards -- BOARD_DTYPE[1]: a position without ko
        points -- int64[n]: moves; those that are not local have minus infinity
        """
        board = boards.copy()
        board["last"] = board["last2"] = 0
        n = store_local_features(board[0], self._view)
        _sum_weights(self._view, n, self._theta, self._sums)
        of_point = dict(zip(self._view.points[:n].tolist(), self._sums[:n].tolist(), strict=True))
        return np.array([of_point.get(point, -np.inf) for point in points.tolist()])


@jit
def _sum_weights(view, n, theta, sums):
    """Stores the sums of the weights of the features of n moves."""
    for i in range(n):
        sums[i] = 0.0
        for k in range(view.counts[i]):
            sums[i] += theta[view.features[i, k]]


def save_local_model(path: Path, model: LocalModel) -> None:
    """Writes a model; on return it is on the disk, in place of any older one.

    Raises CfggoError if it can't be written.
    """
    arrays = {
        "problems": model.problems.astype(np.uint32),
        "tree_keys": model.tree.keys,
        "subgraph_keys": model.subgraph_keys,
        "theta": model.theta.astype(np.float16),
    }
    traits = {
        "about": model.about,
        "labelling": model.tree.labelling,
        "groups": list(model.tree.groups),
    }
    write_valid_archive(path, (FORMAT, validated_local_model), traits, arrays)


def validated_local_model(traits: dict[str, Any], arrays: dict[str, np.ndarray]) -> LocalModel:
    """Returns the model of a file's traits and arrays; raises InvalidContent if there is none."""
    check_names("trait", traits, ("about", "labelling", "groups"))
    labels, groups = traits["labelling"], traits["groups"]
    if labels not in ("", *LABELLINGS):
        raise InvalidContent("a labelling that this cfggo does not know")
    if not isinstance(groups, list) or any(name not in TREE_GROUPS for name in groups):
        raise InvalidContent("groups of features that this cfggo does not know")
    check_names("array", arrays, ("problems", "tree_keys", "subgraph_keys", "theta"))
    check_origin(traits["about"], problems=arrays["problems"])
    check_keys("tree_keys", arrays["tree_keys"])
    check_array("subgraph_keys", arrays["subgraph_keys"], np.uint64)
    check_ascending("subgraph_keys", arrays["subgraph_keys"])
    tree = TreeFeatures(tuple(groups), labels, arrays["tree_keys"])
    n = n_local_features(tree, len(arrays["subgraph_keys"]))
    check_array("theta", arrays["theta"], np.float16, (n,))
    check_range("theta", arrays["theta"], -MAX_THETA, MAX_THETA)
    return LocalModel(
        tree,
        arrays["subgraph_keys"],
        arrays["theta"].astype(np.float32),
        arrays["problems"],
        traits["about"],
    )
