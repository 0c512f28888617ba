"""A game with its variations, comments and marks: one tree, and a cursor that moves about in it.

Nodes are sgfmill's: `node.get("C")` and `node.set("LB", ...)` read and change their properties,
with points as pairs (row, col). A node is a list of its children, so one without children is false.
Unchanged parts are written as they were read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from copy import copy
from typing import TYPE_CHECKING, Any

from sgfmill import sgf_grammar
from sgfmill.sgf import Sgf_game, Tree_node

from cfggo.go.points import BLACK, WHITE, row_col_from_point
from cfggo.go.rules import CHINESE, Ruleset
from cfggo.records.game_files import rules_of_record
from cfggo.records.sgf.data import first_game
from cfggo.records.sgf.errors import SgfError
from cfggo.records.sgf.mending import Notes
from cfggo.records.sgf.reading import parsed, parts_of
from cfggo.records.sgf.values import PropertyMap, read_move, read_size, root_of
from cfggo.records.sgf.writing import game_of_line, set_move

if TYPE_CHECKING:
    from cfggo.go.game import Game
    from cfggo.go.main_line import Edit, MainLine

_UTF_8 = "utf-8"


class GameTree:
    """A place in a game's tree. Copies are further places in the same tree.

    Public attributes:
      node     -- Tree_node, the cursor; may be set to any other of the tree
      encoding -- of its texts
      mended   -- what was mended in its record: a line for each kind, "kind (where)"
    """

    def __init__(
        self, root: Tree_node, encoding: str = _UTF_8, mended: tuple[str, ...] = ()
    ) -> None:
        self.node = root
        self.encoding = encoding
        self.mended = mended

    @classmethod
    def read(cls, data: bytes, *, to_edit: bool = False) -> GameTree:
        """Returns the first game in SGF data, at its root.

        A record of which only the main line can be read is returned without its variations.

        to_edit -- whether texts become UTF-8, so that any text can be set, and a first move in the
                   root gets a node of its own, so that there can be others beside it

        Raises SgfError if it can't be read at all, or if its board has no size that there is.
        """
        game = first_game(data, whole=False)
        root = parsed(game)
        with suppress(ValueError, RecursionError):
            whole = first_game(data, whole=True)
            with_variations = parsed(whole)
            if _moves_of(with_variations) == _moves_of(root):
                game, root = whole, with_variations
        encoding = _UTF_8 if to_edit else game.encoding
        tree = cls(_grown(root, game.encoding, encoding), encoding, game.mended)
        if to_edit and is_move(tree.node):
            _give_node_to_move(tree.node)
        return tree

    @classmethod
    def of(cls, line: MainLine) -> GameTree:
        """Returns the tree of a game without variations, at its last move."""
        tree = cls(game_of_line(line).get_root())
        tree.to_end()
        return tree

    def write(self) -> bytes:
        """Returns the game as SGF data, with all that is in it."""
        data: bytes = sgf_grammar.serialise_game_tree(
            sgf_grammar.make_coarse_game_tree(self.root, list, properties_of)
        )
        return data

    # Where the cursor is

    def copy(self) -> GameTree:
        """Returns another cursor at the same node of the same tree."""
        return copy(self)

    @property
    def root(self) -> Tree_node:
        """The root of the tree."""
        return self.node.owner.get_root()

    @property
    def path(self) -> list[Tree_node]:
        """The nodes from the root to the cursor."""
        nodes, node = [], self.node
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    @property
    def n_moves(self) -> int:
        """How many moves lead to the cursor."""
        return sum(map(is_move, self.path))

    def goes_on_from(self, node: Tree_node) -> bool:
        """Tells whether a node is the cursor's, or one before it."""
        return any(one is node for one in self.path)

    def parts(self) -> tuple[MainLine, tuple[Edit, ...]]:
        """Returns the moves and set-up stones from the root to the cursor, as `read_parts` does.

        Raises SgfError as it does.
        """
        return parts_of([*map(properties_of, self.path)], self.encoding)

    def game(self, rules: Ruleset = CHINESE) -> Game:
        """Returns the game at the cursor; rules: where it names none.

        Moves may bring back an earlier position. Raises SgfError if something can't be read,
        ValueError if a move or a set-up is impossible.
        """
        from cfggo.go.game import Game

        line, edits = self.parts()
        its_rules = rules_of_record(line, rules)
        return Game.from_main_line(line, its_rules, edits=edits, may_repeat=True)

    # Where it goes

    def to_end(self) -> None:
        """Goes on to the end of the line: to the first child, and its first child, as long as there
        is one.
        """
        *_, self.node = line_from(self.node)

    def to_move(self, number: int) -> None:
        """Goes to the main line's move of that number, and past the stones set up after it; to the
        end if there are fewer.
        """
        n_moves = 0
        for node in line_from(self.root):
            n_moves += is_move(node)
            if n_moves > number:
                break
            self.node = node

    def back(self, n_moves: int = 1) -> None:
        """Goes back to before the last moves. Raises ValueError, and stays, if there are fewer."""
        node = self.node
        for _ in range(n_moves):
            while not is_move(node):
                if node.parent is None:
                    raise ValueError("no move to take back")
                node = node.parent
            if node.parent is None:
                raise ValueError("the first move stands in the root")
            node = node.parent
        self.node = node

    # What changes the tree

    def play(self, colour: int, point: int) -> Tree_node:
        """Goes to a move after the cursor's node, and returns its node; adds the move, as the last
        variation, if it is not there. It may be illegal, but is on the board.
        """
        for child in self.node:
            if move_of(child) == (colour, point):
                break
        else:
            child = self.node.new_child()
            set_move(child, colour, point)
        self.node = child
        return child

    def set_up(
        self, black: Iterable[int], white: Iterable[int], empty: Iterable[int] = ()
    ) -> Tree_node:
        """Sets up stones, and takes some away, in place of those that the cursor's node sets up; a
        node with a move or with moves after it gets a child for that, to which the cursor goes.
        """
        if is_move(self.node) or any(map(is_move, self.node)):
            self.node = self.node.new_child()
        places = (
            [row_col_from_point(point) for point in points] for points in (black, white, empty)
        )
        self.node.set_setup_stones(*places)
        return self.node

    def promote(self) -> None:
        """Makes the line to the cursor the main line; the others stay, in their order."""
        for node in self.path[1:]:
            node.reparent(node.parent, 0)

    def delete(self) -> None:
        """Takes the cursor's node away, with all that follows it, and goes to the one before.

        Raises ValueError at the root.
        """
        node, parent = self.node, self.node.parent
        node.delete()
        self.node = parent


