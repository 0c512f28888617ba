"""The tree's nodes: a tree of eight by hand."""

import numpy as np
import pytest

from cfggo.go.points import N_POINTS
from cfggo.search.tree import (
    NODE_DTYPE,
    ROOT,
    copy_records,
    copy_subtree,
    drop_child,
    find_child,
    most_visited_child,
)


@pytest.fixture
def nodes() -> np.ndarray:
    """Returns a root with moves 10, 11, 12; 11 has the answers 20 and 21, and 21 has 30 and 31."""
    nodes = np.zeros(8, dtype=NODE_DTYPE)
    nodes["move"] = [0, 10, 11, 12, 20, 21, 30, 31]
    nodes["visits"] = [30, 5, 20, 5, 3, 15, 7, 7]
    nodes["half_wins"] = [18, 4, 24, 6, 2, 18, 8, 6]
    nodes["prior"] = np.arange(8) / 8
    for parent, first, n in ((ROOT, 1, 3), (2, 4, 2), (5, 6, 2)):
        nodes[parent]["first_child"] = first
        nodes[parent]["n_children"] = n
    return nodes


def written(nodes: np.ndarray, node: int = ROOT) -> str:
    """Returns the moves and visits of a node and all below it."""
    first, n = int(nodes[node]["first_child"]), int(nodes[node]["n_children"])
    children = " ".join(written(nodes, child) for child in range(first, first + n))
    here = f"{nodes[node]['move']}:{nodes[node]['visits']}"
    return f"{here} ({children})" if n else here


def test_finding_children(nodes: np.ndarray) -> None:
    assert [find_child(nodes, ROOT, move) for move in (10, 11, 12, 20)] == [1, 2, 3, -1]
    assert find_child(nodes, 2, 21) == 5
    assert find_child(nodes, 1, 21) == -1


def test_the_most_visited_child(nodes: np.ndarray) -> None:
    assert most_visited_child(nodes, ROOT) == 2
    assert most_visited_child(nodes, 5) == 6  # as many visits as the other, more wins
    assert most_visited_child(nodes, 6) == -1


def test_a_copied_subtree_keeps_all_that_is_below_the_node(nodes: np.ndarray) -> None:
    copies = np.zeros(8, dtype=NODE_DTYPE)
    assert copy_subtree(nodes, 2, copies) == 5
    assert written(copies) == written(nodes, 2) == "11:20 (20:3 21:15 (30:7 31:7))"
    assert copies["prior"][:5].tolist() == nodes["prior"][[2, 4, 5, 6, 7]].tolist()


def test_records_of_owners_follow_the_nodes_that_are_kept(nodes: np.ndarray) -> None:
    owners = np.arange(5)[:, None] * np.ones((1, N_POINTS), dtype=np.int32)
    nodes["record"] = [1, 2, 3, 0, 0, 4, 0, 0]
    copies, kept = np.zeros(8, dtype=NODE_DTYPE), np.zeros_like(owners)
    n_nodes = copy_subtree(nodes, 2, copies)
    assert copy_records(copies, n_nodes, owners, kept) == 2
    assert copies["record"][:5].tolist() == [1, 0, 2, 0, 0]
    assert kept[:4, 7].tolist() == [0, 3, 4, 0]


def test_copying_the_root_copies_the_tree_and_a_leaf_itself_only(nodes: np.ndarray) -> None:
    copies = np.zeros(8, dtype=NODE_DTYPE)
    assert copy_subtree(nodes, ROOT, copies) == 8
    assert written(copies) == written(nodes)
    assert copy_subtree(nodes, 7, copies) == 1
    assert written(copies) == "31:7"


def test_a_dropped_child_leaves_the_others_with_what_is_below_them(nodes: np.ndarray) -> None:
    drop_child(nodes, ROOT, 10)
    assert find_child(nodes, ROOT, 10) == -1
    assert written(nodes, find_child(nodes, ROOT, 11)) == "11:20 (20:3 21:15 (30:7 31:7))"
    assert written(nodes, find_child(nodes, ROOT, 12)) == "12:5"
    drop_child(nodes, ROOT, 99)
    assert nodes[ROOT]["n_children"] == 2
