"""Numbers that say in what circumstances a move is made: what boosted trees decide by.

Unlike features, which a move has or has not, these are counts and distances.  They tell what stands
around the point, how long ago something was played there, and where the move stands among those
that a tree policy likes.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.features.tactics import border_line, liberties_after, move_distance
from cfggo.go.board import NEVER
from cfggo.go.points import EMPTY, NEIGHBOURS, OFF_BOARD, PASS, STRIDE

CIRCUMSTANCES = (
    "theta below the highest",
    "theta",
    "moves with a higher theta",
    "moves close to the highest",
    "empty points",
    "line",
    "line from the other side",
    "distance to the last move",
    "distance to the move before",
    "own neighbours",
    "fewest liberties of an own neighbour",
    "most stones of an own neighbour",
    "enemy neighbours",
    "fewest liberties of an enemy neighbour",
    "most stones of an enemy neighbour",
    "stones captured",
    "liberties after the move",
    "ladder of an own neighbour",
    "ladder of an enemy neighbour",
    "stones caught in a ladder",
    "moves since one beside the point",
    "moves since one within 2",
    "moves since one within 4",
    "moves since one within 6",
    "own stones within 2",
    "enemy stones within 2",
    "own stones within 4",
    "enemy stones within 4",
    "distance to an own stone",
    "distance to an enemy stone",
    "own influence minus the enemy's",
    "fewest liberties of an own chain within 4",
    "stones of that own chain",
    "fewest liberties of an enemy chain within 4",
    "stones of that enemy chain",
    "liberties of the last move's chain",
    "stones of the last move's chain",
)
"""The meaning of each of a move's numbers. Weight files know them by place, so places stay."""

N_CIRCUMSTANCES = len(CIRCUMSTANCES)

OF_POLICY = 4
"""The first numbers, which depend on the tree policy; all others are those of the board."""

FAR = 6
"""Steps along the lines up to which stones count, and moves that were made there."""

LONG_AGO = 100
"""Moves after which how long ago one was made does not matter."""

UNKNOWN_AGE = 200
"""Age of a move that was not made, or not seen: stones may have been set up."""

_NO_MOVE = 64
"""Distance to a move that was a pass or was not made."""

_NO_LIBERTIES = 20
"""Liberties of a chain that is not there."""

_INFLUENCE = 0.7 ** np.arange(FAR + 1)
"""The influence of a stone at each number of steps."""


@jit
def store_circumstances(board, view, point, numbers):
    """Stores the numbers of a legal move, not PASS, from OF_POLICY on.

    view: view record of a tree policy that has looked at the position; numbers:
    float32[N_CIRCUMSTANCES].
    """
    row = point // STRIDE
    col = point % STRIDE
    end = board.size + 1
    n = OF_POLICY
    numbers[n] = board.n_empty
    numbers[n + 1] = border_line(board, point)
    numbers[n + 2] = max(min(row, end - row), min(col, end - col))
    numbers[n + 3] = _NO_MOVE if board.last == PASS else move_distance(point, board.last)
    numbers[n + 4] = _NO_MOVE if board.last2 == PASS else move_distance(point, board.last2)
    n = _store_neighbours(board, view, point, numbers, n + 5)
    n = _store_surroundings(board, row, col, numbers, n)
    colour = board.colour[board.last]
    is_there = colour != EMPTY and colour != OFF_BOARD
    numbers[n] = board.n_liberties[board.head[board.last]] if is_there else 0
    numbers[n + 1] = board.n_stones[board.head[board.last]] if is_there else 0


@jit
def _store_neighbours(board, view, point, numbers, n):
    """Stores what a move touches, in numbers from n on; returns the index behind them."""
    captured = 0
    for is_enemy in range(2):
        colour = 3 - board.to_play if is_enemy else board.to_play
        found = 0
        fewest = _NO_LIBERTIES
        most = 0
        ladder = 0
        for offset in NEIGHBOURS:
            near = point + offset
            if board.colour[near] == colour:
                head = board.head[near]
                found += 1
                fewest = min(fewest, board.n_liberties[head])
                most = max(most, board.n_stones[head])
                ladder = max(ladder, view.status[head])
                if is_enemy and board.n_liberties[head] == 1:
                    captured += board.n_stones[head]
        numbers[n + 3 * is_enemy] = found
        numbers[n + 3 * is_enemy + 1] = fewest
        numbers[n + 3 * is_enemy + 2] = most
        numbers[n + 8 + is_enemy] = ladder
    numbers[n + 6] = captured
    numbers[n + 7] = liberties_after(board, point)
    numbers[n + 10] = view.catches[point]
    return n + 11


@jit
def _store_surroundings(board, row, col, numbers, n):
    """Stores what is around a point, in numbers from n on; returns the index behind them."""
    latest_1 = latest_2 = latest_4 = latest_6 = NEVER
    own_2 = own_4 = enemy_2 = enemy_4 = 0
    to_own = to_enemy = FAR + 1
    own_liberties = enemy_liberties = _NO_LIBERTIES
    own_stones = enemy_stones = 0
    influence = 0.0
    for near_row in range(max(1, row - FAR), min(board.size, row + FAR) + 1):
        width = FAR - abs(near_row - row)
        for near_col in range(max(1, col - width), min(board.size, col + width) + 1):
            near = near_row * STRIDE + near_col
            steps = abs(near_row - row) + abs(near_col - col)
            played_at = board.played_at[near]
            latest_6 = max(latest_6, played_at)
            if steps <= 4:
                latest_4 = max(latest_4, played_at)
                if steps <= 2:
                    latest_2 = max(latest_2, played_at)
                    if steps <= 1:
                        latest_1 = max(latest_1, played_at)
            colour = board.colour[near]
            if colour == EMPTY:
                continue
            head = board.head[near]
            liberties = board.n_liberties[head]
            if colour == board.to_play:
                influence += _INFLUENCE[steps]
                to_own = min(to_own, steps)
                own_2 += steps <= 2
                if steps <= 4:
                    own_4 += 1
                    if liberties < own_liberties:
                        own_liberties = liberties
                        own_stones = board.n_stones[head]
            else:
                influence -= _INFLUENCE[steps]
                to_enemy = min(to_enemy, steps)
                enemy_2 += steps <= 2
                if steps <= 4:
                    enemy_4 += 1
                    if liberties < enemy_liberties:
                        enemy_liberties = liberties
                        enemy_stones = board.n_stones[head]
    numbers[n] = _age(board, latest_1)
    numbers[n + 1] = _age(board, latest_2)
    numbers[n + 2] = _age(board, latest_4)
    numbers[n + 3] = _age(board, latest_6)
    numbers[n + 4] = own_2
    numbers[n + 5] = enemy_2
    numbers[n + 6] = own_4
    numbers[n + 7] = enemy_4
    numbers[n + 8] = to_own
    numbers[n + 9] = to_enemy
    numbers[n + 10] = influence
    numbers[n + 11] = own_liberties
    numbers[n + 12] = own_stones
    numbers[n + 13] = enemy_liberties
    numbers[n + 14] = enemy_stones
    return n + 15


@jit_inline
def _age(board, played_at):
    """Returns how many moves ago a move was made."""
    return UNKNOWN_AGE if played_at == NEVER else min(board.n_moves - played_at, LONG_AGO)
