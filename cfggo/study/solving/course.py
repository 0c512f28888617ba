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

from cfggo.base.errors import CfggoError
from cfggo.base.said import in_a_row, known, said
from cfggo.go.board import is_legal, play
from cfggo.go.points import BLACK, COLOUR_NAMES, PASS, WHITE, format_vertex, parse_vertex
from cfggo.models.tsumego.problem import Problem
from cfggo.models.tsumego.rankers import Ranker
from cfggo.study.explaining.phrases import no_such_point
from cfggo.study.solving.game_problems import (
    goal_words,
    refutation_in_game,
    solution_of_game,
    wrong_words,
)
from cfggo.study.solving.picture import region_around
from cfggo.study.solving.practice_log import PracticeLog, Tries
from cfggo.study.solving.prover import Result
from cfggo.study.solving.solution_sgf import solution_to_sgf
from cfggo.study.solving.solution_words import NAMES, refutation_words, surety_words, verdict_words
from cfggo.study.solving.solving import (
    Solution,
    SolvedMove,
    is_about_the_same,
    prove_later_move,
    solve,
    without_last_passes,
)

if TYPE_CHECKING:
    from cfggo.search.searcher import Searcher

_MOST_SOLUTIONS = 200
"""Problems of which solutions are kept."""

_NODES_FOR_AN_ANSWER = 100_000
_PLAYOUTS = 1000
_WRONG_SAVED = 20  # wrong moves in the record of a problem

_NO_SOLUTION = said("The collection has no solution, and cfggo found none.")

_OF_COLLECTIONS = (
    said("Black to live"), said("White to live"), said("Black to kill"), said("White to kill"),
    said("life and death"),
)  # fmt: skip
"""What problems that come with the program have as task and kind: `known` finds them."""


class Phase(Enum):
    """How far somebody is with a problem."""

    OPEN = "open"
    JUDGING = "judging"
    RIGHT = "right"
    WRONG = "wrong"
    UNJUDGED = "unjudged"  # nobody knows a solution
    OTHER = "other"  # a later move that is not the line's, and of which nothing is proved
    SHOWN = "shown"


@dataclass(frozen=True)
class Question:
    """What the engine is to find out.

    Public attributes:
      index -- of the problem
      moves -- from the problem on, the last of which is in question; () for the problem's solution
    """

    index: int
    moves: tuple[int, ...] = ()


_WORTH = {
    Result.WORKS: Result.FAILS,
    Result.FAILS: Result.WORKS,
    Result.KO: Result.KO,
    Result.OPEN: Result.OPEN,
}
"""What a move is worth, by what the opponent gets after it."""

Finding = Solution | SolvedMove
"""What a Question comes to: a solution, or a move with its answer."""


