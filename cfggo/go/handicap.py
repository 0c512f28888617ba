"""Where handicap stones go, and which stones are a handicap."""

from __future__ import annotations

from collections.abc import Sequence

from cfggo.go.points import (
    BLACK,
    PASS,
    WHITE,
    board_points,
    point_from_row_col,
    row_col_from_point,
)


def handicap_of_setup(
    black: Sequence[int],
    white: Sequence[int],
    to_play: int | None,
    moves: Sequence[tuple[int, int]],
) -> int:
    """Returns how many stones at the start are a handicap, where nothing says so.

    Black's first moves are one, with all stones that were set up, if they place at least two stones
    before White's first one (`moves_before_white`), and White then does not move twice.  Otherwise
    all of Black's stones that were set up are, if there are at least two, and White moves first and
    not twice.  Neither is if White has stones that were set up.  Any other stones are a position.

    black, white -- points of the stones that were set up
    to_play      -- colour that is to play first, or None if unknown
    moves        -- pairs (colour, point), the moves made since
    """
    if white:
        return 0
    n = moves_before_white(moves)
    placed = stones_placed(moves[:n])
    if placed > 1 and [colour for colour, _ in moves[n : n + 2]] != [WHITE, WHITE]:
        return len(black) + placed
    first_colours = [colour for colour, _ in moves[:2]]
    if to_play == BLACK or first_colours[:1] == [BLACK] or first_colours == [WHITE, WHITE]:
        return 0
    return len(black) if len(black) >= 2 else 0


def moves_before_white(moves: Sequence[tuple[int, int]]) -> int:
    """Returns how many moves come before White's first one, which is not a single pass: so some
    servers write a handicap that Black places move by move.
    """
    for i, (colour, point) in enumerate(moves):
        is_last_of_white = i + 1 == len(moves) or moves[i + 1][0] == BLACK
        if colour == WHITE and not (point == PASS and is_last_of_white):
            return i
    return len(moves)


def stones_placed(moves: Sequence[tuple[int, int]]) -> int:
    """Returns how many of some moves place a black stone."""
    return sum(colour == BLACK and point != PASS for colour, point in moves)


def max_fixed_handicap(size: int) -> int:
    """Returns how many stones GTP's fixed handicap has on a board of that size; 0 for none."""
    if size < 7:
        return 0
    return 9 if size % 2 == 1 and size >= 9 else 4


def fixed_handicap(size: int, n: int) -> list[int]:
    """Returns the n points of GTP's fixed handicap, in the order of the protocol's table.

    Raises ValueError if there is no fixed handicap of n stones on that size.
    """
    most = max_fixed_handicap(size)
    if n == 1:
        raise ValueError("no fixed handicap of 1 stone: that is an even game with a komi of 0.5")
    if not 2 <= n <= most:
        allowed = f"allows 2 to {most} stones" if most else "has no fixed handicap"
        raise ValueError(f"no fixed handicap of {n} stones: a {size}x{size} board {allowed}")
    low = 3 if size >= 13 else 2
    mid = size // 2
    high = size - 1 - low
    corners = [(low, low), (high, high), (high, low), (low, high)]
    sides = [(mid, low), (mid, high), (low, mid), (high, mid)]
    if n <= 4:
        rows_cols = corners[:n]
    else:
        rows_cols = corners + sides[: (n - 4) // 2 * 2]
        if n % 2 == 1:
            rows_cols.append((mid, mid))
    return [point_from_row_col(row, col) for row, col in rows_cols]


def star_points(size: int) -> list[int]:
    """Returns the points that a board has a dot on: all points of the fixed handicap."""
    most = max_fixed_handicap(size)
    return fixed_handicap(size, most) if most else []


def free_handicap(size: int, n: int) -> list[int]:
    """Returns up to n points for a free handicap, fewer if there is no good place for so many.

    They are those of the fixed handicap, and for more stones than that has, the points farthest
    from all stones so far; none is nearer to the edge than the third line (the second, the first on
    boards smaller than 7x7, 5x5).

    Raises ValueError if n is less than 2 or leaves White no point to play on.
    """
    if not 2 <= n < size * size:
        raise ValueError(f"no handicap of {n} stones on a {size}x{size} board")
    most = max_fixed_handicap(size)
    chosen = fixed_handicap(size, min(n, most)) if most else []
    margin = 2 if size >= 7 else 1 if size >= 5 else 0
    inside = range(margin, size - margin)
    free = [
        point
        for point in board_points(size)
        if point not in chosen and all(line in inside for line in row_col_from_point(point))
    ]
    while free and len(chosen) < n:
        if chosen:
            best = max(free, key=lambda point: min(_distance(point, stone) for stone in chosen))
        else:
            best = min(free, key=lambda point: _distance(point, _centre(size)))
        free.remove(best)
        chosen.append(best)
    return chosen


def _centre(size: int) -> int:
    """Returns the point in the middle of a board, the upper right one of four."""
    return point_from_row_col(size // 2, size // 2)


def _distance(point: int, other: int) -> int:
    """Returns the square of the distance between two points, in lines."""
    row, col = row_col_from_point(point)
    other_row, other_col = row_col_from_point(other)
    return (row - other_row) ** 2 + (col - other_col) ** 2
