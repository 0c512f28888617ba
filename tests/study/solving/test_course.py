"""A collection that is practised: what is right, what is wrong and why, and what is kept."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from cfggo.base.errors import CfggoError
from cfggo.config import load_config
from cfggo.go.points import BLACK, format_vertex
from cfggo.models.tsumego.problem import Problem
from cfggo.search.searcher import Searcher
from cfggo.study.solving.attempt import Phase
from cfggo.study.solving.course import Course, Question
from cfggo.study.solving.course_words import course_words, hint_words
from cfggo.study.solving.practice_log import PracticeLog, Tries
from cfggo.study.solving.prover import Result, SolvedMove
from cfggo.study.solving.solution import Solution, solve
from cfggo.study.solving.solution_words import surety_words
from tests.corner import KILL, LIVE, LONG, points

DEAD = Problem(
    "dead",
    9,
    points((1, 0), (1, 1), (1, 2), (0, 2)),
    points((2, 0), (2, 1), (2, 2), (2, 3), (1, 3), (0, 3)),
    BLACK,
    (),
)
"""Two points in the corner are no two eyes, whatever Black does."""


@pytest.fixture
def log(tmp_path: Path) -> PracticeLog:
    return PracticeLog(tmp_path / "practice.json")


def course_of(log: PracticeLog, *problems: Problem) -> Course:
    return Course(problems, log)


@cache
def engine() -> Searcher:
    return Searcher(load_config("cfggo").with_values(seed=1))


@cache
def solved(problem: Problem) -> Solution:
    return solve(problem, engine)


def find_out(course: Course) -> None:
    """Answers what the course asks; solutions, which take a second or two, only once."""
    while (question := course.question()) is not None:
        if not question.moves:
            solution = solved(replace(course.problem, name="", solutions=()))
            course.take(question, replace(solution, problem=course.problem))
        else:
            course.take(question, course.find_out(question, engine, lambda: False))


def counts(tries: Tries) -> tuple[int, int]:
    return tries.right, tries.wrong


def tried(course: Course, vertex: str) -> str:
    course.try_move(vertex)
    find_out(course)
    return course_words(course)


def test_a_wrong_move_is_refuted_and_does_not_count_twice(log: PracticeLog) -> None:
    course = course_of(log, LIVE)
    assert tried(course, "A1") == "A1 is wrong: White kills: B1 C1 B1."
    assert course.phase is Phase.WRONG
    assert [format_vertex(point) for point in course.line] == ["A1", "B1", "C1", "B1"]
    assert course.positions()[2]["B1"] == "white"
    assert "A2" not in course.positions()[4]  # captured
    course.again()
    assert tried(course, "J9") == "J9 is wrong: White kills: B1 A1 C1."  # as good as a pass
    with pytest.raises(CfggoError, match="A2 is not legal here"):
        course.try_move("A2")
    assert course.phase is Phase.WRONG
    assert tried(course, "B1") == "B1 is right. Black lives with B1 (proved)."
    assert counts(log.tries(LIVE)) == (0, 1)
    assert (course.right, course.wrong, course.helped, course.schedule.solved) == (0, 1, 0, 0)


def test_a_right_move_is_kept_and_the_next_course_begins_with_another_problem(
    log: PracticeLog,
) -> None:
    course = course_of(log, LIVE, replace(DEAD, name="other"), KILL)
    tried(course, "B1")
    assert (course.phase, course.schedule.solved, counts(course.tries)) == (Phase.RIGHT, 1, (1, 0))
    course.turn(-1)
    assert course.problem is KILL
    course.turn(1)
    assert course.problem is LIVE
    again = course_of(PracticeLog(log.path), LIVE, DEAD, KILL)
    assert again.problem is DEAD
    again.turn(0)
    assert again.problem is KILL
    again.turn(0)
    assert again.problem is DEAD  # LIVE is solved


def test_what_may_be_forgotten_comes_before_what_is_new(tmp_path: Path) -> None:
    now = 1e9
    log = PracticeLog(tmp_path / "practice.json", lambda: now)
    course = course_of(log, LIVE, DEAD, KILL)
    tried(course, "A1")  # wrong
    course.turn(2)
    assert course.problem is KILL
    tried(course, "B1")
    assert course.schedule.due == 0
    course.turn(0)
    assert course.problem is LIVE  # the next that is not solved
    course.turn(0)
    now += 600
    assert course.schedule.due == 1
    course.turn(0)
    assert course.problem is LIVE
    tried(course, "B1")
    now += 2 * 86_400
    assert course.schedule.due == 2
    course.turn(0)
    assert course.problem is KILL  # due for longer than LIVE
    course.hint()  # needs help, so it is forgotten
    assert counts(course.tries) == (1, 1)
    assert log.tries(KILL).due == now + 600


def test_levels_lead_to_what_is_not_solved(log: PracticeLog) -> None:
    easy, hard = replace(LIVE, level="20k"), replace(KILL, level="1d")
    course = course_of(log, easy, replace(DEAD, level="20k"), hard)
    assert course.schedule.levels() == [{"level": "20k", "number": 1}, {"level": "1d", "number": 3}]
    tried(course, "B1")
    assert course.schedule.levels()[0] == {"level": "20k", "number": 2}
    assert course_of(log, DEAD).schedule.levels() == []


def test_a_course_goes_on_where_the_last_new_problem_was(log: PracticeLog) -> None:
    course = course_of(log, LIVE, KILL, DEAD)
    course.open(1)
    tried(course, "A1")
    assert course_of(log, LIVE, KILL, DEAD).index == 2
    assert course_of(log, KILL).index == 0


def test_the_first_course_begins_at_the_level_of_the_user(log: PracticeLog) -> None:
    problems = [replace(DEAD, level="20k"), replace(LIVE, level="15k")]
    begins = {level: Course(problems, log, level=level).index for level in ("", "15k", "9k")}
    assert begins == {"": 0, "15k": 1, "9k": 0}
    tried(Course(problems, log, level="15k"), "B1")
    assert Course(problems, log, level="15k").index == 0  # as that one was tried


def test_what_is_asked_for_first_does_not_count_as_solved(log: PracticeLog) -> None:
    course = course_of(log, LIVE)
    with pytest.raises(CfggoError, match="still solving"):
        course.hint()
    find_out(course)
    course.hint()
    assert len(course.region) == 9
    assert LIVE.solutions[0] in course.region
    course.hint()
    assert hint_words(course)[1:] == ["The move extends from B2."]
    course.hint()
    assert hint_words(course)[2] == "The point is B1."
    assert not course.region
    assert course.marked == LIVE.solutions[0]
    course.show()
    assert course_words(course) == "The solution is B1. Black lives with B1 (proved)."
    course.again()
    tried(course, "B1")
    assert (course.helped, course.right, course.schedule.solved) == (1, 0, 0)
    assert counts(log.tries(LIVE)) == (0, 0)


def test_after_the_answer_to_a_right_move_the_next_one_is_tried(log: PracticeLog) -> None:
    course = course_of(log, LONG)
    verdict = "B1 is right. Black lives with B1 or B2 (proved). White answers B2."
    assert tried(course, "B1") == verdict
    assert course.attempt.goes_on
    assert course.attempt.place == course.line[:2] == points((0, 1), (1, 1))
    with pytest.raises(CfggoError, match="B2 is not legal here"):
        course.try_move("B2")  # White's stone

    assert tried(course, "C1") == "C1 is wrong: White kills: A4 A2 B4."
    assert (course.phase, course.attempt.begun, course.attempt.goes_on) == (Phase.WRONG, 2, False)
    assert " ".join(map(format_vertex, course.line)) == "B1 B2 C1 A4 A2 B4"
    course.again()
    assert (course.phase, course_words(course)) == (Phase.RIGHT, verdict)
    assert tried(course, "A7").startswith("A7 is wrong: White kills: ")  # outside of the fight
    assert tried(course, "A2") == "A2 is right. The line ends here: Black lives."
    assert (course.phase, course.attempt.begun, course.attempt.place) == (Phase.RIGHT, 2, None)

    assert counts(log.tries(LONG)) == (1, 0)  # later moves do not count
    assert (course.right, course.wrong) == (1, 0)
    course.again()
    course.again()
    assert (course.phase, course.line) == (Phase.OPEN, ())
    assert tried(course, "A4").startswith("A4 is wrong")
    assert counts(log.tries(LONG)) == (1, 0)


def test_a_later_move_of_which_nothing_is_proved_is_not_called_wrong(log: PracticeLog) -> None:
    course = course_of(log, LONG)
    tried(course, "B1")
    assert tried(course, "F2") == (
        "F2 is another move than the line's. "
        "cfggo has proved neither that it works nor that it fails."
    )
    assert course.phase is Phase.OTHER
    assert tried(course, "A2").startswith("A2 is right.")  # in its place


def test_where_the_fight_is_decided_a_later_move_elsewhere_is_right_too(log: PracticeLog) -> None:
    course = course_of(log, KILL)
    answered = "B1 is right. White kills Black with B1 (proved). Black answers A1."
    assert tried(course, "B1") == answered
    too = "F1 is right, too: it is proved to work as the line's move does. Black answers C1."
    assert tried(course, "F1") == too
    assert [format_vertex(point) for point in course.line[:4]] == ["B1", "A1", "F1", "C1"]
    assert course.attempt.place == course.line[:4]
    course.again()
    assert course_words(course) == answered
    course.show()
    assert (course.phase, course.attempt.place) == (Phase.SHOWN, None)
    assert tried(course, "B1") == answered  # from the beginning


def test_what_is_not_proved_does_not_go_on(log: PracticeLog) -> None:
    course = course_of(log, LONG)
    solution = solved(replace(LONG, name=""))
    thought = tuple(replace(move, proved=False) for move in solution.moves)
    course.take(Question(0), replace(solution, moves=thought))
    course.try_move("B1")
    assert (course.phase, len(course.line)) == (Phase.RIGHT, 3)
    assert not course.attempt.goes_on
    assert "White answers" not in course_words(course)


def test_where_nobody_knows_a_solution_no_move_is_wrong(log: PracticeLog) -> None:
    course = course_of(log, DEAD)
    words = "The collection has no solution, and cfggo found none."
    assert tried(course, "A1").startswith(f"A1 can't be judged. {words} Black can't live (")
    assert course.phase is Phase.UNJUDGED
    assert course.unjudged == {0}
    assert counts(log.tries(DEAD)) == (0, 0)
    with pytest.raises(CfggoError, match="has not solved it"):
        course.show()
    course.again()
    course.hint()
    assert hint_words(course) == [words]


def test_a_move_that_is_proved_to_work_is_the_solution_where_none_was_found(
    log: PracticeLog,
) -> None:
    course = course_of(log, replace(LIVE, solutions=()))
    solution = course.find_out(Question(0), engine, lambda: False)
    assert isinstance(solution, Solution)
    opened = tuple(replace(m, result=Result.OPEN, proved=False, line=()) for m in solution.moves)
    course.take(Question(0), replace(solution, moves=opened))
    course.try_move("A1")
    course.take(Question(0, points((0, 0))), replace(opened[0], point=points((0, 0))[0]))
    assert course.unjudged == {0}
    course.again()
    # White has no legal move after it, and can only pass.
    assert tried(course, "B1") == "B1 is right. Black lives with B1 (proved)."
    assert course.phase is Phase.RIGHT
    assert course.unjudged == set()
    assert counts(log.tries(course.problem)) == (1, 0)
    course.again()
    course.show()
    assert course_words(course) == "The solution is B1. Black lives with B1 (proved)."


def test_a_collection_that_knows_better_is_believed(log: PracticeLog) -> None:
    course = course_of(log, replace(DEAD, solutions=points((0, 0))))
    assert tried(course, "A1") == "A1 is right. cfggo itself did not find out why."
    course.again()
    assert tried(course, "B1") == "B1 is wrong: White kills: A1."


def test_a_move_of_which_only_the_answers_are_proved_is_judged_by_them(log: PracticeLog) -> None:
    """The solution may leave a move open, as where the room is too large, and tell no line."""
    course = course_of(log, LIVE)
    solution = course.find_out(Question(0), engine, lambda: False)
    assert isinstance(solution, Solution)
    opened = tuple(replace(m, result=Result.OPEN, proved=False) for m in solution.moves[1:])
    course.take(Question(0), replace(solution, moves=(solution.moves[0], *opened)))
    assert "A1 is wrong: White kills: " in tried(course, "A1")
    course.again()
    worse = replace(solution.moves[0], point=points((0, 2))[0], proved=False)
    course.take(Question(0), replace(solution, moves=(worse, *opened)))
    assert tried(course, "B1").startswith("B1 is right.")


def test_an_answer_may_not_take_a_ko_back_at_once(log: PracticeLog) -> None:
    black, white = points((1, 0), (2, 0), (2, 1), (2, 2)), points((0, 0), (0, 2), (1, 1), (1, 2))
    course = course_of(log, Problem("ko", 9, black, white, BLACK, ()))
    taking, corner = points((0, 1), (0, 0))
    answer = course.find_out(Question(0, (taking,)), engine, lambda: False)
    assert isinstance(answer, SolvedMove)
    assert answer.line[:1] != (corner,)


def test_a_log_that_can_not_be_written_is_told_and_nothing_is_lost(log: PracticeLog) -> None:
    course = course_of(log, LIVE, KILL)
    log.path.mkdir()
    assert "B1 is right" in tried(course, "B1")
    assert f"This is not kept: {log.path}: can't be read" in course_words(course)
    log.path.rmdir()
    course.turn(1)
    tried(course, "B1")
    kept = PracticeLog(log.path)
    assert [kept.tries(problem).right for problem in (LIVE, KILL)] == [1, 1]


def test_an_answer_to_a_later_move_that_was_taken_back_changes_nothing(log: PracticeLog) -> None:
    course = course_of(log, LONG)
    verdict = tried(course, "B1")
    course.try_move("C1")
    late = course.question()
    assert late is not None
    answer = course.find_out(late, engine, lambda: False)
    course.again()
    assert not course.take(late, answer)
    assert (course.phase, course_words(course)) == (Phase.RIGHT, verdict)


def test_answers_that_come_too_late_change_nothing(log: PracticeLog) -> None:
    course = course_of(log, LIVE, KILL)
    course.try_move("T19")  # far away: the solution says nothing of it
    solution = course.find_out(Question(0), engine, lambda: False)
    assert course.take(Question(0), solution)
    late = course.question()
    assert late is not None
    answer = course.find_out(late, engine, lambda: False)
    course.turn(1)
    assert not course.take(late, answer)
    assert course.phase is Phase.OPEN
    assert course.question_ahead() is None  # the first problem is next, and solved


def test_a_search_that_finds_nothing_is_as_sure_as_its_best_move_is_bad() -> None:
    solution = solved(replace(DEAD, name=""))
    moves = tuple(replace(move, proved=False, winrate=0.07) for move in solution.moves)
    assert surety_words(replace(solution, moves=moves)) == "93% sure, by a search"
