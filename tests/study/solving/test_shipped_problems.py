"""The problems that come with cfggo: sound, all different, and their hints are true.

What hints say is checked on a board of its own, in plain Python.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import numpy as np

from cfggo.base.resources import problems_file
from cfggo.go.points import BLACK, WHITE, row_col_from_point
from cfggo.models.tsumego.collections import KINDS_OF_GAMES, read_problems
from cfggo.models.tsumego.problem import Problem
from cfggo.records.collection import DropReport
from cfggo.search.searcher import Searcher
from cfggo.study.solving.attempt import Phase
from cfggo.study.solving.course import Course
from cfggo.study.solving.course_words import course_words, hint_words
from cfggo.study.solving.picture import region_around
from cfggo.study.solving.practice_log import PracticeLog
from cfggo.study.solving.solution import solve

LIFE_AND_DEATH = "life and death"

Place = tuple[int, int]


@cache
def problems() -> tuple[Problem, ...]:
    dropped = DropReport()
    found = tuple(read_problems([problems_file()], dropped))
    assert not dropped.reasons
    return found


def of_kind(*kinds: str) -> list[Problem]:
    return [problem for problem in problems() if problem.kind in kinds]


def number(problem: Problem) -> str:
    return problem.name.rpartition(" ")[2]


class Stones:
    """A board of dictionaries."""

    def __init__(self, problem: Problem) -> None:
        self.size = problem.size
        self.colour = {row_col_from_point(p): BLACK for p in problem.black}
        self.colour |= {row_col_from_point(p): WHITE for p in problem.white}

    def copy(self) -> Stones:
        other = object.__new__(Stones)
        other.size, other.colour = self.size, dict(self.colour)
        return other

    def beside(self, place: Place) -> Iterator[Place]:
        row, col = place
        for near in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
            if min(near) >= 0 and max(near) < self.size:
                yield near

    def chain(self, place: Place) -> set[Place]:
        found, waiting = {place}, [place]
        while waiting:
            for near in self.beside(waiting.pop()):
                if near not in found and self.colour.get(near) == self.colour[place]:
                    found.add(near)
                    waiting.append(near)
        return found

    def liberties(self, place: Place) -> set[Place]:
        stones = self.chain(place)
        return {near for p in stones for near in self.beside(p) if near not in self.colour}

    def play(self, colour: int, place: Place) -> int | None:
        """Plays; returns how many stones are taken, None if the move is not legal (kos apart)."""
        if place in self.colour:
            return None
        self.colour[place] = colour
        taken: set[Place] = set()
        for near in self.beside(place):
            if self.colour.get(near) == 3 - colour and not self.liberties(near):
                taken |= self.chain(near)
        for each in taken:
            del self.colour[each]
        if not self.liberties(place):
            del self.colour[place]
            return None
        return len(taken)

    def is_caught(self, place: Place, to_play: int, depth: int = 150) -> bool:
        """Tells whether ataris alone catch a chain, if a colour is to play."""
        if place not in self.colour:
            return True
        owner = self.colour[place]
        ways_out = self.liberties(place)
        if depth == 0 or len(ways_out) > 2:
            return False
        if to_play != owner:
            return len(ways_out) == 1 or any(
                (then := self.copy()).play(to_play, each) is not None
                and then.is_caught(place, owner, depth - 1)
                for each in ways_out
            )
        if len(ways_out) == 2:
            return False  # it was given no atari
        rescues = set(ways_out)
        for stone in self.chain(place):
            for near in self.beside(stone):
                if self.colour.get(near) == 3 - owner and len(self.liberties(near)) == 1:
                    rescues |= self.liberties(near)
        return all(
            (then := self.copy()).play(owner, each) is None
            or then.is_caught(place, 3 - owner, depth - 1)
            for each in rescues
        )


def played(problem: Problem) -> tuple[Stones, Stones, int, Place]:
    """Returns the stones before and after the right move, how many it takes, and its place."""
    (point,) = problem.solutions
    before, place = Stones(problem), row_col_from_point(point)
    after = before.copy()
    taken = after.play(problem.to_play, place)
    assert taken is not None
    return before, after, taken, place


def in_question(problem: Problem, colour: int) -> list[Place]:
    """Returns a stone of each chain of a colour that the right move decides about."""
    stones = Stones(problem)
    left = {row_col_from_point(point) for point in problem.about}
    chains = []
    while left:
        place = min(left)
        left -= stones.chain(place)
        if stones.colour[place] == colour:
            chains.append(place)
    return chains


def test_there_are_300_for_all_levels_and_boards() -> None:
    grades = [problem.level for problem in problems()]
    kyu = [int(grade[:-1]) if grade.endswith("k") else 0 for grade in grades]
    assert kyu == sorted(kyu, reverse=True)  # the easiest first
    bands = Counter("easy" if k >= 15 else "middle" if k >= 6 else "hard" for k in kyu)
    assert bands == {"easy": 100, "middle": 120, "hard": 80}
    sizes = Counter(problem.size for problem in problems())
    assert set(sizes) == {9, 13, 19}
    assert min(sizes.values()) >= 30
    sides = Counter(problem.to_play for problem in problems())
    assert min(sides[BLACK], sides[WHITE]) >= 100
    assert len({problem.kind for problem in problems()}) >= 12


def test_each_has_one_answer_and_is_no_twin() -> None:
    for problem in problems():
        assert problem.fault() is None
        assert len(problem.solutions) == 1
        assert problem.kind == LIFE_AND_DEATH or problem.kind in KINDS_OF_GAMES
        assert bool(problem.task) == (problem.komi is None) == (problem.kind == LIFE_AND_DEATH)
    assert len({problem.digest for problem in problems()}) == 300


def test_no_two_are_nearly_the_same_position() -> None:
    for size in (9, 13, 19):
        some = [problem for problem in problems() if problem.size == size]
        grids = np.zeros((len(some), size, size), dtype=np.int8)
        for grid, problem in zip(grids, some, strict=True):
            for points, colour in ((problem.black, BLACK), (problem.white, WHITE)):
                for point in points:
                    grid[row_col_from_point(point)] = 1 if colour == problem.to_play else -1
        for i, grid in enumerate(grids[1:], 1):
            for view in (np.rot90(side, turns) for side in (grid, grid.T) for turns in range(4)):
                different = (grids[:i] != view).sum(axis=(1, 2))
                twin = int(different.argmin())
                assert different[twin] > 2, (number(some[i]), number(some[twin]))


def test_life_and_death_is_proved_again() -> None:
    def no_engine() -> Searcher:
        raise AssertionError

    for problem in Random().sample(of_kind(LIFE_AND_DEATH), 20):
        solution = solve(problem, no_engine, playouts=0)
        assert tuple(move.point for move in solution.right) == problem.solutions, number(problem)
        assert all(move.proved for move in solution.moves)
        assert solution.is_attack == problem.task.endswith("kill")


def test_the_right_move_of_a_game_is_worth_more_than_those_that_tempt() -> None:
    for problem in of_kind(*KINDS_OF_GAMES):
        right, *wrong = problem.moves
        assert (right.point,) == problem.solutions, number(problem)
        assert len(wrong) >= 2, number(problem)
        assert right.lead > 0, number(problem)
        assert all(move.lead <= right.lead - 4 for move in wrong), number(problem)


def test_hints_are_where_the_move_is() -> None:
    for problem in problems():
        assert problem.solutions[0] in region_around(problem, problem.solutions[0])
    shifts = {
        (row_col_from_point(min(region_around(p, p.solutions[0]))), p.solutions) for p in problems()
    }
    assert len(shifts) > 100  # it is not always in the middle


def test_hints_say_what_the_right_moves_do() -> None:
    for problem in of_kind(*KINDS_OF_GAMES):
        check_hint(problem)


def check_hint(problem: Problem) -> None:
    """Asserts that the right move does what the kind of problem says."""
    before, after, taken, place = played(problem)
    own, other = problem.to_play, 3 - problem.to_play
    saved, lost = in_question(problem, own), in_question(problem, other)
    match problem.kind:
        case "capture":
            assert taken
        case "ko":
            assert taken == 1
            assert len(after.liberties(place)) == 1
        case "snapback":
            (back,) = after.liberties(place)
            assert after.copy().play(other, back)
            assert lost
        case "double atari":
            near = {
                min(after.chain(p)) for p in after.beside(place) if after.colour.get(p) == other
            }
            new = [p for p in near if len(after.liberties(p)) == 1 and len(before.liberties(p)) > 1]
            assert len(new) > 1
        case "ladder":
            chains = [p for p in lost if p in after.colour and len(after.liberties(p)) == 1]
            chains = [p for p in chains if len(before.liberties(p)) > 1]
            assert any(after.is_caught(p, other) for p in chains)
        case "net":
            touched = {min(after.chain(p)) for p in after.beside(place) if p in after.colour}
            chains = [p for p in lost if min(after.chain(p)) not in touched]
            chains = [p for p in chains if len(after.chain(p)) <= 5]  # others are killed
            assert any(
                len(after.liberties(p)) in (2, 3)
                and all(
                    (then := after.copy()).play(other, way) is None or then.is_caught(p, own)
                    for way in after.liberties(p)
                )
                for p in chains
            )
        case "rescue":
            chains = [p for p in saved if len(before.liberties(p)) == 1]
            assert chains
            assert all(not after.is_caught(p, other) for p in chains)
        case "connection":
            assert saved
            near = {
                min(before.chain(p)) for p in after.beside(place) if before.colour.get(p) == own
            }
            assert len(near) > 1
        case "cut":
            assert lost
            near = {
                min(before.chain(p)) for p in after.beside(place) if before.colour.get(p) == other
            }
            assert len(near) > 1
        case "race":
            assert saved
            assert lost
        case "kill":
            assert lost
        case "live":
            assert saved
        case "endgame":
            assert len(before.colour) > 0.6 * problem.size**2


def test_all_hints_and_verdicts_can_be_told(tmp_path: object) -> None:
    course = Course(of_kind(*KINDS_OF_GAMES), PracticeLog(tmp_path / "log.json"))  # type: ignore[operator]
    for i, problem in enumerate(course.problems):
        course.open(i)
        for _ in range(3):
            course.hint()
        assert len(hint_words(course)) == 3
        course.open(i)
        right, wrong = problem.moves[:2]
        for move, phase in ((wrong, Phase.WRONG), (right, Phase.RIGHT)):
            course.try_move(_name(move.point))
            assert course.phase is phase
            assert "{" not in course_words(course)


def _name(point: int) -> str:
    row, col = row_col_from_point(point)
    return f"{'ABCDEFGHJKLMNOPQRST'[col]}{row + 1}"
