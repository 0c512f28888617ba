"""Boards in the figures of claims."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cfggo.go.points import COLOUR_NAMES, PASS, row_col_from_point
from cfggo.papers.claim import Diagram, Mark
from cfggo.records.game_files import open_record, read_game_file


def board_lines(size: int) -> list[tuple[float, float, float, float]]:
    """Returns the lines of a board whose lower left corner is at (0, 0)."""
    last = size - 1
    return [line for i in range(size) for line in ((i, 0, i, last), (0, i, last, i))]


def game_diagram(title: str, record: Path) -> Diagram:
    """Returns a recorded game as numbered stones.

    Raises OSError or ValueError if the record can't be read.
    """
    opened = open_record(read_game_file(record))
    first: dict[int, Mark] = {}
    again = []
    for number, (colour, point) in enumerate(opened.moves, 1):
        if point in first:
            again.append(f"{number} at {first[point].text}")
        elif point != PASS:
            row, column = row_col_from_point(point)
            first[point] = Mark(column, row, "stone", COLOUR_NAMES[colour], str(number))
    words = ": ".join([title, *filter(None, [", ".join(again)])])
    return Diagram(words, board_lines(opened.game.size), list(first.values()))


def pattern_pieces(title: str, patterns: Sequence[tuple[str, str]]) -> Diagram:
    """Returns pieces of boards side by side, five in a row.

    patterns -- pairs of a piece, three rows of three letters (X: Black, O: White, `#` beyond the
                border, * the move) between slashes; and what is written below it
    """
    lines, marks = [], []
    for i, (piece, words) in enumerate(patterns):
        left, top = 4.0 * (i % 5), -5.0 * (i // 5)
        rows = piece.split("/")
        for row, letters in enumerate(rows):
            for column, letter in enumerate(letters):
                x, y = left + column, top - row
                if letter == "#":
                    continue
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    there = row - dy, column + dx
                    inside = min(there) >= 0 and max(there) <= 2
                    if not inside or rows[there[0]][there[1]] != "#":
                        lines.append((x, y, x + dx / 2, y + dy / 2))
                if letter in _LETTERS:
                    marks.append(Mark(x, y, *_LETTERS[letter]))
        marks.append(Mark(left + 1, top - 3, "text", "white", words))
    return Diagram(title, lines, marks)


_LETTERS = {"X": ("stone", "black"), "O": ("stone", "white"), "*": ("point", "black")}
