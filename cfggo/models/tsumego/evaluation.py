"""How well models find the solutions of problems among local moves, and among a few.

The few are a solution and random wrong moves; what is reported is the mean over all samples.

Of a model that gives several moves the same score, one is drawn.  A problem of which no solution is
local counts as not found.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import comb
from typing import Any

import numpy as np

from cfggo.base.intervals import wilson_interval
from cfggo.go.points import EMPTY, NEIGHBOURS, PASS, board_points
from cfggo.models.tsumego.problem import Problem
from cfggo.models.tsumego.rankers import Ranker, local_moves

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
      of_sample  -- sum over the problems of how often one is ranked first of a sample of moves
      by_chance  -- sums of what a random ranking would find: first of all local moves, of a sample
    """

    problems: int = 0
    candidates: int = 0
    first: int = 0
    within_few: int = 0
    of_sample: float = 0.0
    by_chance: np.ndarray = field(default_factory=lambda: np.zeros(2))

    def interval(self, found: float) -> tuple[float, float]:
        """Returns the 95% interval of the share of problems, of which so many were found."""
        return wilson_interval(found, self.problems)


@dataclass(frozen=True)
class Candidates:
    """The moves of a problem that models rank.

    Public attributes:
      points   -- int64[n], in a random order
      is_right -- bool[n]: whether a move is a solution
    """

    points: np.ndarray
    is_right: np.ndarray


def candidates_of(problem: Problem, seed: int) -> Candidates:
    """Returns a problem's candidates: they depend on problem and seed alone.

    Those of a solved problem, which has a worst move, are not in the open part of the board.
    """
    rng = np.random.default_rng((seed, problem.short_digest))
    boards = problem.boards()
    points = local_moves(boards)
    if problem.worst != PASS:
        points = np.setdiff1d(points, _largest_region(boards[0]))
    points = rng.permutation(points)
    return Candidates(points, np.isin(points, problem.solutions))


def _largest_region(board: Any) -> list[int]:
    """Returns the points of a position's largest connected empty region."""
    left = {point for point in board_points(int(board["size"])) if board["colour"][point] == EMPTY}
    regions: list[list[int]] = [[]]
    while left:
        regions.append(region := [left.pop()])
        for point in region:  # which grows meanwhile
            near = left.intersection(point + offset for offset in NEIGHBOURS)
            left -= near
            region += near
    return max(regions, key=len)


def judge(
    problem: Problem,
    candidates: Candidates,
    n_sample: int,
    ranker: Ranker,
    shares: Iterable[Shares],
) -> None:
    """Adds to all shares how a model does on a problem; n_sample: moves of a sample."""
    points, is_right = candidates.points, candidates.is_right
    ranked = is_right[:0]
    if len(points):
        scores = ranker.scores(problem.boards(), points)
        ranked = is_right[np.argsort(-scores, kind="stable")]
    n_wrong = int(np.count_nonzero(~ranked))
    chance = np.array([ranked.mean(), 1 / (1 + min(n_sample - 1, n_wrong))] if ranked.any() else 0)
    for share in shares:
        share.problems += 1
        share.candidates += len(points)
        share.first += bool(ranked[:1].any())
        share.within_few += bool(ranked[:FEW].any())
        share.of_sample += first_of_samples(ranked, n_sample)
        share.by_chance += chance


def first_of_samples(ranked: np.ndarray, n_sample: int) -> float:
    """Returns how often a solution comes first in a sample of it and random wrong moves.

    ranked -- bool[n]: whether each move is a solution, the one ranked first first

    It is the mean over all such samples of `n_sample` moves, or of as many as there are.
    """
    n_wrong = int(np.count_nonzero(~ranked))
    n_drawn = min(n_sample - 1, n_wrong)
    above = np.cumsum(~ranked)[ranked].tolist()  # wrong moves above each solution
    if not above:
        return 0.0
    of_all = comb(n_wrong, n_drawn)
    return sum(comb(n_wrong - k, n_drawn) / of_all for k in above) / len(above)
