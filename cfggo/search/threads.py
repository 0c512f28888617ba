"""The threads of a search: they share one tree and the policies' tables."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait

import numpy as np

from cfggo.go.points import N_POINTS, PASS
from cfggo.models.bradley_terry.boosted_trees import BoostedTrees, store_boosts
from cfggo.models.bradley_terry.playout_policy import set_up_position
from cfggo.models.bradley_terry.position import POSITION_DTYPE
from cfggo.search.informed_prior import look_at_node
from cfggo.search.policies import Policies
from cfggo.search.rules_of_thumb import RulesOfThumb
from cfggo.search.settings import Settings
from cfggo.search.tree import ROOT, TreeArrays, clear_node
from cfggo.search.tree_search import (
    MAX_DEPTH,
    PLAYED_POSITION,
    ROOT_POSITION,
    expand,
    new_buffers,
    run_playouts,
    score_playouts,
    store_policy,
)


class SearchThread:
    """The state of one thread.

    Public attributes:
      buffers -- Buffers
    """

    def __init__(self, policies: Policies) -> None:
        """Takes policies of which the tree policy's tables are for this thread alone."""
        self.buffers = new_buffers()
        self._positions = np.zeros(2, dtype=POSITION_DTYPE)
        self._policies = policies

    def set_root(self, board: np.void) -> None:
        """Makes a board the root's position, and forgets who owned its points."""
        self._positions[ROOT_POSITION]["board"] = board
        set_up_position(self._positions[ROOT_POSITION], self._policies.playout)
        self.buffers.ownership[:] = 0
        self.buffers.first_moves[:] = 0

    def avoid(self, moves: Mapping[tuple[int, int], int]) -> None:
        """Sets the moves that are left out below the root: `SearchRequest.avoid_later`."""
        self.buffers.avoided[:] = 0
        for move, n_moves in moves.items():
            self.buffers.avoided[move] = min(n_moves, MAX_DEPTH)

    def expand_root(self, tree: TreeArrays, settings: Settings) -> None:
        """Gives the root its children, PASS among them.

        The tree policy looks at all moves closely.
        """
        at_root = settings.at_root()
        expand(tree, ROOT, self._at_root(), self._policies, at_root, 0, self.buffers)

    def look_closely(self, children: np.ndarray) -> None:
        """Gives the root's children probabilities for which the tree policy looks at all moves
        closely.
        """
        probabilities = self._probabilities(self._at_root(), self._policies)
        children["prior"] = probabilities[children["move"]]

    def _probabilities(self, position: np.void, policies: Policies) -> np.ndarray:
        """Returns a tree policy's probability of each legal move, and PASS, float64[N_POINTS]."""
        n = store_policy(position, policies, 0, self.buffers)
        result = np.zeros(N_POINTS)
        result[self.buffers.points[:n]] = self.buffers.probabilities[:n]
        return result

    def _at_root(self) -> np.void:
        """Returns a copy of the root's position."""
        self._positions[PLAYED_POSITION] = self._positions[ROOT_POSITION]
        return self._positions[PLAYED_POSITION]

    def look_at_root(
        self, tree: TreeArrays, candidates: int, trees: BoostedTrees
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Returns the points of the root's close moves, what informed trees say of each, float32,
        and by which numbers, float32[moves, N_INFORMED].
        """
        position, policies = self._at_root(), self._policies
        buffers, boost = self.buffers, self.buffers.boost
        n = store_policy(position, policies, candidates, buffers)
        view = policies.tree.tree.views[0]
        n = look_at_node(tree, ROOT, position, view, n, buffers)
        store_boosts(trees, n, boost)
        points = buffers.points[boost.close[:n]]
        return points, boost.boosts[:n].copy(), boost.columns[:, :n].T.copy()

    def run(self, tree: TreeArrays, settings: Settings) -> None:
        """Adds playouts to the tree as long as there are some to do."""
        run_playouts(tree, self._positions, self._policies, settings, self.buffers)

    def policy(self, board: np.void, by_features: bool = False) -> np.ndarray:
        """Returns the tree policy's probability of each legal move on a board, float64[N_POINTS].

        PASS is among them.

        by_features -- whether its features alone say so
        """
        self._positions[PLAYED_POSITION]["board"] = board
        position = self._positions[PLAYED_POSITION]
        set_up_position(position, self._policies.playout)
        policies = self._policies
        if by_features:
            policies = policies._replace(tree=policies.tree.by_features())
        return self._probabilities(position, policies)

    def score_playouts(
        self, counters: np.ndarray, rules_of_thumb: RulesOfThumb, n: int
    ) -> np.ndarray:
        """Returns Black's area minus White's after each of n playouts from the root's position."""
        scores = np.zeros(n, dtype=np.int32)
        score_playouts(
            counters,
            self._positions,
            self._policies.playout,
            rules_of_thumb,
            self.buffers,
            scores,
        )
        return scores

    def search_aside(
        self, board: np.void, tree: TreeArrays, settings: Settings, n: int
    ) -> np.ndarray:
        """Searches another board and returns who owned each point at the end of its n playouts.

        A float64[N_POINTS], from +1 for Black to -1 for White.  The root and what is known of its
        owners stay; the arrays are overwritten.
        """
        positions = self._positions.copy()
        ownership, first_moves = self.buffers.ownership.copy(), self.buffers.first_moves.copy()
        try:
            self.set_root(board)
            clear_node(tree.nodes[ROOT], PASS, 1.0)
            tree.counters[0]["n_nodes"] = 1
            tree.counters[0]["n_records"] = 0
            tree.counters[0]["to_do"] = n
            self.expand_root(tree, settings)
            self.run(tree, settings)
            found: np.ndarray = self.buffers.ownership.sum(axis=0) / n
        finally:
            self._positions[:] = positions
            self.buffers.ownership[:] = ownership
            self.buffers.first_moves[:] = first_moves
        return found


class SearchThreads:
    """All threads of a search.

    Public attributes:
      first     -- SearchThread that also does what only one thread does
      has_trees -- whether there are informed trees
    """

    def __init__(self, policies: Policies, threads: int) -> None:
        """Makes so many threads ready to search with these policies."""
        others = [policies.for_another_thread() for _ in range(threads - 1)]
        self._all = [SearchThread(own) for own in (policies, *others)]
        self._pool = ThreadPoolExecutor(threads, "search") if threads > 1 else None
        self.first = self._all[0]
        self.has_trees = policies.informed.n_trees > 0

    def set_root(self, board: np.void) -> None:
        """Makes a board the root's position, and forgets who owned its points."""
        for thread in self._all:
            thread.set_root(board)

    def avoid(self, moves: Mapping[tuple[int, int], int]) -> None:
        """Sets the moves that are left out below the root: `SearchRequest.avoid_later`."""
        for thread in self._all:
            thread.avoid(moves)

    def run(self, tree: TreeArrays, settings: Settings, n: int) -> None:
        """Adds n playouts to the tree; each thread takes the next one when it has done its last."""
        tree.counters[0]["to_do"] = n
        if self._pool is None:
            self.first.run(tree, settings)
            return
        runs: list[Future[None]] = []
        try:
            for thread in self._all:
                runs.append(self._pool.submit(thread.run, tree, settings))
            for run in runs:
                run.result()
        finally:
            # After Ctrl-C, or where one can't be started, the others would go on in a tree that
            # the next search makes anew.
            tree.counters[0]["to_do"] = 0
            wait(runs)

    def ownership(self) -> np.ndarray:
        """Returns by how many playouts Black owned a point at the end more often than White."""
        return np.sum([thread.buffers.ownership.sum(axis=0) for thread in self._all], axis=0)

    def ownership_after(self, point: int) -> np.ndarray:
        """Returns the share of playouts that began with a move in which Black owned a point at the
        end, minus the share in which White did; float64[N_POINTS], NaN without such playouts.
        """
        owned = np.sum([thread.buffers.ownership[point] for thread in self._all], axis=0)
        playouts = sum(int(thread.buffers.first_moves[point]) for thread in self._all)
        return owned / (playouts or np.nan)
