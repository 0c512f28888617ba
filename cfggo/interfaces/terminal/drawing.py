"""The board as lines of text, in colours or in letters alone.

In colours, stones are discs on a board of wood. Without colours, X is Black and O is White, since
the disc that looks black on one terminal looks white on another. Parentheses are around the last
move in both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from rich.text import Text

from cfggo.go.handicap import star_points
from cfggo.go.points import COLUMN_LETTERS, format_vertex, point_from_row_col
from cfggo.study.api.game import Game

_WOOD = "on #dcb35c"
_LINE = f"#8a6a2c {_WOOD}"
_STONES = {"black": f"bold #000000 {_WOOD}", "white": f"bold #ffffff {_WOOD}"}
_LAST = f"bold #a00000 {_WOOD}"
_MARK = "bold #ffffff on #00518a"
_COORDINATE = "dim"

_OWNED = 0.35
"""Share of the playouts, counted from -1 to 1, from which on a point is shown as a colour's."""


@dataclass(frozen=True)
class Means:
    """The abilities of a terminal.

    Public attributes:
        colours -- whether it has any
        symbols -- whether it has more than ASCII
    """

    colours: bool
    symbols: bool


@dataclass(frozen=True)
class Overlay:
    """The marks over the stones.

    Public attributes:
        marks  -- one character for some vertices
        owners -- float[size, size] from +1 for Black to -1 for White, the top row first; or None;
                  stones on points of the other colour are shown as dead
    """

    marks: Mapping[str, str] = field(default_factory=dict)
    owners: np.ndarray | None = None


_LETTERS = {"black": "X", "white": "O"}
_OWNER_LETTERS = {"black": "x", "white": "o"}
_DEAD_LETTERS = {"black": "#", "white": "@"}


def legend(means: Means) -> str:
    """Returns the meaning of the signs of `Overlay.owners`."""
    if means.colours and means.symbols:
        return "■ points of a colour, ✕ its dead stones"
    return "x o points of Black and White, # @ their dead stones"


class Part(NamedTuple):
    """Rows and columns of a board that are shown, from the lower left: first and last of each."""

    low_row: int
    high_row: int
    low_col: int
    high_col: int


def board_to_text(game: Game, means: Means, overlay: Overlay | None = None) -> Text:
    """Returns a game's board as lines, with coordinates and what is drawn over it."""
    last = game.moves[-1][1] if game.moves else ""
    return stones_to_text(game.size, game.stones, means, last=last, overlay=overlay)


def stones_to_text(
    size: int,
    stones: Mapping[str, str],
    means: Means,
    *,
    last: str = "",
    overlay: Overlay | None = None,
    part: Part | None = None,
) -> Text:
    """Returns a board as lines, with coordinates and what is drawn over it.

    stones -- colours by vertex
    last   -- the last move, which has parentheses around it
    part   -- what is shown of the board; all of it by default
    """
    overlay = overlay or Overlay()
    part = part or Part(0, size - 1, 0, size - 1)
    stars = {format_vertex(point) for point in star_points(size)}
    has_lines = means.colours and means.symbols
    letters = "   " + " ".join(COLUMN_LETTERS[part.low_col : part.high_col + 1])
    text = Text()
    _append(text, f"{letters}\n", _COORDINATE, means)
    for row in reversed(range(part.low_row, part.high_row + 1)):
        _append(text, f"{row + 1:2}", _COORDINATE, means)
        before = "─" if has_lines and part.low_col > 0 else " "
        for col in range(part.low_col, part.high_col + 1):
            vertex = format_vertex(point_from_row_col(row, col))
            owner = "" if overlay.owners is None else _owner(overlay.owners[size - 1 - row, col])
            is_last = vertex == last
            _append_gap(text, "(" if is_last else before, means)
            if vertex in overlay.marks:
                _append(text, overlay.marks[vertex], _MARK, means)
            elif vertex in stones:
                is_dead = owner not in ("", stones[vertex])
                _append_stone(text, stones[vertex], is_dead, means)
            elif owner:
                square = "■" if has_lines else _OWNER_LETTERS[owner]
                _append(text, square, _STONES[owner], means)
            else:
                _append(text, _crossing(row, col, size, vertex in stars, means), _LINE, means)
            before = ")" if is_last else "─" if has_lines and col < size - 1 else " "
        _append_gap(text, before, means)
        _append(text, f"{row + 1}\n", _COORDINATE, means)
    _append(text, letters, _COORDINATE, means)
    return text


def _owner(value: float) -> str:
    """Returns the colour that a point belongs to, "" if none does."""
    if abs(value) < _OWNED:
        return ""
    return "black" if value > 0 else "white"


def _append(text: Text, characters: str, style: str, means: Means) -> None:
    text.append(characters, style=style if means.colours else None)


def _append_gap(text: Text, character: str, means: Means) -> None:
    """Appends what stands between two points: a line, or a parenthesis around the last move."""
    _append(text, character, _LAST if character in "()" else _LINE, means)


def _append_stone(text: Text, colour: str, is_dead: bool, means: Means) -> None:
    if means.colours and means.symbols:
        symbol = "✕" if is_dead else "●"
    else:
        symbol = (_DEAD_LETTERS if is_dead else _LETTERS)[colour]
    _append(text, symbol, _STONES[colour], means)


def _crossing(row: int, col: int, size: int, is_star: bool, means: Means) -> str:
    """Returns what an empty point looks like; row and col count from the lower left."""
    if not (means.colours and means.symbols):
        return "+" if is_star else "."
    if is_star:
        return "╋"
    line = {size - 1: "┌┬┐", 0: "└┴┘"}.get(row, "├┼┤")
    return line[0] if col == 0 else line[2] if col == size - 1 else line[1]
