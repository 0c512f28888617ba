"""Lessons: what they say of boards and owners is so."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from cfggo.base.said import Said
from cfggo.go.points import COLUMN_LETTERS
from cfggo.study.api.engine import Engine
from cfggo.study.api.game import Game
from cfggo.study.api.lessons import first_sights
from cfggo.study.explaining.lesson import Lesson, Variation
from cfggo.study.explaining.lesson_words import grade
from cfggo.study.explaining.teacher import lesson_of
from tests.diagrams import game_of_diagram

if TYPE_CHECKING:
    from cfggo.study.api.analysis import Analysis

GAMES = sorted(Path("docs/example-tournament/games").glob("*.sgf"))
N_LESSONS = 60
PLAYOUTS = 60

Stones = dict[str, str]


def near(vertex: str, size: int) -> list[str]:
    """Returns the neighbours of a point."""
    col, row = COLUMN_LETTERS.index(vertex[0]), int(vertex[1:])
    places = ((col - 1, row), (col + 1, row), (col, row - 1), (col, row + 1))
    return [f"{COLUMN_LETTERS[x]}{y}" for x, y in places if 0 <= x < size and 1 <= y <= size]


def chain_of(game: Game, vertex: str) -> tuple[set[str], set[str]]:
    """Returns the stones of a chain and its liberties, found anew."""
    stones, todo, liberties = game.stones, [vertex], set()
    chain = {vertex}
    while todo:
        for other in near(todo.pop(), game.size):
            if other not in stones:
                liberties.add(other)
            elif stones[other] == stones[vertex] and other not in chain:
                chain.add(other)
                todo.append(other)
    return chain, liberties


def is_caught(game: Game, vertex: str, depth: int = 40) -> bool:
    """Tells whether a chain in atari, whose owner is to play, can't escape from ataris: it extends
    or captures, and every way leads to another atari and at last off the board.
    """
    if depth == 0:
        return False
    chain, (liberty, *_) = chain_of(game, vertex)
    moves = {liberty}
    for stone in chain:
        for other in near(stone, game.size):
            if game.stones.get(other) not in (None, game.stones[vertex]):
                _, enemy = chain_of(game, other)
                moves |= enemy if len(enemy) == 1 else set()
    for move in moves & set(game.legal_moves()):
        after = game.copy()
        after.play(move)
        _, liberties = chain_of(after, vertex)
        if len(liberties) > 2 or (len(liberties) == 2 and not _has_atari(after, vertex, depth)):
            return False
    return True


def _has_atari(game: Game, vertex: str, depth: int) -> bool:
    """Tells whether one of the ataris on a chain of two liberties catches it."""
    for move in chain_of(game, vertex)[1] & set(game.legal_moves()):
        after = game.copy()
        after.play(move)
        if len(chain_of(after, vertex)[1]) == 1 and is_caught(after, vertex, depth - 1):
            return True
    return False


def expected(analysis: Analysis) -> Variation:
    best = analysis.best
    assert best is not None
    return Variation(best.pv, analysis.ownership)


class Taught(NamedTuple):
    """A lesson, and what it was made of: the game before the move, and owners as +1 for Black."""

    game: Game
    lesson: Lesson
    then: np.ndarray
    now: np.ndarray


def lessons(n: int, seed: int) -> Iterator[Taught]:
    """Yields lessons on moves of weak games and of the policy, as far as they lost something."""
    engine, rng = Engine(seed=seed), random.Random(seed)
    while n:
        whole = Game.from_sgf(rng.choice(GAMES).read_bytes())
        game = whole.at(rng.randrange(4, len(whole)))
        if game.is_over:
            continue
        move = rng.choice([move for move in list(engine.policy(game))[:12] if move != "pass"])
        before = engine.analyse(game, playouts=PLAYOUTS)
        after = game.copy()
        after.play(move)
        answer = engine.analyse(after, playouts=PLAYOUTS)
        better = expected(before)
        if better.moves[0] == move or before.score + answer.score < 2:
            continue
        sights = first_sights(engine, game, move, better.moves[0])
        lesson = lesson_of(game.rules_game, move, better, expected(answer), sights)
        yield Taught(game, lesson, before.ownership, answer.ownership)
        n -= 1


def played(game: Game, *moves: str) -> Game:
    after = game.copy()
    for move in moves:
        after.play(move)
    return after


def owner(owners: np.ndarray, vertex: str) -> float:
    """Returns the owner of a point, from +1 for Black to -1 for White."""
    return float(owners[len(owners) - int(vertex[1:]), COLUMN_LETTERS.index(vertex[0])])


def vertices_in(text: str) -> list[str]:
    """Returns the moves of a text such as "White G5, H4"."""
    return re.findall(r"\b(?:[A-T]\d+|pass)\b", text)


def place_of(sentence: Said) -> tuple[str, int]:
    """Returns a stone of the group that a sentence is about, and how many there are."""
    stones = sentence.values["stones"]
    assert isinstance(stones, Said)
    return str(stones.values["vertex"]), int(str(stones.values["n"]))


def check(taught: Taught, sentence: str) -> str:
    """Checks a sentence; returns what kind it is, "" if nothing of it can be checked."""
    game, lesson, then, now = taught
    assert isinstance(sentence, Said)
    values, message = sentence.values, sentence.message
    sign = 1 if game.to_play == "black" else -1
    after = played(game, lesson.move)
    is_fear = sentence in lesson.fears
    if "captured" in message and "as good as" not in message:
        vertex, n = place_of(sentence)
        if is_fear:
            until = vertices_in(str(values.get("line", values.get("answer"))))
            start, end = after, played(after, *until)
            assert owner(now, vertex) * sign < 0
        else:
            until = str(values.get("line", values.get("better"))).split()
            start, end = game, played(game, *until)
        gone = [
            v for v, c in start.stones.items() if c == start.stones[vertex] and v not in end.stones
        ]
        assert vertex in gone
        assert len(gone) >= n
        return "captures"
    move = (vertices_in(str(values.get("answer", values.get("better")))) or ["pass"])[0]
    start = after if "answer" in values else game
    if "can't escape" in sentence:
        vertex, _ = place_of(sentence)
        end = played(start, move)
        assert len(chain_of(end, vertex)[1]) == 1
        assert is_caught(end, vertex)
        return "caught"
    if (
        isinstance(deed := values.get("deed", values.get("reason")), Said)
        and "vertex" in deed.values
    ):
        return check_deed(deed, move, start, played(start, move))
    if " dies" in message:
        vertex, _ = place_of(sentence)
        assert owner(then, vertex) * sign > 0 > owner(now, vertex) * sign or after.stones[
            vertex
        ] != game.stones.get(vertex)
        return "deaths"
    if "lives now" in message:
        vertex, _ = place_of(sentence)
        assert owner(then, vertex) * sign > 0 > owner(now, vertex) * sign
        return "lives"
    if "alive" in message:
        vertex, _ = place_of(sentence)
        assert game.stones[vertex] == game.to_play
        return "saved"
    return ""


def check_deed(deed: Said, move: str, start: Game, end: Game) -> str:
    """Checks what a move is said to do between two positions; returns what kind it is."""
    vertex = str(deed.values["vertex"])
    had, has = (len(chain_of(game, vertex)[1]) for game in (start, end))
    if "atari" in deed:
        assert has == 1 < had
        return "ataris"
    if "cuts" in deed or "connects" in deed:
        other = str(deed.values["other"])
        assert {vertex, other} <= set(near(move, start.size))
        assert start.stones[vertex] == start.stones[other]
        assert other not in chain_of(start, vertex)[0]
        assert (other in chain_of(end, vertex)[0]) == ("connects" in deed)
        return "cuts and connections"
    if "two liberties" in deed:
        assert has == 2 < had
        return "leaves two liberties"
    if "more liberties" in deed:
        assert had <= 2 < has
        return "more liberties"
    is_own = start.stones[vertex] == start.to_play
    assert is_own == deed.startswith(("extends", "jumps"))
    assert (vertex in near(move, start.size)) != deed.startswith("jumps")
    return "shapes"


def test_what_lessons_say_is_so() -> None:
    kinds: dict[str, int] = {}
    for taught in lessons(N_LESSONS, seed=1):
        lesson = taught.lesson
        assert lesson.fears or lesson.answer[:1] in ((), ("pass",)) or not lesson.points
        for sentence in (*lesson.fears, *lesson.wins, *lesson.sees):
            kind = check(taught, sentence)
            kinds[kind] = kinds.get(kind, 0) + 1
        parts = {str(one.values["where"]) for one in (*lesson.fears, *lesson.wins)
                 if isinstance(one, Said) and "about" in one and "where" in one.values}  # fmt: skip
        assert len(parts) <= 1  # one loss is in one place
    assert (
        min(
            kinds.get(kind, 0)
            for kind in ("captures", "ataris", "saved", "more liberties", "shapes")
        )
        > 0
    ), kinds


def lesson(diagram: str, move: str, better: str, answer: str, owners: str, changes: str) -> Lesson:
    """Returns the lesson of a diagram, Black to play; Black owns the points `owners` after the
    better move, White those of them that are `changes` after the one played.
    """
    game = game_of_diagram(diagram)
    variations = []
    for line, lost in ((better, ""), (answer, changes)):
        grid = np.zeros((game.size, game.size))
        for vertex in owners.split():
            row, col = game.size - int(vertex[1:]), COLUMN_LETTERS.index(vertex[0])
            grid[row, col] = -1 if vertex in lost.split() else 1
        variations.append(Variation(line.split(), grid))
    return lesson_of(game, move, variations[0], variations[1])


def test_a_capture_a_cut_and_the_key_point() -> None:
    found = lesson(
        """
        . . . . . . .
        . . O . . . .
        . O X . X . .
        . . O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
        "G1", "D5 F2", "D5 F2", "C5 E5", "C5",
    )  # fmt: skip
    assert found.fears[0] == "the black stone at C5 is captured by White D5."
    assert "D5 keeps the black stone at C5 alive." in found.wins
    assert found.sees[0] == "D5 is the key point: both sides want it."
    assert found.where == "in the centre"
    assert found.points == ("C5",)


