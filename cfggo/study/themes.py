"""Themes: the groups of features that say much the same, which explanations put together.

A policy of many groups knows a thing several times over, and learning divides its strength among
them: a capture is one in `tactics`, in `ladders` and in `liberties`.  Only together do these say
what it is worth.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cfggo.study.explanation import Factor
from cfggo.study.words import PASSING, PATHS


@dataclass(frozen=True)
class Theme:
    """Groups of features that say much the same.

    Public attributes:
        name        -- str
        groups      -- tuple of names of groups, those that say it best first
        by_strength -- bool, whether the group that counts most gives the words, and not the first
                       one that a move has features of
        most        -- int, groups that give words, at most
    """

    name: str
    groups: tuple[str, ...]
    by_strength: bool = True
    most: int = 1


THEMES = (
    Theme("tactics", ("tactics", "ladders", "liberties"), most=2),
    Theme("shape", ("shapes", "liberty-shapes", "responses", "wide-shapes")),
    Theme("continuation", ("answers", "follow-ups")),
    Theme(
        "last moves",
        ("last-move", "distances", "distance-pairs", "graph-distances"),
        by_strength=False,
    ),
    Theme("line", ("lines-by-phase", "border"), by_strength=False),
    Theme("graph", (PATHS, "surroundings")),
    Theme("passing", (PASSING,)),
)
"""All themes; each group of features is in one of them."""

_WORTH_WORDS = math.log(1.3)
"""ln of the factor that a theme's further groups must have to be named."""


def factors_of_themes(groups: Sequence[Factor], present: frozenset[str]) -> list[Factor]:
    """Returns the factors of all themes that a policy has groups of.

    groups  -- the factors of the policy's groups
    present -- names of the groups of which the move has features
    """
    of_group = {factor.name: factor for factor in groups}
    factors = []
    for theme in THEMES:
        parts = [of_group[name] for name in theme.groups if name in of_group]
        if parts:
            factors.append(_factor_of_theme(theme, parts, present))
    return factors


def _factor_of_theme(theme: Theme, parts: Sequence[Factor], present: frozenset[str]) -> Factor:
    """Returns a theme's factor, with the words of the groups that say best what it is about."""
    product = math.prod(part.factor for part in parts)
    sign = 1 if product >= 1 else -1
    candidates = [part for part in parts if part.name in present] or list(parts)
    if theme.by_strength:
        candidates.sort(key=lambda part: -sign * math.log(part.factor))
    others = [
        part for part in candidates[1 : theme.most] if sign * math.log(part.factor) >= _WORTH_WORDS
    ]
    named = [part for part in parts if part in (candidates[0], *others)]
    return Factor(
        theme.name,
        ", ".join(part.words for part in named),
        product,
        tuple(parts),
        tuple(dict.fromkeys(point for part in named for point in part.points)),
    )