@dataclass
class _Try:
    """A move of the user's, and what is found out about it.

    Public attributes:
      before   -- the moves from the problem on to this one
      point    -- of the move
      answered -- SolvedMove, None before it is known
      verdict  -- Phase that the user is in by it
    """

    before: tuple[int, ...]
    point: int
    answered: SolvedMove | None = None
    verdict: Phase = Phase.JUDGING

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves from the problem on, with this one."""
        return (*self.before, self.point)

    @property
    def line(self) -> tuple[int, ...]:
        """The moves that follow this one, the opponent's first."""
        return self.answered.line if self.answered else ()

    @property
    def goes_on(self) -> bool:
        """Whether an answer and another move of the user's follow by a proof."""
        move = self.answered
        if move is None or self.verdict is not Phase.RIGHT:
            return False
        return move.proved and move.result is Result.WORKS and len(move.line) > 1


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
        self._tried: list[_Try] = []  # the user's moves; all but the last are right, and go on
        self._hints = 0
        self._counts = True  # whether the next move is the first of this turn
        self._shows = False
        self._trouble = ""  # why the log could not be written
        if self.problem.komi is not None:
            self._solutions[index] = solution_of_game(self.problem)

    def turn(self, by: int) -> None:
        """Turns to the next problem, the one before, or for 0 to one that is to be repeated, or
        else to the next that is not solved yet.
        """
        after = (self.index + by) % len(self.problems)
        self.open(after if by else self._next())

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
        before = self.place or ()
        if point == PASS or not is_legal(self.boards_to_try_on()[0], point):
            raise CfggoError(said("{vertex} is not legal here", vertex=vertex))
        if not before and self.phase is not Phase.OPEN:
            self._begin_anew()
        self._tried = [tried for tried in self._tried if len(tried.before) < len(before)]
        self._tried.append(_Try(before, point))
        self._judge()

    def again(self) -> None:
        """Takes back the user's last move; what is tried after that does not count any more."""
        if len(self._tried) > 1:
            self._tried.pop()
        else:
            self._begin_anew()

    def hint(self) -> None:
        """Tells more about the solution: first where it is, then what can be had, then the point.

        Raises CfggoError before the solution is there.
        """
        if self.solution is None:
            raise CfggoError(said("cfggo is still solving it"))
        self._hints += 1
        self._help()

    def show(self) -> None:
        """Shows the solution. Raises CfggoError if there is none."""
        if self.best is None:
            raise CfggoError(said("cfggo has not solved it"))
        self._tried = []
        self._shows = True
        self._help()

    # What the engine has to do

    def question(self) -> Question | None:
        """Returns what has to be found out before the user can be told more, or None."""
        if self.solution is None:
            return Question(self.index)
        if self.phase is Phase.JUDGING:
            return Question(self.index, self._tried[-1].moves)
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
        problem = self.problems[question.index]
        if problem.komi is not None:
            return refutation_in_game(problem, question.moves[-1], load_engine, _PLAYOUTS, stop)
        if not question.moves:
            return solve(problem, load_engine, playouts=_PLAYOUTS, ranker=self._ranker, stop=stop)
        solution = self._solutions.get(question.index)
        point = question.moves[-1]
        nothing = SolvedMove(point, Result.OPEN, False, None, ())
        is_later = len(question.moves) > 1
        boards = _boards_after(problem, question.moves)
        after = _with_position(problem, boards)
        if is_later:
            if solution is None:
                return nothing
            found = prove_later_move(solution, question.moves, _NODES_FOR_AN_ANSWER, stop)
            if found.result is not Result.OPEN or not is_about_the_same(solution, after):
                return found
        try:
            answers = solve(
                after,
                load_engine,
                nodes=_NODES_FOR_AN_ANSWER,
                playouts=0 if is_later else _PLAYOUTS,
                attacker=None
                if solution is None or not solution.framed
                else solution.framed.attacker,
                ranker=self._ranker,
                stop=stop,
            )
        except ValueError:  # nothing is left to be solved
            return nothing
        if not answers.moves or not _can_follow(boards, answers.moves[0]):
            return nothing
        if is_later and not answers.is_proved:
            return nothing
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
        self._decide(self._tried[-1], found)
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
        side = NAMES[self.problem.to_play]
        if self.problem.komi is not None:
            return said("{side} to play: find the move that gains most.", side=side)
        if self.problem.task:
            return known(self.problem.task)
        return said("{colour} to play", colour=side)

    @property
    def phase(self) -> Phase:
        """How far the user is with the present problem."""
        if self._shows:
            return Phase.SHOWN
        return self._tried[-1].verdict if self._tried else Phase.OPEN

    @property
    def begun(self) -> int:
        """The number of moves of the line before the user's last one."""
        return len(self._tried[-1].before) if self._tried else 0

    @property
    def place(self) -> tuple[int, ...] | None:
        """The moves of the line after which the user may try one; None where nothing is to be
        tried.
        """
        if self.phase is Phase.OPEN:
            return ()
        if self.phase in (Phase.SHOWN, Phase.JUDGING):
            return None
        tried = self._tried[-1]
        if self.phase is Phase.RIGHT:
            return (*tried.moves, tried.line[0]) if tried.goes_on else None
        return tried.before

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
        """The point that a third hint tells, or None."""
        return self.best if self._hints > 2 else None

    @property
    def about(self) -> tuple[int, ...]:
        """The stones that a second hint, or the solution, is about."""
        is_told = self._hints > 1 or self.phase in (Phase.RIGHT, Phase.SHOWN)
        return self.problem.about if is_told else ()

    @property
    def region(self) -> list[int]:
        """The points that a first hint tells, among which the solution is; none without it."""
        if not self._hints or self.marked is not None or self.best is None:
            return []
        return region_around(self.problem, self.best)

    def levels(self) -> list[dict[str, str | int]]:
        """Returns the levels of the collection in its order, each with the number of its first
        problem that is not solved, or of its first one.
        """
        first: dict[str, int] = {}
        unsolved: dict[str, int] = {}
        for number, problem in enumerate(self.problems, 1):
            if problem.level:
                first.setdefault(problem.level, number)
                if not self._log.tries(problem).right:
                    unsolved.setdefault(problem.level, number)
        return [{"level": level, "number": unsolved.get(level, n)} for level, n in first.items()]

    @property
    def due(self) -> int:
        """The number of problems that are to be repeated now."""
        return sum(self._log.is_due(problem) for problem in self.problems)

    @property
    def line(self) -> tuple[int, ...]:
        """The moves that can be stepped through: those of the solution, or the user's and what
        follows.
        """
        if self._shows and self.best is not None and self.solution is not None:
            lines = {move.point: move.line for move in self.solution.right}
            return (self.best, *lines.get(self.best, ()))
        if not self._tried:
            return ()
        return (*self._tried[-1].moves, *self._tried[-1].line)

    @property
    def goes_on(self) -> bool:
        """Whether the user's move was right, is answered, and the next one can be tried."""
        return not self._shows and bool(self._tried) and self._tried[-1].goes_on

    def boards_to_try_on(self) -> np.ndarray:
        """Returns the board, shape (1,), on which the next move is tried."""
        return _boards_after(self.problem, self.place or ())

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
        trouble = said("This is not kept: {error}.", error=self._trouble) if self._trouble else ""
        return in_a_row((words, trouble))

    def hints(self) -> list[str]:
        """Returns the hints that were given."""
        solution = self.solution
        if not self._hints or solution is None:
            return []
        if self.best is None:
            return [_NO_SOLUTION]
        hints = [said("The right move is in the marked part of the board."), self._goal(solution)]
        hints.append(said("The point is {vertex}.", vertex=format_vertex(self.best)))
        return hints[: self._hints]

    def to_sgf(self) -> bytes:
        """Returns the problem as an SGF record, with its solution.

        Raises CfggoError before the solution is there.
        """
        if self.solution is None:
            raise CfggoError(said("cfggo is still solving it"))
        return solution_to_sgf(self.solution, _WRONG_SAVED)

    # Helpers

    def _goal(self, solution: Solution) -> str:
        """Returns what can be had."""
        if solution.framed is None:
            return goal_words(self.problem)
        side = NAMES[self.problem.to_play]
        other = NAMES[3 - self.problem.to_play]
        lives = said("{side} is to live", side=side)
        goal = said("{side} is to kill", side=side) if solution.is_attack else lives
        if solution.result is Result.KO and solution.is_proved:
            return said("{goal}; the best is a ko.", goal=goal)
        if solution.result is Result.WORKS and solution.is_proved:
            return said("{goal}, whatever {other} does.", goal=goal, other=other)
        return said("{sentence}.", sentence=goal)

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
        if not self._tried or self.solution is None:
            return
        tried = self._tried[-1]
        if tried.before:
            _, wanted, *rest = self._tried[-2].line
            known = {wanted: SolvedMove(wanted, Result.WORKS, True, None, tuple(rest))}
        else:
            known = {m.point: m for m in self.solution.moves if m.result is not Result.OPEN}
        if (found := known.get(tried.point)) is not None:
            self._decide(tried, found)

    def _decide(self, tried: _Try, found: SolvedMove) -> None:
        """Takes what was found out about the user's move, and says whether it is right."""
        tried.answered = found
        if not tried.before:
            self._decide_first(tried, found)
        elif found.result is Result.OPEN:
            tried.verdict = Phase.OTHER
        else:
            tried.verdict = Phase.RIGHT if found.result is Result.WORKS else Phase.WRONG

    def _decide_first(self, tried: _Try, move: SolvedMove) -> None:
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
        is_best = move.result in (Result.WORKS, Result.KO) and (
            move.result is Result.WORKS or solution.result is Result.KO
        )
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
            self._trouble = str(error)

    def _learn(self, solution: Solution, move: SolvedMove) -> Solution:
        """Adds a move that works, which was overlooked, to the solution, and returns that."""
        others = (other for other in solution.moves if other.point != move.point)
        solution = replace(solution, moves=(move, *others))
        self._solutions[self.index] = solution
        self.unjudged.discard(self.index)
        return solution

    def _next(self) -> int:
        """Returns the problem that is to be repeated for the longest time, else the next one that
        is not solved.
        """
        others = [i for i in range(len(self.problems)) if i != self.index]
        due = [i for i in others if self._log.is_due(self.problems[i])]
        if due:
            return min(due, key=lambda i: self._log.tries(self.problems[i]).due)
        return self._unsolved_from((self.index + 1) % len(self.problems))

    def _unsolved_from(self, index: int) -> int:
        """Returns the first problem from one on that was not solved yet, or that one."""
        n = len(self.problems)
        for i in range(n):
            if not self._log.tries(self.problems[(index + i) % n]).right:
                return (index + i) % n
        return index

    def _words(self) -> str:
        solution = self.solution
        if solution is None:
            return ""
        if self._shows and self.best is not None:
            best = said("The solution is {vertex}.", vertex=format_vertex(self.best))
            return in_a_row((best, self._verdict(solution)))
        tried = self._tried[-1] if self._tried else None
        if tried is None or tried.answered is None:
            return ""
        move, other = tried.answered, NAMES[3 - self.problem.to_play]
        vertex = format_vertex(move.point)
        line = format_vertex(move.line[0]) if move.line else ""
        answer: str = said("{other} answers {line}.", other=other, line=line)
        if not tried.goes_on:
            answer = ""
        if tried.before and tried.verdict is Phase.RIGHT:
            _, wanted, *_ = self._tried[-2].line
            right = said("{move} is right.", move=vertex)
            if move.point != wanted:
                right = said(
                    "{move} is right, too: it is proved to work as the line's move does.",
                    move=vertex,
                )
            side = NAMES[self.problem.to_play]
            end = said("{side} lives", side=side)
            if solution.is_attack:
                end = said("{side} kills {other}", side=side, other=other)
            return in_a_row((right, answer or said("The line ends here: {end}.", end=end)))
        if tried.verdict is Phase.OTHER:
            return said(
                "{move} is another move than the line's. "
                "cfggo has proved neither that it works nor that it fails.",
                move=vertex,
            )
        if tried.verdict is Phase.UNJUDGED:
            unjudged = said("{move} can't be judged.", move=vertex)
            return in_a_row((unjudged, _NO_SOLUTION, self._verdict(solution)))
        if solution.framed is None:
            if tried.verdict is Phase.WRONG:
                return wrong_words(self.problem, move, other)
            right = said("{move} is right.", move=vertex)
            return in_a_row((right, self._goal(solution)))
        if tried.verdict is Phase.WRONG:
            fails = move.result in (Result.KO, Result.FAILS)
            why = refutation_words(solution, move) if fails else ""
            if not why and move.line:
                why = said("{other} answers {line}", other=other, line=line)
            if why:
                return said("{move} is wrong: {why}.", move=vertex, why=why)
            return said("{move} is wrong.", move=vertex)
        is_extra = bool(self.problem.solutions) and move.point not in self.problem.solutions
        extra = said("The collection has another solution, but this is proved to be as good.")
        right = said("{move} is right.", move=vertex)
        return in_a_row((right, self._verdict(solution), extra if is_extra else "", answer))

    def _verdict(self, solution: Solution) -> str:
        """Returns what the engine thinks can be had, if that agrees with the collection."""
        if solution.framed is None:
            return self._goal(solution)
        marked = self.problem.solutions
        if marked and not any(move.point in marked for move in solution.right):
            return said("cfggo itself did not find out why.")
        return said(
            "{verdict} ({surety}).",
            verdict=verdict_words(solution),
            surety=surety_words(solution),
        )


def _boards_after(problem: Problem, moves: Sequence[int]) -> np.ndarray:
    """Returns the board, shape (1,), some moves after a problem."""
    boards = problem.boards()
    for point in moves:
        play(boards[0], point)
    return boards


def _can_follow(boards: np.ndarray, answer: SolvedMove) -> bool:
    """Tells whether an answer to a move is legal: it may not take a ko back at once."""
    return answer.point == PASS or bool(is_legal(boards[0], answer.point))


def _with_position(problem: Problem, boards: np.ndarray) -> Problem:
    """Returns a later position of a problem as one of its own, of the side to play there."""
    colour = boards[0]["colour"]
    black, white = (tuple(np.flatnonzero(colour == side).tolist()) for side in (BLACK, WHITE))
    return replace(
        problem, black=black, white=white, to_play=int(boards[0]["to_play"]), solutions=()
    )


def _stones(boards: np.ndarray) -> dict[str, str]:
    colour = boards[0]["colour"]
    stones = np.flatnonzero((colour == BLACK) | (colour == WHITE)).tolist()
    return {format_vertex(point): COLOUR_NAMES[colour[point]] for point in stones}
