"""Enclosed corners, and who wins in them: every position, every move, without error.

A corner is a set of points of which White holds all neighbours outside, with stones that can't die.
A black chain in it, the target, has to live: White wins by capturing it, Black wins if that never
happens.  Every point that is not the target's can be empty, black or white, so a position is a
number with a digit, EMPTY, BLACK or WHITE, for each of these *free* points, and a table of all
positions is small enough to be filled.

It is filled twice (`_fill`), backwards from the ends: once with the positions in which White can
force the capture, once with those in which Black can force that it never comes, if positions that
come back count as White's.  What neither can force hangs on a ko.  Passing is a move of Black's;
White gives up if she passes.

The points of a corner lie on a grid of eight columns and rows, the corner first, of which the last
column and row are White's.  A set of points is a uint64.
"""

from __future__ import annotations

from itertools import compress
from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit, jit_allocating, jit_inline
from cfggo.go.bits import lowest_bit
from cfggo.go.points import BLACK, EMPTY, WHITE

COLUMNS = 8
"""Columns of the grid, and rows."""

REACH = COLUMNS - 1
"""Columns and rows that a corner may take."""

MAX_FREE = 11
"""Most free points: a table then has 3**11 positions for each player."""

NEVER = 255
"""In place of a number of plies: it can't be forced."""

_ILLEGAL, _TARGET_FALLS = -1, -2
_ONE, _ZERO = np.uint64(1), np.uint64(0)
_ACROSS, _ALONG = np.uint64(COLUMNS), np.uint64(1)


class Verdicts(NamedTuple):
    """Who wins after each move in a corner, for one player to move.

    cells  -- int64[n]: places on the grid of the legal moves
    winner -- int64[n]: who can force to win after the move: BLACK, WHITE, or EMPTY if it hangs on
              a ko
    plies  -- int64[n]: after how many more plies at most, NEVER if it hangs on a ko
    """

    cells: np.ndarray
    winner: np.ndarray
    plies: np.ndarray


Cell = tuple[int, int]
"""Row and column, counted from the corner."""


def beside(cell: Cell) -> list[Cell]:
    """Returns the cells next to one."""
    row, column = cell
    around = ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
    return [place for place in around if min(place) >= 0]


def cell_set(cells: list[Cell]) -> int:
    """Returns the set of some cells."""
    return sum(1 << (row * COLUMNS + column) for row, column in cells)


def cells_of(points: int) -> list[Cell]:
    """Returns the cells of a set, in order."""
    return [divmod(place, COLUMNS) for place in range(64) if points >> place & 1]


def wall_side(inside: int) -> int:
    """Returns the set of a corner's points that are next to White's points around it."""
    is_outside = [any(cell_set([near]) & ~inside for near in beside(c)) for c in cells_of(inside)]
    return cell_set([*compress(cells_of(inside), is_outside)])


