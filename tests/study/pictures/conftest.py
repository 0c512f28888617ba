"""Positions, and ways to look at what was drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

if TYPE_CHECKING:
    from cfggo.study.pictures.picture import Scene

Elements = Callable[..., "list[ElementTree.Element]"]
MakeScene = Callable[..., "Scene"]


@pytest.fixture
def elements() -> Elements:
    """Returns the elements of a drawing that have some name and attributes, in order.

    Those of groups count as attributes of what is in them.
    """

    def walk(
        element: ElementTree.Element, inherited: dict[str, str]
    ) -> Iterator[ElementTree.Element]:
        element.attrib = inherited | element.attrib
        yield element
        for child in element:
            yield from walk(child, element.attrib)

    def find(drawing: str, name: str, **attributes: str) -> list[ElementTree.Element]:
        root = ElementTree.fromstring(f"<svg>{drawing}</svg>")
        return [
            element
            for element in walk(root, {})
            if element.tag == name and attributes.items() <= element.attrib.items()
        ]

    return find


@pytest.fixture
def make_scene() -> MakeScene:
    """Returns a scene of a diagram, in which moves, given as text, are played; Black begins."""
    from cfggo.go.game import Game
    from cfggo.go.points import BLACK, WHITE, board_points, parse_vertex
    from cfggo.study.pictures.picture import Scene
    from tests.diagrams import board_from_diagram

    def make(text: str, moves: str = "", **others: object) -> Scene:
        board = board_from_diagram(text)[0]
        size = int(board["size"])
        game = Game(size)
        black, white = (
            [point for point in board_points(size) if board["colour"][point] == colour]
            for colour in (BLACK, WHITE)
        )
        game.setup(black, white)
        for vertex in moves.split():
            game.play(game.to_play, parse_vertex(vertex, size))
        return Scene(game, len(game.moves), **others)  # type: ignore[arg-type]

    return make
