"""The standard normal distribution, as kernels need it."""

from __future__ import annotations

import math

from cfggo.jit import jit, jit_inline

_ROOT_HALF = math.sqrt(0.5)
_ROOT_TWO_PI = math.sqrt(2 * math.pi)

_FAR_OUT = -8.0
"""Below this, density and distribution function are divided by their asymptotic expansion."""

_FRACTIONS = 20
"""Terms of the continued fraction, exact to the last digits below `_FAR_OUT`."""


@jit_inline
def normal_cdf(t):
    """Returns the probability that a standard normal number is below t."""
    return 0.5 * math.erfc(-t * _ROOT_HALF)


@jit
def truncation(t):
    """Returns V = pdf(t) / cdf(t) and V + t, the moments of a normal number known to be above -t.

    Its mean is V, its variance 1 - V * (V + t).  Far below 0, where V nearly equals -t, V + t
    comes from Laplace's continued fraction 1/(z + 2/(z + 3/(z + ...))) with z = -t.
    """
    if t < _FAR_OUT:
        rest = -t
        for k in range(_FRACTIONS, 1, -1):
            rest = -t + k / rest
        return -t + 1.0 / rest, 1.0 / rest
    ratio = math.exp(-0.5 * t * t) / (_ROOT_TWO_PI * normal_cdf(t))
    return ratio, ratio + t
