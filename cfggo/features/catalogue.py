"""Which features exist and how each gets its number.

A policy's features are numbered densely from 0, group after group, so that a policy is a plain
array of weights.  Groups of a few features come first; then the graph's paths, one number for every
triple of labels; then the features with keys, numbered in the order of these.

Tree policy ("tree"): any choice of TREE_GROUPS, and any number of paths.
Playout policy ("playout"): any of the local tactics, one 3x3 pattern, any number of paths
(Huang 2010, "Erica").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

TREE_GROUPS = (
    "tactics",
    "border",
    "distances",
    "shapes",
    "distance-pairs",
    "lines-by-phase",
    "responses",
    "surroundings",
    "answers",
    "follow-ups",
    "wide-shapes",
    "liberty-shapes",
    "liberties",
    "ladders",
    "last-move",
    "graph-distances",
)
"""Groups of the tree policy's features, without the paths, which have their labelling."""

COULOM_GROUPS = TREE_GROUPS[:4]
"""Those of Coulom 2007, without ladders and territory."""


def tree_group_set(names: Iterable[str]) -> int:
    """Returns the set of some TREE_GROUPS, bit i for the one with index i.

    Raises ValueError for an unknown name.
    """
    return sum(1 << TREE_GROUPS.index(name) for name in set(names))


# Tree policy.
PASS_AFTER_PASS = 0
PASS_OTHERWISE = 1
CAPTURE_NEXT_TO_NEW_ATARI = 2
CAPTURE_LAST_MOVE = 3
CAPTURE_CUTS_OFF_LAST_MOVE = 4
CAPTURE_OTHERWISE = 5
EXTENSION = 6
SELF_ATARI = 7
ATARI_WITH_KO = 8
ATARI = 9
BORDER = 10
"""First of the distances to the border: lines 1, 2, 3, and 4 or more."""
N_BORDER = 4
LAST_DISTANCE = BORDER + N_BORDER
"""First of the distances to the last move: 2..16, and 17 or more."""
MIN_DISTANCE, MAX_DISTANCE = 2, 17
N_DISTANCES = MAX_DISTANCE - MIN_DISTANCE + 1
LAST2_DISTANCE = LAST_DISTANCE + N_DISTANCES
"""First of the distances to the move before the last."""
BOTH_DISTANCES = LAST2_DISTANCE + N_DISTANCES
"""First of the pairs of both distances."""
LINE_BY_PHASE = BOTH_DISTANCES + N_DISTANCES * N_DISTANCES
"""First of the pairs of a line, 1..10, and a phase of the game."""
N_LINES = 10
PHASE_STARTS = (12, 40, 80, 150)
"""Numbers of moves at which the second phase of the game begins, and so on."""
N_PHASES = len(PHASE_STARTS) + 1
TREE_PATHS = LINE_BY_PHASE + N_LINES * N_PHASES
"""First of the tree policy's path features."""

# Playout policy.
CONTIGUOUS = 0
SAVE_BY_CAPTURE = 1
SAVE_BY_CAPTURE_SELF_ATARI = 2
SAVE_BY_EXTENSION = 3
SAVE_BY_EXTENSION_SELF_ATARI = 4
SOLVE_KO = 5
TWO_LIBERTY_RACE = 6
NAKADE = 7
N_LOCAL = 8
"""Number of local tactics: features of a few points around the last move."""
PATTERNS = N_LOCAL
"""First of the 3x3 patterns, one number for every code of `cfggo.features.patterns3x3`."""
N_PATTERNS = 1 << 20
PLAYOUT_PATHS = PATTERNS + N_PATTERNS
"""First of the playout policy's path features."""

MAX_FEATURES = 320
"""A move never has more features: over each of 4 neighbours paths end at no more than 57 kinds, 20
of empty points next to a chain and 37 of its enemies, and there are 29 others."""


@dataclass(frozen=True)
class Group:
    """A named run of feature numbers: `start` up to, not including, `stop`."""

    name: str
    start: int
    stop: int


def groups(kind: str, n_labels: int, n_keys: int = 0) -> tuple[Group, ...]:
    """Returns the feature groups of a policy in the order of their numbers.

    `kind` is "tree" or "playout"; `n_labels` is 0 for a policy without path features.
    """
    n_paths = n_labels**3
    if kind == "tree":
        keyed = TREE_PATHS + n_paths
        return (
            Group("pass", PASS_AFTER_PASS, CAPTURE_NEXT_TO_NEW_ATARI),
            Group("capture", CAPTURE_NEXT_TO_NEW_ATARI, EXTENSION),
            Group("extension", EXTENSION, SELF_ATARI),
            Group("self-atari", SELF_ATARI, ATARI_WITH_KO),
            Group("atari", ATARI_WITH_KO, BORDER),
            Group("border", BORDER, LAST_DISTANCE),
            Group("last distance", LAST_DISTANCE, LAST2_DISTANCE),
            Group("last distance but one", LAST2_DISTANCE, BOTH_DISTANCES),
            Group("both distances", BOTH_DISTANCES, LINE_BY_PHASE),
            Group("line by phase", LINE_BY_PHASE, TREE_PATHS),
            Group("paths", TREE_PATHS, keyed),
            Group("keyed", keyed, keyed + n_keys),
        )
    if kind == "playout":
        return (
            Group("local tactics", CONTIGUOUS, PATTERNS),
            Group("3x3 patterns", PATTERNS, PLAYOUT_PATHS),
            Group("paths", PLAYOUT_PATHS, PLAYOUT_PATHS + n_paths),
        )
    raise ValueError(f"unknown kind of policy {kind!r}")
