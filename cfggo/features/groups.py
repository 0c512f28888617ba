"""How groups of the tree policy's features are declared.

The groups are those of `cfggo.features.plain_groups` and `cfggo.features.keyed_groups`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Run:
    """A named run of feature numbers: `start` up to, not including, `stop`."""

    name: str
    start: int
    stop: int


@dataclass(frozen=True)
class Group:
    """A group of features, of which a policy has all or none.

    Public attributes:
        name       -- str, as `tree_features` of a configuration has it
        most       -- int, features of the group that a move has at most
        runs       -- tuple of Run: the feature numbers of a group without keys; they are those of
                      weight files, so they never change
        sizes      -- range: of the shapes of which a move has only the largest that is learnt, if
                      all smaller ones are; empty for other groups
        keys       -- int, keys that are looked up at most; not given with `sizes`, which have one
                      each
        situations -- tuple of (kind, bound): kinds of situations, told apart by numbers below the
                      bound, each of which has a key.  The kind is in the key, so it never changes
    """

    name: str
    most: int
    runs: tuple[Run, ...] = ()
    sizes: range = range(0)
    keys: int = 0
    situations: tuple[tuple[int, int], ...] = ()

    @property
    def n_keys(self) -> int:
        """Keys that are looked up at most."""
        return len(self.sizes) or self.keys


@dataclass(frozen=True)
class Family:
    """Groups of features that one kernel lists, mostly a single one.

    Public attributes:
        groups      -- tuple of Group
        add         -- kernel (wanted, board, point, view, table, features, n) -> n: appends
                       the features of a legal move, not PASS, to a list of n; returns its new
                       length.  Bit i of `wanted` says whether the policy has groups[i]; it has one
                       at least.  view: view record; table: of the TreeView
        look        -- kernel (wanted, board, graph, view, ladders): finds out what the features of
                       all moves of a position need, or None if they need nothing
        fields      -- tuple of fields of a NumPy dtype: what `look` stores in the view, and scratch
        needs_graph -- bool, whether `look` looks at the graph
        needs_shapes -- bool, whether `seen` of the view must hold what shapes see
    """

    groups: tuple[Group, ...]
    add: Callable[..., Any]
    look: Callable[..., Any] | None = None
    fields: tuple[tuple[Any, ...], ...] = ()
    needs_graph: bool = False
    needs_shapes: bool = False
