"""Colours, board points and their names.

Every board, whatever its size, lives in the same padded 21x21 grid, so that the offset from a
point to its neighbour is one constant.  A *point* is an index into that grid; the border around
the board has a colour of its own, which saves every bounds check.

Rows and columns count from 0 at the lower left corner, as in sgfmill.
"""

from __future__ import annotations

from functools import cache

EMPTY, BLACK, WHITE, OFF_BOARD = 0, 1, 2, 3
"""Colours of points.  The opponent of colour c is 3 - c."""

COLOUR_NAMES = ("empty", "black", "white", "off board")

COLOUR_LETTERS = {BLACK: "b", WHITE: "w"}
"""Colours of stones as GTP and, in capitals, SGF write them."""

MIN_SIZE, MAX_SIZE = 2, 19

STRIDE = MAX_SIZE + 2
"""Distance between vertically adjacent points."""

NEIGHBOURS = (1, -1, STRIDE, -STRIDE)
"""Offsets to the four adjacent points."""

DIAGONALS = (STRIDE + 1, STRIDE - 1, -STRIDE + 1, -STRIDE - 1)
"""Offsets to the four diagonal points."""

N_POINTS = STRIDE * STRIDE
"""Number of points of the padded grid."""

MAX_BOARD_POINTS = MAX_SIZE * MAX_SIZE
"""Number of points of the largest board."""

MAX_MOVES = MAX_BOARD_POINTS + 1
"""Moves that a position can have: its points and PASS."""

PASS = 0
"""The move that plays nowhere; point 0 is a corner of the border, so no stone can stand there."""

COLUMN_LETTERS = "ABCDEFGHJKLMNOPQRST"
"""Columns as GTP and people write them: the letter I is left out."""


def check_colour(colour: int) -> None:
    """Raises ValueError for what is neither BLACK nor WHITE: kernels do not look."""
    if colour not in (BLACK, WHITE):
        raise ValueError(f"no colour: {colour}")


def point_from_row_col(row: int, col: int) -> int:
    """Returns the point at a row and column counted from 0 at the lower left."""
    return (row + 1) * STRIDE + col + 1


def row_col_from_point(point: int) -> tuple[int, int]:
    """Returns a pair (row, col), both counted from 0 at the lower left."""
    return point // STRIDE - 1, point % STRIDE - 1


def board_points(size: int) -> list[int]:
    """Returns all points of a board, row by row from the lower left."""
    return [point_from_row_col(row, col) for row in range(size) for col in range(size)]


@cache
def points_from_top(size: int) -> tuple[int, ...]:
    """Returns all points of a board as people read it, row by row from the upper left."""
    rows = reversed(range(size))
    return tuple(point_from_row_col(row, col) for row in rows for col in range(size))


def format_vertex(point: int) -> str:
    """Returns a point in GTP's notation, such as "D4", or "pass"."""
    if point == PASS:
        return "pass"
    row, col = row_col_from_point(point)
    return f"{COLUMN_LETTERS[col]}{row + 1}"


def parse_vertex(text: str, size: int) -> int:
    """Returns the point that GTP's notation names; upper and lower case are the same.

    Raises ValueError if the text is no vertex, or one outside a board of that size.
    """
    name = text.strip().upper()
    if name == "PASS":
        return PASS
    col = COLUMN_LETTERS.find(name[:1]) if name else -1
    number = name[1:]
    if col < 0 or not number.isascii() or not number.isdigit():
        hint = "; there is no column I" if name[:1] == "I" else ""
        raise ValueError(f"invalid vertex: {text!r}{hint}")
    row = int(number[-4:]) - 1  # int() refuses thousands of digits
    if col >= size or not 0 <= row < size or len(number) > 4:
        raise ValueError(f"vertex outside the {size}x{size} board: {text!r}")
    return point_from_row_col(row, col)


def parse_colour(text: str) -> int:
    """Returns BLACK or WHITE for "b", "black", "w" or "white", in any case.

    Raises ValueError for anything else.
    """
    name = text.strip().lower()
    if name in ("b", "black"):
        return BLACK
    if name in ("w", "white"):
        return WHITE
    raise ValueError(f"invalid colour: {text!r}")
