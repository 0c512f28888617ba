"""Deeds: what a move plainly does on the board, as the end of a sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

import numpy as np

from cfggo.base.said import Said, Spelled, said, said_n
from cfggo.go.chains import n_liberties
from cfggo.go.points import (
    EMPTY,
    N_POINTS,
    NEIGHBOURS,
    PASS,
    board_points,
    format_vertex,
    parse_vertex,
    row_col_from_point,
)  # fmt: skip
from cfggo.study.explaining.places import Part
from cfggo.study.explaining.variation_boards import cut_at, joined_at

if TYPE_CHECKING:
    from cfggo.go.game import Game

_THEIRS = -0.6
"""From how little on of 1 to -1 a point is in the opponent's area."""

_FENCE, _NEAR = 3, 3
"""So many of the opponent's stones so few lines from a point make an area that people see."""

_EARLY = 8
"""Points of the board for each stone, at least, while corners are still to be taken."""

_CORNER = 7
"""Lines of a corner that is empty, or has one stone, on large boards; on small ones half of all."""


def deed_of(
    before: np.void, after: np.void, point: int, owned: np.ndarray, told: Collection[int]
) -> Said | None:
    """Returns what a move does, None if nothing is plain.

    before, after -- BOARD_DTYPE records, without the move and with it
    point         -- at which it was played
    owned         -- float[N_POINTS], how much of each point is the player's, from 1 to -1, while
                     nobody plays there
    told          -- stones that something else was said of already
    """
    return next(_deeds(before, after, point, owned, told), None)


def deed_in(game: Game, vertex: str) -> Said | None:
    """Returns what a move of the side to move does, None if nothing is plain, or it is a pass."""
    point = parse_vertex(vertex, game.size)
    if point == PASS:
        return None
    after = game.copy()
    after.play(game.to_play, point, may_repeat=True)
    return deed_of(game.boards[0], after.boards[0], point, np.zeros(N_POINTS), ())


def _deeds(
    before: np.void, after: np.void, point: int, owned: np.ndarray, told: Collection[int]
) -> Iterator[Said]:
    """Yields deeds, the weightiest first."""
    mine = int(after["colour"][point])
    theirs, vertex = 3 - mine, format_vertex
    gone = [p for p in board_points(int(before["size"]))
            if before["colour"][p] == theirs and after["colour"][p] == EMPTY]  # fmt: skip
    if gone:
        if not set(gone) <= set(told):
            n = Spelled(len(gone))
            yield said("captures {stones}", stones=said_n("{n} stone", "{n} stones", n=n))
        return
    beside = {
        colour: [point + off for off in NEIGHBOURS if before["colour"][point + off] == colour]
        for colour in (mine, theirs)
    }
    is_safe = n_liberties(after, point) > 1
    for stone in beside[theirs]:
        if n_liberties(after, stone) == 1 and stone not in told:
            yield said("puts {vertex} in atari", vertex=vertex(stone))
    if is_safe:
        for one, other in cut_at(before, point, theirs):
            if not {one, other} & set(told):
                yield said("cuts {vertex} from {other}", vertex=vertex(one), other=vertex(other))
    for one, other in joined_at(before, point, mine):
        yield said("connects {vertex} and {other}", vertex=vertex(one), other=vertex(other))
    if not is_safe:
        return
    for stone in beside[mine]:
        had, has = n_liberties(before, stone), n_liberties(after, point)
        if had <= 2 < has:
            yield said("gives {vertex} more liberties", vertex=vertex(stone))
    for stone in beside[theirs]:
        n_stones = int(before["n_stones"][before["head"][stone]])
        if n_stones > 1 and n_liberties(after, stone) == 2 < n_liberties(before, stone):
            yield said("leaves {vertex} two liberties", vertex=vertex(stone))
    yield from _in_the_open(before, point, mine)
    if owned[point] <= _THEIRS and _n_near(before, point, theirs) >= _FENCE:
        yield said("goes into the opponent's area")
    yield from _by_shape(before, point, beside[mine], beside[theirs], mine)


def _in_the_open(board: np.void, point: int, mine: int) -> Iterator[Said]:
    """Yields what a move does where hardly a stone is."""
    size = int(board["size"])
    stones = [other for other in board_points(size) if board["colour"][other] != EMPTY]
    lines = min(_CORNER, size // 2)
    from_edges = sorted(_from_edge(line, size) for line in row_col_from_point(point))
    corner = [
        stone
        for stone in stones
        if all(
            _from_edge(line, size) < lines and (2 * line < size) == (2 * here < size)
            for line, here in zip(row_col_from_point(stone), row_col_from_point(point), strict=True)
        )
    ]
    is_beside = any(_lines_between(point, stone) == 1 for stone in stones)
    is_early = len(stones) * _EARLY <= size * size
    if (
        is_early
        and not corner
        and not is_beside
        and 2 <= from_edges[0] <= from_edges[1] < min(5, lines)
    ):
        yield said("takes an empty corner")
    elif (
        len(corner) == 1
        and 1 < _lines_between(point, *corner) <= 3
        and from_edges[0] >= 1
        and from_edges[1] < lines
    ):
        is_own = board["colour"][corner[0]] == mine
        yield said("encloses the corner") if is_own else said("approaches the corner")
    reach = 3 if size >= 13 else 2
    if from_edges[0] >= 1 and all(_lines_between(point, stone) > reach for stone in stones):
        yield said("takes open space {where}", where=Part.of(point, size).words)


def _n_near(board: np.void, point: int, colour: int) -> int:
    """Returns how many stones of a colour are near a point."""
    stones = (p for p in board_points(int(board["size"])) if board["colour"][p] == colour)
    return sum(_lines_between(point, stone) <= _NEAR for stone in stones)


def _from_edge(line: int, size: int) -> int:
    """Returns how many lines are between a line and the nearer edge."""
    return min(line, size - 1 - line)


def _lines_between(point: int, other: int) -> int:
    """Returns how far a point is from another one, in lines of the longer way."""
    pairs = zip(row_col_from_point(point), row_col_from_point(other), strict=True)
    return max(abs(one - two) for one, two in pairs)


def _by_shape(
    board: np.void, point: int, own: list[int], other: list[int], mine: int
) -> Iterator[Said]:
    """Yields what a move does beside stones: its neighbours of either colour are given."""
    colour, size = board["colour"], int(board["size"])
    for stone in other:
        across = point - stone
        sides = [off for off in NEIGHBOURS if abs(off) != abs(across)]
        if any(colour[stone + off] == mine for off in sides) and not own:
            yield said("plays hane at {vertex}", vertex=format_vertex(stone))
        elif colour[stone - across] == 3 - mine:
            yield said("blocks {vertex}", vertex=format_vertex(stone))
        elif not own:
            yield said("attaches to {vertex}", vertex=format_vertex(stone))
    if own:
        yield said("extends from {vertex}", vertex=format_vertex(own[0]))
    if other or min(_from_edge(line, size) for line in row_col_from_point(point)) < 2:
        return
    for off in NEIGHBOURS:
        stone = point + 2 * off
        if colour[point + off] == EMPTY and colour[stone] == mine:
            values = {"vertex": format_vertex(stone)}
            if _from_centre(point, size) < _from_centre(stone, size):
                yield said("jumps from {vertex} towards the centre", **values)
            else:
                yield said("jumps from {vertex}", **values)


def _from_centre(point: int, size: int) -> float:
    """Returns how many lines a point is from the centre of the board."""
    return max(abs(line - (size - 1) / 2) for line in row_col_from_point(point))
