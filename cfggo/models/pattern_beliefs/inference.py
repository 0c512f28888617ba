"""Learning from one move of an expert and its alternatives: expectation propagation.

Every move i of a position has a latent value x_i ~ N(m_i, v_i), and the expert plays the one of
the largest (Stern, Herbrich and Graepel 2006, section 3; Minka 2001).  The rivals j of the winner w
know of each other by w alone, so that each sends it one message: x_w > x_j, by what is believed of
x_j, is as if x_w had been observed with precision r_j to be h_j / r_j.  The messages are made again
and again, each given the others, until they stay.
"""

from __future__ import annotations

import math

from cfggo.base.jit import jit
from cfggo.models.pattern_beliefs.normal import truncation

MOST_SWEEPS = 8
"""Times that every rival's message is made, at most."""

_SMALL_CHANGE = 1e-3
"""Change of the winner's mean, in standard deviations, and of its precision, as a share of it,
below which messages count as made."""

_HOPELESS = 5.0
"""Standard deviations that a rival is behind from which on it says nothing."""


@jit
def make_messages(means, variances, n, winner, precisions, shifts):
    """Stores what each of n moves says about the winner's value; returns the sweeps that it took.

    means, variances: float64[n], m and v of each move's value
    precisions, shifts: float64[n], r and h of each message; 0 for the winner
    """
    for j in range(n):
        precisions[j] = 0.0
        shifts[j] = 0.0
    total = 1.0 / variances[winner]
    total_shift = means[winner] / variances[winner]
    for sweep in range(MOST_SWEEPS):
        mean = total_shift / total
        precision = total
        for j in range(n):
            if j == winner:
                continue
            # The winner by all other messages: N(a, c).
            c = 1.0 / (total - precisions[j])
            a = c * (total_shift - shifts[j])
            spread = c + variances[j]
            t = (a - means[j]) / math.sqrt(spread)
            if t > _HOPELESS:
                r = 0.0
                h = 0.0
            else:
                v, v_plus_t = truncation(t)
                # With the message: N(a + c V / sqrt(S), q), q = c (1 - c W / S), W = V (V + t).
                share = c * v * v_plus_t / spread
                r = share / (c * (1.0 - share))
                h = a * r + v / (math.sqrt(spread) * (1.0 - share))
            total += r - precisions[j]
            total_shift += h - shifts[j]
            precisions[j] = r
            shifts[j] = h
        change = abs(total_shift / total - mean) * math.sqrt(total)
        if max(change, abs(total - precision) / precision) < _SMALL_CHANGE:
            return sweep + 1
    return MOST_SWEEPS
