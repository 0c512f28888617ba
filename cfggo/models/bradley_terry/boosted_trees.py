"""Boosted trees: what they add to the thetas of the moves that a tree policy likes best.

A Bradley-Terry model adds up its features, each of which counts the same whatever else is true of a
move.  Trees ask one thing after another, so they know what it means that a move that looks good is
far from where the last ten moves were made.  Every tree gives a move a number, by the move's
circumstances (`cfggo.features.circumstances`), and theta grows by their sum (Friedman 2001).

`cfggo.learning.boosting` learns them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.base.array_archive import InvalidContent, check_array, check_ascending, check_range
from cfggo.base.jit import jit
from cfggo.features.circumstances import N_CIRCUMSTANCES, store_circumstances
from cfggo.go.bits import lowest_bit
from cfggo.go.points import MAX_MOVES, PASS

REACH = 6.0
"""Thetas below the highest up to which a move counts as close, and is looked at by the trees: it is
at least 1/400 as likely as the likeliest."""

MAX_TREES = 2000
MAX_BOOST = 20.0
"""No leaf is further from 0."""
MAX_BOUND = 1000.0
"""No bound is further from 0."""

MAX_LEAVES = 32
"""A tree's leaves are the bits of a number of 32 bits."""

FORK_DTYPE = np.dtype(
    [
        ("number", np.uint8),  # which of a move's circumstances is asked for
        ("bound", np.float32),  # up to which the answer is no
        ("left", np.uint32),  # leaves that are left, as bits, if the answer is yes
    ],
    align=True,
)
"""A question of a tree.

If the answer is no, no leaf is ruled out; if it is yes, those that a no leads to are.  The first
leaf that nothing rules out is the one that is reached (QuickScorer, Lucchese et al. 2015).  So
questions may be asked in any order, and of many moves at once.
"""


class BoostedTrees(NamedTuple):
    """Trees, one after another; each has one leaf more than it has forks.

    forks  -- FORK_DTYPE[forks]
    leaves -- float32[forks + trees]: what is added to theta
    starts -- int32[trees + 1]: where each tree's forks begin; its leaves begin as many places later
              as there are trees before it
    """

    forks: np.ndarray
    leaves: np.ndarray
    starts: np.ndarray

    @property
    def n_trees(self) -> int:
        """Number of trees."""
        return len(self.starts) - 1


def no_trees() -> BoostedTrees:
    """Returns the trees of a policy without any."""
    return BoostedTrees(
        np.zeros(0, FORK_DTYPE), np.zeros(0, np.float32), np.zeros(1, dtype=np.int32)
    )


_AT_ONCE = 8
"""Moves that a processor asks at once; arrays are filled up to a multiple of them."""

