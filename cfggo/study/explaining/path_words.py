"""Paths of the common fate graph in words, with the vertices that they lead over."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cfggo.base.said import Said, Spelled, said
from cfggo.features.catalogue import TREE_PATHS
from cfggo.go.points import BLACK, EMPTY, NEIGHBOURS, format_vertex
from cfggo.graph.labels import MANY_LIBERTIES, VERTEX_KINDS, Kind, labelling
from cfggo.graph.plain import CommonFateGraph


@dataclass(frozen=True)
class Path:
    """A path feature where it is on the board.

    Public attributes:
        words  -- str, such as "white chain D4 in atari - empty C5"
        points -- list of two points: one of the vertex in the middle, and one of the last vertex
    """

    words: str
    points: list[int]


def paths_of_move(board: np.void, point: int, labelling_name: str) -> dict[int, Path]:
    """Returns the paths that leave an empty point, by their feature numbers.

    Where several paths have one number, the first in the order of the points stands for them, one
    that leads back last of all.
    """
    graph = CommonFateGraph(board)
    kinds = graph.kinds()
    names = labelling(labelling_name)
    label_of = names.label_of[int(board["to_play"])]
    n = names.n_labels
    label = {vertex: int(label_of[kind]) for vertex, kind in kinds.items()}
    beside = {int(board["head"][point + offset]): point + offset for offset in reversed(NEIGHBOURS)}
    paths: dict[int, Path] = {}
    for middle in sorted(graph.neighbours[point]):
        ends = sorted(graph.neighbours[middle], key=lambda end: (end == point, end))
        for end in ends:
            number = TREE_PATHS + (label[point] * n + label[middle]) * n + label[end]
            if number in paths:
                continue
            first = _vertex_to_text(VERTEX_KINDS[kinds[middle]], beside[middle])
            back = said("and back")
            last = back if end == point else _vertex_to_text(VERTEX_KINDS[kinds[end]], end)
            words = said("{first} - {second}", first=first, second=last)
            paths[number] = Path(words, [beside[middle], end])
    return paths


def _vertex_to_text(kind: Kind, point: int) -> Said:
    """Returns what a vertex is, by its kind and one of its points."""
    vertex = format_vertex(point)
    if kind.colour == EMPTY:
        return said("empty {vertex}", vertex=vertex)
    if kind.colour == BLACK:
        name = said("black chain {vertex}", vertex=vertex)
    else:
        name = said("white chain {vertex}", vertex=vertex)
    if kind.empty == 1:
        return said("{chain} in atari", chain=name)
    n = Spelled(kind.empty)
    if kind.empty >= MANY_LIBERTIES:
        return said("{chain} with {n} or more liberties", chain=name, n=n)
    return said("{chain} with {n} liberties", chain=name, n=n)
