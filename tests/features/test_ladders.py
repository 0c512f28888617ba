"""Ladders on diagrams."""

from __future__ import annotations

import numpy as np
import pytest

from cfggo.features.ladders import (
    DOOMED,
    ESCAPES,
    THREATENED,
    is_caught,
    new_ladder_boards,
    read_ladders,
)
from cfggo.go.board import play
from cfggo.go.diagram import board_from_diagram
from cfggo.go.points import BLACK, N_POINTS, WHITE, format_vertex, parse_vertex


def caught(text: str, chain: str, to_play: int) -> bool:
    """Tells whether the chain at a vertex is caught."""
    boards = new_ladder_boards()
    boards[0] = board_from_diagram(text, to_play=to_play)[0]
    return bool(is_caught(boards, 0, parse_vertex(chain, int(boards[0]["size"]))))


def known(text: str, to_play: int) -> tuple[dict[str, int], dict[str, int]]:
    """Returns what is known of chains by their vertex, and how much moves catch in a ladder."""
    board = board_from_diagram(text, to_play=to_play)[0]
    before = board.copy()
    status = np.zeros(N_POINTS, dtype=np.uint8)
    catches = np.zeros(N_POINTS, dtype=np.uint8)
    read_ladders(board, new_ladder_boards(), status, catches)
    assert board == before
    found = [
        {format_vertex(int(p)): int(array[p]) for p in np.flatnonzero(array)}
        for array in (status, catches)
    ]
    return found[0], found[1]


LADDER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . X O . . . . . .
    . . X X . . . . .
    . . . . . . . . .
"""


def with_stones(text: str, **stones: str) -> str:
    """Returns the diagram with other points, such as G7="O"."""
    rows = [line.split() for line in text.strip().splitlines()]
    for vertex, stone in stones.items():
        rows[len(rows) - int(vertex[1:])]["ABCDEFGHJ".index(vertex[0])] = stone
    return "\n".join(" ".join(row) for row in rows)


def test_a_ladder_runs_to_the_edge() -> None:
    assert caught(LADDER, "C3", BLACK)


@pytest.mark.parametrize("breaker", ["G7", "F6", "J9"])
def test_a_stone_in_its_way_breaks_a_ladder(breaker: str) -> None:
    assert caught(with_stones(LADDER, **{breaker: "O"}), "C3", BLACK) == (breaker == "J9")


def test_a_stone_of_the_attacker_breaks_nothing() -> None:
    assert caught(with_stones(LADDER, G7="X"), "C3", BLACK)


def test_the_right_atari_and_the_chain_in_danger() -> None:
    assert known(LADDER, BLACK) == ({}, {"C4": 1})
    assert known(LADDER, WHITE) == ({"C3": THREATENED}, {})
    assert known(with_stones(LADDER, G7="O"), BLACK) == ({}, {})
    assert known(with_stones(LADDER, G7="O"), WHITE) == ({}, {})


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_a_chain_in_atari(to_play: int) -> None:
    """Whether its owner can save it is known whoever is to play."""
    in_atari = with_stones(LADDER, C4="X")
    assert known(in_atari, to_play)[0] == {"C3": DOOMED}
    assert known(with_stones(in_atari, G7="O"), to_play)[0] == {"C3": ESCAPES}


def test_capturing_a_stone_of_the_net() -> None:
    in_atari = with_stones(LADDER, C4="X")
    assert caught(in_atari, "C3", WHITE)
    assert not caught(with_stones(in_atari, A3="O", B4="O"), "C3", WHITE)


def test_a_ladder_as_it_is_played() -> None:
    """Each side follows its reading, and Black takes the chain at the edge."""
    board = board_from_diagram(LADDER, to_play=BLACK)[0]
    moves = "C4 D3 E3 D4 D5 E4 F4 E5 E6 F5 G5 F6 F7 G6 H6 G7 G8 H7 J7 H8 H9 J8"
    for name in moves.split():
        boards = new_ladder_boards()
        boards[0] = board
        assert is_caught(boards, 0, parse_vertex("C3", 9))
        play(board, parse_vertex(name, 9))
    assert board["n_liberties"][board["head"][parse_vertex("C3", 9)]] == 1