_MOST_MOVES = -(-MAX_MOVES // _AT_ONCE) * _AT_ONCE
_ALL = np.uint32(2**32 - 1)


class BoostScratch(NamedTuple):
    """The buffers of one thread.

    numbers -- float32[n]: of one move
    columns -- float32[n, moves]: of all close moves
    left    -- uint32[moves]: leaves of a tree that are left for each
    close   -- int16[MAX_MOVES]: indices of the close moves
    boosts  -- float32[moves]: what each of these gets
    """

    numbers: np.ndarray
    columns: np.ndarray
    left: np.ndarray
    close: np.ndarray
    boosts: np.ndarray


def new_boost_scratch(n_numbers: int = N_CIRCUMSTANCES) -> BoostScratch:
    """Returns scratch for one thread, for moves with so many numbers."""
    return BoostScratch(
        np.zeros(n_numbers, dtype=np.float32),
        np.zeros((n_numbers, _MOST_MOVES), dtype=np.float32),
        np.zeros(_MOST_MOVES, dtype=np.uint32),
        np.zeros(MAX_MOVES, dtype=np.int16),
        np.zeros(_MOST_MOVES, dtype=np.float32),
    )


@jit
def find_close_moves(points, thetas, n, close):
    """Stores the indices of the moves close to the highest theta, but for PASS.

    points, thetas: of n legal moves; close: int16[n].  Returns how many are close, and the highest
    theta of a move that is no pass.
    """
    highest = np.float32(-np.inf)
    for i in range(n):
        if points[i] != PASS:
            highest = max(highest, thetas[i])
    n_close = 0
    for i in range(n):
        if points[i] != PASS and thetas[i] >= highest - np.float32(REACH):
            close[n_close] = i
            n_close += 1
    return n_close, highest


@jit
def store_numbers(board, view, points, thetas, close, n_close, highest, i, numbers):
    """Stores all circumstances of the close move with index close[i]."""
    theta = thetas[close[i]]
    higher = 0
    for j in range(n_close):
        higher += thetas[close[j]] > theta
    numbers[0] = highest - theta
    numbers[1] = theta
    numbers[2] = higher
    numbers[3] = n_close
    store_circumstances(board, view, np.int64(points[close[i]]), numbers)


@jit
def store_boosts(trees, n, scratch):
    """Stores the sums of the leaves that n moves reach; `scratch.columns` has their numbers."""
    left, boosts = scratch.left, scratch.boosts
    n_padded = (n + _AT_ONCE - 1) // _AT_ONCE * _AT_ONCE
    for i in range(n_padded):
        boosts[i] = 0
    for tree in range(len(trees.starts) - 1):
        for i in range(n_padded):
            left[i] = _ALL
        for fork in range(trees.starts[tree], trees.starts[tree + 1]):
            asked = trees.forks[fork]
            numbers = scratch.columns[asked.number]
            bound, if_yes = asked.bound, asked.left
            for i in range(n_padded):
                left[i] &= if_yes if numbers[i] > bound else _ALL
        first_leaf = trees.starts[tree] + tree
        for i in range(n):
            boosts[i] += trees.leaves[first_leaf + lowest_bit(np.uint64(left[i]))]


@jit
def add_boosts(board, view, trees, points, n, thetas, scratch):
    """Adds to the thetas of the close ones of n legal moves what the trees say of them.

    view: view record of the tree policy, which has looked at the position.
    """
    if len(trees.starts) == 1:
        return
    n_close, highest = find_close_moves(points, thetas, n, scratch.close)
    for i in range(n_close):
        store_numbers(
            board, view, points, thetas, scratch.close, n_close, highest, i, scratch.numbers
        )
        for j in range(N_CIRCUMSTANCES):
            scratch.columns[j, i] = scratch.numbers[j]
    store_boosts(trees, n_close, scratch)
    for i in range(n_close):
        thetas[scratch.close[i]] += scratch.boosts[i]


ARRAYS = ("number", "bound", "left", "leaves", "starts")
"""Names of the arrays in weight files: the fields of the forks, and the rest of BoostedTrees."""


def arrays_of(trees: BoostedTrees) -> dict[str, np.ndarray]:
    """Returns the trees as ARRAYS."""
    forks = {name: trees.forks[name].copy() for name in FORK_DTYPE.names or ()}
    return {**forks, "leaves": trees.leaves, "starts": trees.starts}


def validated_trees(
    arrays: dict[str, np.ndarray], n_numbers: int = N_CIRCUMSTANCES
) -> BoostedTrees:
    """Returns the trees of ARRAYS, which decide by so many numbers of a move.

    No trees that it accepts make a kernel hang or read outside an array.  Raises InvalidContent for
    others.
    """
    n_forks = len(arrays["number"])
    for name in FORK_DTYPE.names or ():
        check_array(name, arrays[name], FORK_DTYPE[name].type, (n_forks,))
    check_array("starts", arrays["starts"], np.int32)
    starts = arrays["starts"].astype(np.int64)
    if not 1 <= len(starts) <= MAX_TREES + 1:
        raise InvalidContent(f"starts: not those of 0 to {MAX_TREES} trees")
    if starts[0] != 0 or starts[-1] != n_forks:
        raise InvalidContent(f"starts: do not go from 0 to {n_forks}")
    check_ascending("starts", starts)
    check_array("leaves", arrays["leaves"], np.float32, (n_forks + len(starts) - 1,))
    check_range("leaves", arrays["leaves"], -MAX_BOOST, MAX_BOOST)
    check_range("number", arrays["number"], 0, n_numbers - 1)
    check_range("bound", arrays["bound"], -MAX_BOUND, MAX_BOUND)
    n_leaves = np.diff(starts) + 1
    if (n_leaves > MAX_LEAVES).any():
        raise InvalidContent(f"starts: a tree has more than {MAX_LEAVES} leaves")
    last_leaf = np.repeat(n_leaves - 1, n_leaves - 1).astype(np.uint32)
    if (arrays["left"] >> last_leaf & 1 == 0).any():
        raise InvalidContent("left: a tree's last leaf, which only a yes leads to, is ruled out")
    forks = np.zeros(n_forks, FORK_DTYPE)
    for name in FORK_DTYPE.names or ():
        forks[name] = arrays[name]
    return BoostedTrees(forks, arrays["leaves"], arrays["starts"])