class SolvedCorner:
    """Every position of a corner, solved."""

    def __init__(self, inside: int, target: int) -> None:
        """Solves a corner, sets of its points and of the target's.

        Raises ValueError if it has more than MAX_FREE free points.
        """
        self._target = target
        free = inside & ~target
        places = [place for place in range(64) if free >> place & 1]
        if len(places) > MAX_FREE:
            raise ValueError(f"{len(places)} free points, more than {MAX_FREE}")
        self._places = np.array(places, dtype=np.uint64)
        self._after = np.zeros((2, 3 ** len(places), len(places)), dtype=np.int32)
        _list_moves(
            self._places,
            np.uint64(inside),
            np.uint64(target),
            np.uint64(wall_side(inside)),
            self._after,
        )
        self._plies = np.stack([_fill(self._after, winner) for winner in (BLACK, WHITE)])

    def stones(self, position: int) -> tuple[int, int]:
        """Returns the sets of Black's stones, the target with them, and of White's."""
        colours = [position // 3**i % 3 for i in range(len(self._places))]
        black, white = (
            sum(1 << int(p) for p, c in zip(self._places, colours, strict=True) if c == colour)
            for colour in (BLACK, WHITE)
        )
        return black | self._target, white

    def unsettled(self) -> np.ndarray:
        """Returns the positions in which whoever is to play can force to win, int64[].

        Some of them have chains without liberties.
        """
        mine = self._plies[(0, 1), (0, 1)] != NEVER
        return np.flatnonzero(mine.all(axis=0))

    def position(self, black: int, white: int) -> int:
        """Returns the number of the position with these sets of stones."""
        return sum(
            (BLACK if black >> int(p) & 1 else WHITE if white >> int(p) & 1 else EMPTY) * 3**i
            for i, p in enumerate(self._places)
        )

    def winner(self, position: int, to_play: int) -> tuple[int, int]:
        """Returns who can force to win, and in how many plies at most.

        That is EMPTY and NEVER if it hangs on a ko.
        """
        for winner in (BLACK, WHITE):
            plies = int(self._plies[winner - 1, to_play - 1, position])
            if plies != NEVER:
                return winner, plies
        return EMPTY, NEVER

    def verdicts(self, position: int, to_play: int) -> Verdicts:
        """Returns who wins after each move of a player."""
        after = self._after[to_play - 1, position]
        legal = np.flatnonzero(after != _ILLEGAL)
        found = [
            (WHITE, 0) if then == _TARGET_FALLS else self.winner(then, 3 - to_play)
            for then in after[legal].tolist()
        ]
        winner, plies = np.array(found, dtype=np.int64).reshape(-1, 2).T
        return Verdicts(self._places[legal].astype(np.int64), winner, plies)


@jit_inline
def _around(points):
    """Returns the neighbours of a set of points, on the grid, without the points themselves."""
    return (
        (points << _ALONG) | (points >> _ALONG) | (points << _ACROSS) | (points >> _ACROSS)
    ) & ~points


@jit
def _chain(start, stones):
    """Returns the stones that are connected with those of `start`."""
    chain = start & stones
    while True:
        larger = chain | (_around(chain) & stones)
        if larger == chain:
            return chain
        chain = larger


@jit
def _list_moves(places, inside, target, by_wall, after):
    """Stores where each move leads: a position, _ILLEGAL, or _TARGET_FALLS.

    places: uint64[n] of the free points; inside, target, by_wall: sets of points, of which
    `by_wall` are next to the stones around; after: int32[2, 3**n, n], by the mover's colour - 1,
    position and move.
    """
    n = len(places)
    for position in range(after.shape[1]):
        black = target
        white = _ZERO
        rest = position
        for i in range(n):
            if rest % 3 == BLACK:
                black |= _ONE << places[i]
            elif rest % 3 == WHITE:
                white |= _ONE << places[i]
            rest //= 3
        power = 1
        for i in range(n):
            bit = _ONE << places[i]
            after[0, position, i] = _ILLEGAL
            after[1, position, i] = _ILLEGAL
            if (black | white) & bit == _ZERO:
                for colour in (BLACK, WHITE):
                    own = black if colour == BLACK else white
                    enemy = white if colour == BLACK else black
                    captured = _captured(bit, own, enemy, inside, by_wall, colour)
                    if captured & target != _ZERO:
                        after[colour - 1, position, i] = _TARGET_FALLS
                    elif captured != _ZERO or _can_stand(bit, own, enemy, inside, by_wall, colour):
                        after[colour - 1, position, i] = (
                            position + colour * power - _digits(captured, places, 3 - colour)
                        )
            power *= 3


@jit
def _captured(bit, own, enemy, inside, by_wall, colour):
    """Returns the enemy's stones that a stone at `bit` takes."""
    empty = inside & ~(own | enemy | bit)
    taken = _ZERO
    near = _around(bit) & enemy
    while near != _ZERO:
        chain = _chain(_ONE << np.uint64(lowest_bit(near)), enemy)
        near &= ~chain
        is_safe = colour == BLACK and chain & by_wall != _ZERO
        if not is_safe and _around(chain) & empty == _ZERO:
            taken |= chain
    return taken


@jit
def _can_stand(bit, own, enemy, inside, by_wall, colour):
    """Tells whether a stone at `bit`, which takes nothing, has a liberty or a wall behind it."""
    if _around(bit) & inside & ~(own | enemy) != _ZERO:
        return True
    chain = _chain(bit, own | bit)
    if colour == WHITE and chain & by_wall != _ZERO:
        return True
    return _around(chain) & inside & ~(own | enemy | bit) != _ZERO


@jit
def _digits(stones, places, colour):
    """Returns what the digits of some stones of a colour add to a position's number."""
    total = 0
    power = 1
    for i in range(len(places)):
        if stones & (_ONE << places[i]) != _ZERO:
            total += colour * power
        power *= 3
    return total


@jit_allocating
def _fill(after, winner):
    """Returns after how many plies a player can have forced the win, in every position.

    after: int32[2, positions, n] of `_list_moves`.  Returns uint8[2, positions], by who is to
    play - 1; NEVER where it can't be forced.
    """
    n_positions, n = after.shape[1], after.shape[2]
    plies = np.full((2, n_positions), np.uint8(NEVER))
    ply = 0
    grew = True
    while grew and ply < NEVER - 1:
        ply += 1
        grew = False
        for turn in (BLACK, WHITE):
            mine = turn == winner
            for position in range(n_positions):
                if plies[turn - 1, position] != NEVER:
                    continue
                # For the winner one move that wins is enough, the other must have none that saves.
                found = not mine
                if turn == BLACK:  # who may pass
                    found = plies[WHITE - 1, position] < ply
                    if not mine and not found:
                        continue
                for i in range(n):
                    then = after[turn - 1, position, i]
                    if then == _ILLEGAL:
                        continue
                    wins = winner == WHITE if then == _TARGET_FALLS else plies[2 - turn, then] < ply
                    if mine and wins:
                        found = True
                        break
                    if not mine and not wins:
                        found = False
                        break
                if found:
                    plies[turn - 1, position] = ply
                    grew = True
    return plies
