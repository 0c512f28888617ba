"""The leading move of a search, and when it is in doubt."""

from __future__ import annotations

import numpy as np

from cfggo.search.tree import leader

DOUBTED_SHARE = 0.25
"""Share of the leader's visits from which on a move with a higher win rate puts it in doubt."""


def leader_of(children: np.ndarray) -> int:
    """Returns the index of the child with the most visits, among equals the most wins.

    children: the root's, or some of them, NODE_DTYPE[:], at least one
    """
    return int(leader(children, 0, len(children)))


def leader_is_in_doubt(children: np.ndarray) -> bool:
    """Tells whether a move of many visits has won more often than the one with the most.

    children: the root's, NODE_DTYPE[:]
    """
    best = leader_of(children)
    rivals = children[children["visits"] >= DOUBTED_SHARE * children["visits"][best]]
    rates = rivals["half_wins"] / np.maximum(rivals["visits"], 1)
    return bool(rates.max() > children["half_wins"][best] / max(children["visits"][best], 1))
