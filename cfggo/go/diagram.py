"""Boards as text, for people to read and for tests to write.

A diagram has one line for each row, the top row first; X is a black stone, O a white one, and
`.` or `+` (a star point) an empty point:

       A B C D E
     5 . . . . . 5
     4 . X X . . 4
     3 . O . X . 3
     2 . O O X . 2
     1 . . .(O). 1
       A B C D E
"""

from __future__ import annotations

import re

import numpy as np

from cfggo.go.handicap import star_points
from cfggo.go.points import (
    BLACK,
    COLUMN_LETTERS,
    EMPTY,
    PASS,
    WHITE,
    point_from_row_col,
    row_col_from_point,
)
from cfggo.go.setup import set_up_board

_COLOURS = {".": EMPTY, "+": EMPTY, "X": BLACK, "O": WHITE}
_STONES = {BLACK: "X", WHITE: "O"}


def diagram(board: np.void, coordinates: bool = True) -> str:
    """Returns a board as text: lines joined by newlines, the last move in parentheses.

    board -- one element of a board array
    """
    size = int(board["size"])
    stars = star_points(size)
    last = int(board["last"])
    letters = "   " + " ".join(COLUMN_LETTERS[:size])
    lines = [letters] if coordinates else []
    for row in reversed(range(size)):
        text = ""
        for col in range(size):
            point = point_from_row_col(row, col)
            empty = "+" if point in stars else "."
            text += " " + _STONES.get(int(board["colour"][point]), empty)
        if last != PASS and row_col_from_point(last)[0] == row:
            at = 2 * row_col_from_point(last)[1]
            text = f"{text[:at]}({text[at + 1]}){text[at + 3 :]}"
        lines.append(f"{row + 1:2}{text.ljust(2 * size + 1)}{row + 1}" if coordinates else text)
    if coordinates:
        lines.append(letters)
    return "\n".join(lines)


def board_from_diagram(text: str, to_play: int = BLACK) -> np.ndarray:
    """Returns an array of one board, shape (1,), with the stones of a diagram and no history.

    Spaces and blank lines mean nothing, nor do coordinates and the mark of the last move.

    Raises ValueError if the text is no square of points, or a chain has no liberty.
    """
    rows = [re.sub(r"[\d\s()]", "", line) for line in text.splitlines()]
    rows = [row for row in rows if row and not COLUMN_LETTERS.startswith(row)]
    size = len(rows)
    if any(len(row) != size for row in rows):
        raise ValueError(f"diagram of {size} rows has rows of another length")
    stones: dict[int, list[int]] = {EMPTY: [], BLACK: [], WHITE: []}
    for row, line in zip(reversed(range(size)), rows, strict=True):
        for col, mark in enumerate(line):
            if mark not in _COLOURS:
                raise ValueError(f"diagram has {mark!r} for a point")
            stones[_COLOURS[mark]].append(point_from_row_col(row, col))
    return set_up_board(size, stones[BLACK], stones[WHITE], to_play)
