"""The standard normal distribution, as kernels need it."""

from __future__ import annotations

import math

from cfggo.jit import jit, jit_inline

_ROOT_HALF = math.sqrt(0.5)
_ROOT_TWO_PI = math.sqrt(2 * math.pi)

_FAR_OUT = -8.0
"""Below this, the quotient of density and distribution function is a continued fraction."""

_LEAST_CDF = 1e-300
"""Far out the distribution function is taken to be this, so that it can be divided by."""

_FRACTIONS = 20
"""Terms of the continued fraction, exact to the last digits below `_FAR_OUT`."""


@jit_inline
def normal_cdf(t):
    """Returns the probability that a standard normal number is below t."""
    return 0.5 * math.erfc(-t * _ROOT_HALF)


@jit_inline
def density_and_cdf(t):
    """Returns density and distribution function at t, the latter within 1e-7 and above 0.

    By one exponential for both (Abramowitz and Stegun 1964, 26.2.17).
    """
    density = math.exp(-0.5 * t * t) / _ROOT_TWO_PI
    k = 1.0 / (1.0 + 0.2316419 * abs(t))
    tail = 1.330274429
    for coefficient in (-1.821255978, 1.781477937, -0.356563782, 0.319381530):
        tail = tail * k + coefficient
    tail = max(tail * k * density, _LEAST_CDF)
    return density, tail if t < 0.0 else 1.0 - tail


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
