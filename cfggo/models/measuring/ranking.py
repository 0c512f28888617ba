"""Where the move chosen stands among all candidates, by the scores that a model gives them."""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit_allocating


@jit_allocating
def rank_candidates(scores, chosen):
    """Returns how many candidates are above and equal to the chosen one, and ln(its probability).

    The probability of a candidate is exp(its score) over the sum of theirs.
    scores: float[n]; chosen: index of a candidate
    """
    better = 0
    equal = 0
    highest = np.max(scores)
    total = 0.0
    for i in range(len(scores)):
        total += np.exp(scores[i] - highest)
        if scores[i] > scores[chosen]:
            better += 1
        elif scores[i] == scores[chosen] and i != chosen:
            equal += 1
    return better, equal, scores[chosen] - highest - np.log(total)


def shares_within(better: np.ndarray, equal: np.ndarray, max_rank: int) -> np.ndarray:
    """Returns how much of each move is within the first n ranks, n = 1..max_rank.

    A move that shares its score with others counts for each of their ranks in equal parts.

    better, equal -- int[moves]: as `rank_candidates` returns them

    Returns float64[moves, max_rank].
    """
    ranks = np.arange(1, max_rank + 1)
    return np.clip((ranks - better[:, None]) / (equal[:, None] + 1), 0.0, 1.0)
