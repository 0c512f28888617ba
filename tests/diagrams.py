"""Boards and games that begin with a diagram, as `cfggo.go.diagram` has it."""

import re

import numpy as np

from cfggo.go.game import Game
from cfggo.go.points import (
    BLACK,
    COLUMN_LETTERS,
    EMPTY,
    WHITE,
    board_points,
    point_from_row_col,
)
from cfggo.go.rules import CHINESE, Ruleset
from cfggo.go.setup import set_up_board

_COLOURS = {".": EMPTY, "+": EMPTY, "X": BLACK, "O": WHITE}


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


def game_of_diagram(
    text: str, to_play: int = BLACK, komi: float = 0.5, rules: Ruleset = CHINESE
) -> Game:
    """Returns a game that begins with the stones of a diagram."""
    board = board_from_diagram(text)[0]
    game = Game(int(board["size"]), komi, rules)
    black, white = (
        [point for point in board_points(game.size) if board["colour"][point] == colour]
        for colour in (BLACK, WHITE)
    )
    game.setup(black, white, to_play)
    return game
