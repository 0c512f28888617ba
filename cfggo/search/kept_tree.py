"""The tree that an engine keeps from one move of a game to the next."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.go.game import Game
from cfggo.go.points import MAX_MOVES, N_POINTS, PASS
from cfggo.search.goal import Goal
from cfggo.search.tree import (
    COUNTERS_DTYPE,
    NODE_DTYPE,
    ROOT,
    TreeArrays,
    clear_node,
    copy_records,
    copy_subtree,
    find_child,
    root_children,
)

NODES_A_RECORD = 128
"""Nodes for which there is room for one record of owners: about as many children has a node."""


@dataclass(frozen=True)
class RootPosition:
    """Which position a tree belongs to: the start of the game, its moves, the side to move."""

    start: tuple[object, ...]
    moves: tuple[tuple[int, int], ...]
    colour: int

    @classmethod
    def of_game(cls, game: Game, goal: Goal) -> RootPosition:
        """Returns the position that a game has reached, with the goal's colour to move."""
        # Where territory counts, a pass changes the komi of a search, and its tree is of no use.
        setup = tuple(game.setup_black), tuple(game.setup_white), game.handicap
        return cls((game.size, game.rules, goal.komi, setup), tuple(game.moves), goal.colour)

    def moves_since(self, earlier: RootPosition) -> tuple[int, ...] | None:
        """Returns the points played since an earlier position of the same game.

        None if this is not the same game, or if the players did not take turns.
        """
        n = len(earlier.moves)
        if self.start != earlier.start or self.moves[:n] != earlier.moves:
            return None
        since = self.moves[n:]
        colour = earlier.colour
        for mover, _ in since:
            if mover != colour:
                return None
            colour = 3 - colour
        return tuple(point for _, point in since) if self.colour == colour else None


class KeptTree:
    """A tree, and the position that it belongs to.

    Public attributes:
        nodes       -- NODE_DTYPE[:], room for all there may be
        owners      -- int32[:, N_POINTS], records of owners
        spare_nodes, spare_owners -- as many again, free to be overwritten
        counters    -- COUNTERS_DTYPE[1]
    """

    def __init__(self, max_nodes: int, keeps_owners: bool = False) -> None:
        """Makes room for a tree of max_nodes and the children of one more.

        Raises CfggoError if there is not so much memory.
        """
        self.counters = np.zeros(1, dtype=COUNTERS_DTYPE)
        # Two arrays, because keeping a subtree means copying it. The operating system gives memory
        # to those parts only that are used.
        try:
            self.nodes = np.zeros(max_nodes + MAX_MOVES, dtype=NODE_DTYPE)
            self.spare_nodes = np.zeros(max_nodes + MAX_MOVES, dtype=NODE_DTYPE)
            n_records = max_nodes // NODES_A_RECORD + 2 if keeps_owners else 0
            self.owners = np.zeros((n_records, N_POINTS), dtype=np.int32)
            self.spare_owners = np.zeros((n_records, N_POINTS), dtype=np.int32)
        except MemoryError as error:
            raise CfggoError(f"max_nodes: no memory for {max_nodes:,} nodes") from error
        self._position: RootPosition | None = None

    def move_root(
        self, position: RootPosition, *, afresh: bool = False, is_kept: bool = True
    ) -> None:
        """Makes a position the root, with the part of the tree below it, or with none.

        afresh  -- whether the tree begins anew in any case
        is_kept -- whether a later root may have a part of this tree
        """
        root = -1 if afresh else self._find(position)
        self._position = None  # nothing is kept of a tree that is half moved
        if root < 0:
            clear_node(self.nodes[ROOT], PASS, 1.0)
            self.counters[0]["n_nodes"] = 1
            self.counters[0]["n_records"] = 0
        elif root != ROOT:
            self.counters[0]["n_nodes"] = copy_subtree(self.nodes, root, self.spare_nodes)
            self.nodes, self.spare_nodes = self.spare_nodes, self.nodes
            self.counters[0]["n_records"] = copy_records(
                self.nodes, self.counters[0]["n_nodes"], self.owners, self.spare_owners
            )
            self.owners, self.spare_owners = self.spare_owners, self.owners
        self.counters[0]["playouts"] = 0
        self.counters[0]["black_points"] = 0
        if is_kept:
            self._position = position

    def forget(self) -> None:
        """Discards the tree for the next root; until there is one it can still be looked at."""
        self._position = None

    @property
    def arrays(self) -> TreeArrays:
        """The tree's arrays."""
        return TreeArrays(self.counters, self.nodes, self.owners)

    @property
    def child_indices(self) -> range:
        """The root's children, as indices of `nodes`."""
        first = int(self.nodes[ROOT]["first_child"])
        return range(first, first + int(self.nodes[ROOT]["n_children"]))

    @property
    def children(self) -> np.ndarray:
        """The root's children, NODE_DTYPE[:]."""
        return root_children(self.nodes)

    def has_root_move(self, move: int) -> bool:
        """Tells whether a move is among the root's children."""
        return find_child(self.nodes, ROOT, move) >= 0

    def add_root_move(self, move: int) -> bool:
        """Gives the root another child, without visits; returns False if there is no room."""
        indices = self.child_indices
        first = int(self.counters[0]["n_nodes"])
        last = first + len(indices)
        if last >= len(self.nodes):
            return False
        self.nodes[first:last] = self.children
        clear_node(self.nodes[last], move, 0.0)
        self.nodes[ROOT]["first_child"] = first
        self.nodes[ROOT]["n_children"] += 1
        self.counters[0]["n_nodes"] = last + 1
        return True

    def _find(self, position: RootPosition) -> int:
        """Returns the node that stands for a position, or -1 if there is none."""
        moves = None if self._position is None else position.moves_since(self._position)
        if moves is None:
            return -1
        node = ROOT
        for move in moves:
            node = find_child(self.nodes, node, move)
            if node < 0:
                return -1
        return node
