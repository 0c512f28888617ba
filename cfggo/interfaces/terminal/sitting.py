"""Problems practised in the terminal: shows one at a time, takes moves, and says what they do.

`cfggo.study.solving.course` judges and remembers answers, as on the page.
"""

from __future__ import annotations

import signal
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

from cfggo.base.errors import CfggoError
from cfggo.base.files import save_file
from cfggo.base.resources import find_weights
from cfggo.base.words import counted
from cfggo.go.board import is_legal
from cfggo.go.points import PASS, board_points, format_vertex
from cfggo.interfaces.terminal import vocabulary
from cfggo.interfaces.terminal.drawing import Overlay, Part, stones_to_text
from cfggo.interfaces.terminal.lines import Lines
from cfggo.interfaces.terminal.screen import Screen
from cfggo.interfaces.terminal.thinking import Thinker, Watch
from cfggo.interfaces.terminal.vocabulary import (
    Command,
    Leave,
    file_of,
    help_lines,
    matching_files,
    matching_moves,
    nothing_after,
)
from cfggo.models.tsumego.problem import Problem
from cfggo.models.tsumego.rankers import load_ranker_model
from cfggo.records.archives import printable
from cfggo.study.api.engine import Engine
from cfggo.study.solving.attempt import Phase
from cfggo.study.solving.course import Course, Finding, Question
from cfggo.study.solving.course_words import course_words, hint_words, task_words
from cfggo.study.solving.picture import shown_part
from cfggo.study.solving.practice_log import PracticeLog
from cfggo.study.solving.solution import compile_proofs
from cfggo.study.solving.solution_words import NAMES

_INTERRUPTED = 128 + signal.SIGINT

_HINT_MARK = "*"
"""On the board, the points that a first or a third hint tells."""

_PLAY_ON = "Type your next move, forward to see how it goes on, or next."

_GOES_ON = {
    Phase.RIGHT: "Type next, or forward to see how it goes on.",
    Phase.WRONG: "Type retry, forward to see how it goes on, solution, or next.",
    Phase.UNJUDGED: "Type next, or forward to see how it goes on.",
    Phase.SHOWN: "Type forward to see how it goes on, or next.",
}
"""The words while the line has moves that are not shown."""

_ENDS = {
    Phase.RIGHT: "Type next.",
    Phase.WRONG: "Type retry, solution, or next.",
    Phase.UNJUDGED: "Type next.",
    Phase.OTHER: "Type retry, solution, or next.",
    Phase.SHOWN: "Type next.",
}
"""The words at the end of the line."""


def practise_in_terminal(
    *, preset: str, settings: Mapping[str, Any], problems: Sequence[Problem]
) -> int:
    """Practises with whoever types, until they leave; returns the exit code.

    The engine is loaded while they look, so it is late to find that it can't be: look before.

    preset, settings -- of the engine, as `cfggo.study.api.engine.Engine` takes them
    problems         -- at least one

    Raises CfggoError if the engine can't be loaded, or what was solved before can't be read.
    """
    ranker = load_ranker_model(find_weights("tsumego")).ranker()
    course = Course(problems, PracticeLog(), ranker)
    lines = Lines()

    def load() -> Engine:
        compile_proofs()
        return Engine(preset, **settings)

    with Thinker(load, is_interactive=lines.is_interactive) as thinker:
        sitting = Sitting(course, thinker, lines, Screen(Console(highlight=False)))
        lines.complete_with(partial(complete, sitting))
        sitting.say(f"{counted(len(problems), 'problem')}. Type a point such as B1, or help.")
        sitting.begin()
        return _sit(sitting)


def _sit(sitting: Sitting) -> int:
    """Does what is typed until the user leaves, and says how they fared; returns the exit code."""
    while True:
        try:
            obey(sitting, sitting.lines.read(sitting.prompt))
        except CfggoError as error:
            if sitting.thinker.has_failed:
                raise
            sitting.say(str(error))
        except (Leave, EOFError, KeyboardInterrupt) as end:
            if not isinstance(end, Leave):
                sitting.say("")
            sitting.say(*score(sitting.course))
            return _INTERRUPTED if isinstance(end, KeyboardInterrupt) else 0


