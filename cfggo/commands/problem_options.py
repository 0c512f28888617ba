"""Which problems a command uses, and what it says of those that it leaves out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError
from cfggo.base.terminal import progress, say
from cfggo.base.words import counted
from cfggo.commands.record_options import say_examples

if TYPE_CHECKING:
    from cfggo.models.tsumego.problem import Problem


def read_chosen_problems(
    paths: Iterable[str | Path],
    reason_to_drop: Callable[[Problem], str | None] = lambda problem: None,
    *,
    need_solutions: bool = True,
    sort: bool = True,
) -> tuple[list[Problem], dict[str, int]]:
    """Returns problems, and how many were left out, by reason.

    Shows progress, and in the end what was left out and why, and what was mended.

    reason_to_drop -- gives a reason against a problem, or None
    need_solutions -- whether those without a solution are left out
    sort           -- whether they come by position, so that the first ones are a sample, and not
                      as in the collection

    Raises CfggoError if none is left.
    """
    from cfggo.models.tsumego.collections import read_problems
    from cfggo.records.collection import DoubtReport, DropReport

    dropped, doubtful = DropReport("problem"), DoubtReport()
    problems = []
    with progress("reading", None, "problems") as advance:
        for problem in read_problems(paths, dropped, doubtful, need_solutions=need_solutions):
            advance(1)
            if reason := reason_to_drop(problem):
                dropped.reasons[reason] += 1
            else:
                problems.append(problem)
        if not problems:
            if dropped.reasons.total() == 1 and dropped.examples:
                raise CfggoError(*dropped.examples.values())
            raise CfggoError(f"{', '.join(map(str, paths))}: no problems left: {dropped}")
    if sort:
        problems.sort(key=lambda problem: problem.digest)
    if len(problems) > 1 or dropped.reasons:
        say(f"{counted(len(problems), 'problem')}; {dropped}")
    say_examples(dropped, doubtful)
    return problems, dict(dropped.reasons)
