"""The tree of a game as the page draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cfggo.go.points import COLOUR_NAMES, format_vertex
from cfggo.records.game_tree import GameTree, is_move, move_of, properties_of
from cfggo.study.games import remarks
from cfggo.study.games.remarks import children_of, is_position, position_of

if TYPE_CHECKING:
    from sgfmill.sgf import Tree_node


@dataclass(frozen=True)
class _Told:
    """What is told of a position, what that was made of, and since which version of the tree."""

    told: dict[str, Any]
    made_of: list[Any]
    version: int


class TreeView:
    """The positions of a tree, and which of them are other ones than in an earlier version."""

    def __init__(self) -> None:
        self._told: dict[Tree_node, _Told] = {}

    def changes(
        self, tree: GameTree, number: Callable[[Tree_node], int], version: int, since: int
    ) -> list[dict[str, Any]]:
        """Returns the positions of a tree that are not as they were in an earlier version, each
        after the one that it follows. What is reached from the first one no more has gone.

        number  -- returns that of a node
        version -- of the tree; greater after each change
        since   -- the earlier one; -1 for all positions
        """
        before = self._told
        self._told = {}
        for node in positions(tree.root):
            children = [number(child) for child in children_of(node)]
            made_of = [children, *(dict(properties_of(one)) for one in remarks.nodes_of(node))]
            known = before.get(node)
            if known is None or known.made_of != made_of:
                told = _told_of(node, tree, number) | {"children": children}
                is_same = known is not None and known.told == told
                known = _Told(told, made_of, known.version if known and is_same else version)
            self._told[node] = known
        return [known.told for known in self._told.values() if known.version > since]


def _told_of(node: Tree_node, tree: GameTree, number: Callable[[Tree_node], int]) -> dict[str, Any]:
    """Returns what the page is told of a position, besides what follows it."""
    told: dict[str, Any] = {"node": number(node)}
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
    return told | {name: text for name, text in texts.items() if text}


def all_nodes(node: Tree_node) -> Iterator[Tree_node]:
    """Yields a node and all that follow it, lines one after the other."""
    waiting = [node]
    while waiting:
        yield (node := waiting.pop())
        waiting += reversed(node)


def positions(root: Tree_node) -> Iterator[Tree_node]:
    """Yields the nodes of all positions of a tree."""
    return filter(is_position, all_nodes(root))