class Sitting:
    """One sitting with a collection.

    Public attributes:
        course  -- Course
        thinker -- Thinker
        lines   -- Lines
        shown   -- int, moves of the line that are on the board
    """

    def __init__(self, course: Course, thinker: Thinker, lines: Lines, screen: Screen) -> None:
        self.course = course
        self.thinker = thinker
        self.lines = lines
        self.shown = 0
        self._screen = screen

    @property
    def prompt(self) -> str:
        """The prompt: who is to play, if a move is asked for."""
        course = self.course
        is_asked = course.phase is Phase.OPEN or course.attempt.goes_on
        return f"{NAMES[course.problem.to_play]}> " if is_asked else "> "

    def say(self, *lines: str) -> None:
        """Prints lines."""
        self._screen.say(*lines)

    def begin(self) -> None:
        """Shows a problem that was just turned to."""
        course = self.course
        problem = course.problem
        kind = "" if problem.komi is not None else problem.kind  # that would be a hint
        about = ", ".join(filter(None, (kind, problem.level)))
        name = f"{Path(problem.name).name}{f' ({about})' if about else ''}"
        self.say("", printable(f"Problem {course.index + 1} of {len(course.problems)}: {name}"))
        self.show_moves(0)
        solved = ". You have solved it before" if course.tries.right else ""
        self.say(printable(f"{task_words(problem).rstrip('.')}{solved}."))

    def show_moves(self, n: int) -> None:
        """Shows the problem after the first n moves of the line."""
        course = self.course
        problem, line = course.problem, course.line
        self.shown = n
        on_board = [point for point in line if point != PASS]
        part = Part(*shown_part(problem.size, (*problem.black, *problem.white, *on_board)))
        hinted = course.region if course.marked is None else [course.marked]
        stones = course.positions()[n]
        names = [] if n else [format_vertex(point) for point in hinted]
        marks = {name: _HINT_MARK for name in names if name not in stones}
        self._screen.show(
            lambda means: stones_to_text(
                problem.size,
                stones,
                means,
                last=format_vertex(line[n - 1]) if n else "",
                overlay=Overlay(marks=marks),
                part=part,
            )
        )

    def tell(self) -> None:
        """Says what there is to say of the user's move or of the solution."""
        course = self.course
        words = _ENDS if self.shown == len(course.line) else _GOES_ON
        self.say(course_words(course), _PLAY_ON if course.attempt.goes_on else words[course.phase])

    def show_answer(self) -> None:
        """Shows the user's move and its answer, and says what there is to say of them."""
        self.show_moves(min(self.course.attempt.begun + 2, len(self.course.line)))
        self.tell()

    def again(self) -> None:
        """Takes back the user's last move, and what was shown after it."""
        self.course.again()
        self.shown = len(self.course.attempt.place or ())

    def find_out(self) -> None:
        """Lets the engine find out what has to be known now.

        Raises CfggoError if Ctrl-C ends that, or if the engine can't be loaded.
        """
        while (question := self.course.question()) is not None:
            found = self.thinker.run("cfggo looks at it", partial(self._found, question))
            if found is None:
                if self.course.phase is Phase.JUDGING:
                    self.again()
                raise CfggoError("stopped before cfggo had solved it; type that again")
            self.course.take(question, found)

    def _found(self, question: Question, engine: Engine, watch: Watch) -> Finding | None:
        """Returns the answer to a question, or None if that was stopped."""
        found = self.course.find_out(question, lambda: engine.searcher, watch.stop)
        return None if watch.stop() else found


def score(course: Course) -> list[str]:
    """Returns how somebody fared, in lines."""
    lines = []
    if course.right or course.wrong or course.helped:
        lines.append(
            f"This time: {course.right} right and {course.wrong} wrong at the first try, "
            f"{course.helped} with help."
        )
    lines.append(
        f"{course.schedule.solved:,} of {counted(len(course.problems), 'problem')} solved."
    )
    if course.schedule.due:
        lines.append(f"{counted(course.schedule.due, 'problem')} to repeat.")
    if course.unjudged:
        example = Path(course.problems[min(course.unjudged)].name).name
        lines.append(
            printable(
                f"{counted(len(course.unjudged), 'problem')} could not be judged, such as "
                f"{example}: the collection has no solution, and cfggo found none."
            )
        )
    return lines


def obey(sitting: Sitting, line: str) -> None:
    """Does what a line says. Raises CfggoError, in one line for the user, if that can't be done,
    and Leave.
    """
    vocabulary.obey(COMMANDS, _try, sitting, line)


