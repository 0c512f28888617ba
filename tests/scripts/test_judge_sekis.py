"""Sekis whose fate is proved, and what the default preset says about some of them."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import pytest
from sgfmill.boards import Board

from cfggo.config import load_config
from cfggo.search.searcher import Searcher
from tests.interfaces.gtp.conftest import Gtp

LoadScript = Callable[[str], ModuleType]
Point = tuple[int, int]
Seen = frozenset[frozenset[tuple[str, Point]]]

N_POSITIONS = 40

PLAYOUTS = 100
"""Of a move, with which the default preset says nothing wrong of half of the positions."""

MOST_NODES = 1_000
"""Of a search that remembers nothing."""

STRAIGHT_THREE = """
    .........
    .........
    .........
    .........
    .........
    .........
    OOOOO....
    XXXXO....
    ...XO....
"""

STRAIGHT_FOUR = """
    .........
    .........
    .........
    .........
    .........
    .........
    OOOOOO...
    XXXXXO...
    ....XO...
"""

SQUARE_FOUR = """
    .........
    .........
    .........
    .........
    .........
    OOOO.....
    XXXO.....
    ..XO.....
    ..XO.....
"""


@pytest.fixture
def script(load_script: LoadScript) -> ModuleType:
    return load_script("judge_sekis.py")


@pytest.fixture
def sekis(script: ModuleType) -> Any:
    return script.sekis


@cache
def family(sekis: ModuleType) -> list[Any]:
    positions: list[Any] = sekis.family(N_POSITIONS)
    return positions


@pytest.mark.parametrize(
    ("rows", "dies_first", "dies_second"),
    [(STRAIGHT_THREE, False, True), (STRAIGHT_FOUR, False, False), (SQUARE_FOUR, True, True)],
)
def test_eyes_that_live_and_die(sekis: Any, rows: str, dies_first: bool, dies_second: bool) -> None:
    """Whether Black's chain is taken if Black begins, and if White does."""
    stones = {"X": 0, "O": 0, ".": 0}
    for row, line in zip(range(9, 0, -1), rows.split(), strict=True):
        for col, mark in zip("ABCDEFGHJ", line, strict=True):
            stones[mark] |= sekis.point(f"{col}{row}")
    black, white = stones["X"], stones["O"]
    corner = sum(sekis.point(f"{col}{row}") for col in "ABCDE" for row in (1, 2, 3))
    proof = sekis.Proof(corner & ~white, (black, white))
    for to_play, dies in enumerate((dies_first, dies_second)):
        assert proof.takes((black, white), 0, black, to_play) == dies


def test_there_are_all_sorts(sekis: Any) -> None:
    assert len({position.stones for position in family(sekis)}) == N_POSITIONS
    traits: list[tuple[Callable[[Any], object], set[object]]] = [
        (lambda position: position.dead, {None, 0, 1}),
        (lambda position: position.place, {"corner", "side", "middle"}),
        (lambda position: position.shorter, {2, 3, 4, 5, 6, 7}),
        (lambda position: position.eyes, {0, 1, 2}),
        (lambda position: position.outside > 0, {False, True}),
        (lambda position: position.is_held_out, {False, True}),
    ]
    for trait, wanted in traits:
        assert Counter(map(trait, family(sekis))).keys() == wanted


class PlainSearch:
    """Plays on with sgfmill's board, and remembers nothing."""

    def __init__(self, pocket: list[Point], victim: Point, colour: str) -> None:
        self.pocket, self.victim, self.colour = pocket, victim, colour
        self.n_nodes = 0

    def takes(self, board: Board, to_play: str, passed: bool, seen: Seen) -> bool:
        """Tells whether the victim's chain is captured."""
        self.n_nodes += 1
        if self.n_nodes > MOST_NODES:
            raise TimeoutError
        attacks = to_play != self.colour
        other = "w" if to_play == "b" else "b"
        for row, col in self.pocket:
            if board.get(row, col) is not None:
                continue
            after = board.copy()
            after.play(row, col, to_play)
            stones = frozenset(after.list_occupied_points())
            if after.get(row, col) is None or stones in seen:
                continue  # suicide, or superko
            is_taken = after.get(*self.victim) != self.colour
            if (is_taken or self.takes(after, other, False, seen | {stones})) == attacks:
                return attacks
        return not passed and self.takes(board, other, True, seen)


def test_a_search_that_remembers_nothing_finds_the_same(sekis: Any) -> None:
    results = Counter[bool]()
    for position in family(sekis):
        board = Board(9)
        for letter, stones in zip("bw", position.stones, strict=True):
            for row, col in cells(sekis, stones):
                board.play(row, col, letter)
        seen = frozenset({frozenset(board.list_occupied_points())})
        for colour, victim in enumerate(position.chains):
            for to_play in (0, 1):
                plain = PlainSearch(
                    cells(sekis, position.pocket), cells(sekis, victim)[0], "bw"[colour]
                )
                try:
                    taken = plain.takes(board, "bw"[to_play], False, seen)
                except TimeoutError:
                    continue
                results[taken] += 1
                proof = sekis.Proof(position.pocket, position.stones)
                assert proof.takes(position.stones, colour, victim, to_play) == taken
    assert min(results[False], results[True]) >= 10


def cells(sekis: Any, points: int) -> list[Point]:
    """Returns the rows and columns of a set of points."""
    return [
        (int(vertex[1:]) - 1, "ABCDEFGHJ".index(vertex[0])) for vertex in sekis.vertices(points)
    ]


def test_the_default_preset_knows_sekis(script: ModuleType, sekis: Any) -> None:
    engine = Searcher(load_config().with_values(seed=1, resign_below=0.0))
    gtp = Gtp(engine.config.with_values(playouts=PLAYOUTS), load=lambda: engine)

    def ask(command: str) -> str:
        answer = gtp.ask(command)
        assert answer.startswith("="), answer
        return answer[1:].strip()

    wrong = {
        "\n".join(position.rows): answers
        for position in family(sekis)[1::2]
        if (answers := list(script.wrong_answers(position, ask)))
    }
    assert wrong == {}
