"""How often solutions are found: by hand, and against samples drawn one by one."""

from dataclasses import replace

import numpy as np
import pytest
from make_problems import made_problems

from cfggo.go.points import PASS
from cfggo.models.tsumego.evaluation import Shares, candidates_of, first_of_samples, judge


def test_first_of_samples_is_what_drawing_comes_to():
    rng = np.random.default_rng(1)
    for n, solutions in ((30, [4]), (30, [0, 9]), (6, [2]), (12, [11])):
        ranked = np.zeros(n, dtype=np.bool_)
        ranked[solutions] = True
        (wrong,) = np.nonzero(~ranked)
        drawn = [
            rng.choice(solutions) < rng.choice(wrong, min(9, len(wrong)), replace=False).min()
            for _ in range(4000)
        ]
        assert first_of_samples(ranked, 10) == pytest.approx(np.mean(drawn), abs=0.03)
    assert first_of_samples(np.array([True, False]), 10) == 1.0
    assert first_of_samples(np.array([False, True]), 10) == 0.0
    assert first_of_samples(np.array([False, False]), 10) == 0.0


class Oracle:
    """Ranks a problem's solutions at a place of its choice."""

    def __init__(self, problem, place):
        self._problem, self._place = problem, place

    def scores(self, boards, points):
        scores = -np.arange(len(points), dtype=float)
        right = np.isin(points, self._problem.solutions)
        scores[right] = np.sort(scores[~right])[::-1][self._place] + 0.5
        return scores


@pytest.mark.parametrize(("place", "first", "few"), [(0, 4, 4), (3, 0, 4), (5, 0, 0)])
def test_ranks_are_counted(place, first, few):
    shares = Shares()
    for problem in made_problems(seed=6, n_problems=4):
        candidates = candidates_of(problem, seed=1)
        assert sorted(candidates.points.tolist()) != candidates.points.tolist()
        assert {problem.best, problem.worst} < set(candidates.points.tolist())
        assert len(candidates.points) <= int(problem.level.split()[0])  # those inside the corner
        everywhere = candidates_of(replace(problem, worst=PASS), seed=1)
        assert set(everywhere.points.tolist()) > set(candidates.points.tolist())
        judge(problem, everywhere, 10, Oracle(problem, place), [shares])
    assert (shares.problems, shares.first, shares.within_few) == (4, first, few)
    assert shares.by_chance[1] == pytest.approx(0.4)
    low, high = shares.interval(shares.first)
    assert low <= first / 4 <= high
