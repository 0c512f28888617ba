"""Unconditional life: positions that every player knows, and all that an opponent can try."""

from collections import Counter

import numpy as np
import pytest

from cfggo.go.points import BLACK, EMPTY, N_POINTS, NEIGHBOURS, OFF_BOARD, WHITE, board_points
from cfggo.go.setup import set_up_board
from cfggo.study.solving.life import has_living_target, new_life_buffers
from tests.diagrams import board_from_diagram

TWO_EYES = """
    . . . . .
    O O O O O
    X X X X O
    X X X X O
    . X . X O
"""
ONE_LARGE_EYE = """
    . . . . .
    O O O O O
    X X X X O
    X X X X O
    . . . X O
"""
A_STONE_IN_AN_EYE = """
    O O . O O
    X X X X X
    . O X . X
    X X X X X
    . . O O O
"""


@pytest.mark.parametrize(
    ("diagram", "lives"), [(TWO_EYES, True), (ONE_LARGE_EYE, False), (A_STONE_IN_AN_EYE, True)]
)
def test_two_eyes_live_and_one_does_not(diagram: str, lives: bool) -> None:
    boards = board_from_diagram(diagram)
    points = np.array(board_points(5))
    everywhere = np.zeros(N_POINTS, dtype=np.bool_)
    everywhere[points] = True
    targets = boards[0]["colour"] == BLACK
    found = has_living_target(boards[0], BLACK, points, everywhere, targets, new_life_buffers())
    assert found == lives


Stones = dict[int, int]
"""Colours by point, of a small board."""


def chain_at(stones: Stones, point: int) -> tuple[set[int], bool]:
    """Returns the points of a chain, and whether it has a liberty."""
    chain, waiting, is_free = {point}, [point], False
    while waiting:
        at = waiting.pop()
        for near in (at + offset for offset in NEIGHBOURS):
            colour = stones.get(near, OFF_BOARD)
            is_free |= colour == EMPTY
            if colour == stones[point] and near not in chain:
                chain.add(near)
                waiting.append(near)
    return chain, is_free


def can_be_captured(stones: Stones, target: int) -> bool:
    """Tells whether the opponent can capture a chain if its owner passes for ever: tries it all."""
    owner = stones[target]
    seen, waiting = set(), [stones]
    while waiting:
        position = waiting.pop()
        for point in (point for point, colour in position.items() if colour == EMPTY):
            after = {**position, point: 3 - owner}
            for near in (point + offset for offset in NEIGHBOURS):
                if after.get(near) == owner:
                    chain, is_free = chain_at(after, near)
                    if not is_free:
                        if target in chain:
                            return True
                        after |= dict.fromkeys(chain, EMPTY)
            key = tuple(after.values())
            if chain_at(after, point)[1] and key not in seen:  # else it would be suicide
                seen.add(key)
                waiting.append(after)
    return False


@pytest.mark.parametrize("size", [3, 4, 5])
def test_chains_live_that_no_moves_of_the_opponent_alone_can_capture(size: int) -> None:
    """Benson's theorem, on boards of random stones."""
    rng = np.random.default_rng(size)
    points = np.array(board_points(size))
    everywhere = np.zeros(N_POINTS, dtype=np.bool_)
    everywhere[points] = True
    buffers = new_life_buffers()
    found: Counter[bool] = Counter()
    for _ in range(1000):
        colours = rng.choice((EMPTY, BLACK, WHITE), len(points), p=(0.25, 0.6, 0.15))
        if np.count_nonzero(colours == EMPTY) > 7:
            continue
        black, white = (points[colours == colour].tolist() for colour in (BLACK, WHITE))
        try:
            board = set_up_board(size, black, white, BLACK)[0]
        except ValueError:  # a chain without liberties
            continue
        stones = dict(zip(points.tolist(), colours.tolist(), strict=True))
        for head in sorted({int(board["head"][point]) for point in black}):
            chain = (board["head"] == head) & (board["colour"] == BLACK)
            lives = has_living_target(board, BLACK, points, everywhere, chain, buffers)
            assert lives != can_be_captured(stones, head), (black, white, head)
            found[bool(lives)] += 1
    assert min(found[True], found[False]) > (3 if size == 3 else 30), found
