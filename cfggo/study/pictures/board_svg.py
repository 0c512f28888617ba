"""The board: the one drawing of it, for pictures and for match reports.

All is in units of the distance between two lines.  The upper left point of the board is at (0, 0),
and colours are attributes, so that a drawing needs no style sheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cfggo.go.game import Game
from cfggo.go.handicap import star_points
from cfggo.go.points import (
    BLACK,
    COLUMN_LETTERS,
    EMPTY,
    PASS,
    WHITE,
    board_points,
    row_col_from_point,
)
from cfggo.study.pictures.svg import circle, element, group, label, number, texts

STONE = 0.47
"""Radius of a stone."""

WOOD = "#ecc98a"
"""Colour of the board."""

PALE_WOOD = "#faf1de"
"""Colour of a board on which much is drawn."""

STONE_COLOURS = {
    BLACK: {"fill": "#1b1b1b", "stroke": "#000"},
    WHITE: {"fill": "#fff", "stroke": "#4a4a4a"},
}
"""Attributes of stones."""

ON_STONE = {BLACK: "#fff", WHITE: "#111"}
"""Colour of what is written on a stone."""

_LINE_COLOUR = "#5c4520"
_NARROW_MARGIN = 0.6  # without coordinates
_PIXELS = 22  # between two lines of a report's boards


def place(point: int, size: int) -> tuple[int, int]:
    """Returns where a point is, as (x, y)."""
    row, col = row_col_from_point(point)
    return col, size - 1 - row


def board_svg(game: Game) -> str:
    """Returns a game's last position as an SVG element of class `board`, for a page in HTML."""
    board = game.boards[0]
    size = game.size
    width = size - 1 + 2 * _NARROW_MARGIN
    return element(
        "svg",
        wood(size, margin=_NARROW_MARGIN) + lines(board) + stones(board) + last_mark(board),
        **{"class": "board"},
        width=_PIXELS * size,
        height=_PIXELS * size,
        viewBox=" ".join(map(number, (-_NARROW_MARGIN, -_NARROW_MARGIN, width, width))),
    )


def margin_of(size: int) -> float:
    """Returns how far the wood goes on beyond the outermost lines, for there are coordinates."""
    return 0.55 + 1.5 * _coordinate_height(size)


def _coordinate_height(size: int) -> float:
    """Returns the height of the coordinates' font, on a small board a small part of a stone's."""
    return min(max(0.021 * size, 0.23), 0.4)


def wood(size: int, colour: str = WOOD, margin: float | None = None) -> str:
    """Returns the board without lines."""
    margin = margin_of(size) if margin is None else margin
    width = size - 1 + 2 * margin
    return element("rect", x=-margin, y=-margin, width=width, height=width, rx=0.15, fill=colour)


def lines(board: Any) -> str:
    """Returns the lines, and the star points that have no stone.

    board -- one element of a board array, here and below
    """
    size = int(board["size"])
    span = size - 1
    stars = (point for point in star_points(size) if board["colour"][point] == EMPTY)
    return group(
        element("path", d="".join(f"M0 {i}h{span}M{i} 0v{span}" for i in range(size)), fill="none"),
        *(circle(*place(point, size), 0.09, stroke="none") for point in stars),
        stroke=_LINE_COLOUR,
        stroke_width=0.035,
        stroke_linecap="square",
        fill=_LINE_COLOUR,
    )


def coordinates(size: int) -> str:
    """Returns the letters of the columns and the numbers of the rows, on all sides."""
    height = _coordinate_height(size)
    beyond = (STONE + margin_of(size)) / 2
    near, far = -beyond, size - 1 + beyond
    names = [
        label(x, y, words, height)
        for i in range(size)
        for x, y, words in (
            (i, near, COLUMN_LETTERS[i]),
            (i, far, COLUMN_LETTERS[i]),
            (near, i, str(size - i)),
            (far, i, str(size - i)),
        )
    ]
    return texts(*names, size=height, text_anchor="middle", fill=_LINE_COLOUR)


def stones(board: Any) -> str:
    """Returns the stones."""
    size = int(board["size"])
    points = board_points(size)
    return "".join(
        stones_at([point for point in points if board["colour"][point] == colour], colour, size)
        for colour in (BLACK, WHITE)
    )


def stones_at(points: Iterable[int], colour: int, size: int) -> str:
    """Returns stones of a colour at points of a board."""
    return group(
        *(circle(*place(point, size), STONE) for point in points),
        **STONE_COLOURS[colour],
        stroke_width=0.04,
    )


def last_mark(board: Any, radius: float = 0.25) -> str:
    """Returns the mark of the last move, "" if there is none, or its stone is gone."""
    last = int(board["last"])
    colour = int(board["colour"][last])
    if last == PASS or colour not in ON_STONE:
        return ""
    x, y = place(last, int(board["size"]))
    return circle(x, y, radius, fill="none", stroke=ON_STONE[colour], stroke_width=0.08)


def position(board: Any, mark_radius: float = 0.25) -> str:
    """Returns a position: board, lines, coordinates, stones and the mark of the last move."""
    size = int(board["size"])
    mark = last_mark(board, mark_radius)
    return wood(size) + lines(board) + coordinates(size) + stones(board) + mark
