"""The threads of a search, each with positions, tables and scratch of its own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from cfggo.go.points import PASS
from cfggo.policy.playout_policy import set_up_position
from cfggo.policy.playout_tables import playout_tables
from cfggo.policy.position import POSITION_DTYPE
from cfggo.policy.tree_policy import tree_tables
from cfggo.policy.weights import Weights
from cfggo.search.playouts import Settings, expand, new_scratch, run_playouts, score_playouts
from cfggo.search.tree import ROOT, clear_node


class Worker:
    """What one thread works with.

    Public attributes:
      positions   -- two of POSITION_DTYPE: the root's, and one that is overwritten
      tree_tables -- TreeTables
      scratch     -- Scratch
    """

    def __init__(self, tree_weights: Weights, playout_weights: Weights) -> None:
        self.positions = np.zeros(2, dtype=POSITION_DTYPE)
        self.tree_tables = tree_tables(tree_weights)
        self.scratch = new_scratch()
        self._playout_tables = playout_tables(playout_weights)

    def set_root(self, board: np.void) -> None:
        """Makes a board the root's position, and forgets who owned its points."""
        self.positions[0]["board"] = board
        set_up_position(self.positions[0], self._playout_tables)
        self.scratch.ownership[:] = 0

    def expand(self, trees: np.ndarray, nodes: np.ndarray, node: int) -> None:
        """Gives a node, which must stand for the root's position, its children."""
        self.positions[1] = self.positions[0]
        expand(
            trees,
            nodes,
            node,
            self.positions[1],
            self.tree_tables,
            self._playout_tables,
            self.scratch,
        )

    def run(self, trees: np.ndarray, nodes: np.ndarray, settings: Settings, n: int) -> None:
        """Adds n playouts to the tree."""
        run_playouts(
            trees,
            nodes,
            self.positions,
            self.tree_tables,
            self._playout_tables,
            settings,
            self.scratch,
            n,
        )

    def score_playouts(self, trees: np.ndarray, settings: Settings, n: int) -> np.ndarray:
        """Returns Black's area minus White's after each of n playouts from the root's position."""
        scores = np.zeros(n, dtype=np.int32)
        score_playouts(
            trees,
            self.positions,
            self._playout_tables,
            settings.rules_of_thumb,
            self.scratch,
            scores,
        )
        return scores

    def search_aside(
        self, board: np.void, trees: np.ndarray, nodes: np.ndarray, settings: Settings, n: int
    ) -> np.ndarray:
        """Searches another board and returns who owned each point at the end of its n playouts.

        A float64[N_POINTS], from +1 for Black to -1 for White.  The root and what is known of its
        owners stay; trees and nodes are overwritten.
        """
        positions, ownership = self.positions.copy(), self.scratch.ownership.copy()
        self.set_root(board)
        clear_node(nodes[ROOT], PASS, 1.0)
        trees[0]["n_nodes"] = 1
        self.expand(trees, nodes, ROOT)
        self.run(trees, nodes, settings, n)
        found = self.scratch.ownership / n
        self.positions[:] = positions
        self.scratch.ownership[:] = ownership
        return found


class Workers:
    """All threads of a search.

    Public attributes:
      first -- Worker that also does what needs no more than one
    """

    def __init__(self, tree_weights: Weights, playout_weights: Weights, threads: int) -> None:
        self._all = [Worker(tree_weights, playout_weights) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads, "search") if threads > 1 else None
        self.first = self._all[0]

    def set_root(self, board: np.void) -> None:
        """Makes a board the root's position, and forgets who owned its points."""
        for worker in self._all:
            worker.set_root(board)

    def run(self, trees: np.ndarray, nodes: np.ndarray, settings: Settings, n: int) -> None:
        """Adds n playouts to the tree, shared among the threads."""
        if self._pool is None:
            self.first.run(trees, nodes, settings, n)
            return
        threads = len(self._all)
        shares = [n // threads + (i < n % threads) for i in range(threads)]
        runs = [
            self._pool.submit(worker.run, trees, nodes, settings, share)
            for worker, share in zip(self._all, shares, strict=True)
        ]
        for run in runs:
            run.result()

    def ownership(self) -> np.ndarray:
        """Returns by how many playouts Black owned a point at the end more often than White."""
        return np.sum([worker.scratch.ownership for worker in self._all], axis=0)
