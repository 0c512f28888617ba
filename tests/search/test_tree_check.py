"""What is wrong with a tree is found: a tree of eight by hand, with one fault at a time."""

import numpy as np
import pytest

from cfggo.go.points import PASS
from cfggo.search.tree import BEING_EXPANDED, NODE_DTYPE, ROOT, drop_child
from tests.search.tree_check import CorruptTree, check_tree


@pytest.fixture
def nodes() -> np.ndarray:
    """Returns a root with moves 40, 41, PASS; 41 has the answers 50 and 51, and 51 has 60 and 61.

    Two playouts ended at each of 41 and 51 before they had children. The player who makes a node's
    move won 0 of the two at 41, and 1 of the two at 51.
    """
    nodes = np.zeros(8, dtype=NODE_DTYPE)
    nodes["move"] = [PASS, 40, 41, PASS, 50, 51, 60, 61]
    nodes["visits"] = [20, 5, 13, 2, 4, 7, 3, 2]
    nodes["half_wins"] = [30, 4, 2, 4, 8, 12, 0, 0]
    nodes["rave_visits"] = [0, 9, 15, 0, 5, 9, 6, 2]
    nodes["rave_half_wins"] = [0, 8, 6, 0, 10, 14, 2, 0]
    for parent, first, n in ((ROOT, 1, 3), (2, 4, 2), (5, 6, 2)):
        nodes[parent]["first_child"] = first
        nodes[parent]["n_children"] = n
    return nodes


def test_a_sound_tree_passes(nodes: np.ndarray) -> None:
    check_tree(nodes)
    check_tree(np.concatenate([nodes, np.ones(3, dtype=NODE_DTYPE)]))  # out of the root's reach


def test_a_tree_without_a_dropped_move_passes(nodes: np.ndarray) -> None:
    drop_child(nodes, ROOT, 40)
    check_tree(nodes)


def test_the_root_alone_passes() -> None:
    check_tree(np.zeros(1, dtype=NODE_DTYPE))


@pytest.mark.parametrize(
    ("node", "field", "value", "fault"),
    [
        (6, "first_child", BEING_EXPANDED, "node 6 is claimed"),
        (6, "first_child", 7, "node 6 has a first child and a number that do not"),
        (5, "first_child", 0, "node 5 has a first child and a number that do not"),
        (4, "n_children", -1, "node 4 has a first child and a number that do not"),
        (5, "n_children", 3, "node 5 has children that are not in use"),
        (5, "first_child", 5, "node 5 has two parents"),
        (5, "move", 50, "node 5 has the move of another child"),
        (1, "visits", 8, "node 0 has fewer visits than its children"),
        (7, "visits", 6, "node 5 has fewer visits than its children"),
        (5, "half_wins", 16, "node 5 has won playouts that did not end there"),
        (6, "half_wins", -1, "node 6 has won playouts that did not end there"),
        (7, "rave_visits", 1, "node 7 has fewer RAVE visits than visits"),
        (7, "rave_visits", 8, "node 7 has more RAVE visits than its parent has visits"),
        (7, "rave_half_wins", 5, "node 7 has impossible RAVE wins"),
    ],
)
def test_every_fault_is_found(
    node: int, field: str, value: int, fault: str, nodes: np.ndarray
) -> None:
    nodes[node][field] = value
    with pytest.raises(CorruptTree, match=fault):
        check_tree(nodes)
