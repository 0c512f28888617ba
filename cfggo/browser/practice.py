"""A collection of problems on the page: what the user may do, and what the engine finds out."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cfggo.browser import requests
from cfggo.browser.server import Action
from cfggo.browser.worker import EngineWorker, Stop, Task
from cfggo.errors import CfggoError
from cfggo.go.board import is_legal, play
from cfggo.go.points import BLACK, COLOUR_NAMES, PASS, WHITE, format_vertex, parse_vertex
from cfggo.solving.moves import Result
from cfggo.solving.practice_log import PracticeLog
from cfggo.solving.solution_sgf import solution_to_sgf
from cfggo.solving.solution_words import NAMES, refutation_words, surety_words, verdict_words
from cfggo.solving.solving import Solution, SolvedMove, solve
from cfggo.tsumego.problem import Problem
from cfggo.tsumego.rankers import Ranker

if TYPE_CHECKING:
    from cfggo.browser.events import Events
    from cfggo.study.engine import Engine

_MOST_SOLUTIONS = 200
"""Problems of which solutions are kept."""

_NODES_FOR_AN_ANSWER = 100_000
_PLAYOUTS = 1000
_WRONG_SAVED = 20  # wrong moves in the record of a problem


class Practice:
    """The problems that all pages show, one at a time.

    What the user does returns the new state, and raises CfggoError, in words for the user, if it
    can't be done.
    """

    def __init__(
        self,
        worker: EngineWorker,
        events: Events,
        problems: Sequence[Problem],
        log: PracticeLog,
        *,
        ranker: Ranker | None = None,
        loading: str = "The engine is being loaded",
    ) -> None:
        """Makes it for a worker; it begins with the first problem that was not solved yet.

        problems -- at least one
        ranker   -- what says how likely moves are right, for searches
        loading  -- what is said until the engine is there
        """
        self._worker = worker
        self._lock = worker.lock
        self._events = events
        self._problems = problems
        self._log = log
        self._ranker = ranker
        self._loading = loading
        self._version = 0
        self._solutions: OrderedDict[int, Solution] = OrderedDict()
        self._open(self._unsolved_from(0))

    def _open(self, index: int) -> None:
        self._index = index
        self._tried: int | None = None  # the user's move
        self._answered: SolvedMove | None = None  # what was found out about it
        self._is_right: bool | None = None
        self._hints = 0
        self._counts = True  # whether the next move is the first of this turn
        self._shows = False

    # What the user does

    def try_move(self, vertex: str, number: int) -> dict[str, Any]:
        """Takes a move as the user's solution of a problem, which is named by its number."""
        with self._lock:
            if number != self._index + 1:
                raise CfggoError("the problem has changed meanwhile")
            if self._tried is not None or self._shows:
                raise CfggoError("this problem has its answer; try again, or go on")
            problem = self._problem
            try:
                point = parse_vertex(vertex, problem.size)
            except ValueError as error:
                raise CfggoError(str(error)) from error
            if point == PASS or not is_legal(problem.boards()[0], point):
                raise CfggoError(f"{vertex} is not legal here")
            self._tried = point
            self._judge()
            return self._changed()

    def again(self) -> dict[str, Any]:
        """Takes back the user's move."""
        with self._lock:
            counts = self._counts
            self._open(self._index)
            self._counts = counts
            return self._changed()

    def turn(self, by: int) -> dict[str, Any]:
        """Goes to another problem: the next, the one before, or for 0 the next unsolved one."""
        with self._lock:
            after = (self._index + by) % len(self._problems)
            self._open(after if by else self._unsolved_from(self._index + 1))
            return self._changed()

    def hint(self) -> dict[str, Any]:
        """Tells more about the solution: first what can be had, then where."""
        with self._lock:
            if self._solution is None:
                raise CfggoError("cfggo is still solving it")
            self._hints += 1
            self._counts = False
            return self._changed()

    def show(self) -> dict[str, Any]:
        """Shows the solution."""
        with self._lock:
            if self._best is None:
                raise CfggoError("cfggo has not solved it")
            self._tried = self._answered = self._is_right = None
            self._shows = True
            self._counts = False
            return self._changed()

    # What is told

    def state(self) -> dict[str, Any]:
        """Returns all that the page shows."""
        with self._lock:
            problem = self._problem
            tries = self._log.tries(problem)
            line = self._line()
            return {
                "version": self._version,
                "number": self._index + 1,
                "problems": len(self._problems),
                "solved": sum(self._log.tries(one).right > 0 for one in self._problems),
                "name": Path(problem.name).name,
                "kind": problem.kind,
                "level": problem.level,
                "task": problem.task or f"{NAMES[problem.to_play]} to play",
                "size": problem.size,
                "to_play": COLOUR_NAMES[problem.to_play],
                "positions": _positions(problem, line),
                "moves": [format_vertex(point) for point in line],
                "tries": {"right": tries.right, "wrong": tries.wrong},
                "phase": self._phase(),
                "words": self._words(),
                "hints": self._hint_words(),
                "marked": format_vertex(self._best) if self._hints > 1 and self._best else None,
                "can_show": self._best is not None,
                "loading": self._loading,
            }

    def to_sgf(self) -> bytes:
        """Returns the problem as an SGF record, with its solution. Raises CfggoError before it is
        there.
        """
        with self._lock:
            if self._solution is None:
                raise CfggoError("cfggo is still solving it")
            return solution_to_sgf(self._solution, _WRONG_SAVED)

    def file_name(self) -> str:
        """Returns a name for the record's file."""
        return f"problem-{self._index + 1}.sgf"

    # What the engine has to do

    def engine_is_ready(self, failure: str) -> None:
        """Takes the news that the engine is loaded, or why it is not."""
        with self._lock:
            self._loading = failure
            self._changed()

    def next_task(self) -> Task | None:
        """Returns what the engine should find out now."""
        index = self._index
        if index not in self._solutions:
            return Task(("solve", index), partial(self._solve, index))
        if self._tried is not None and self._answered is None:
            return Task(("answer", index, self._tried), partial(self._answer, index, self._tried))
        ahead = (index + 1) % len(self._problems)
        if ahead not in self._solutions:
            return Task(("solve", ahead), partial(self._solve, ahead))
        return None

    def _solve(self, index: int, engine: Engine, stop: Stop) -> None:
        solution = solve(
            self._problems[index],
            lambda: engine.searcher,
            playouts=_PLAYOUTS,
            ranker=self._ranker,
            stop=stop,
        )
        with self._lock:
            if stop():
                return
            self._solutions[index] = solution
            while len(self._solutions) > _MOST_SOLUTIONS:
                self._solutions.popitem(last=False)
            if index == self._index:
                self._judge()
                self._changed()

    def _answer(self, index: int, point: int, engine: Engine, stop: Stop) -> None:
        """Finds the answer to a move that the solution says nothing of."""
        problem = self._problems[index]
        after = _after(problem, point)
        attacker = self._solutions[index].framed.attacker
        try:
            answers = solve(
                after,
                lambda: engine.searcher,
                nodes=_NODES_FOR_AN_ANSWER,
                playouts=_PLAYOUTS,
                attacker=attacker,
                ranker=self._ranker,
                stop=stop,
            )
        except ValueError:  # nothing is left to be solved
            answers = None
        with self._lock:
            if stop() or index != self._index or point != self._tried:
                return
            line: tuple[int, ...] = ()
            if answers is not None and answers.moves:
                line = (answers.moves[0].point, *answers.moves[0].line)
            self._answered = SolvedMove(point, Result.OPEN, False, None, line)
            self._decide()
            self._changed()

    # Helpers; the lock is held

    @property
    def _problem(self) -> Problem:
        return self._problems[self._index]

    @property
    def _solution(self) -> Solution | None:
        return self._solutions.get(self._index)

    @property
    def _best(self) -> int | None:
        """The solution's move: the collection's, or the engine's."""
        solution = self._solution
        if solution is None:
            return None
        known = [move.point for move in solution.right if move.point in self._problem.solutions]
        if known or self._problem.solutions:
            return (*known, *self._problem.solutions)[0]
        return solution.right[0].point if solution.right else None

    def _judge(self) -> None:
        """Looks up what the solution says of the user's move."""
        if self._tried is None or self._solution is None:
            return
        known = {m.point: m for m in self._solution.moves if m.result is not Result.OPEN}
        self._answered = known.get(self._tried)
        if self._answered is not None:
            self._decide()

    def _decide(self) -> None:
        """Says whether the user's move is right, and keeps that."""
        solution, move = self._solution, self._answered
        assert solution is not None
        assert move is not None
        marked = self._problem.solutions
        is_best = move in solution.right
        self._is_right = move.point in marked or (is_best and (move.proved or not marked))
        if self._counts:
            self._counts = False
            self._log.add(self._problem, right=self._is_right)

    def _unsolved_from(self, index: int) -> int:
        """Returns the first problem from one on that was not solved yet, or that one."""
        n = len(self._problems)
        for i in range(n):
            if not self._log.tries(self._problems[(index + i) % n]).right:
                return (index + i) % n
        return index % n

    def _phase(self) -> str:
        if self._shows:
            return "shown"
        if self._tried is None:
            return "open"
        if self._is_right is None:
            return "judging"
        return "right" if self._is_right else "wrong"

    def _line(self) -> tuple[int, ...]:
        """Returns the moves that can be stepped through."""
        if self._shows and self._best is not None and self._solution is not None:
            lines = {move.point: move.line for move in self._solution.right}
            return (self._best, *lines.get(self._best, ()))
        if self._tried is None:
            return ()
        return (self._tried, *(self._answered.line if self._answered else ()))

    def _words(self) -> str:
        """Returns what is said of the user's move, or of the solution."""
        solution, move = self._solution, self._answered
        if solution is None:
            return ""
        if self._shows and self._best is not None:
            return f"The solution is {format_vertex(self._best)}. {self._verdict(solution)}"
        if self._is_right is None or move is None:
            return ""
        vertex = format_vertex(move.point)
        if not self._is_right:
            why = refutation_words(solution, move) if move.result is not Result.OPEN else ""
            if not why and move.line:
                why = f"{NAMES[3 - self._problem.to_play]} answers {format_vertex(move.line[0])}"
            return f"{vertex} is wrong{': ' if why else ''}{why}."
        is_extra = bool(self._problem.solutions) and move.point not in self._problem.solutions
        extra = " The collection has another solution, but this is proved to be as good."
        return f"{vertex} is right. {self._verdict(solution)}{extra if is_extra else ''}"

    def _verdict(self, solution: Solution) -> str:
        """Returns what the engine thinks can be had, if that agrees with the collection."""
        marked = self._problem.solutions
        if marked and not any(move.point in marked for move in solution.right):
            return "cfggo itself did not find out why."
        return f"{verdict_words(solution)} ({surety_words(solution)})."

    def _hint_words(self) -> list[str]:
        solution = self._solution
        if not self._hints or solution is None:
            return []
        side = NAMES[self._problem.to_play]
        other = NAMES[3 - self._problem.to_play]
        goal = f"{side} is to kill" if solution.is_attack else f"{side} is to live"
        if solution.result is Result.KO and solution.is_proved:
            goal += "; the best is a ko"
        elif solution.is_proved:
            goal += f", whatever {other} does"
        hints = [f"{goal}."]
        if self._hints > 1 and self._best is not None:
            hints.append("The point is marked.")
        return hints

    def _changed(self) -> dict[str, Any]:
        """Tells everybody the new state, and returns it."""
        self._version += 1
        state = self.state()
        self._events.publish("state", state)
        self._worker.wake()
        return state


