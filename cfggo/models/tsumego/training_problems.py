"""The common part of training runs that learn from problems."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cfggo.models.tsumego.problem import Problem

SEED = 1
"""Of the order of the problems, and of the wrong moves that graph kernels learn from."""


class TrainingProblems:
    """The problems of a run, in an order that only their content decides.

    Public attributes:
        problems      -- list of Problem
        short_digests -- uint32[], ascending: the first four bytes of the problems' digests
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = sorted(problems, key=lambda problem: problem.digest)
        self.short_digests = np.array(
            sorted(problem.short_digest for problem in problems), dtype=np.uint32
        )

    def __len__(self) -> int:
        return len(self.problems)
