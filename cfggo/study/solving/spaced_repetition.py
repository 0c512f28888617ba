"""When a problem is repeated: soon after a wrong move, ever later after right ones.

Intervals grow as in SuperMemo 2 (Wozniak 1990): a day, some days, then each time by a factor that
right answers make larger and wrong ones smaller.
"""

from __future__ import annotations

DAY = 86_400.0
"""Seconds."""

SOON = 600.0
"""Seconds after which a problem comes again that was not solved."""

FIRST_EASE = 2.5
"""Factor by which intervals grow at first."""

_LEAST_EASE, _MOST_EASE = 1.3, 3.0
_EASIER, _HARDER = 0.1, -0.2
_FIRST_DAYS = (1.0, 4.0)
"""Days after the first and the second time that it is solved in a row."""
_MOST_DAYS = 365.0


def next_interval(days: float, ease: float, *, right: bool) -> tuple[float, float]:
    """Returns in how many days a problem is repeated, and its new ease.

    days -- of the interval before, 0 if it is new or was not solved last time
    ease -- the factor until now
    """
    ease = min(max(ease + (_EASIER if right else _HARDER), _LEAST_EASE), _MOST_EASE)
    if not right:
        return 0.0, ease
    longer = [first for first in _FIRST_DAYS if first > days]
    return (longer[0] if longer else min(days * ease, _MOST_DAYS)), ease
