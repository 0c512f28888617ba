"""Checks what people and scripts give: vertices and numbers, which may be anything."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral

from cfggo.base.errors import CfggoError
from cfggo.go.points import parse_vertex
from cfggo.study.explaining.phrases import no_such_point


def point_of(vertex: str, size: int) -> int:
    """Returns the point of a vertex, or PASS. Raises CfggoError if a board has no such vertex."""
    if not isinstance(vertex, str):
        raise CfggoError(f"vertex can't be {vertex!r}")
    try:
        return parse_vertex(vertex, size)
    except ValueError as error:
        raise CfggoError(no_such_point(vertex, size)) from error


def points_of(vertices: Iterable[str], size: int) -> list[int]:
    """Returns the points of vertices. Raises CfggoError if one is none, or they are no list."""
    if isinstance(vertices, str) or not isinstance(vertices, Iterable):
        raise CfggoError(f"vertices can't be {vertices!r}; give them in a list")
    return [point_of(vertex, size) for vertex in vertices]


def is_integer(value: object) -> bool:
    """Tells whether a value is an integer, Python's or NumPy's."""
    return isinstance(value, Integral)
