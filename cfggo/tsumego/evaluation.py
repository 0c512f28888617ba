"""How well models find the solutions of problems among all local moves, and among a few.

Of a model that gives several moves the same score, one is drawn.  A problem of which no solution is
local counts as not found.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from cfggo.measuring.intervals import wilson_interval
from cfggo.tsumego.problem import Problem
from cfggo.tsumego.rankers import Ranker, local_moves

FEW = 5
"""The second figure for all local moves: within this many."""


@dataclass
class Shares:
    """How often solutions were found.

    Public attributes:
      problems   -- number of problems
      candidates -- local moves of all problems
      first      -- problems of which a solution is ranked first of all local moves
      within_few -- problems of which one is ranked within the first five
      of_sample  -- problems of which one is ranked first of a sample of moves
      by_chance  -- sums of the shares of right moves: of all local moves, of the sample
    """

    problems: int = 0
    candidates: int = 0
    first: int = 0
    within_few: int = 0
    of_sample: int = 0
    by_chance: np.ndarray = field(default_factory=lambda: np.zeros(2))

    def interval(self, found: int) -> tuple[float, float]:
        """Returns the 95% interval of the share of problems, of which so many were found."""
        return wilson_interval(found, self.problems)


@dataclass(frozen=True)
class Candidates:
    """The moves of a problem that models rank.

    Public attributes:
      points   -- int64[n]: all local moves, in a random order
      is_right -- bool[n]: whether a move is a solution
      sample   -- int64[m]: indices of a sample with one solution, if any is local
    """

    points: np.ndarray
    is_right: np.ndarray
    sample: np.ndarray


def candidates_of(problem: Problem, n_sample: int, seed: int) -> Candidates:
    """Returns a problem's candidates: they depend on problem and seed alone.

    n_sample -- moves of the sample: a random solution, and random wrong moves as far as there are
    """
    rng = np.random.default_rng((seed, problem.short_digest))
    points = rng.permutation(local_moves(problem.boards()))
    is_right = np.isin(points, problem.solutions)
    right, wrong = np.flatnonzero(is_right), np.flatnonzero(~is_right)
    sample = np.sort(np.concatenate([right[:1], wrong[: n_sample - 1]]))
    return Candidates(points, is_right, sample)


def judge(
    problem: Problem, candidates: Candidates, ranker: Ranker, shares: Iterable[Shares]
) -> None:
    """Adds to all shares how a model does on a problem."""
    points, is_right, sample = candidates.points, candidates.is_right, candidates.sample
    order = sample_order = np.zeros(0, dtype=np.int64)
    chance = np.zeros(2)
    if len(points):
        scores = ranker.scores(problem.boards(), points)
        order = np.argsort(-scores, kind="stable")
        sample_order = sample[np.argsort(-scores[sample], kind="stable")]
        chance = np.array([is_right.mean(), is_right[sample].mean()])
    for share in shares:
        share.problems += 1
        share.candidates += len(points)
        share.first += bool(is_right[order[:1]].any())
        share.within_few += bool(is_right[order[:FEW]].any())
        share.of_sample += bool(is_right[sample_order[:1]].any())
        share.by_chance += chance