def test_a_ladder_that_works_and_one_that_is_broken() -> None:
    caught = "White E6 puts 2 black stones around C6 in atari, and they can't escape."
    for breaker, lost, words in ((".", "C6 D6", caught), ("X", "", "White E6 puts D6 in atari.")):
        found = lesson(
            f"""
            . . . . . . . . .
            . . . . . {breaker} . . .
            . . O . . . . . .
            . O X X . . . . .
            . . O O . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
            "A1", "D7", "E6", "C6 D6", lost,
        )  # fmt: skip
        assert found.fears[0] == words


def test_a_cut_and_a_connection() -> None:
    found = lesson(
        """
        . . . . . . .
        . . . . . . .
        . . O . O . .
        . X X . X X .
        . . O . O . .
        . . . . . . .
        . . . . . . .
        """,
        "A1", "D4", "D4 A2", "", "",
    )  # fmt: skip
    assert found.wins[0] == "D4 connects E4 and C4."
    assert not found.fears[0].startswith(
        "D4 cuts"
    )  # as nobody knows who will own the cutting stone


def test_a_stone_that_is_captured_is_not_cut_off() -> None:
    found = lesson(
        """
        . . . . . . .
        . . . . . . .
        . . X . . . .
        . X O . O O .
        . . X . . . .
        . . . . . . .
        . . . . . . .
        """,
        "A1", "D4", "D4", "D4", "",
    )  # fmt: skip
    assert found.wins == ("D4 captures one stone.",)


def test_a_group_that_dies_and_points_elsewhere() -> None:
    stones = "A3 B3 C3 C2 C1"
    found = lesson(
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O O O O . . .
        X X X O . . .
        . . X O . . .
        . . X O . . .
        """,
        "G7", "A1", "A1", stones, stones,
    )  # fmt: skip
    assert found.fears[0].startswith("5 black stones around ")
    assert found.fears[0].endswith(" die after White A1.")
    assert found.wins[0].startswith("A1 keeps 5 black stones around ")


