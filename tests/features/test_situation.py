"""What a move does to the chains around it, and what the last move did, on diagrams."""

import numpy as np
import pytest

from cfggo.features.ladders import DOOMED, ESCAPES, THREATENED, new_ladder_scratch, read_ladders
from cfggo.features.situation import (
    N_LIBERTY_SITUATIONS,
    Chain,
    LastChain,
    LibertySituation,
    OwnLadder,
    captured_chain,
    caught_size,
    ladder_situations,
    last_chain,
    last_move_situation,
    liberty_situation,
    liberty_situations,
    own_ladder,
)
from cfggo.go.board import play
from cfggo.go.points import BLACK, N_POINTS, WHITE, parse_vertex
from tests.diagrams import board_from_diagram

TEXT = """
    . . . . . . .
    . X X . . X .
    . O . . . O .
    . . . . . . .
    . X . . . . .
    . . . . X . .
    . . . . . . .
"""


def expected(
    after: int, own: tuple[int, int], enemy: tuple[int, int], joined: int
) -> tuple[int, int, int]:
    """Returns the numbers for liberties after a move, and (liberties, size class) of neighbours."""
    both = (own[0] * 6 + enemy[0]) * 3 + joined
    return (
        after * 24 + own[0] * 4 + own[1],
        (6 + after) * 24 + enemy[0] * 4 + enemy[1],
        288 + after * 108 + both,
    )


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("D6", expected(5, own=(5, 1), enemy=(0, 0), joined=1)),  # extends two stones
        ("A5", expected(2, own=(0, 0), enemy=(3, 0), joined=0)),  # against one stone
        ("B4", expected(5, own=(4, 0), enemy=(3, 0), joined=1)),  # both
        ("G5", expected(2, own=(0, 0), enemy=(3, 0), joined=0)),
        ("A1", expected(2, own=(0, 0), enemy=(0, 0), joined=0)),
    ],
)
def test_liberties_before_and_after_a_move(name: str, numbers: tuple[int, int, int]) -> None:
    board = board_from_diagram(TEXT)[0]
    assert liberty_situations(board, parse_vertex(name, 7)) == numbers


@pytest.mark.parametrize(("other", "same"), [("D3", True), ("E3", False), ("C5", False)])
def test_what_the_last_move_did(other: str, same: bool) -> None:
    """A stone in the open is the same everywhere; one in contact, or of a larger chain, is not."""
    found = []
    for move in ("D4", other):
        board = board_from_diagram(TEXT, to_play=WHITE)[0]
        play(board, parse_vertex(move, 7))
        found.append(last_move_situation(board))
    assert (found[0] == found[1]) == same


def test_numbers_of_liberties_say_what_they_stand_for() -> None:
    own, enemy, both = expected(5, own=(4, 0), enemy=(3, 1), joined=1)
    assert liberty_situation(own) == LibertySituation(5, own=Chain(size=0, liberties=4))
    assert liberty_situation(enemy) == LibertySituation(5, enemy=Chain(size=1, liberties=3))
    assert liberty_situation(both) == LibertySituation(5, liberties=(4, 3), joined=1)
    said = {liberty_situation(number) for number in range(N_LIBERTY_SITUATIONS)}
    assert len(said) == N_LIBERTY_SITUATIONS


def ladders_of(text: str, name: str, to_play: int) -> tuple[int, int, int]:
    """Returns the numbers of a move in a diagram."""
    board = board_from_diagram(text, to_play=to_play)[0]
    status, catches = np.zeros(N_POINTS, dtype=np.uint8), np.zeros(N_POINTS, dtype=np.uint8)
    read_ladders(board, new_ladder_scratch(), status, catches)
    return ladder_situations(board, parse_vertex(name, 7), status, catches)


def test_numbers_of_ladders_say_what_they_stand_for() -> None:
    text = """
        . . . . . . .
        . . X X . . .
        . X O O . . .
        . . X . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    own, captures, atari = ladders_of(text, "D4", BLACK)
    assert (own, captures) == (0, 0)
    assert atari > 0
    in_atari = text.replace(". X O O . . .", ". X O O X . .")
    _, captures, _ = ladders_of(in_atari, "D4", BLACK)
    escapes, size = captured_chain(captures)
    assert size == 1
    own, _, _ = ladders_of(in_atari, "D4", WHITE)
    assert own_ladder(own).status == (ESCAPES if escapes else DOOMED)
    assert own_ladder(own)[1:] == (1, 2)


def test_numbers_of_ladders_say_all_that_there_is() -> None:
    said = [own_ladder(number) for number in range(6, 78)]
    assert sorted(set(said)) == sorted(
        OwnLadder(status, size, after)
        for status in (ESCAPES, DOOMED, THREATENED)
        for size in range(4)
        for after in range(6)
    )
    assert [captured_chain(number) for number in (1, 4, 5, 8)] == [
        (False, 0), (False, 3), (True, 0), (True, 3)
    ]  # fmt: skip
    assert [caught_size(number) for number in (1, 2, 5)] == [None, 0, 3]


def test_numbers_of_the_last_move_say_what_they_stand_for() -> None:
    board = board_from_diagram(TEXT, to_play=WHITE)[0]
    play(board, parse_vertex("C5", 7))  # no stone; extends B5
    chain, threat = last_move_situation(board)
    assert last_chain(chain) == LastChain(stones=2, liberties=4, threat=threat)
    assert threat == 1  # C6 and B6 have more than two liberties
    assert last_chain(0) is None
