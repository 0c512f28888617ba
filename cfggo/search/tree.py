"""The search tree: one flat array of nodes, the children of a node side by side.

A node stands for a move and for the position after it.  Its statistics are seen by the player who
makes the move.  Node 0 is the root; its move means nothing.

Several threads may grow one tree without locks.  All counts but those of owners are added
atomically; a thread that searches alone adds those of RAVE plainly, too, which is faster.  A thread
that wants to give a leaf children claims it by `first_child` first, and sets `n_children` last of
all: until then the node is a leaf for the other threads, which read `n_children` before
`first_child`.

A node with children may have a record of who owned the points in its playouts: a row of `owners`,
int32[:, N_POINTS], which holds by how many of them Black owned a point more often than White did,
and their number in place 0, where no point is.  Row 0 is nobody's.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.go.points import N_POINTS
from cfggo.search.atomics import atomic_add, compare_and_set

NODE_DTYPE = np.dtype(
    [
        ("first_child", np.int32),  # index of the first child; or NO_CHILDREN, BEING_EXPANDED
        ("n_children", np.int16),  # 0 for a leaf
        ("move", np.int16),
        ("visits", np.int32),  # playouts still under way included
        ("rave_visits", np.int32),
        ("half_wins", np.int32),  # a win counts two, a draw one
        ("rave_half_wins", np.int32),
        ("prior", np.float32),  # the tree policy's probability of the move
        ("record", np.int32),  # of the owners in its playouts, or NO_RECORD
        ("points", np.int64),  # sum of Black's area minus White's over the visits
        ("squared_points", np.int64),  # sum of its squares
    ],
    align=True,
)
"""One node, 48 bytes."""

COUNTERS_DTYPE = np.dtype(
    [
        ("n_nodes", np.int64),  # nodes in use
        ("n_records", np.int64),  # records of owners that were taken
        ("to_do", np.int64),  # playouts that no thread has taken on yet
        ("seed", np.uint64),  # of the next playout
        ("playouts", np.int64),  # in this search
        ("black_points", np.int64),  # sum of the playouts' scores without komi, in this search
    ],
    align=True,
)
"""The counters of a tree and its search. Kernels take an array of one, to add to it atomically."""


class TreeArrays(NamedTuple):
    """The arrays of a tree.

    counters -- COUNTERS_DTYPE[1]
    nodes    -- NODE_DTYPE[:], room for all there may be
    owners   -- int32[:, N_POINTS], room for records of owners; none where nobody asks for them
    """

    counters: np.ndarray
    nodes: np.ndarray
    owners: np.ndarray


ROOT = 0

NO_RECORD = 0

NO_CHILDREN = 0
BEING_EXPANDED = -1


@jit_inline
def clear_node(node, move, prior):
    """Makes a node that of a move without visits or children."""
    node.first_child = NO_CHILDREN
    node.n_children = 0
    node.move = move
    node.visits = 0
    node.rave_visits = 0
    node.half_wins = 0
    node.rave_half_wins = 0
    node.prior = prior
    node.record = NO_RECORD
    node.points = 0
    node.squared_points = 0


@jit
def take_nodes(tree, n):
    """Takes n unused nodes; returns the index of the first, or -1 if there are not so many."""
    while True:
        first = tree.counters[0].n_nodes
        if first + n > len(tree.nodes):
            return -1
        if compare_and_set(tree.counters.n_nodes, 0, first, first + n):
            return first


@jit
def take_record(tree):
    """Takes an unused record of owners and empties it; returns its index, or NO_RECORD."""
    if tree.counters[0].n_records + 1 >= len(tree.owners):
        return NO_RECORD
    record = atomic_add(tree.counters.n_records, 0, 1) + 1
    if record >= len(tree.owners):
        return NO_RECORD
    for point in range(N_POINTS):
        tree.owners[record, point] = 0
    return record


@jit
def copy_records(nodes, n_nodes, owners, copies):
    """Copies the records of owners of some nodes to another array; returns how many they are."""
    n = 0
    for i in range(n_nodes):
        if nodes[i].record != NO_RECORD:
            n += 1
            for point in range(N_POINTS):
                copies[n, point] = owners[nodes[i].record, point]
            nodes[i].record = n
    return n


@jit
def copy_subtree(nodes, root, copies):
    """Copies a node and all below it to another array, where it becomes the root.

    Returns the number of nodes.  nodes, copies: arrays of NODE_DTYPE, the second long enough.
    """
    copies[ROOT] = nodes[root]
    n_copied = 1
    done = 0
    while done < n_copied:
        first = copies[done].first_child
        n_children = np.int64(copies[done].n_children)
        if n_children > 0:
            copies[done].first_child = n_copied
            for i in range(n_children):
                copies[n_copied + i] = nodes[first + i]
            n_copied += n_children
        done += 1
    return n_copied


def root_children(nodes: np.ndarray) -> np.ndarray:
    """Returns the children of a tree's root, a view of its nodes."""
    first = int(nodes[ROOT]["first_child"])
    return nodes[first : first + int(nodes[ROOT]["n_children"])]


@jit
def find_child(nodes, parent, move):
    """Returns the index of the child with a move, or -1."""
    first = nodes[parent].first_child
    for child in range(first, first + nodes[parent].n_children):
        if nodes[child].move == move:
            return child
    return -1


@jit
def leader(nodes, first, n):
    """Returns the index of the node with the most visits among nodes[first : first + n].

    Among equals it is the one with the most wins, of those the first; -1 if n is 0.
    """
    best = -1
    for node in range(first, first + n):
        if (
            best < 0
            or nodes[node].visits > nodes[best].visits
            or (
                nodes[node].visits == nodes[best].visits
                and nodes[node].half_wins > nodes[best].half_wins
            )
        ):
            best = node
    return best


@jit
def most_visited_child(nodes, parent):
    """Returns the index of the leader of a node's children, or -1 if it has none."""
    return leader(nodes, nodes[parent].first_child, nodes[parent].n_children)


@jit
def drop_child(nodes, parent, move):
    """Takes the child with a move out of its parent's children, if there is one."""
    child = find_child(nodes, parent, move)
    if child >= 0:
        nodes[parent].n_children -= 1
        nodes[child] = nodes[nodes[parent].first_child + nodes[parent].n_children]
