"""A collection of problems on the page: what the user does, and what the engine finds out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError
from cfggo.base.said import said, translatable
from cfggo.base.worker import Stop
from cfggo.go.points import COLOUR_NAMES, format_vertex
from cfggo.interfaces.browser import requests
from cfggo.interfaces.browser.server import Action
from cfggo.interfaces.browser.teller import Teller
from cfggo.interfaces.browser.worker import EngineWorker, Task
from cfggo.models.tsumego.problem import Problem
from cfggo.models.tsumego.rankers import Ranker
from cfggo.study.solving.course import Course, Question
from cfggo.study.solving.course_words import course_words, hint_words, task_words
from cfggo.study.solving.practice_log import PracticeLog

if TYPE_CHECKING:
    from cfggo.interfaces.browser.events import Events
    from cfggo.study.api.engine import Engine


class Practice(Teller):
    """The problems that all pages show, one at a time.

    What the user does tells all pages the new state, returns its version, and raises CfggoError, in
    words for the user, if it can't be done.
    """

    documents: Mapping[str, Callable[[str], bytes]] = MappingProxyType({})

    def __init__(
        self,
        worker: EngineWorker,
        events: Events,
        problems: Sequence[Problem],
        log: PracticeLog,
        *,
        ranker: Ranker | None = None,
        level: str = "",
    ) -> None:
        """Makes it for a worker; the rest is as for Course."""
        super().__init__(worker, events)
        self._lock = worker.lock
        self._course = Course(problems, log, ranker, level)

    # What the user does

    def try_move(self, vertex: str, number: int, at: int = 0) -> dict[str, Any]:
        """Takes a move as the user's solution of a problem.

        number -- of the problem
        at     -- how many moves of the line the page has before it
        """
        with self._lock:
            if number != self._course.index + 1:
                raise CfggoError(said("the problem has changed meanwhile"))
            if at != len(self._course.attempt.place or ()):
                raise CfggoError(said("the line has changed meanwhile"))
            self._course.try_move(vertex)
            return self._changed()

    def change(self, change: Callable[[Course], None]) -> dict[str, Any]:
        """Changes the course: takes a move back, goes elsewhere, tells more of the solution."""
        with self._lock:
            change(self._course)
            return self._changed()

    def open(self, number: int) -> dict[str, Any]:
        """Goes to the problem of a number."""
        with self._lock:
            if number > (n := len(self._course.problems)):
                raise CfggoError(
                    said("there is no problem {n}: the last one is {last}", n=number, last=n)
                )
            self._course.open(number - 1)
            return self._changed()

    # What is told

    def state(self) -> dict[str, Any]:
        """Returns all that the page shows."""
        with self._lock:
            course = self._course
            problem, tries = course.problem, course.tries
            return {
                "version": self._version,
                "number": course.index + 1,
                "problems": len(course.problems),
                "solved": course.schedule.solved,
                "name": self._name(),
                "kind": "" if problem.komi is not None else translatable(problem.kind),
                "level": problem.level,
                "levels": course.schedule.levels(),
                "task": task_words(problem),
                "size": problem.size,
                "to_play": COLOUR_NAMES[problem.to_play],
                "positions": course.positions(),
                "moves": [format_vertex(point) for point in course.line],
                "tries": {"right": tries.right, "wrong": tries.wrong},
                "begun": course.attempt.begun,
                "place": None if course.attempt.place is None else len(course.attempt.place),
                "phase": course.phase.value,
                "words": course_words(course),
                "due": course.schedule.due,
                "hints": hint_words(course),
                "about": [format_vertex(point) for point in course.about],
                "region": [format_vertex(point) for point in course.region],
                "marked": None if course.marked is None else format_vertex(course.marked),
                "can_show": course.best is not None,
                "loading": self._loading,
                "failure": self._worker.failure_of(self._task_of(course.question())),
            }

    def _name(self) -> str:
        """Returns where the problem was found, if that tells more than its number."""
        course = self._course
        name = Path(course.problem.name).name
        return "" if name.endswith(f", problem {course.index + 1}") else name

    def to_sgf(self) -> bytes:
        """Returns the problem as an SGF record, with its solution. Raises CfggoError before it is
        there.
        """
        with self._lock:
            return self._course.to_sgf()

    def file_name(self) -> str:
        """Returns a name for the record's file."""
        return f"problem-{self._course.index + 1}.sgf"

    # What the engine has to do

    def next_task(self) -> Task | None:
        """Returns what the engine should find out now."""
        return self._task_of(self._course.question() or self._course.question_ahead())

    def _task_of(self, question: Question | None) -> Task | None:
        return None if question is None else Task((question,), partial(self._find_out, question))

    def _find_out(self, question: Question, engine: Engine, stop: Stop) -> None:
        found = self._course.find_out(question, lambda: engine.searcher, stop)
        with self._lock:
            if not stop() and self._course.take(question, found):
                self._changed()


def practice_actions(practice: Practice) -> dict[str, Action]:
    """Returns what each request of the page of problems does."""

    def changes(kind: type[Any], change: Callable[[Course, Any], None]) -> Action:
        return Action(kind, lambda it: practice.change(lambda course: change(course, it)))

    return {
        "try": Action(requests.Try, lambda it: practice.try_move(it.vertex, it.problem, it.at)),
        "again": changes(requests.Nothing, lambda course, it: course.again()),
        "hint": changes(requests.Nothing, lambda course, it: course.hint()),
        "show": changes(requests.Nothing, lambda course, it: course.show()),
        "open": Action(requests.ProblemNumber, lambda it: practice.open(it.problem)),
        "turn": changes(requests.Turn, lambda course, it: course.turn(it.by)),
    }
