"""What ends a search: its limit, and how far the leading move is ahead."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from cfggo.go.points import PASS
from cfggo.search.tree import leader

DOUBTED_SHARE = 0.25
"""Share of the leader's visits from which on a move with a higher win rate puts it in doubt."""


@dataclass(frozen=True)
class Limit:
    """What ends a search; 0 means no limit of that kind.

    Public attributes:
        playouts      -- int
        seconds       -- float
        extra_seconds -- float, to search on if the best move is in doubt when `seconds` are over
    """

    playouts: int = 0
    seconds: float = 0.0
    extra_seconds: float = 0.0


NO_LIMIT = Limit()
"""For searches that somebody else ends."""


def leader_of(children: np.ndarray) -> int:
    """Returns the index of the child with the most visits, among equals the most wins.

    children: the root's, or some of them, NODE_DTYPE[:], at least one
    """
    return int(leader(children, 0, len(children)))


def lead(children: np.ndarray) -> float:
    """Returns by how many visits the leading move is ahead; 0 if it is PASS, in place of which the
    engine may still play another move.

    children: the root's, NODE_DTYPE[:]
    """
    best = leader_of(children)
    if children["move"][best] == PASS:
        return 0.0
    others = np.delete(children["visits"], best)
    return float(children["visits"][best] - others.max()) if len(others) else math.inf


def leader_is_in_doubt(children: np.ndarray) -> bool:
    """Tells whether a move of many visits has won more often than the one with the most.

    children: the root's, NODE_DTYPE[:]
    """
    best = leader_of(children)
    rivals = children[children["visits"] >= DOUBTED_SHARE * children["visits"][best]]
    rates = rivals["half_wins"] / np.maximum(rivals["visits"], 1)
    return bool(rates.max() > children["half_wins"][best] / max(children["visits"][best], 1))
