"""Frames: they touch nothing, close the ground around, and let the local result decide."""

import numpy as np
import pytest

from cfggo.go.points import BLACK, NEIGHBOURS, WHITE, board_points, point_from_row_col
from cfggo.go.setup import set_up_board
from cfggo.study.solving.fight import fights_of
from cfggo.study.solving.frame import frame, likely_attacker
from tests.corner import INSIDE, WALL


def random_problem(rng: np.random.Generator) -> tuple[int, list[int], list[int]]:
    """Returns a board size and stones somewhere that can stand so."""
    while True:
        size = int(rng.integers(9, 20))
        row, column = rng.integers(0, size - 5, 2)
        cells = [(row + i, column + j) for i in range(5) for j in range(5)]
        chosen = rng.permutation(25)[: rng.integers(4, 16)]
        stones = [point_from_row_col(*map(int, cells[i])) for i in chosen]
        black, white = stones[::2], stones[1::2]
        try:
            set_up_board(size, black, white)
        except ValueError:
            continue
        return size, black, white


def test_no_stone_of_a_frame_touches_the_problem() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        size, black, white = random_problem(rng)
        attacker = likely_attacker(size, black, white)
        framed = frame(size, black, white, attacker)
        boards = set_up_board(size, framed.black, framed.white)  # so every chain has liberties
        own = {*black, *white}
        added = {*framed.black, *framed.white} - own
        assert {*black} <= {*framed.black}
        assert {*white} <= {*framed.white}
        assert not added & framed.area
        near = {point + offset for point in own for offset in NEIGHBOURS}
        assert not added & near
        # Around the problem is nothing but the attacker's ground.
        colour = boards[0]["colour"]
        around = {p + o for p in framed.area for o in NEIGHBOURS} & {*board_points(size)}
        assert {int(colour[p]) for p in around - framed.area} <= {attacker, 0}


def test_komi_lets_the_local_result_decide() -> None:
    framed = frame(19, INSIDE, WALL, WHITE)
    area = len(framed.area)
    ground = {colour: 0 for colour in (BLACK, WHITE)}
    boards = set_up_board(19, framed.black, framed.white)
    for point in {*board_points(19)} - framed.area:
        owner = int(boards[0]["colour"][point])
        if owner == 0:  # an eye
            owner = int(boards[0]["colour"][point + NEIGHBOURS[0]])
            if owner not in ground:
                owner = int(boards[0]["colour"][point + NEIGHBOURS[1]])
        ground[owner] += 1
    dead = ground[BLACK] - ground[WHITE] - area
    alive = dead + 2 * (len(INSIDE) + 3)
    assert dead < framed.komi < alive


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("size", [7, 8, 9, 13, 19])
def test_the_side_that_is_seen_from_outside_attacks(turned: bool, size: int) -> None:
    black, white = (WALL, INSIDE) if turned else (INSIDE, WALL)
    assert likely_attacker(size, black, white) == (BLACK if turned else WHITE)


@pytest.mark.parametrize("size", [9, 13, 19])
def test_a_fight_is_searched_inside_the_wall(size: int) -> None:
    """On small boards too there is room for two eyes of the attacker's."""
    fights = fights_of(frame(size, INSIDE, WALL, WHITE), BLACK)
    assert [fight.proves for fight in fights] == [{BLACK}, {WHITE}]
    for fight in fights:
        assert fight.room == 3
        assert set(np.flatnonzero(fight.targets).tolist()) == {*INSIDE}


def test_a_position_without_defenders_is_no_fight() -> None:
    assert fights_of(frame(19, (), WALL, WHITE), BLACK) == ()


def test_there_must_be_stones() -> None:
    with pytest.raises(ValueError, match="no stones"):
        frame(19, (), (), BLACK)
