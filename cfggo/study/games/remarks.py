"""A record's remarks on a position: comment, marks, how good the move was, who is ahead.

A position has one node or several: that of its move or set-up, and those after it that have
neither, as some programs write.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from sgfmill.sgf import Tree_node

from cfggo.go.main_line import PositionValue
from cfggo.go.points import (
    MAX_SIZE,
    format_vertex,
    parse_vertex,
    point_from_row_col,
    row_col_from_point,
)
from cfggo.records.game_tree import is_move, properties_of
from cfggo.records.sgf.values import encodable, read_number, read_text

SHAPES = {"triangle": "TR", "square": "SQ", "circle": "CR", "cross": "MA"}
"""The property of each mark that is no text."""

AREAS = {"black": "TB", "white": "TW"}
"""The property of the points that each colour owns at the end."""

_SHOWN = SHAPES | AREAS | {"selected": "SL", "dim": "DD"}
_LINES = {"arrow": "AR", "line": "LN"}

_QUALITIES = {"BM": "bad", "DO": "doubtful", "TE": "good", "IT": "interesting"}


class Mark(NamedTuple):
    """A mark on a point: a vertex, and a shape or a text; `to`: where an arrow or a line ends."""

    vertex: str
    shape: str = ""
    text: str = ""
    to: str = ""


def is_position(node: Tree_node) -> bool:
    """Tells whether a node makes a position: the root, one with a move, or with set-up stones."""
    return node.parent is None or is_move(node) or bool(node.has_setup_stones())


def position_of(node: Tree_node) -> Tree_node:
    """Returns the node that made the position of a node: itself, or one before it."""
    while not is_position(node):
        node = node.parent
    return node


def children_of(node: Tree_node) -> Iterator[Tree_node]:
    """Yields the nodes of the positions that follow one, in their order."""
    waiting = [*reversed(node)]
    while waiting:
        child = waiting.pop()
        if is_position(child):
            yield child
        else:
            waiting += reversed(child)


def comment_of(node: Tree_node, encoding: str) -> str:
    """Returns the comments on a position, below each other."""
    texts = (read_text(properties_of(one), "C", encoding) for one in nodes_of(node))
    return "\n\n".join(filter(None, texts))


def set_comment(node: Tree_node, text: str) -> None:
    """Gives a position one comment, or none for ""."""
    for one in nodes_of(node):
        _set(one, "C", "")
    _set(node, "C", encodable(text).strip())


def name_of(node: Tree_node, encoding: str) -> str:
    """Returns the name of a position, "" for none."""
    names = (read_text(properties_of(one), "N", encoding) for one in nodes_of(node))
    return next(filter(None, names), "")


def quality_of(node: Tree_node) -> str:
    """Returns how good the record calls a move: "good", "interesting", "doubtful", "bad", or ""."""
    return next((word for key, word in _QUALITIES.items() if node.has_property(key)), "")


def marks_of(node: Tree_node) -> list[Mark]:
    """Returns the marks on a position; those that can't be read are left out."""
    marks = []
    for one in nodes_of(node):
        for shape, key in _SHOWN.items():
            if one.has_property(key):
                with suppress(ValueError):
                    marks += [Mark(_vertex(place), shape) for place in sorted(one.get(key))]
        for shape, key in _LINES.items():
            if one.has_property(key):
                with suppress(ValueError):
                    ends = one.get(key)
                    marks += [Mark(_vertex(a), shape, to=_vertex(b)) for a, b in ends]
        if one.has_property("LB"):
            with suppress(ValueError):
                marks += [Mark(_vertex(place), "", text) for place, text in one.get("LB")]
    return marks


def mark(node: Tree_node, point: int, shape: str, text: str = "") -> None:
    """Marks a point of a position, in place of the mark that it has; the same again takes it off.

    Raises ValueError if the marks that the record has can't be read.
    """
    place = row_col_from_point(point)
    had = [one for one in marks_of(node) if one.vertex == format_vertex(point)]
    for one in nodes_of(node):
        for key in filter(one.has_property, SHAPES.values()):
            _set(one, key, one.get(key) - {place})
        if one.has_property("LB"):
            _set(one, "LB", [label for label in one.get("LB") if label[0] != place])
    if Mark(format_vertex(point), shape, text) in had:
        return
    if shape:
        key = SHAPES[shape]
        _set(node, key, (node.get(key) if node.has_property(key) else set()) | {place})
    else:
        _set(node, "LB", [*(node.get("LB") if node.has_property("LB") else []), (place, text)])


def areas_of(node: Tree_node) -> dict[str, str]:
    """Returns the colour that owns a point at the end, by its vertex; none for a point of a stone
    that lives.
    """
    return {one.vertex: one.shape for one in marks_of(node) if one.shape in AREAS}


def set_areas(node: Tree_node, areas: Mapping[str, str]) -> None:
    """Writes what `areas_of` returns, in place of what is there."""
    for one in nodes_of(node):
        for key in AREAS.values():
            _set(one, key, None)
    for colour, key in AREAS.items():
        mine = {_place(vertex) for vertex, owner in areas.items() if owner == colour}
        _set(node, key, mine)


def value_of(node: Tree_node) -> PositionValue | None:
    """Returns who is ahead as our reviews and Sabaki write it, None if that is not there."""
    winrate, score = (read_number(properties_of(node), key) for key in ("SBKV", "SBKS"))
    if winrate is None or score is None or not 0 <= winrate <= 100:
        return None
    return PositionValue(winrate / 100, score)


def nodes_of(node: Tree_node) -> Iterator[Tree_node]:
    """Yields a position's node and those after it, up to where there are several or a move."""
    yield node
    while len(node) == 1 and not is_position(node[0]):
        node = node[0]
        yield node


def _set(node: Tree_node, key: str, value: object) -> None:
    if value:
        node.set(key, value)
    elif node.has_property(key):
        node.unset(key)


def _place(vertex: str) -> tuple[int, int]:
    return row_col_from_point(parse_vertex(vertex, MAX_SIZE))


def _vertex(place: tuple[int, int]) -> str:
    return format_vertex(point_from_row_col(*place))