def test_territory_is_where_owners_change() -> None:
    upper_right = "E7 F7 G7 E6 F6 G6 E5 F5 G5"
    found = lesson("\n".join([". . . . . . ."] * 7), "A1", "F6", "F5", upper_right, upper_right)
    assert found.fears == (
        "White F5 takes open space on the right side.",
        "White F5 gains about 8 points in the upper right.",
    )
    assert found.wins == ("F6 takes open space in the upper right.", "F6 keeps these points.")
    assert found.sees == ("The points are in the upper right: A1 is elsewhere.",)


def test_a_move_beside_the_points_is_not_elsewhere() -> None:
    left = "A6 B6 C6 A5 B5 C5 A4 B4 C4"
    found = lesson("\n".join([". . . . . . . . ."] * 9), "A1", "B5", "C5", left, left)
    assert found.fears == (
        "White C5 takes open space on the left side.",
        "White C5 gains about 18 points on the left side.",
    )
    assert found.sees == ("A1 threatens too little: the reply is elsewhere.",)


def test_points_all_over_the_board_are_not_said_to_be_in_one_place() -> None:
    owned = "A9 B9 C9 A1 B1 C1 G1 H1 J1 E5"
    found = lesson("\n".join([". . . . . . . . ."] * 9), "E1", "A2 J9", "C5", owned, owned)
    assert found.fears == ("White C5 takes open space on the left side.",)
    assert found.wins == ("A2 is bigger. It may go on J9.",)  # nobody takes space on the first line
    assert found.sees == ("E1 threatens too little: the reply is elsewhere.",)


