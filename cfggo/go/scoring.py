"""Counting a finished game."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from cfggo.base.jit import jit, jit_allocating
from cfggo.go.points import (
    BLACK,
    EMPTY,
    MAX_BOARD_POINTS,
    N_POINTS,
    NEIGHBOURS,
    OFF_BOARD,
    WHITE,
    format_vertex,
)
from cfggo.go.rules import Ruleset


def score(
    board: np.void, rules: Ruleset, komi: float, handicap: int = 0, dead: Iterable[int] = ()
) -> float:
    """Returns Black's points minus White's.

    board    -- one element of a board array
    handicap -- number of handicap stones, for which some rulesets give White points
    dead     -- points of the stones that are dead, see `owner_map`

    Territory scoring takes every one-coloured region for territory: an eye in a seki counts.

    Raises ValueError if a dead point has no stone.
    """
    lost = _dead_stones(board, dead)
    owner = owners_on_board(board, lost)
    colour = board["colour"]
    if rules.scoring == "territory":
        owner[((colour == BLACK) | (colour == WHITE)) & ~lost] = EMPTY
    balance = np.count_nonzero(owner == BLACK) - np.count_nonzero(owner == WHITE)
    if rules.scoring == "territory":
        balance += _prisoners(board, lost, WHITE) - _prisoners(board, lost, BLACK)
    return float(balance - komi - rules.points_for_handicap(handicap))


def owner_map(board: np.void, dead: Iterable[int] = ()) -> np.ndarray:
    """Returns who owns each point: int8[N_POINTS] of BLACK, WHITE, or EMPTY for nobody.

    Living stones own their points; a region of empty points and dead stones belongs to the colour
    of all living stones around it.  A chain is dead as a whole when one of its points is given.

    Raises ValueError if a dead point has no stone.
    """
    return owners_on_board(board, _dead_stones(board, dead))


def format_result(score: float) -> str:
    """Returns the result as SGF and GTP write it: "B+3.5", "W+0.5", or "0" for a draw."""
    if score == 0:
        return "0"
    return f"{'B' if score > 0 else 'W'}+{abs(score):g}"


def format_lead(black_score: float) -> str:
    """Returns who is ahead by how many points, estimated, such as "B+3.5" or "W+0.4"."""
    black_score = round(black_score, 1)
    return f"{'W' if black_score < 0 else 'B'}+{abs(black_score):.1f}"


def _dead_stones(board: np.void, dead: Iterable[int]) -> np.ndarray:
    """Returns the stones of the chains that are dead, bool[N_POINTS]."""
    stones = np.zeros(N_POINTS, dtype=np.bool_)
    for point in dead:
        if board["colour"][point] not in (BLACK, WHITE):
            raise ValueError(f"no stone at {format_vertex(point)}")
        _add_chain(board, point, stones)
    return stones


def _prisoners(board: np.void, dead: np.ndarray, colour: int) -> int:
    """Returns how many stones of a colour were lost, the dead ones on the board included."""
    on_board = np.count_nonzero(dead & (board["colour"] == colour))
    return int(board["prisoners"][colour]) + int(on_board)


@jit
def _add_chain(board, point, stones):
    """Marks all stones of the chain at a point in stones, bool[N_POINTS]."""
    stone = point
    while True:
        stones[stone] = True
        stone = board.next[stone]
        if stone == point:
            break


@jit_allocating
def owners_on_board(board, dead):
    """Returns the owner of each point, int8[N_POINTS]; dead: bool[N_POINTS], whole chains."""
    owner = np.zeros(N_POINTS, dtype=np.int8)
    visited = np.zeros(N_POINTS, dtype=np.bool_)
    region = np.empty(MAX_BOARD_POINTS, dtype=np.int16)
    for start in range(N_POINTS):
        colour = board.colour[start]
        if colour == OFF_BOARD or visited[start]:
            continue
        if colour != EMPTY and not dead[start]:
            owner[start] = colour
            continue
        visited[start] = True
        region[0] = start
        n_points = 1
        n_done = 0
        around = 0  # BLACK, WHITE, or both bits
        while n_done < n_points:
            point = region[n_done]
            n_done += 1
            for offset in NEIGHBOURS:
                near = point + offset
                near_colour = board.colour[near]
                if near_colour == OFF_BOARD or visited[near]:
                    continue
                if near_colour == EMPTY or dead[near]:
                    visited[near] = True
                    region[n_points] = near
                    n_points += 1
                else:
                    around |= near_colour
        if around in (BLACK, WHITE):
            for i in range(n_points):
                owner[region[i]] = around
    return owner


@jit_allocating
def area_balance(board):
    """Returns Black's area minus White's, all stones alive."""
    balance = 0
    for owner in owners_on_board(board, np.zeros(N_POINTS, dtype=np.bool_)):
        if owner == BLACK:
            balance += 1
        elif owner == WHITE:
            balance -= 1
    return balance