def line_from(node: Tree_node) -> Iterator[Tree_node]:
    """Yields a node, its first child, and so on."""
    yield node
    while len(node):
        node = node[0]
        yield node


def properties_of(node: Tree_node) -> PropertyMap:
    """Returns the raw properties of a node."""
    properties: PropertyMap = node.get_raw_property_map()
    return properties


def is_move(node: Tree_node) -> bool:
    """Tells whether a node has a move."""
    return node.has_property("B") or node.has_property("W")


def move_of(node: Tree_node) -> tuple[int, int] | None:
    """Returns the pair (colour, point) of a node's move, None if it has none that can be read."""
    for colour, name in ((BLACK, "B"), (WHITE, "W")):
        if node.has_property(name):
            with suppress(SgfError):
                return colour, read_move(node.get_raw(name), node.get_size(), 0, Notes())
            return None
    return None


def append_comment(node: Tree_node, text: str) -> None:
    """Adds ASCII text to a node's comment, on lines of its own after what is there, which may be in
    any encoding.
    """
    raw = sgf_grammar.escape_text(text.encode("ascii", "replace"))
    first, *others = node.get_raw_list("C") if node.has_property("C") else [b""]
    before = first.rstrip()
    node.set_raw_list("C", [before + b"\n\n" + raw if before else raw, *others])


def _moves_of(coarse: Any) -> list[tuple[list[bytes] | None, ...]]:
    """Returns the moves of a parsed game's main line, as they are written."""
    nodes = sgf_grammar.main_sequence_iter(coarse)
    return [(node.get("B"), node.get("W")) for node in nodes if "B" in node or "W" in node]


def _grown(coarse: Any, encoding: str, wanted: str) -> Tree_node:
    """Returns the root of a parsed game; wanted: the encoding that its texts get.

    sgfmill itself would refuse games that name no size, or an encoding that does not exist.
    """
    size = read_size(root_of([*sgf_grammar.main_sequence_iter(coarse)]))
    root = Sgf_game(size, wanted).get_root()

    def fill(node: Tree_node, properties: dict[str, list[bytes]]) -> Tree_node:
        raw = node.get_raw_property_map()
        raw.clear()
        raw |= properties
        if wanted != encoding:
            for name, values in raw.items():
                raw[name] = [str(value, encoding, "replace").encode(wanted) for value in values]
        return node

    fill(root, coarse.sequence[0])
    sgf_grammar.make_tree(
        coarse,
        root,
        lambda parent, properties: fill(parent.new_child(), properties),
        lambda parent, child: None,
    )
    if wanted != encoding:
        root.set_raw("CA", wanted.upper().encode())
    return root


def _give_node_to_move(root: Tree_node) -> None:
    """Moves the root's move, and what is said of it, to a node between the root and the others."""
    root.set("SZ", root.get_size())  # which may stand in a later node
    first = root.new_child(0)
    for child in root[1:]:
        child.reparent(first)
    for name in _OF_MOVES & {*root.properties()}:
        first.set_raw_list(name, root.get_raw_list(name))
        root.unset(name)


_OF_MOVES = {
    *("B", "W", "KO", "MN", "N", "C", "BM", "DO", "IT", "TE", "GB", "GW", "DM", "UC", "HO", "V"),
    *("BL", "WL", "OB", "OW", "TR", "SQ", "CR", "MA", "LB", "AR", "LN", "SL", "DD", "TB", "TW"),
}
"""Properties that belong to a move and the position after it, not to the game."""