def test_an_answer_far_from_what_is_lost_is_not_the_danger() -> None:
    found = lesson(
        """
        . . . . . . . . .
        . . . . . . . X .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
        "J1", "B2", "H9 J9", "A1 B1 C1 A2 B2 C2 A3 B3 C3", "A1 B1 C1 A2 B2 C2 A3 B3 C3",
    )  # fmt: skip
    assert found.fears == ("White gains about 18 points in the lower left.",)
    assert "B2 keeps these points." in found.wins


def test_the_stone_just_played_is_not_kept_alive_by_a_better_move() -> None:
    found = lesson(
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O O . . . . .
        O . . . . . .
        """,
        "B1", "C1", "C1 D1", "B1", "B1",
    )  # fmt: skip
    assert not any("alive" in sentence for sentence in found.wins)


@pytest.mark.parametrize("answer", ["", "pass"])
def test_nothing_is_feared_of_no_answer(answer: str) -> None:
    found = lesson("\n".join([". . . . . . ."] * 7), "A1", "pass", answer, "", "")
    assert (found.fears, found.wins, found.sees) == ((), (), ())


def test_a_mistake_is_what_loses_as_much_as_the_user_says() -> None:
    assert [grade(lost) for lost in (0.9, 1.0, 4.94, 4.96, 9.9, 10.0)] == [
        "Good move", "Inaccuracy", "Inaccuracy", "Mistake", "Mistake", "Blunder",
    ]  # fmt: skip
    assert [grade(lost, mistake=2.0) for lost in (1.9, 2.0, 4.0)] == [
        "Inaccuracy", "Mistake", "Blunder",
    ]  # fmt: skip
    assert [grade(lost, mistake=0.5) for lost in (0.4, 0.5)] == ["Good move", "Mistake"]