def complete(sitting: Sitting, before: str) -> list[str]:
    """Returns the completions of a text's last word, as whole words."""
    problem = sitting.course.problem
    board = sitting.course.boards_to_try_on()[0]
    legal = [format_vertex(p) for p in board_points(problem.size) if is_legal(board, p)]
    values = {"vertex": lambda word: matching_moves(legal, word), "file": matching_files}
    return vocabulary.complete(COMMANDS, before, values)


def _try(sitting: Sitting, arguments: list[str]) -> None:
    course = sitting.course
    course.try_move(arguments[0])
    sitting.find_out()
    sitting.show_answer()


def _retry(sitting: Sitting, arguments: list[str]) -> None:
    nothing_after(arguments)
    sitting.again()
    if sitting.course.attempt.goes_on:
        sitting.show_answer()
    else:
        sitting.begin()


def _hint(sitting: Sitting, arguments: list[str]) -> None:
    nothing_after(arguments)
    course = sitting.course
    if course.phase is not Phase.OPEN:
        raise CfggoError("this problem has its answer; type retry for another try")
    sitting.find_out()
    course.hint()
    sitting.show_moves(0)
    sitting.say(hint_words(course)[-1])


def _solution(sitting: Sitting, arguments: list[str]) -> None:
    nothing_after(arguments)
    sitting.find_out()
    sitting.course.show()
    sitting.show_moves(1)
    sitting.tell()


def _step(by: int, sitting: Sitting, arguments: list[str]) -> None:
    nothing_after(arguments)
    line = sitting.course.line
    if not line:
        raise CfggoError("there is no line yet; type a move, or solution")
    n = sitting.shown + by
    if not 0 <= n <= len(line):
        raise CfggoError("that is the end of the line" if by > 0 else "that is the problem")
    sitting.show_moves(n)
    sitting.say(f"Move {n} of {len(line)}." if n else "The problem.")


def _turn(by: int, sitting: Sitting, arguments: list[str]) -> None:
    nothing_after(arguments)
    course = sitting.course
    if not by and course.schedule.solved == len(course.problems) and not course.schedule.due:
        sitting.say("All problems are solved. This one comes next:")
    course.turn(by)
    sitting.begin()


def _problem(sitting: Sitting, arguments: list[str]) -> None:
    n = len(sitting.course.problems)
    text = arguments[0] if len(arguments) == 1 else ""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:10]) <= n):
        raise CfggoError(f"type the number of a problem, from 1 to {n}")
    sitting.course.open(int(text[:10]) - 1)
    sitting.begin()


def _score(sitting: Sitting, arguments: list[str]) -> None:
    nothing_after(arguments)
    sitting.say(*score(sitting.course))


def _save(sitting: Sitting, arguments: list[str]) -> None:
    path = file_of(arguments, "save")
    sitting.lines.ask_to_replace(path)
    sitting.find_out()
    save_file(path, sitting.course.to_sgf())
    sitting.say(f"Saved in {path}")


def _board(sitting: Sitting, arguments: list[str]) -> None:
    nothing_after(arguments)
    sitting.show_moves(sitting.shown)


def _help(sitting: Sitting, arguments: list[str]) -> None:
    nothing_after(arguments)
    sitting.say(*help_lines(COMMANDS, "try that move"))


def _quit(sitting: Sitting, arguments: list[str]) -> None:
    raise Leave


_QUIT = Command("quit", "leave", _quit)

COMMANDS: dict[str, Command[Sitting]] = {
    "retry": Command("retry", "take your last move back and try another", _retry),
    "hint": Command("hint", "where it is; then what can be had; then the point", _hint),
    "solution": Command("solution", "the right move and how it goes on", _solution),
    "forward": Command("forward", "the next move of the line", partial(_step, 1)),
    "back": Command("back", "one move back in the line", partial(_step, -1)),
    "next": Command("next", "a problem to repeat, else the next unsolved one", partial(_turn, 0)),
    "previous": Command("previous", "the problem before this one", partial(_turn, -1)),
    "following": Command("following", "the problem after this one", partial(_turn, 1)),
    "problem": Command("problem 12", "the problem of that number", _problem),
    "score": Command("score", "how you fare", _score),
    "save": Command("save FILE", "write the problem with its solution as SGF", _save, "file"),
    "board": Command("board", "show the board again", _board),
    "help": Command("help", "this list", _help),
    "quit": _QUIT,
    "exit": _QUIT,
}
"""All commands by their words, in the order of the help."""
