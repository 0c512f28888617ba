"""Tactics on diagrams, and against moves really played in random positions."""

import numpy as np
import pytest

from cfggo.features.tactics import (
    border_line,
    has_no_way_out,
    in_new_atari,
    is_self_atari,
    joins,
    liberties_after,
    move_distance,
    next_bit,
    touches_new_atari,
    vital_point,
)
from cfggo.go.board import N_WORDS, is_legal, play, set_bit
from cfggo.go.points import N_POINTS, NEIGHBOURS, PASS, WHITE, format_vertex, parse_vertex
from cfggo.go.setup import set_up_board
from tests.conftest import RandomBoard
from tests.diagrams import board_from_diagram


def point_on(boards: np.ndarray, name: str) -> int:
    return parse_vertex(name, int(boards[0]["size"]))


def head_at(boards: np.ndarray, name: str) -> int:
    """Returns the head of the chain at a point named in GTP's way."""
    return int(boards[0]["head"][point_on(boards, name)])


@pytest.mark.parametrize("size", [3, 5, 9, 19])
def test_liberties_after_a_move_are_those_on_the_board_then(
    size: int, random_board: RandomBoard
) -> None:
    for seed in range(24):
        boards = random_board(size, seed)
        for point in boards[0]["empty"][: boards[0]["n_empty"]].tolist():
            if not is_legal(boards[0], point):
                continue
            after = boards.copy()
            play(after[0], point)
            n = after[0]["n_liberties"][after[0]["head"][point]]
            where = f"seed {seed}, {format_vertex(point)}"
            assert liberties_after(boards[0], point) == n, where
            assert is_self_atari(boards[0], point) == (n == 1), where


def test_a_capture_gives_liberties() -> None:
    boards = board_from_diagram("""
        . O X . .
        O X X . .
        X X . . .
        . . . . .
        . . . . .
    """)
    # Black takes B5 from A5 and gets its point; A4 then is the only other neighbour.
    assert liberties_after(boards[0], point_on(boards, "A5")) == 2
    assert not is_self_atari(boards[0], point_on(boards, "A5"))


def test_throwing_in_is_self_atari() -> None:
    boards = board_from_diagram("""
        . X . . .
        . O X . .
        O O X . .
        . O X . .
        X X X . .
    """)
    assert is_self_atari(boards[0], point_on(boards, "A4"))
    assert not is_self_atari(boards[0], point_on(boards, "C5"))


BEFORE_ATARI = """
    . . . . . . .
    . . . O . . .
    . . O X . . .
    . . . . . . .
    . . . . . . .
    . O . . . X .
    . . . . . . .
"""


def play_all(boards: np.ndarray, *names: str) -> np.ndarray:
    """Plays moves in turn, named in GTP's way; returns the boards."""
    for name in names:
        play(boards[0], point_on(boards, name))
    return boards


def test_new_atari_is_an_atari_by_the_last_move() -> None:
    boards = board_from_diagram(BEFORE_ATARI, to_play=WHITE)
    play_all(boards, "D4")
    assert in_new_atari(boards[0], head_at(boards, "D5"))
    assert not in_new_atari(boards[0], head_at(boards, "F2"))


def test_an_atari_is_new_for_one_move_only() -> None:
    boards = board_from_diagram(BEFORE_ATARI, to_play=WHITE)
    play_all(boards, "D4", "G7", "A7")
    assert boards[0]["n_liberties"][head_at(boards, "D5")] == 1
    assert not in_new_atari(boards[0], head_at(boards, "D5"))


def test_after_a_pass_no_atari_is_new() -> None:
    boards = board_from_diagram(BEFORE_ATARI, to_play=WHITE)
    play_all(boards, "D4", "G7", "pass")
    assert not in_new_atari(boards[0], head_at(boards, "D5"))


def test_all_chains_around_a_new_atari_touch_it() -> None:
    boards = board_from_diagram(BEFORE_ATARI, to_play=WHITE)
    play_all(boards, "D4")
    for name in ("C5", "D4", "D6"):
        assert touches_new_atari(boards[0], head_at(boards, name)), name
    assert not touches_new_atari(boards[0], head_at(boards, "B2"))


def test_a_move_joins_the_chains_whose_liberty_it_takes() -> None:
    boards = board_from_diagram(BEFORE_ATARI)
    assert joins(boards[0], point_on(boards, "E5"), head_at(boards, "D5"))
    assert not joins(boards[0], point_on(boards, "E6"), head_at(boards, "D5"))


