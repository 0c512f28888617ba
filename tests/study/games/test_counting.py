"""The count of a game adds up to its score, and to that of sgfmill's boards."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill.boards import Board

from cfggo.study.api.game import Game
from cfggo.study.games.counting import Row, count_of


@st.composite
def ended_games(draw: Any) -> tuple[Game, list[str]]:
    """Returns a game of random moves, and some of its stones as dead ones."""
    rules = draw(st.sampled_from(["chinese", "japanese", "aga", "new-zealand"]))
    handicap = draw(st.sampled_from([0, 2, 4]))
    komi = draw(st.sampled_from([0.0, 0.5, 6.5, -3.0, 7.25]))
    game = Game(draw(st.sampled_from([7, 9])), komi, rules, handicap)
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=60)):
        moves = game.legal_moves()
        game.play(moves[choice % max(len(moves) - 1, 1)])
        if game.is_over:
            break
    stones = sorted(game.stones)
    chosen = draw(st.lists(st.integers(0, 10**6), max_size=3)) if stones else []
    return game, sorted({stones[i % len(stones)] for i in chosen})


def total(rows: list[Row], colour: str, *what: str) -> float:
    return sum(getattr(row, colour) for row in rows if not what or row.what in what)


@given(ended_games())
def test_the_rows_add_up_to_the_score(ended: tuple[Game, list[str]]) -> None:
    game, dead = ended
    rows = count_of(game, dead)
    assert total(rows, "black") - total(rows, "white") == pytest.approx(game.score(dead))


@given(ended_games())
def test_area_is_that_of_sgfmill(ended: tuple[Game, list[str]]) -> None:
    """Its board has no dead stones, so they are left out."""
    game, dead = ended
    if game.rules_game.rules.scoring != "area":
        return
    graph = game.graph()
    lost = {stone for vertex in dead for stone in graph.at(vertex).points}
    board = Board(game.size)
    stones: dict[str, list[tuple[int, int]]] = {"black": [], "white": []}
    for vertex, colour in game.stones.items():
        if vertex not in lost:
            stones[colour].append((int(vertex[1:]) - 1, "ABCDEFGHJ".index(vertex[0])))
    board.apply_setup(stones["black"], stones["white"], [])
    rows = count_of(game, dead)
    area = [total(rows, colour, "stones", "territory") for colour in ("black", "white")]
    assert area[0] - area[1] == board.area_score()
    assert total(rows, "black", "stones") == len(stones["black"])


def test_a_count_by_territory_has_prisoners_and_dead_stones() -> None:
    game = Game(5, 6.5, "japanese")
    moves = "C3 D4 C2 D3 C4 D2 C5 D1 C1 E1 A1 E5 B1 D5 A3 A2 B2 B4 pass pass"
    for vertex in moves.split():
        game.play(vertex)
    assert game.stones.keys() >= {"B4", "E1"}
    rows = count_of(game, ["B4"])
    assert rows == [
        Row("territory", 6, 3),  # Black: A2, A4, A5, B3, B4, B5; White: E2 to E4
        Row("prisoners", 1, 0),  # A2
        Row("dead", 1, 0),
        Row("komi", 0, 6.5),
    ]
