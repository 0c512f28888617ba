"""Which problem of a collection comes next: one that may be forgotten, else a new one."""

from __future__ import annotations

from collections.abc import Sequence

from cfggo.models.tsumego.problem import Problem
from cfggo.study.solving.practice_log import PracticeLog


class Schedule:
    """The problems of a collection, by how somebody fared with them."""

    def __init__(self, problems: Sequence[Problem], log: PracticeLog) -> None:
        self._problems = problems
        self._log = log

    @property
    def solved(self) -> int:
        """The number of problems that were solved, now or before."""
        return sum(self._log.tries(problem).right > 0 for problem in self._problems)

    @property
    def due(self) -> int:
        """The number of problems that are to be repeated now."""
        return sum(map(self._log.is_due, self._problems))

    def first(self, level: str = "") -> int:
        """Returns the problem to begin with: one that is to be repeated, else the one after that
        which was last tried for the first time, else the first of a level.
        """
        order = {digest: i for i, digest in enumerate(self._log.digests)}
        tried = [(order.get(p.digest.hex(), -1), i) for i, p in enumerate(self._problems)]
        newest, index = max(tried)
        if newest < 0:
            levels = [problem.level for problem in self._problems]
            index = levels.index(level) - 1 if level and level in levels else -1
        return self.next_after(index)

    def next_after(self, index: int) -> int:
        """Returns the problem that is to be repeated for the longest time, after one of them the
        next of them, else the next one that is not solved, else the next.
        """
        due = [
            (self._log.tries(problem).due, i)
            for i, problem in enumerate(self._problems)
            if i != index and self._log.is_due(problem)
        ]
        here = (self._log.tries(self._problems[index]).due, index)
        later = [each for each in due if each > here > (0.0, index)]
        return (
            min(later or due)[1] if due else self.unsolved_from((index + 1) % len(self._problems))
        )

    def unsolved_from(self, index: int) -> int:
        """Returns the first problem from one on that is not solved, or that one."""
        order = (*range(index, len(self._problems)), *range(index))
        return next((i for i in order if not self._log.tries(self._problems[i]).right), index)

    def levels(self) -> list[dict[str, str | int]]:
        """Returns the levels of the collection in its order, each with the number of its first
        problem that is not solved, or of its first one.
        """
        first: dict[str, int] = {}
        unsolved: dict[str, int] = {}
        for number, problem in enumerate(self._problems, 1):
            if problem.level:
                first.setdefault(problem.level, number)
                if not self._log.tries(problem).right:
                    unsolved.setdefault(problem.level, number)
        return [{"level": level, "number": n} for level, n in (first | unsolved).items()]
