"""The tree of a game as the page draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from cfggo.go.points import COLOUR_NAMES, format_vertex
from cfggo.records.game_tree import GameTree, is_move, move_of
from cfggo.study.games import remarks
from cfggo.study.games.remarks import is_position, position_of

if TYPE_CHECKING:
    from sgfmill.sgf import Tree_node


def tree_view(
    tree: GameTree, ids: Mapping[Tree_node, str], number: Callable[[Tree_node], int]
) -> list[dict[str, Any]]:
    """Returns the positions of a tree, each after the one that it follows.

    ids    -- of positions, as far as they are known
    number -- returns that of a node
    """
    nodes = []
    for node in positions(tree.root):
        told: dict[str, Any] = {"node": number(node), "id": ids.get(node, "")}
        if node.parent is not None:
            told["parent"] = number(position_of(node.parent))
        if move := move_of(node):
            told |= {"colour": COLOUR_NAMES[move[0]], "vertex": format_vertex(move[1])}
        elif node.parent is not None:
            told["vertex"] = "illegal" if is_move(node) else "setup"
        texts = {
            "comment": remarks.comment_of(node, tree.encoding),
            "name": remarks.name_of(node, tree.encoding),
            "quality": remarks.quality_of(node),
            "marks": [mark._asdict() for mark in remarks.marks_of(node)],
        }
        nodes.append(told | {name: text for name, text in texts.items() if text})
    return nodes


def all_nodes(node: Tree_node) -> Iterator[Tree_node]:
    """Yields a node and all that follow it, lines one after the other."""
    waiting = [node]
    while waiting:
        yield (node := waiting.pop())
        waiting += reversed(node)


def positions(root: Tree_node) -> Iterator[Tree_node]:
    """Yields the nodes of all positions of a tree."""
    return filter(is_position, all_nodes(root))