CORNERED = """
    . . . . .
    . . . . .
    . . . . .
    X X X . .
    . O . . .
"""

RUNS_INTO_THE_OPEN = """
    . . . . .
    . . . . .
    . . . . .
    X X . . .
    . O . . .
"""

RUNS_TO_A_FRIEND = """
    . . . . .
    . . . . .
    . . . . .
    X X X . .
    . O . O .
"""

FRIEND_IS_WEAK = """
    . . . . .
    . . . . .
    . . . . .
    X X X X .
    . O . O .
"""

RUNS_BY_A_CAPTURE = """
    . . . . .
    . . . . .
    . X O . .
    X O X O .
    . O . . .
"""

NOTHING_TO_CAPTURE = """
    . . . . .
    . . . . .
    . X O . .
    X O X . .
    . O . . .
"""


@pytest.mark.parametrize(
    ("text", "move", "expected"),
    [
        (CORNERED, "C1", True),  # White at A1 would have no liberty
        (CORNERED, "A1", True),  # White at C1 would have one, at D1
        (RUNS_INTO_THE_OPEN, "A1", False),
        (RUNS_TO_A_FRIEND, "A1", False),
        (FRIEND_IS_WEAK, "A1", True),
        (RUNS_BY_A_CAPTURE, "A1", False),
        (NOTHING_TO_CAPTURE, "A1", True),
    ],
)
def test_a_chain_of_two_liberties_has_no_way_out(text: str, move: str, expected: bool) -> None:
    boards = board_from_diagram(text)
    assert boards[0]["n_liberties"][head_at(boards, "B1")] == 2
    found = has_no_way_out(boards[0], head_at(boards, "B1"), point_on(boards, move))
    assert found == expected


def captured(*names: str) -> np.ndarray:
    """Returns a board where White has just captured a chain of black stones at these points."""
    stones = [parse_vertex(name, 9) for name in names]
    around = sorted({p + offset for p in stones for offset in NEIGHBOURS} - set(stones))
    boards = set_up_board(9, stones, around[1:], WHITE)
    play(boards[0], around[0])
    assert boards[0]["n_removed"] == len(stones)
    return boards


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ("D4 E4", "pass"), ("D4 E4 F4", "E4"), ("D4 E4 E5", "E4"), ("D4 E4 F4 E5", "E4"),
        ("D4 E4 F4 G4", "pass"), ("D4 E4 D5 E5", "pass"), ("D4 E4 F4 D5 E5", "E4"),
        ("D4 E4 F4 E3 E5", "E4"), ("C4 D4 E4 F4 G4", "pass"), ("D4 E4 F4 E3 E5 D5", "E4"),
        ("D4 E4 F4 D5 E5 F5", "pass"), ("D4 E4 F4 E3 E5 D5 F5", "pass"),
    ],
)  # fmt: skip
def test_the_vital_point_of_what_was_captured(shape: str, expected: str) -> None:
    assert format_vertex(vital_point(captured(*shape.split())[0])) == expected


def test_there_is_no_vital_point_without_a_capture() -> None:
    boards = captured("D4", "E4", "F4")
    play(boards[0], parse_vertex("A1", 9))
    assert vital_point(boards[0]) == PASS


def test_lines_count_from_the_border() -> None:
    boards = board_from_diagram(BEFORE_ATARI)
    names = ("A1", "G4", "B6", "C5", "D4", "D7")
    lines = [border_line(boards[0], point_on(boards, name)) for name in names]
    assert lines == [1, 1, 2, 3, 4, 1]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("D4", "D4", 0), ("D4", "D5", 2), ("D4", "C3", 3), ("D4", "F5", 5), ("A1", "T19", 54)],
)
def test_distance(one: str, other: str, expected: int) -> None:
    points = parse_vertex(one, 19), parse_vertex(other, 19)
    assert move_distance(*points) == move_distance(*reversed(points)) == expected


@pytest.mark.parametrize("seed", range(5))
def test_next_bit_goes_through_a_set_in_order(seed: int) -> None:
    points = np.flatnonzero(np.random.default_rng(seed).random(N_POINTS) < seed / 5).tolist()
    words = np.zeros((2, N_WORDS), dtype=np.uint64)
    for point in points:
        set_bit(words, 1, point)
    found = []
    point = next_bit(words, 1, -1)
    while point < 64 * N_WORDS:
        found.append(point)
        point = next_bit(words, 1, point)
    assert found == points
