"""The standard normal distribution, as kernels need it."""

from __future__ import annotations

import math

from cfggo.base.jit import jit, jit_inline

_ROOT_HALF = math.sqrt(0.5)
_ROOT_TWO_PI = math.sqrt(2 * math.pi)
_DENSITY_AT_0 = 1 / _ROOT_TWO_PI

_FAR_OUT = -8.0
"""Below this, the quotient of density and distribution function is a continued fraction."""

_LOWEST_EXPONENT = -45.0
"""Far out densities are taken to be those of this exponent, so that they can be divided by."""

_SQUARINGS = 8

_FRACTIONS = 20
"""Terms of the continued fraction, exact to the last digits below `_FAR_OUT`."""


@jit_inline
def normal_cdf(t):
    """Returns the probability that a standard normal number is below t."""
    return 0.5 * math.erfc(-t * _ROOT_HALF)


@jit_inline
def _exp(x):
    """Returns e^x of x from `_LOWEST_EXPONENT` to 0, within 1e-8 of itself.

    By its series at x/256 and eight squarings: unlike `math.exp` this is arithmetic alone, which
    compilers do for several numbers at a time.
    """
    y = x / 2.0**_SQUARINGS
    power = 1.0
    for quotient in (1 / 7, 1 / 6, 1 / 5, 1 / 4, 1 / 3, 1 / 2, 1.0):
        power = 1.0 + y * power * quotient
    for _ in range(_SQUARINGS):
        power *= power
    return power


@jit_inline
def density_and_cdf(t):
    """Returns density and distribution function at t, the latter within 1e-7; both above 0.

    By one exponential for both (Abramowitz and Stegun 1964, 26.2.17).
    """
    density = _exp(max(-0.5 * t * t, _LOWEST_EXPONENT)) * _DENSITY_AT_0
    k = 1.0 / (1.0 + 0.2316419 * abs(t))
    tail = 1.330274429
    for coefficient in (-1.821255978, 1.781477937, -0.356563782, 0.319381530):
        tail = tail * k + coefficient
    tail *= k * density
    return density, tail if t < 0.0 else 1.0 - tail


@jit
def store_densities_and_cdfs(x, means, precisions, n, densities, cdfs):
    """Stores `density_and_cdf` of n normal numbers at x: of (x - mean) * precision.

    All of these: float64[n]
    """
    for i in range(n):
        densities[i], cdfs[i] = density_and_cdf((x - means[i]) * precisions[i])


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
