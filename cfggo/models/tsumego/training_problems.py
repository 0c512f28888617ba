"""The common part of training runs that learn from problems."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

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

    def identity(self) -> dict[str, Any]:
        """Returns a checkpoint's identity of the problems, so that it goes on with no others."""
        everything = repr([(p.digest.hex(), p.to_play, p.solutions) for p in self.problems])
        return {
            "problems": len(self),
            "hash of problems": hashlib.sha256(everything.encode()).hexdigest()[:16],
        }
