"""Changes to the tree of a game on the page that are no moves: comments, marks, setting up.

All raise CfggoError if there is no node of a number any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError
from cfggo.base.said import said
from cfggo.go.points import BLACK, COLOUR_LETTERS, EMPTY, PASS, WHITE, board_points, parse_colour
from cfggo.interfaces.browser.node_index import is_in_tree
from cfggo.records.game_tree import is_move, properties_of
from cfggo.study.api.arguments import point_of, points_of
from cfggo.study.games import remarks
from cfggo.study.games.remarks import position_of

if TYPE_CHECKING:
    from cfggo.interfaces.browser.variations import Variations


def comment(lines: Variations, number: int, text: str) -> None:
    """Says something of a position, "" for nothing."""
    remarks.set_comment(lines.index.node(number), text)
    lines.version += 1


def mark(lines: Variations, number: int, vertex: str, shape: str, text: str) -> None:
    """Marks a point of a position; the same mark again is taken off.

    Raises CfggoError if there is no such point, or if the marks of the record can't be read.
    """
    node = lines.index.node(number)
    point = point_of(vertex, lines.here.game.size)
    if point == PASS:
        raise CfggoError(said("a pass can't be marked"))
    if not shape and not text.strip():
        raise CfggoError(said("a mark needs a shape or a text"))
    try:
        remarks.mark(node, point, shape, text)
    except ValueError as error:
        raise CfggoError(
            said("the marks of this position can't be read: {error}", error=str(error))
        ) from error
    lines.version += 1


def delete(lines: Variations, number: int) -> None:
    """Takes a move away with all that follows it. Raises CfggoError for the beginning, and for
    moves of a game that the engine plays.
    """
    node = lines.index.node(number)
    if node.parent is None:
        raise CfggoError(said("the beginning can't be deleted"))
    is_games = lines.game.tree.goes_on_from(node)
    if is_games and lines.game.engine is not None:
        raise CfggoError(said("this is the game that you play: Undo takes moves back"))
    cursor = lines.here.tree.copy()
    cursor.node = node
    lines.deleted.append((node.parent.index(node), node, lines.game))
    cursor.delete()
    lines.version += 1
    before = position_of(cursor.node)
    if is_games:
        lines.game = lines.followed(before)
    if is_games or lines.here.tree.goes_on_from(node):
        lines.go_to(before)


def restore(lines: Variations) -> None:
    """Brings back what was deleted last. Raises CfggoError if there is nothing."""
    if not lines.deleted:
        raise CfggoError(said("nothing is deleted"))
    index, node, game = lines.deleted.pop()
    if not is_in_tree(node.parent):
        raise CfggoError(said("the game has changed meanwhile"))
    node.parent._children.insert(index, node)  # sgfmill has no public way
    if game.tree.goes_on_from(lines.game.nodes[-1]):
        lines.game = game
    lines.version += 1
    lines.go_to(node)


def promote(lines: Variations, number: int) -> None:
    """Makes the line to a node the main line."""
    cursor = lines.here.tree.copy()
    cursor.node = lines.index.node(number)
    cursor.promote()
    lines.version += 1


def set_up(
    lines: Variations, number: int, black: Sequence[str], white: Sequence[str], to_play: str
) -> None:
    """Puts other stones on the board of a position; after a move that is a new position.

    black, white -- vertices of all stones that are to be there

    Raises CfggoError if they can't be.
    """
    size = lines.here.game.size
    node = lines.index.node(number)
    colours = dict.fromkeys(points_of(black, size), BLACK)
    colours |= dict.fromkeys(points_of(white, size), WHITE)
    is_new = is_move(node) or len(node) > 0
    parent = node if is_new else node.parent
    had = None
    if parent is not None:
        had = lines.followed(parent, extend=False).game.rules_game.boards[0]
    stones: dict[int, set[int]] = {EMPTY: set(), BLACK: set(), WHITE: set()}
    for point in board_points(size):
        wanted = colours.get(point, EMPTY)
        if wanted != (EMPTY if had is None else had["colour"][point]):
            stones[wanted].add(point)
    before = dict(properties_of(node))
    cursor = lines.here.tree.copy()
    cursor.node = node.new_child() if is_new else node
    cursor.set_up(stones[BLACK], stones[WHITE], stones[EMPTY])
    cursor.node.set("PL", COLOUR_LETTERS[parse_colour(to_play)])
    try:
        shown = lines.followed(cursor.node)
    except CfggoError:
        if not is_new:
            for key in node.properties():
                node.unset(key)
            for key, values in before.items():
                node.set_raw_list(key, values)
        else:
            cursor.delete()
        raise
    lines.version += 1
    if lines.game.tree.goes_on_from(cursor.node):
        lines.game = shown
    lines.show(shown, 0)
