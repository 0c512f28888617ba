"""Boards as text.

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

import numpy as np

from cfggo.go.handicap import star_points
from cfggo.go.points import (
    BLACK,
    COLUMN_LETTERS,
    PASS,
    WHITE,
    point_from_row_col,
    row_col_from_point,
)

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
