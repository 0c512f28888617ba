"""From games to what learning needs: positions, their candidate moves and their features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cfggo.base.executor import PerThread
from cfggo.base.jit import jit
from cfggo.features.catalogue import COULOM_GROUPS, MAX_FEATURES
from cfggo.features.patterns3x3 import canonical_codes
from cfggo.features.playout import MAX_LOCAL, local_tactics, playout_features
from cfggo.features.tree import TreeView, look_at_position, new_tree_view, tree_features
from cfggo.go.board import BOARD_DTYPE, is_legal, is_own_eye
from cfggo.go.points import MAX_MOVES, PASS
from cfggo.graph.incremental_graph import GRAPH_DTYPE
from cfggo.models.bradley_terry.weights import n_features_of
from cfggo.records.replay import GameArrays


class Extractor(NamedTuple):
    """The data for listing a policy's candidate moves and their features, and the lists.

    is_tree       -- bool: tree policy, else playout policy
    tree          -- TreeView, with the labels of a playout policy's paths, too
    canonical     -- uint32[3, 2**20] of `canonical_codes`, for playout policies
    points        -- int16[MAX_MOVES]: the candidates of the position last looked at
    features      -- int32[MAX_MOVES, MAX_FEATURES]: their features
    counts        -- int32[MAX_MOVES]: how many features each has
    local_point   -- int16[MAX_LOCAL]: the moves near the last one, for playout policies
    local_tactics -- int16[MAX_LOCAL]: the tactical features of each
    """

    is_tree: bool
    tree: TreeView
    canonical: np.ndarray
    points: np.ndarray
    features: np.ndarray
    counts: np.ndarray
    local_point: np.ndarray
    local_tactics: np.ndarray


def make_extractor(
    kind: str, labelling_name: str, keys: np.ndarray, groups: tuple[str, ...] = COULOM_GROUPS
) -> Extractor:
    """Returns the extractor of a kind of policy; each thread needs its own."""
    is_tree = kind == "tree"
    return Extractor(
        is_tree,
        new_tree_view(groups, labelling_name, keys),
        np.zeros((3, 1), dtype=np.uint32) if is_tree else canonical_codes(),
        np.zeros(MAX_MOVES, dtype=np.int16),
        np.zeros((MAX_MOVES, MAX_FEATURES), dtype=np.int32),
        np.zeros(MAX_MOVES, dtype=np.int32),
        np.zeros(MAX_LOCAL, dtype=np.int16),
        np.zeros(MAX_LOCAL, dtype=np.int16),
    )


class Workspace(NamedTuple):
    """The buffers of one thread that reads games.

    boards    -- BOARD_DTYPE[1]
    graphs    -- GRAPH_DTYPE[1]
    extractor -- Extractor
    """

    boards: np.ndarray
    graphs: np.ndarray
    extractor: Extractor


@dataclass(frozen=True, eq=False)
class Positions:
    """The positions of many games as a policy sees them, to be read by any number of threads.

    Public attributes:
        games      -- GameArrays
        kind       -- "tree" or "playout"
        labelling  -- name of the labelling of the path features, "" for a policy without them
        keys       -- uint64[]: keys of the learnt features that have one, ascending
        groups     -- names of a tree policy's groups of features, without the paths
    """

    games: GameArrays
    kind: str
    labelling: str
    keys: np.ndarray
    groups: tuple[str, ...] = COULOM_GROUPS

    @property
    def n_features(self) -> int:
        """Number of features that the policy can have."""
        return n_features_of(self.kind, self.labelling, len(self.keys))

    @PerThread
    def workspace(self) -> Workspace:
        """The calling thread's own."""
        return Workspace(
            np.zeros(1, dtype=BOARD_DTYPE),
            np.zeros(1, dtype=GRAPH_DTYPE),
            make_extractor(self.kind, self.labelling, self.keys, self.groups),
        )


@jit
def list_candidates(board, graph, extractor):
    """Stores the candidate moves and their features in the extractor; returns how many they are.

    A tree policy's are all legal moves and PASS, which comes first; a playout policy's the legal
    moves that fill no own eye.
    """
    n = 0
    if extractor.is_tree:
        extractor.points[0] = PASS
        n = 1
    for i in range(board.n_empty):
        point = board.empty[i]
        if _is_candidate(board, point, extractor):
            extractor.points[n] = point
            n += 1
    n_local = _look_at_position(board, graph, extractor)
    for i in range(n):
        _store_features(board, graph, extractor, n_local, i)
    return n


@jit
def list_one_candidate(board, graph, point, extractor):
    """Stores one move and its features as the only candidate; returns whether it is one."""
    if point == PASS:
        if not extractor.is_tree:
            return False
    elif not _is_candidate(board, point, extractor):
        return False
    extractor.points[0] = point
    _store_features(board, graph, extractor, _look_at_position(board, graph, extractor), 0)
    return True


@jit
def _is_candidate(board, point, extractor):
    """Returns whether a point, not PASS, is a candidate."""
    return is_legal(board, point) and (
        extractor.is_tree or not is_own_eye(board, point, board.to_play)
    )


@jit
def _look_at_position(board, graph, extractor):
    """Finds what all moves' features need; returns the number of points with local tactics."""
    if extractor.is_tree:
        look_at_position(board, graph, extractor.tree)
        return 0
    return local_tactics(board, extractor.local_point, extractor.local_tactics)


@jit
def _store_features(board, graph, extractor, n_local, i):
    """Stores the features of the candidate with index i."""
    point = np.int64(extractor.points[i])
    if extractor.is_tree:
        extractor.counts[i] = tree_features(
            board, graph, point, extractor.tree, extractor.features[i]
        )
        return
    tactics = 0
    for j in range(n_local):
        if extractor.local_point[j] == point:
            tactics = extractor.local_tactics[j]
    extractor.counts[i] = playout_features(
        board,
        graph,
        point,
        tactics,
        extractor.canonical,
        extractor.tree.label_of,
        extractor.tree.views[0].n_labels,
        extractor.features[i],
    )


@jit
def find_candidate(extractor, n, point):
    """Returns the index of a point among the n candidates, or -1."""
    for i in range(n):
        if extractor.points[i] == point:
            return i
    return -1
