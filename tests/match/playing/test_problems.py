"""Problems put to GTP programs."""

from collections.abc import Sequence
from typing import cast

import pytest

from cfggo.go.points import WHITE, format_vertex, parse_vertex
from cfggo.match.playing.client import GtpClient, GtpFailure, ProgramDied
from cfggo.match.playing.problems import run_problems, set_up_commands, shares
from cfggo.models.tsumego.problem import Problem


def points(*vertices: str) -> tuple[int, ...]:
    return tuple(sorted(parse_vertex(vertex, 19) for vertex in vertices))


PROBLEM = Problem(
    "one",
    19,
    points("A2", "B2", "C2", "D2", "D1"),
    points("A3", "B3", "C3", "D3", "E3", "E2", "E1"),
    WHITE,
    points("B1"),
    "life-and-death",
    "easy",
)


class Scripted:
    """Answers questions in turn; the commands that came are kept."""

    def __init__(self, answers: Sequence[str | Exception]) -> None:
        self.answers = list(answers)
        self.commands: list[str] = []

    def send(self, command: str, patience: float) -> str:
        self.commands.append(command)
        if not command.startswith("reg_genmove"):
            return ""
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def test_the_stones_are_set_up_and_the_question_is_asked() -> None:
    commands = set_up_commands(PROBLEM)
    assert commands[:2] == ["boardsize 19", "clear_board"]
    assert commands[-1] == "reg_genmove w"
    for colour, points in (("b", PROBLEM.black), ("w", PROBLEM.white)):
        assert {f"play {colour} {format_vertex(point)}" for point in points} < {*commands}
    assert len(commands) > 250  # the frame


def test_answers_are_compared_with_the_solutions() -> None:
    client = Scripted(["b1", "A1", GtpFailure("no"), "C1"])
    problems = [PROBLEM] * 4
    outcomes = list(run_problems(problems, cast(GtpClient, client), 1.0))
    assert [outcome.solved for outcome in outcomes] == [True, False, False, False]
    assert [outcome.answer for outcome in outcomes] == ["b1", "A1", "refused: no", "C1"]
    by_group = dict(shares(outcomes))
    assert [*by_group] == ["kind life-and-death", "level easy", "all"]
    assert (by_group["all"].problems, by_group["all"].solved) == (4, 1)
    assert by_group["all"].low < 0.25 < by_group["all"].high


def test_problems_that_a_program_did_not_live_to_see_have_no_outcome() -> None:
    client = Scripted(["b1", ProgramDied("it died")])
    found = run_problems([PROBLEM] * 4, cast(GtpClient, client), 1.0)
    assert next(found).solved
    last = next(found)
    assert (last.solved, last.answer) == (False, "it died")
    with pytest.raises(ProgramDied, match="it died"):
        next(found)
