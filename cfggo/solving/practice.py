"""A collection that somebody practises: one problem at a time, what they try, what is said of it.

Nothing here draws or waits: the page and the terminal show what `Course` tells, and let the engine
find out what it asks for.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from cfggo.errors import CfggoError
from cfggo.go.board import is_legal, play
from cfggo.go.points import BLACK, COLOUR_NAMES, PASS, WHITE, format_vertex, parse_vertex
from cfggo.solving.practice_log import PracticeLog, Tries
from cfggo.solving.prover import Result
from cfggo.solving.solution_sgf import solution_to_sgf
from cfggo.solving.solution_words import NAMES, refutation_words, surety_words, verdict_words
from cfggo.solving.solving import Solution, SolvedMove, solve, without_last_passes
from cfggo.tsumego.problem import Problem
from cfggo.tsumego.rankers import Ranker

if TYPE_CHECKING:
    from cfggo.search.engine import Engine

_MOST_SOLUTIONS = 200
"""Problems of which solutions are kept."""

_NODES_FOR_AN_ANSWER = 100_000
_PLAYOUTS = 1000
_WRONG_SAVED = 20  # wrong moves in the record of a problem

_NO_SOLUTION = "The collection has no solution, and cfggo found none."


class Phase(Enum):
    """How far somebody is with a problem."""

    OPEN = "open"
    JUDGING = "judging"
    RIGHT = "right"
    WRONG = "wrong"
    UNJUDGED = "unjudged"  # nobody knows a solution
    SHOWN = "shown"


@dataclass(frozen=True)
class Question:
    """What the engine is to find out.

    Public attributes:
      index -- of the problem
      move  -- the move to which an answer is asked for, or None for the problem's solution
    """

    index: int
    move: int | None = None


_WORTH = {
    Result.WORKS: Result.FAILS,
    Result.FAILS: Result.WORKS,
    Result.KO: Result.KO,
    Result.OPEN: Result.OPEN,
}
"""What a move is worth, by what the opponent gets after it."""

Finding = Solution | SolvedMove
"""What a Question comes to: a solution, or a move with its answer."""


class Course:
    """A collection of problems, and how far somebody is with it.

    Public attributes:
      problems -- sequence of Problem
      index    -- of the present problem
      right, wrong -- turns that began with a right or a wrong move, since the course was begun
      helped   -- turns that began with a hint or with the solution
      unjudged -- set of int, indices of the problems that could not be judged: the collection has
                  no solution, and the engine found none
    """

    def __init__(
        self, problems: Sequence[Problem], log: PracticeLog, ranker: Ranker | None = None
    ) -> None:
        """Begins with the first problem that was not solved yet.

        problems -- at least one
        log      -- which problems were solved before
        ranker   -- what says how likely moves are right, for searches
        """
        self.problems = problems
        self.right = self.wrong = self.helped = 0
        self.unjudged: set[int] = set()
        self._log = log
        self._ranker = ranker
        self._solutions: OrderedDict[int, Solution] = OrderedDict()
        self.open(self._unsolved_from(0))

    # What the user does

    def open(self, index: int) -> None:
        """Turns to a problem."""
        self.index = index
        self._tried: int | None = None  # the user's move
        self._answered: SolvedMove | None = None  # what was found out about it
        self._is_right: bool | None = None
        self._hints = 0
        self._counts = True  # whether the next move is the first of this turn
        self._shows = False
        self._trouble = ""  # why the log could not be written

    def turn(self, by: int) -> None:
        """Turns to the next problem, the one before, or for 0 the next that is not solved yet."""
        after = (self.index + by) % len(self.problems)
        self.open(after if by else self._unsolved_from((self.index + 1) % len(self.problems)))

    def try_move(self, vertex: str) -> None:
        """Takes a move as the user's solution, in place of one that has its verdict.

        Raises CfggoError, and changes nothing, if it can't be tried.
        """
        if self.phase is Phase.JUDGING:
            raise CfggoError("cfggo is still looking at your move")
        try:
            point = parse_vertex(vertex, self.problem.size)
        except ValueError as error:
            raise CfggoError(str(error)) from error
        if point == PASS or not is_legal(self.problem.boards()[0], point):
            raise CfggoError(f"{vertex} is not legal here")
        if self.phase is not Phase.OPEN:
            self.again()
        self._tried = point
        self._judge()

    def again(self) -> None:
        """Takes back the user's move; the next one is not the first of this turn any more."""
        counts = self._counts
        self.open(self.index)
        self._counts = counts

    def hint(self) -> None:
        """Tells more about the solution: first what can be had, then where.

        Raises CfggoError before the solution is there.
        """
        if self.solution is None:
            raise CfggoError("cfggo is still solving it")
        self._hints += 1
        self._help()

    def show(self) -> None:
        """Shows the solution. Raises CfggoError if there is none."""
        if self.best is None:
            raise CfggoError("cfggo has not solved it")
        self._tried = self._answered = self._is_right = None
        self._shows = True
        self._help()

    # What the engine has to do

    def question(self) -> Question | None:
        """Returns what has to be found out before the user can be told more, or None."""
        if self.solution is None:
            return Question(self.index)
        if self._tried is not None and self._answered is None:
            return Question(self.index, self._tried)
        return None

    def question_ahead(self) -> Question | None:
        """Returns what may be found out while the user thinks: the next problem, or None."""
        ahead = (self.index + 1) % len(self.problems)
        return None if ahead in self._solutions else Question(ahead)

    def find_out(
        self, question: Question, load_engine: Callable[[], Engine], stop: Callable[[], bool]
    ) -> Finding:
        """Returns what a question comes to, for `take`; changes nothing, so any thread may call it.

        load_engine -- is called if a search is needed
        stop        -- is asked while it works; once it says True, what is returned is no use
        """
        problem = self.problems[question.index]
        point = question.move
        if point is None:
            return solve(problem, load_engine, playouts=_PLAYOUTS, ranker=self._ranker, stop=stop)
        solution = self._solutions.get(question.index)
        try:
            answers = solve(
                _after(problem, point),
                load_engine,
                nodes=_NODES_FOR_AN_ANSWER,
                playouts=_PLAYOUTS,
                attacker=None if solution is None else solution.framed.attacker,
                ranker=self._ranker,
                stop=stop,
            )
        except ValueError:  # nothing is left to be solved
            return SolvedMove(point, Result.OPEN, False, None, ())
        if not answers.moves or not _can_follow(problem, point, answers.moves[0]):
            return SolvedMove(point, Result.OPEN, False, None, ())
        best = answers.moves[0]
        return SolvedMove(
            point,
            _WORTH[answers.result],
            answers.is_proved,
            None if best.winrate is None else 1.0 - best.winrate,
            without_last_passes((best.point, *best.line)),
        )

    def take(self, question: Question, found: Finding) -> bool:
        """Takes what a question came to; tells whether that is about the present problem."""
        if isinstance(found, Solution):
            self._solutions[question.index] = found
            while len(self._solutions) > _MOST_SOLUTIONS:
                self._solutions.popitem(last=False)
            if question.index != self.index:
                return False
            self._judge()
            return True
        if question != self.question():
            return False
        self._answered = found
        self._decide()
        return True

    # What is told

    @property
    def problem(self) -> Problem:
        """The present problem."""
        return self.problems[self.index]

    @property
    def solution(self) -> Solution | None:
        """The engine's solution of the present problem, None before it is there."""
        return self._solutions.get(self.index)

    @property
    def tries(self) -> Tries:
        """How somebody fared with the present problem, until now."""
        return self._log.tries(self.problem)

    @property
    def solved(self) -> int:
        """The number of problems that were solved, now or before."""
        return sum(self._log.tries(problem).right > 0 for problem in self.problems)

    @property
    def task(self) -> str:
        """What is to be done."""
        return self.problem.task or f"{NAMES[self.problem.to_play]} to play"

    @property
    def phase(self) -> Phase:
        """How far the user is with the present problem."""
        if self._shows:
            return Phase.SHOWN
        if self._tried is None:
            return Phase.OPEN
        if self._answered is None:
            return Phase.JUDGING
        if self._is_right is None:
            return Phase.UNJUDGED
        return Phase.RIGHT if self._is_right else Phase.WRONG

    @property
    def best(self) -> int | None:
        """The solution's move: the collection's, or the engine's; None if there is none yet."""
        solution, marked = self.solution, self.problem.solutions
        if solution is None:
            return None
        known = [move.point for move in solution.right if move.point in marked]
        if known or marked:
            return (*known, *marked)[0]
        return solution.right[0].point if solution.right else None

    @property
    def marked(self) -> int | None:
        """The point that a second hint tells, or None."""
        return self.best if self._hints > 1 else None

    @property
    def line(self) -> tuple[int, ...]:
        """The moves that can be stepped through: those of the solution, or the user's and what
        follows.
        """
        if self._shows and self.best is not None and self.solution is not None:
            lines = {move.point: move.line for move in self.solution.right}
            return (self.best, *lines.get(self.best, ()))
        if self._tried is None:
            return ()
        return (self._tried, *(self._answered.line if self._answered else ()))

    def positions(self) -> list[dict[str, str]]:
        """Returns the stones before the line and after each of its moves, colours by vertex."""
        boards = self.problem.boards()
        positions = [_stones(boards)]
        for point in self.line:
            play(boards[0], point)
            positions.append(_stones(boards))
        return positions

    def words(self) -> str:
        """Returns what is said of the user's move, or of the solution."""
        words = self._words()
        return f"{words} This is not kept: {self._trouble}." if self._trouble else words

    def hints(self) -> list[str]:
        """Returns the hints that were given."""
        solution = self.solution
        if not self._hints or solution is None:
            return []
        if self.best is None:
            return [_NO_SOLUTION]
        side = NAMES[self.problem.to_play]
        other = NAMES[3 - self.problem.to_play]
        goal = f"{side} is to kill" if solution.is_attack else f"{side} is to live"
        if solution.result is Result.KO and solution.is_proved:
            goal += "; the best is a ko"
        elif solution.result is Result.WORKS and solution.is_proved:
            goal += f", whatever {other} does"
        hints = [f"{goal}."]
        if self.marked is not None:
            hints.append(f"The point is {format_vertex(self.marked)}.")
        return hints

    def to_sgf(self) -> bytes:
        """Returns the problem as an SGF record, with its solution.

        Raises CfggoError before the solution is there.
        """
        if self.solution is None:
            raise CfggoError("cfggo is still solving it")
        return solution_to_sgf(self.solution, _WRONG_SAVED)

    # Helpers

    def _help(self) -> None:
        self.helped += self._counts
        self._counts = False

    def _judge(self) -> None:
        """Looks up what the solution says of the user's move."""
        if self._tried is None or self.solution is None:
            return
        known = {m.point: m for m in self.solution.moves if m.result is not Result.OPEN}
        self._answered = known.get(self._tried)
        if self._answered is not None:
            self._decide()

    def _decide(self) -> None:
        """Says whether the user's move is right, and keeps that."""
        solution, move = self.solution, self._answered
        assert solution is not None
        assert move is not None
        if self.best is None:
            if move.result is not Result.WORKS or not move.proved:
                self.unjudged.add(self.index)
                return
            solution = self._learn(solution, move)
        marked = self.problem.solutions
        is_best = move.result in (Result.WORKS, Result.KO) and (
            move.result is Result.WORKS or solution.result is Result.KO
        )
        self._is_right = move.point in marked or (is_best and (move.proved or not marked))
        if not self._counts:
            return
        self._counts = False
        self.right += self._is_right
        self.wrong += not self._is_right
        try:
            self._log.add(self.problem, right=self._is_right)
        except CfggoError as error:
            self._trouble = str(error)

    def _learn(self, solution: Solution, move: SolvedMove) -> Solution:
        """Adds a move that works, which was overlooked, to the solution, and returns that."""
        others = (other for other in solution.moves if other.point != move.point)
        solution = replace(solution, moves=(move, *others))
        self._solutions[self.index] = solution
        self.unjudged.discard(self.index)
        return solution

    def _unsolved_from(self, index: int) -> int:
        """Returns the first problem from one on that was not solved yet, or that one."""
        n = len(self.problems)
        for i in range(n):
            if not self._log.tries(self.problems[(index + i) % n]).right:
                return (index + i) % n
        return index

    def _words(self) -> str:
        solution, move = self.solution, self._answered
        if solution is None:
            return ""
        if self._shows and self.best is not None:
            return f"The solution is {format_vertex(self.best)}. {self._verdict(solution)}"
        if move is None:
            return ""
        vertex = format_vertex(move.point)
        if self._is_right is None:
            return f"{vertex} can't be judged. {_NO_SOLUTION} {self._verdict(solution)}"
        if not self._is_right:
            fails = move.result in (Result.KO, Result.FAILS)
            why = refutation_words(solution, move) if fails else ""
            if not why and move.line:
                why = f"{NAMES[3 - self.problem.to_play]} answers {format_vertex(move.line[0])}"
            return f"{vertex} is wrong{': ' if why else ''}{why}."
        is_extra = bool(self.problem.solutions) and move.point not in self.problem.solutions
        extra = " The collection has another solution, but this is proved to be as good."
        return f"{vertex} is right. {self._verdict(solution)}{extra if is_extra else ''}"

    def _verdict(self, solution: Solution) -> str:
        """Returns what the engine thinks can be had, if that agrees with the collection."""
        marked = self.problem.solutions
        if marked and not any(move.point in marked for move in solution.right):
            return "cfggo itself did not find out why."
        return f"{verdict_words(solution)} ({surety_words(solution)})."


def _can_follow(problem: Problem, point: int, answer: SolvedMove) -> bool:
    """Tells whether an answer to a move is legal: it may not take a ko back at once."""
    boards = problem.boards()
    play(boards[0], point)
    return answer.point == PASS or bool(is_legal(boards[0], answer.point))


def _after(problem: Problem, point: int) -> Problem:
    """Returns the position after a move as a problem of the other side."""
    boards = problem.boards()
    play(boards[0], point)
    colour = boards[0]["colour"]
    black, white = (tuple(np.flatnonzero(colour == side).tolist()) for side in (BLACK, WHITE))
    return replace(problem, black=black, white=white, to_play=3 - problem.to_play, solutions=())


def _stones(boards: np.ndarray) -> dict[str, str]:
    colour = boards[0]["colour"]
    stones = np.flatnonzero((colour == BLACK) | (colour == WHITE)).tolist()
    return {format_vertex(point): COLOUR_NAMES[colour[point]] for point in stones}