def practice_actions(practice: Practice) -> dict[str, Action]:
    """Returns what each request of the page of problems does."""
    return {
        "try": Action(requests.Try, lambda it: practice.try_move(it.vertex, it.problem)),
        "again": Action(requests.Nothing, lambda it: practice.again()),
        "hint": Action(requests.Nothing, lambda it: practice.hint()),
        "show": Action(requests.Nothing, lambda it: practice.show()),
        "turn": Action(requests.Turn, lambda it: practice.turn(it.by)),
    }


def _after(problem: Problem, point: int) -> Problem:
    """Returns the position after a move as a problem of the other side."""
    boards = problem.boards()
    play(boards[0], point)
    colour = boards[0]["colour"]
    black, white = (tuple(np.flatnonzero(colour == side).tolist()) for side in (BLACK, WHITE))
    return replace(problem, black=black, white=white, to_play=3 - problem.to_play, solutions=())


def _positions(problem: Problem, line: Sequence[int]) -> list[dict[str, str]]:
    """Returns the stones before a line and after each of its moves, colours by vertex."""
    boards = problem.boards()
    positions = [_stones(boards)]
    for point in line:
        play(boards[0], point)
        positions.append(_stones(boards))
    return positions


def _stones(boards: np.ndarray) -> dict[str, str]:
    colour = boards[0]["colour"]
    stones = np.flatnonzero((colour == BLACK) | (colour == WHITE)).tolist()
    return {format_vertex(point): COLOUR_NAMES[colour[point]] for point in stones}
