"""Ladders on diagrams, and against a plain reading of all variations in random positions."""

import numpy as np
import pytest

from cfggo.features.ladders import (
    DOOMED,
    ESCAPES,
    THREATENED,
    is_caught,
    new_ladder_scratch,
    read_ladders,
)
from cfggo.go.board import is_legal, play
from cfggo.go.points import (
    BLACK,
    EMPTY,
    N_POINTS,
    NEIGHBOURS,
    WHITE,
    board_points,
    format_vertex,
    parse_vertex,
)
from tests.conftest import RandomBoard
from tests.diagrams import board_from_diagram


def caught(text: str, chain: str, to_play: int) -> bool:
    """Tells whether the chain at a vertex is caught."""
    scratch = new_ladder_scratch()
    scratch.boards[0] = board_from_diagram(text, to_play=to_play)[0]
    return bool(is_caught(scratch, parse_vertex(chain, int(scratch.boards[0]["size"]))))


def known(text: str, to_play: int) -> tuple[dict[str, int], dict[str, int]]:
    """Returns what is known of chains by their vertex, and how much moves catch in a ladder."""
    board = board_from_diagram(text, to_play=to_play)[0]
    before = board.copy()
    status = np.zeros(N_POINTS, dtype=np.uint8)
    catches = np.zeros(N_POINTS, dtype=np.uint8)
    read_ladders(board, new_ladder_scratch(), status, catches)
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
    """It is known for both sides to play whether the owner can save it."""
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
        scratch = new_ladder_scratch()
        scratch.boards[0] = board
        assert is_caught(scratch, parse_vertex("C3", 9))
        play(board, parse_vertex(name, 9))
    assert board["n_liberties"][board["head"][parse_vertex("C3", 9)]] == 1


@pytest.mark.parametrize(("distance", "is_short"), [(3, True), (6, True), (7, False), (9, False)])
def test_a_ladder_that_takes_too_many_moves_to_read_is_an_escape(
    distance: int, is_short: bool
) -> None:
    """White crawls along the edge to the corner, which is 138 moves from G1 and 182 from H1."""
    edge = ["."] * 13
    edge[distance : distance + 2] = "O", "X"
    text = "\n".join([" ".join("." * 13)] * 12 + [" ".join(edge)])
    assert caught(text, "ABCDEFGHJKLMN"[distance] + "1", BLACK) == is_short


ENOUGH = 60
"""Moves of a plain reading, in all its variations; the engine's takes more than twice as many."""


class TooManyMovesError(Exception):
    """A plain reading takes longer than it may."""


class PlainReading:
    """Says by trying every move whether a chain is caught by ataris."""

    def __init__(self) -> None:
        self.n_moves = 0

    def is_caught(self, board: np.void, point: int) -> bool:
        """Tells it of a chain with two liberties, the attacker to play, or with one in atari."""
        stones = chain_of(board, point)
        liberties = sorted(around(board, stones, EMPTY))
        if board["colour"][point] != board["to_play"]:
            return any(
                self.is_caught(after, point)
                for after in self.after(board, liberties)
                if len(around(after, chain_of(after, point), EMPTY)) == 1
            )
        moves = set(liberties)
        for stone in around(board, stones, 3 - int(board["to_play"])):
            moves |= in_atari(board, stone)
        for after in self.after(board, sorted(moves)):
            n = len(around(after, chain_of(after, point), EMPTY))
            if n > 2 or (n == 2 and not self.is_caught(after, point)):
                return False
        return True

    def after(self, board: np.void, moves: list[int]) -> list[np.void]:
        """Returns the positions after those of the moves that are legal."""
        positions = []
        for move in moves:
            if is_legal(board, move):
                self.n_moves += 1
                if self.n_moves > ENOUGH:
                    raise TooManyMovesError
                copy = np.array([board])
                play(copy[0], move)
                positions.append(copy[0])
        return positions


def chain_of(board: np.void, point: int) -> list[int]:
    """Returns the stones of the chain at a point."""
    colour, head = board["colour"], board["head"]
    stones: list[int] = np.flatnonzero((colour == colour[point]) & (head == head[point])).tolist()
    return stones


def around(board: np.void, stones: list[int], colour: int) -> set[int]:
    """Returns the points of a colour, or empty ones, next to stones."""
    near = {stone + offset for stone in stones for offset in NEIGHBOURS}
    return {point for point in near if board["colour"][point] == colour}


def in_atari(board: np.void, stone: int) -> set[int]:
    """Returns the liberty of a stone's chain if it has but one."""
    liberties = around(board, chain_of(board, stone), EMPTY)
    return liberties if len(liberties) == 1 else set()


def test_readings_of_random_positions(random_board: RandomBoard) -> None:
    verdicts = []
    n_captures = 0
    for seed in range(60):
        board = random_board(7, seed)[0]
        for point in board_points(7):
            if not board["colour"][point] or board["head"][point] != point:
                continue
            n_liberties = int(board["n_liberties"][point])
            if n_liberties > 2:
                continue
            scratch = new_ladder_scratch()
            scratch.boards[0] = board
            defends = n_liberties == 1
            colour = int(board["colour"][point])
            scratch.boards[0]["to_play"] = colour if defends else 3 - colour
            scratch.boards[0]["ko"] = 0
            try:
                expected = PlainReading().is_caught(scratch.boards[0].copy(), point)
            except TooManyMovesError:
                continue
            assert is_caught(scratch, point) == expected
            verdicts.append(expected)
            enemies = around(board, chain_of(board, point), 3 - colour)
            n_captures += defends and any(in_atari(board, stone) for stone in enemies)
    assert 50 < sum(verdicts) < len(verdicts) - 50
    assert n_captures > 20
