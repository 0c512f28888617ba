"""Problems that are positions of whole games: their records say what is right, and what is lost."""

from functools import cache
from pathlib import Path

import pytest

from cfggo.base.resources import problems_file
from cfggo.base.said import said_to_json
from cfggo.config import load_config
from cfggo.go.points import format_vertex, parse_vertex
from cfggo.models.tsumego.collections import KINDS_OF_GAMES, read_problems
from cfggo.models.tsumego.problem import Problem
from cfggo.records.collection import DropReport
from cfggo.search.searcher import Searcher
from cfggo.study.solving.attempt import Phase
from cfggo.study.solving.course import Course
from cfggo.study.solving.course_words import course_words, hint_words, task_words
from cfggo.study.solving.game_problems import KIND_WORDS
from cfggo.study.solving.practice_log import PracticeLog

RECORD = (
    "(;GM[1]FF[4]SZ[9]KM[-9.5]PL[B]GE[capture]DI[20k]"
    "AB[cf][df][ef][ff][fg][fh][fi][ce][cd][cc][cb][ca]"
    "AW[dg][eg][eh][ei][dc][dd][de][ee][fe][ge][gf][gg][gh][gi][bb]"
    "(;B[cg]TE[1]V[6]TR[dg][eg][eh][ei][bc];W[ch];B[di])"
    "(;B[ab]BM[1]V[-7];W[cg]))"
)
"""White's stones below are taken from outside, or take White's way out."""


@cache
def searcher() -> Searcher:
    return Searcher(load_config("cfggo").with_values(seed=1))


@pytest.fixture
def problem(tmp_path: Path) -> Problem:
    (tmp_path / "set.sgf").write_text(RECORD)
    (problem,) = read_problems([tmp_path / "set.sgf"], DropReport())
    return problem


@pytest.fixture
def course(problem: Problem, tmp_path: Path) -> Course:
    return Course([problem], PracticeLog(tmp_path / "practice.json"))


def at(vertex: str) -> int:
    return parse_vertex(vertex, 9)


def test_a_record_says_what_follows_a_move_and_what_it_is_worth(problem: Problem) -> None:
    assert (problem.komi, problem.kind, problem.level) == (-9.5, "capture", "20k")
    right, wrong = problem.moves
    assert (right.point, right.line, right.lead) == (at("C3"), (at("C2"), at("D1")), 6.0)
    assert (wrong.point, wrong.line, wrong.lead) == (at("A8"), (at("C3"),), -7.0)
    assert problem.solutions == (at("C3"),)
    assert {format_vertex(point) for point in problem.about} == {"D3", "E3", "E2", "E1"}


def test_hints_say_where_then_what_then_the_move(course: Course) -> None:
    assert task_words(course.problem) == "Black to play: find the move that gains most."
    assert course.question() is None  # the record is enough
    course.hint()
    assert at("C3") in course.region
    before = course.about
    course.hint()
    assert (len(before), len(course.about)) == (0, 4)
    assert (
        hint_words(course)[1]
        == "Black can take stones at once. At stake: 4 white stones around E2."
    )
    course.hint()
    assert hint_words(course)[2] == "The point is C3."
    assert course.marked == at("C3")


def test_moves_of_the_record_have_their_verdict_at_once(course: Course, tmp_path: Path) -> None:
    course.try_move("A8")
    assert course.phase.value == "wrong"
    assert course_words(course) == "A8 loses 13 points. White answers C3."
    assert (
        said_to_json({"words": course_words(course)})["words"]["values"]["first"]["values"]["n"]
        == 13
    )
    course.try_move("C3")
    assert course.phase is Phase.RIGHT
    assert (
        course_words(course)
        == "C3 is right. All others lose 13 points or more. Black can take stones at once. "
        "At stake: 4 white stones around E2."
    )
    assert [format_vertex(point) for point in course.line] == ["C3", "C2", "D1"]
    assert course.attempt.place is None
    record = course.to_sgf()
    assert b"C[Right: Black gains most with C3.]" in record
    assert b"C[Wrong: not enough: C3.]" in record
    (tmp_path / "saved.sgf").write_bytes(record)
    (saved,) = read_problems([tmp_path / "saved.sgf"], DropReport())
    assert (saved.kind, saved.komi, saved.solutions) == ("capture", -9.5, (at("C3"),))


def test_a_right_move_without_a_line_is_followed_by_a_search(tmp_path: Path) -> None:
    shipped = read_problems([problems_file()], DropReport())
    cut = next(p for p in shipped if p.kind == "cut" and not p.moves[0].line)
    course = Course([cut], PracticeLog(tmp_path / "log.json"))
    course.show()
    question = course.question()
    assert question is not None
    assert question.moves == cut.solutions[:1]
    assert course.take(question, course.find_out(question, searcher, lambda: False))
    assert course.question() is None
    assert course.line[0] == cut.solutions[0]
    before = course.line
    course.again()
    course.try_move(format_vertex(cut.solutions[0]))
    assert (course.phase, course.line) == (Phase.RIGHT, before)


def test_any_other_move_is_wrong_and_a_search_answers_it(course: Course) -> None:
    course.try_move("J9")
    question = course.question()
    assert question is not None
    course.take(question, course.find_out(question, searcher, lambda: False))
    assert course.phase is Phase.WRONG
    assert course_words(course).startswith("J9 is wrong. White ")
    assert len(course.line) > 1


@pytest.mark.parametrize(
    ("old", "new"),
    [("[bc];W[ch]", "[bc];W[cg]"), ("V[-7];W[cg]", "V[-7];W[]"), ("B[cg]TE[1]", "B[eh]TE[1]")],
)
def test_lines_that_can_not_be_played_are_refused(tmp_path: Path, old: str, new: str) -> None:
    assert old in RECORD
    (tmp_path / "set.sgf").write_text(RECORD.replace(old, new))
    dropped = DropReport()
    assert list(read_problems([tmp_path / "set.sgf"], dropped)) == []
    assert len(dropped.examples) == 1


def test_each_kind_has_words() -> None:
    assert set(KIND_WORDS) == set(KINDS_OF_GAMES)


def test_without_komi_or_a_kind_of_games_it_is_no_game(tmp_path: Path) -> None:
    for old, new in (("KM[-9.5]", ""), ("GE[capture]", "GE[life and death]")):
        (tmp_path / "set.sgf").write_text(RECORD.replace(old, new))
        (problem,) = read_problems([tmp_path / "set.sgf"], DropReport())
        assert problem.komi is None
        assert problem.moves == ()
