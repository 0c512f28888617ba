"""Which problems a command uses, and what it says of those that it leaves out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from cfggo.errors import CfggoError
from cfggo.words import counted

if TYPE_CHECKING:
    from cfggo.records.collection import DropReport
    from cfggo.tsumego.problem import Problem


def read_chosen_problems(
    paths: Iterable[str], reason_to_drop: Callable[[Problem], str | None], hint: str = ""
) -> tuple[list[Problem], dict[str, int]]:
    """Returns problems, sorted by position, and how many were left out, by reason.

    Shows progress, and in the end what was left out and why.

    reason_to_drop -- gives a reason against a problem, or None
    hint           -- what the error says further if none is left

    Raises CfggoError if none is left.
    """
    from cfggo.records.collection import DropReport
    from cfggo.terminal import console, progress
    from cfggo.tsumego.collections import read_problems

    dropped = DropReport("problem")
    problems = []
    with progress("reading", None, "problems") as advance:
        for problem in read_problems(paths, dropped):
            advance(1)
            if reason := reason_to_drop(problem):
                dropped.reasons[reason] += 1
            else:
                problems.append(problem)
    problems.sort(key=lambda problem: problem.digest)
    if not problems:
        raise CfggoError(f"{', '.join(paths)}: no problems left: {dropped}{hint}")
    console().print(f"{counted(len(problems), 'problem')}; {dropped}", soft_wrap=True)
    name_dropped(dropped)
    return problems, dict(dropped.reasons)


def name_dropped(dropped: DropReport) -> None:
    """Shows an example of each reason for which problems were left out."""
    from cfggo.terminal import console

    for example in dropped.examples.values():
        console().print(f"  {example}", soft_wrap=True)
