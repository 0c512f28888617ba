"""SGF games with all their variations and properties, as they are: bytes in, bytes out.

What is not changed is written as it was read, in whatever encoding, but for data that
`cfggo.records.sgf.encoding` makes UTF-8, and what `cfggo.records.sgf.mending` mends.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from sgfmill import sgf_grammar

from cfggo.records.sgf.data import main_line_of, whole_game


@dataclass
class Node:
    """A node of an SGF game.

    Public attributes:
      properties -- raw values by name, the values as sgfmill's grammar has them: still escaped
      children   -- list of Node, the main line first
    """

    properties: dict[str, list[bytes]]
    children: list[Node] = field(default_factory=list)

    def append_text(self, name: str, text: str) -> None:
        """Adds ASCII text to a property, on lines of its own after what is there."""
        raw = sgf_grammar.escape_text(text.encode("ascii", "replace"))
        first, *others = self.properties.get(name, [b""])
        before = first.rstrip()
        self.properties[name] = [before + b"\n\n" + raw if before else raw, *others]

    def set(self, name: str, value: str) -> None:
        """Sets a property to one ASCII value that needs no escaping."""
        self.properties[name] = [value.encode("ascii")]


def read_tree(data: bytes) -> Node:
    """Returns the root of a game.

    A record of which only the main line can be read is returned without its variations.

    Raises ValueError if it can't be read at all.
    """
    alone = _parse(main_line_of(data).data)
    with suppress(ValueError):
        root = _parse(whole_game(data).data)
        if count_moves(root) == count_moves(alone):
            return root
    return alone


def write_tree(root: Node) -> bytes:
    """Returns a game as SGF data."""
    coarse = sgf_grammar.make_coarse_game_tree(
        root, lambda node: node.children, lambda node: node.properties
    )
    data: bytes = sgf_grammar.serialise_game_tree(coarse)
    return data


def main_line(root: Node) -> Iterator[Node]:
    """Yields the nodes of the main line, the root first."""
    node: Node | None = root
    while node is not None:
        yield node
        node = node.children[0] if node.children else None


def count_moves(root: Node) -> int:
    """Returns the number of nodes of the main line that have a move."""
    return sum(is_move(node) for node in main_line(root))


def is_move(node: Node) -> bool:
    """Tells whether a node has a move."""
    return "B" in node.properties or "W" in node.properties


def _parse(data: bytes) -> Node:
    coarse = sgf_grammar.parse_sgf_game(data)
    root = Node(coarse.sequence[0])
    sgf_grammar.make_tree(
        coarse,
        root,
        lambda parent, properties: Node(properties),
        lambda parent, child: parent.children.append(child),
    )
    return root
