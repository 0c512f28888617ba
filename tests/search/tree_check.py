"""Checks that a tree is one that searches leave: nothing lost, nothing counted twice."""

import numpy as np

from cfggo.go.points import N_POINTS, PASS
from cfggo.search.tree import BEING_EXPANDED, NO_CHILDREN, ROOT


class CorruptTree(Exception):
    """The tree is not one that searches leave."""


def check_tree(nodes: np.ndarray) -> None:
    """Checks every node of a tree, while no search is under way.

    nodes: NODE_DTYPE[:], those in use. Nodes out of the root's reach, such as moves that were
    dropped, are not looked at.

    Raises CorruptTree, which names the node, if one
        is still claimed by a thread that was to give it children,
        has children that are not in use or another node's too, or two with the same move,
        has fewer visits than its children, or wins that neither its children's losses nor the
        playouts that ended at the node explain,
        or has fewer RAVE visits than visits, or more than its parent has visits.
    """
    parents, children = _links(nodes)
    siblings_and_moves = parents * N_POINTS + nodes["move"][children]
    _require(_is_first(siblings_and_moves), children, "has the move of another child")

    visits = nodes["visits"].astype(np.float64)
    wins = nodes["half_wins"] / 2.0
    # A child's wins are those of the other side.
    losses = visits - wins
    reached = np.append(ROOT, children)
    ended = (visits - _sums(parents, visits[children], len(nodes)))[reached]
    won = (wins - _sums(parents, losses[children], len(nodes)))[reached]
    _require(ended >= 0, reached, "has fewer visits than its children")
    _require((won >= 0) & (won <= ended), reached, "has won playouts that did not end there")

    of_parent = visits[parents]
    rave_visits, rave_wins = nodes["rave_visits"][children], nodes["rave_half_wins"][children] / 2.0
    enough = (rave_visits >= visits[children]) | (nodes["move"][children] == PASS)
    _require(enough, children, "has fewer RAVE visits than visits")
    _require(rave_visits <= of_parent, children, "has more RAVE visits than its parent has visits")
    _require((rave_wins >= 0) & (rave_wins <= rave_visits), children, "has impossible RAVE wins")


def _links(nodes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns parents and children, int64[:] each, of all links from the root on.

    Raises CorruptTree if they are not those of a tree.
    """
    all_parents, all_children = [], []
    level = np.array([ROOT])
    while len(level):
        first = nodes["first_child"][level].astype(np.int64)
        n = nodes["n_children"][level].astype(np.int64)
        _require(first != BEING_EXPANDED, level, "is claimed, and has no children")
        belong = np.where(n == 0, first == NO_CHILDREN, (n > 0) & (first > ROOT))
        _require(belong, level, "has a first child and a number that do not belong together")
        _require(first + n <= len(nodes), level, "has children that are not in use")
        begins = np.cumsum(n) - n
        all_parents.append(np.repeat(level, n))
        level = np.repeat(first - begins, n) + np.arange(n.sum())
        all_children.append(level)
        reached = np.concatenate([[ROOT], *all_children])
        _require(_is_first(reached), reached, "has two parents")
    return np.concatenate(all_parents), np.concatenate(all_children)


def _is_first(values: np.ndarray) -> np.ndarray:
    """Tells of each value whether it has not come before, bool[:]."""
    is_first = np.zeros(len(values), dtype=np.bool_)
    is_first[np.unique(values, return_index=True)[1]] = True
    return is_first


def _sums(parents: np.ndarray, values: np.ndarray, n: int) -> np.ndarray:
    """Returns the sum over the children of each of n nodes."""
    return np.bincount(parents, weights=values, minlength=n)


def _require(holds: np.ndarray, nodes: np.ndarray, fault: str) -> None:
    """Raises CorruptTree naming the first node for which something does not hold."""
    if not holds.all():
        raise CorruptTree(f"node {nodes[np.argmin(holds)]} {fault}")
