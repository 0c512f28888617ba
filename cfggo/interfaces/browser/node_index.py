"""The nodes of a tree, by the numbers and ids that pages know them by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError
from cfggo.base.said import said
from cfggo.go.points import COLOUR_NAMES, format_vertex
from cfggo.interfaces.browser.played import id_after
from cfggo.interfaces.browser.tree_view import positions
from cfggo.records.game_tree import move_of
from cfggo.study.games.remarks import position_of

if TYPE_CHECKING:
    from sgfmill.sgf import Tree_node


class NodeIndex:
    """Gives the nodes of a tree numbers, which they keep, and its positions ids."""

    def __init__(self, root: Tree_node) -> None:
        """Begins with the tree's first node, which is number 0."""
        self._root = root
        self._numbers: dict[Tree_node, int] = {}
        self._nodes: list[Tree_node] = []
        self._starts: dict[Tree_node, str] = {}
        self.number(root)

    def number(self, node: Tree_node) -> int:
        """Returns a node's number, which it keeps."""
        if node not in self._numbers:
            self._numbers[node] = len(self._nodes)
            self._nodes.append(node)
        return self._numbers[node]

    def node(self, number: int) -> Tree_node:
        """Returns the node of a number. Raises CfggoError if it has gone."""
        if number >= len(self._nodes) or not is_in_tree(self._nodes[number]):
            raise CfggoError(said("the game has changed meanwhile"))
        return self._nodes[number]

    def start(self, node: Tree_node, position: str) -> None:
        """Takes the id of a position at which a line begins."""
        self._starts[node] = position

    def ids(self) -> dict[Tree_node, str]:
        """Returns the ids of the tree's positions, of those that can be told."""
        ids: dict[Tree_node, str] = {}
        for node in positions(self._root):
            if node in self._starts:
                ids[node] = self._starts[node]
            elif (move := move_of(node)) and not node.has_setup_stones():
                before = ids.get(position_of(node.parent))
                if before is not None:
                    ids[node] = id_after(before, COLOUR_NAMES[move[0]], format_vertex(move[1]))
        return ids


def is_in_tree(node: Tree_node) -> bool:
    """Tells whether a node was not deleted, nor one before it."""
    while node.parent is not None:
        if not any(child is node for child in node.parent):
            return False
        node = node.parent
    return True
