"""Problems put to GTP programs: set up on the board, framed, and answered by `reg_genmove`."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

from cfggo.base.intervals import wilson_interval
from cfggo.go.points import BLACK, COLOUR_LETTERS, WHITE, format_vertex
from cfggo.match.playing.client import GtpClient, GtpFailure, ProgramError
from cfggo.models.tsumego.problem import Problem
from cfggo.study.solving.frame import frame, likely_attacker


@dataclass(frozen=True)
class ProblemOutcome:
    """A program's result on a problem.

    Public attributes:
      problem -- Problem
      answer  -- the program's move, or why there is none
      solved  -- whether it is one of the collection's solutions
      seconds -- that the answer took
    """

    problem: Problem
    answer: str
    solved: bool
    seconds: float


def run_problems(
    problems: Iterable[Problem], client: GtpClient, patience: float
) -> Iterator[ProblemOutcome]:
    """Yields what a program makes of each problem that is put to it.

    patience -- seconds that it may take for a command

    A problem is not solved if the program refuses one of its commands, dies or hangs.

    Raises ProgramDied, ProgramHung or BadAnswer, after the outcome of that problem, if the program
    is of no use any more.
    """
    for problem in problems:
        started = monotonic()
        answer, solved = "", False
        end: ProgramError | None = None
        try:
            for command in set_up_commands(problem):
                answer = client.send(command, patience).strip()
            solved = is_solution(problem, answer)
        except GtpFailure as error:
            answer = f"refused: {error}"
        except ProgramError as error:
            answer, end = str(error), error
        yield ProblemOutcome(problem, answer, solved, monotonic() - started)
        if end is not None:
            raise end


def set_up_commands(problem: Problem) -> list[str]:
    """Returns the GTP commands that set a problem up, in a frame, and ask for its solution."""
    attacker = likely_attacker(problem.size, problem.black, problem.white)
    framed = frame(problem.size, problem.black, problem.white, attacker)
    stones = [(BLACK, point) for point in framed.black]
    stones += [(WHITE, point) for point in framed.white]
    return [
        f"boardsize {problem.size}",
        "clear_board",
        f"komi {framed.komi:g}",
        *(f"play {COLOUR_LETTERS[colour]} {format_vertex(point)}" for colour, point in stones),
        f"reg_genmove {COLOUR_LETTERS[problem.to_play]}",
    ]


def is_solution(problem: Problem, answer: str) -> bool:
    """Tells whether a vertex is one of a problem's solutions."""
    return answer.upper() in map(format_vertex, problem.solutions)


@dataclass(frozen=True)
class ProblemShare:
    """How many of some problems were solved.

    Public attributes:
      problems -- int
      solved   -- int
      low, high -- ends of Wilson's 95% interval of the share
    """

    problems: int
    solved: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The share solved."""
        return self.solved / self.problems


def share_of(outcomes: Sequence[ProblemOutcome]) -> ProblemShare:
    """Returns the share solved; there must be an outcome."""
    solved = sum(outcome.solved for outcome in outcomes)
    return ProblemShare(len(outcomes), solved, *wilson_interval(solved, len(outcomes)))


def shares(outcomes: Sequence[ProblemOutcome]) -> list[tuple[str, ProblemShare]]:
    """Returns pairs of words for a group of problems and its share: by kind, by level, all."""
    groups: dict[str, list[ProblemOutcome]] = {}
    for of in ("kind", "level"):
        for outcome in sorted(outcomes, key=lambda outcome: str(getattr(outcome.problem, of))):
            if name := getattr(outcome.problem, of):
                groups.setdefault(f"{of} {name}", []).append(outcome)
    return [
        *((name, share_of(group)) for name, group in groups.items()),
        ("all", share_of(outcomes)),
    ]
