"""How many points a side is ahead, by what playouts say.

The mean score of playouts and their win rate need not agree: scores are skewed and have heavy
tails, so that one lost group in a tenth of the playouts moves the mean by points, and the side that
wins more often may be behind by it.  A *lead* is the komi that would make the position even, so it
has the sign of the win rate:

    z = inverse of the normal distribution's function at the win rate
    sure = abs(2 * winrate - 1)
    lead = (1 - sure) * z * stdev + sure * mean

If scores were normal, the first term would be that komi whatever the win rate; they aren't far
from it in the middle, and it comes close to their median.  Where nearly all playouts are won or
lost, the win rate says nothing of how clearly, so that the mean score, if it has the same sign,
takes its place.
"""

from __future__ import annotations

import math
from statistics import NormalDist

_NORMAL = NormalDist()

_LEAST_RATE = 0.002
"""Win rates below count as this, as 1 - this does for those above."""


def score_lead(winrate: float, mean: float, stdev: float) -> float:
    """Returns the points by which a side is ahead: above 0 if it wins more than half of the
    playouts, below 0 if it wins fewer.

    winrate     -- the side's, 0 to 1
    mean, stdev -- of the playouts' scores as the side sees them, komi included
    """
    side = math.copysign(1.0, winrate - 0.5)
    rate = min(max(winrate, _LEAST_RATE), 1.0 - _LEAST_RATE)
    sure = abs(2.0 * winrate - 1.0)
    ahead = (1.0 - sure) * abs(_NORMAL.inv_cdf(rate)) * stdev + sure * max(side * mean, 0.0)
    return side * ahead
