"""The words for somebody who practises: the task, hints, and what is said of a move."""

from __future__ import annotations

import numpy as np

from cfggo.base.said import in_a_row, said, translatable
from cfggo.go.points import N_POINTS, format_vertex, row_col_from_point
from cfggo.models.tsumego.problem import Problem
from cfggo.study.explaining.deeds import deed_of
from cfggo.study.explaining.feature_words import on_line
from cfggo.study.solving.attempt import Phase, Try
from cfggo.study.solving.course import Course
from cfggo.study.solving.game_problems import gain_words, goal_words, wrong_words
from cfggo.study.solving.prover import Result
from cfggo.study.solving.solution import Solution
from cfggo.study.solving.solution_words import NAMES, refutation_words, surety_words, verdict_words
from cfggo.study.solving.tried_moves import boards_after

_NO_SOLUTION = said("The collection has no solution, and cfggo found none.")

_OF_COLLECTIONS = (
    said("Black to live"), said("White to live"), said("Black to kill"), said("White to kill"),
    said("life and death"),
)  # fmt: skip
"""Tasks and kinds of the problems that come with the program: `translatable` finds them."""


def task_words(problem: Problem) -> str:
    """Returns what is to be done in a problem."""
    side = NAMES[problem.to_play]
    if problem.komi is not None:
        return said("{side} to play: find the move that gains most.", side=side)
    if problem.task:
        return translatable(problem.task)
    return said("{colour} to play", colour=side)


def hint_words(course: Course) -> list[str]:
    """Returns the hints that were given."""
    solution = course.solution
    if not course.hints or solution is None:
        return []
    if course.best is None:
        return [_NO_SOLUTION]
    hints: list[str] = [said("The right move is in this part of the board.")]
    if solution.framed is None:
        hints.append(goal_words(course.problem))
    else:
        ko = _goal(solution) if solution.result is Result.KO else ""
        hints.append(in_a_row((_deed_words(course.problem, course.best), ko)))
    hints.append(said("The point is {vertex}.", vertex=format_vertex(course.best)))
    return hints[: course.hints]


def _deed_words(problem: Problem, point: int) -> str:
    """Returns what the right move plainly does, or else on which line it is."""
    before, after = problem.boards()[0], boards_after(problem, (point,))[0]
    if deed := deed_of(before, after, point, np.zeros(N_POINTS), ()):
        return said("The move {deed}.", deed=deed)
    line = min(min(place, problem.size - 1 - place) for place in row_col_from_point(point)) + 1
    return said("The move is {where}.", where=on_line(line, False))


def course_words(course: Course) -> str:
    """Returns what is said of the user's move, or of the solution."""
    words, tried = "", course.attempt.last
    if course.solution is not None and course.phase is Phase.SHOWN and course.best is not None:
        best = said("The solution is {vertex}.", vertex=format_vertex(course.best))
        gain = gain_words(course.problem, course.best) if course.problem.komi is not None else ""
        words = in_a_row((best, gain, _verdict(course.solution)))
    elif course.solution is not None and tried is not None and tried.answered is not None:
        words = _try_words(course, course.solution, tried)
    trouble = said("This is not kept: {error}.", error=course.trouble) if course.trouble else ""
    return in_a_row((words, trouble))


def _try_words(course: Course, solution: Solution, tried: Try) -> str:
    """Returns what is said of a move that has its verdict."""
    problem = solution.problem
    move, vertex = tried.answered, format_vertex(tried.point)
    assert move is not None
    side, other = NAMES[problem.to_play], NAMES[3 - problem.to_play]
    line = format_vertex(move.line[0]) if move.line else ""
    if tried.verdict is Phase.OTHER:
        return said(
            "{move} is another move than the line's. "
            "cfggo has proved neither that it works nor that it fails.",
            move=vertex,
        )
    if tried.verdict is Phase.UNJUDGED:
        unjudged = said("{move} can't be judged.", move=vertex)
        return in_a_row((unjudged, _NO_SOLUTION, _verdict(solution)))
    if tried.verdict is Phase.WRONG:
        if solution.framed is None:
            return wrong_words(problem, move, other)
        if move.result in (Result.KO, Result.FAILS):
            why = refutation_words(solution, move)
        elif line:
            why = said("{other} answers {line}", other=other, line=line)
        else:
            return said("{move} is wrong.", move=vertex)
        return said("{move} is wrong: {why}.", move=vertex, why=why)
    answer = said("{other} answers {line}.", other=other, line=line) if tried.goes_on else ""
    right: str = said("{move} is right.", move=vertex)
    if not tried.before:
        gain = gain_words(problem, move.point) if solution.framed is None else ""
        right = in_a_row((right, gain))
        is_extra = bool(problem.solutions) and move.point not in problem.solutions
        extra = said("The collection has another solution, but this is proved to be as good.")
        return in_a_row((right, _verdict(solution), extra if is_extra else "", answer))
    if move.point != course.attempt.wanted:
        right = said(
            "{move} is right, too: it is proved to work as the line's move does.", move=vertex
        )
    end = said("{side} lives", side=side)
    if solution.is_attack:
        end = said("{side} kills {other}", side=side, other=other)
    return in_a_row((right, answer or said("The line ends here: {end}.", end=end)))


def _goal(solution: Solution) -> str:
    """Returns what can be had."""
    if solution.framed is None:
        return goal_words(solution.problem)
    player = solution.problem.to_play
    side, other = NAMES[player], NAMES[3 - player]
    goal = said("{side} is to live", side=side)
    if solution.is_attack:
        goal = said("{side} is to kill", side=side)
    if solution.result is Result.KO and solution.is_proved:
        return said("{goal}; the best is a ko.", goal=goal)
    if solution.result is Result.WORKS and solution.is_proved:
        return said("{goal}, whatever {other} does.", goal=goal, other=other)
    return said("{sentence}.", sentence=goal)


def _verdict(solution: Solution) -> str:
    """Returns what the engine thinks can be had, if that agrees with the collection."""
    if solution.framed is None:
        return _goal(solution)
    marked = solution.problem.solutions
    if marked and not any(move.point in marked for move in solution.right):
        return said("cfggo itself did not find out why.")
    verdict, surety = verdict_words(solution), surety_words(solution)
    return said("{verdict} ({surety}).", verdict=verdict, surety=surety)
