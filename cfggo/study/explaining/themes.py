"""Themes: the groups of features that say much the same, which explanations put together.

A policy of many groups knows a thing several times over, and learning divides its strength among
them: a capture is one in `tactics`, in `ladders` and in `liberties`.  Only together do these say
what it is worth.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cfggo.base.said import said
from cfggo.study.explaining.explanation import Factor
from cfggo.study.explaining.feature_words import CIRCUMSTANCES, PASSING, PATHS


@dataclass(frozen=True)
class Theme:
    """Groups of features that say much the same.

    Public attributes:
        name        -- str
        groups      -- tuple of names of groups, those that say it best first
        by_strength -- bool, whether the group that counts most gives the words, and not the first
                       one that a move has features of
    """

    name: str
    groups: tuple[str, ...]
    by_strength: bool = True


THEMES = (
    Theme("tactics", ("tactics", "ladders", "liberties"), by_strength=False),
    Theme(
        "shape",
        ("shapes", "liberty-shapes", "responses", "templates", "nested-templates"),
    ),
    Theme("continuation", ("answers", "follow-ups")),
    Theme(
        "last moves",
        ("last-move", "distances", "distance-pairs", "graph-distances"),
        by_strength=False,
    ),
    Theme("line", ("lines-by-phase", "border"), by_strength=False),
    Theme("graph", (PATHS, "surroundings")),
    Theme("circumstances", (CIRCUMSTANCES,)),
    Theme("passing", (PASSING,)),
)
"""All themes; each group of features is in one of them."""

_SAYS_LITTLE = said("gives atari")
"""Words after which it is worth while to hear what the next group says: a ladder, perhaps."""


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
    else:
        candidates.sort(key=lambda part: part.words == _SAYS_LITTLE)
    return Factor(theme.name, candidates[0].words, product, tuple(parts), candidates[0].points)
