"""A collection that somebody practises: one problem at a time, what they try, how far they are.

Nothing here draws, speaks or waits: the page and the terminal show a `Course`, in the words of
`cfggo.study.solving.course_words`, and let the engine find out what it asks for.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.said import said
from cfggo.go.board import is_legal, play
from cfggo.go.points import BLACK, COLOUR_NAMES, PASS, WHITE, format_vertex, parse_vertex
from cfggo.models.tsumego.problem import Problem
from cfggo.models.tsumego.rankers import Ranker
from cfggo.study.explaining.phrases import no_such_point
from cfggo.study.solving.attempt import Attempt, Phase, Try
from cfggo.study.solving.game_problems import refutation_in_game, solution_of_game
from cfggo.study.solving.picture import region_around
from cfggo.study.solving.practice_log import PracticeLog, Tries
from cfggo.study.solving.prover import Result, SolvedMove
from cfggo.study.solving.schedule import Schedule
from cfggo.study.solving.solution import PLAYOUTS, Solution, solve
from cfggo.study.solving.solution_sgf import solution_to_sgf
from cfggo.study.solving.tried_moves import boards_after, judge_move

if TYPE_CHECKING:
    from cfggo.search.searcher import Searcher

_MOST_SOLUTIONS = 200
"""Problems of which solutions are kept."""

_WRONG_SAVED = 20  # wrong moves in the record of a problem


@dataclass(frozen=True)
class Question:
    """A question to the engine.

    Public attributes:
      index -- of the problem
      moves -- from the problem on, the last of which is in question; () for the problem's solution
    """

    index: int
    moves: tuple[int, ...] = ()


Finding = Solution | SolvedMove
"""The answer to a Question: a solution, or a move with its answer."""


class Course:
    """A collection of problems, and how far somebody is with it.

    Public attributes:
      problems -- sequence of Problem
      schedule -- Schedule, how far all of them are
      index    -- of the present problem
      attempt  -- Attempt, the moves that the user has tried in it
      hints    -- hints that were given for it
      trouble  -- why this turn could not be kept, "" if it could
      right, wrong -- turns that began with a right or a wrong move, since the course was begun
      helped   -- turns that began with a hint or with the solution
      unjudged -- set of int, indices of the problems that could not be judged: the collection has
                  no solution, and the engine found none
    """

    def __init__(
        self,
        problems: Sequence[Problem],
        log: PracticeLog,
        ranker: Ranker | None = None,
        level: str = "",
    ) -> None:
        """Begins with a problem to repeat, or goes on after the last one that was new.

        problems -- at least one
        log      -- which problems were solved before
        ranker   -- what says how likely moves are right, for searches
        level    -- of the problem to begin with if none was tried, "" for the first one
        """
        self.problems = problems
        self.schedule = Schedule(problems, log)
        self.right = self.wrong = self.helped = 0
        self.unjudged: set[int] = set()
        self._log = log
        self._ranker = ranker
        self._solutions: OrderedDict[int, Solution] = OrderedDict()
        self._followed: set[tuple[int, int]] = set()  # right moves in games that were searched
        self.open(self.schedule.first(level))

    # What the user does

    def open(self, index: int) -> None:
        """Turns to a problem."""
        self.index = index
        self.hints = 0
        self.trouble = ""
        self.attempt = Attempt()
        self._counts = True  # whether the next move is the first of this turn
        if self.problem.komi is not None and index not in self._solutions:
            self._solutions[index] = solution_of_game(self.problem)

    def turn(self, by: int) -> None:
        """Turns to the next problem, the one before, or for 0 to one that is to be repeated, or
        else to the next that is not solved yet.
        """
        after = (self.index + by) % len(self.problems)
        self.open(after if by else self.schedule.next_after(self.index))

    def try_move(self, vertex: str) -> None:
        """Takes a move as the user's solution, in place of one that has its verdict; after a right
        move and its answer, as the next one.

        Raises CfggoError, and changes nothing, if it can't be tried.
        """
        if self.phase is Phase.JUDGING:
            raise CfggoError(said("cfggo is still looking at your move"))
        try:
            point = parse_vertex(vertex, self.problem.size)
        except ValueError as error:
            raise CfggoError(no_such_point(vertex, self.problem.size)) from error
        before = self.attempt.place or ()
        if point == PASS or not is_legal(self.boards_to_try_on()[0], point):
            raise CfggoError(said("{vertex} is not legal here", vertex=vertex))
        if not before and self.phase is not Phase.OPEN:
            self._begin_anew()
        self.attempt.add(before, point)
        self._judge()

    def again(self) -> None:
        """Takes back the user's last move; what is tried after that does not count any more."""
        if not self.attempt.back():
            self._begin_anew()

    def hint(self) -> None:
        """Tells more about the solution: first where it is, then what can be had, then the point.

        Raises CfggoError before the solution is there.
        """
        if self.solution is None:
            raise CfggoError(said("cfggo is still solving it"))
        self.hints += 1
        self._help()

    def show(self) -> None:
        """Shows the solution. Raises CfggoError if there is none."""
        if self.best is None:
            raise CfggoError(said("cfggo has not solved it"))
        self.attempt = Attempt(shows=True)
        self._help()

    # What the engine has to do

    def question(self) -> Question | None:
        """Returns what has to be found out before the user can be told more, or None."""
        if self.solution is None:
            return Question(self.index)
        last = self.attempt.last
        if last is not None and last.verdict is Phase.JUDGING:
            return Question(self.index, last.moves)
        point = self.best if self.attempt.shows else last.point if last else None
        is_right = self.phase in (Phase.RIGHT, Phase.SHOWN) and self.problem.komi is not None
        known = [move.point for move in self.solution.moves if move.line]
        asked = point in known or (self.index, point) in self._followed
        if point is not None and is_right and not asked:
            return Question(self.index, (point,))
        return None

    def question_ahead(self) -> Question | None:
        """Returns what may be found out while the user thinks: the next problem, or None."""
        ahead = (self.index + 1) % len(self.problems)
        is_known = ahead in self._solutions or self.problems[ahead].komi is not None
        return None if is_known else Question(ahead)

    def find_out(
        self, question: Question, load_engine: Callable[[], Searcher], stop: Callable[[], bool]
    ) -> Finding:
        """Returns what a question comes to, for `take`; changes nothing, so any thread may call it.

        load_engine -- is called if a search is needed
        stop        -- is asked while it works; once it says True, what is returned is no use
        """
        problem, moves = self.problems[question.index], question.moves
        if problem.komi is not None:
            return refutation_in_game(problem, moves[-1], load_engine, PLAYOUTS, stop)
        if not moves:
            return solve(problem, load_engine, ranker=self._ranker, stop=stop)
        solution = self._solutions.get(question.index)
        return judge_move(problem, moves, solution, load_engine, self._ranker, stop)

    def take(self, question: Question, found: Finding) -> bool:
        """Takes what a question came to; tells whether that is about the present problem."""
        if isinstance(found, Solution):
            self._solutions[question.index] = found
            if len(self._solutions) > _MOST_SOLUTIONS:
                self._solutions.popitem(last=False)
            if question.index != self.index:
                return False
            self._judge()
            return True
        if question != self.question():
            return False
        last = self.attempt.last
        if last is not None and last.verdict is Phase.JUDGING:
            self._decide(last, found)
        else:
            self._follow(replace(found, result=Result.WORKS))
        return True

    # What there is to see

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
    def phase(self) -> Phase:
        """How far the user is with the present problem."""
        return self.attempt.phase

    @property
    def best(self) -> int | None:
        """The solution's move: the collection's, or the engine's; None if there is none yet."""
        if self.solution is None:
            return None
        marked, right = self.problem.solutions, [move.point for move in self.solution.right]
        known = [point for point in right if point in marked]
        return next(iter(known or marked or right), None)

    @property
    def marked(self) -> int | None:
        """The point that a third hint tells, or None."""
        return self.best if self.hints > 2 else None

    @property
    def about(self) -> tuple[int, ...]:
        """The stones that a second hint, or the solution, is about."""
        is_told = self.hints > 1 or self.phase in (Phase.RIGHT, Phase.SHOWN)
        return self.problem.about if is_told else ()

    @property
    def region(self) -> list[int]:
        """The points that a first hint tells, among which the solution is; none without it."""
        if not self.hints or self.marked is not None or self.best is None:
            return []
        return region_around(self.problem, self.best)

    @property
    def line(self) -> tuple[int, ...]:
        """The moves that can be stepped through: those of the solution, or the user's and what
        follows.
        """
        if self.attempt.shows and self.best is not None and self.solution is not None:
            lines = {move.point: move.line for move in self.solution.right}
            return (self.best, *lines.get(self.best, ()))
        return self.attempt.line

    def boards_to_try_on(self) -> np.ndarray:
        """Returns the board, shape (1,), on which the next move is tried."""
        return boards_after(self.problem, self.attempt.place or ())

    def positions(self) -> list[dict[str, str]]:
        """Returns the stones before the line and after each of its moves, colours by vertex."""
        boards = self.problem.boards()
        positions = [_stones(boards)]
        for point in self.line:
            play(boards[0], point)
            positions.append(_stones(boards))
        return positions

    def to_sgf(self) -> bytes:
        """Returns the problem as an SGF record, with its solution.

        Raises CfggoError before the solution is there.
        """
        if self.solution is None:
            raise CfggoError(said("cfggo is still solving it"))
        return solution_to_sgf(self.solution, _WRONG_SAVED)

    # Helpers

    def _help(self) -> None:
        self.helped += self._counts
        if self._counts and self.tries.right:
            self._keep(right=False)
        self._counts = False

    def _begin_anew(self) -> None:
        """Takes back all moves; the next one is not the first of this turn any more."""
        counts = self._counts
        self.open(self.index)
        self._counts = counts

    def _judge(self) -> None:
        """Looks up what the solution, or the line so far, says of the user's move."""
        tried = self.attempt.last
        if tried is None or self.solution is None:
            return
        if tried.before:
            known = self.attempt.known
        else:
            known = {m.point: m for m in self.solution.moves if m.result is not Result.OPEN}
        if (found := known.get(tried.point)) is not None:
            self._decide(tried, found)

    def _decide(self, tried: Try, found: SolvedMove) -> None:
        """Takes what was found out about the user's move, and says whether it is right."""
        tried.answered = found
        if not tried.before:
            self._decide_first(tried, found)
        elif found.result is Result.OPEN:
            tried.verdict = Phase.OTHER
        else:
            tried.verdict = Phase.RIGHT if found.result is Result.WORKS else Phase.WRONG

    def _decide_first(self, tried: Try, move: SolvedMove) -> None:
        """Says whether the user's first move is right, and keeps that."""
        solution = self.solution
        assert solution is not None
        if self.best is None:
            if move.result is not Result.WORKS or not move.proved:
                self.unjudged.add(self.index)
                tried.verdict = Phase.UNJUDGED
                return
            solution = self._learn(solution, move)
        marked = self.problem.solutions
        is_best = move.result is Result.WORKS or move.result is solution.result is Result.KO
        is_right = move.point in marked or (is_best and (move.proved or not marked))
        tried.verdict = Phase.RIGHT if is_right else Phase.WRONG
        if not self._counts:
            return
        self._counts = False
        self.right += is_right
        self.wrong += not is_right
        self._keep(right=is_right)

    def _keep(self, *, right: bool) -> None:
        try:
            self._log.add(self.problem, right=right)
        except CfggoError as error:
            self.trouble = str(error)

    def _follow(self, move: SolvedMove) -> None:
        """Takes what follows the right move of a problem of a game."""
        self._followed.add((self.index, move.point))
        if self.solution is not None:
            others = [other for other in self.solution.moves if other.point != move.point]
            self._solutions[self.index] = replace(self.solution, moves=(move, *others))
        if (last := self.attempt.last) is not None and last.point == move.point:
            last.answered = move

    def _learn(self, solution: Solution, move: SolvedMove) -> Solution:
        """Adds a move that works, which was overlooked, to the solution, and returns that."""
        others = (other for other in solution.moves if other.point != move.point)
        solution = replace(solution, moves=(move, *others))
        self._solutions[self.index] = solution
        self.unjudged.discard(self.index)
        return solution


def _stones(boards: np.ndarray) -> dict[str, str]:
    colour = boards[0]["colour"]
    stones = np.flatnonzero((colour == BLACK) | (colour == WHITE)).tolist()
    return {format_vertex(point): COLOUR_NAMES[colour[point]] for point in stones}
