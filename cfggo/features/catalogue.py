"""Which features exist and how each gets its number.

A policy's features are numbered densely from 0, so that a policy is a plain array of weights: first
the plain features, one number each; then the graph's paths, one number for every triple of labels;
then the learnt features with keys.

Tree policy ("tree"): passes, any choice of TREE_GROUPS, and any number of paths.
Playout policy ("playout"): any of the local tactics, one 3x3 pattern, any number of paths
(Huang 2010, "Erica").

The words, everywhere:

    group           features that a tree policy has all or none of, such as "shapes"
    key             64-bit hash that stands for a feature where there are too many to number them
                    all: a shape, a label, a situation.  Only those that are learnt have numbers
    number          of a learnt feature with a key: how many smaller keys are learnt
    place           where a learnt key and its number stand in an open-addressing table
                    (`cfggo.features.key_table`)
    feature number  index of any feature among a policy's weights; of one with a key, its number
                    counted from the first feature with a key
    slot            in learning, index of a feature among those that are learnt
    largest only    of a group with shapes of several sizes: a move has only the largest learnt one
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from cfggo.base.errors import CfggoError
from cfggo.features.groups import Run
from cfggo.features.keyed_groups import KEYED_FAMILIES
from cfggo.features.paths import MAX_PATHS
from cfggo.features.plain_groups import PLAIN_FAMILIES

# Tree policy.
FAMILIES = PLAIN_FAMILIES + KEYED_FAMILIES
"""Families of the tree policy's features, in the order in which a move's features are listed."""

GROUPS = tuple(group for family in FAMILIES for group in family.groups)
"""Groups of the tree policy's features, without the paths, which have their labelling."""

TREE_GROUPS = tuple(group.name for group in GROUPS)
"""Their names."""

COULOM_GROUPS = ("tactics", "border", "distances", "shapes")
"""Those of Coulom 2007, without ladders and territory."""

LARGEST_ONLY_GROUPS = tuple(group.name for group in GROUPS if group.sizes)
"""Those of which a move has the largest template, or shape, only."""

PASS_AFTER_PASS = 0
PASS_OTHERWISE = 1

TREE_RUNS = (
    Run("pass", PASS_AFTER_PASS, PASS_OTHERWISE + 1),
    *sorted((run for group in GROUPS for run in group.runs), key=lambda run: run.start),
)
"""The tree policy's plain features."""

TREE_PATHS = TREE_RUNS[-1].stop
"""First of the tree policy's path features."""

MAX_KEYS = sum(group.n_keys for group in GROUPS)
"""Keys that are looked up for one move, at most."""

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

MAX_FEATURES = MAX_PATHS + max(sum(group.most for group in GROUPS), N_LOCAL + 1)
"""Features that a move has at most, by either policy."""


def check_groups(names: Iterable[str]) -> None:
    """Raises CfggoError, for whoever wrote a configuration, if a group is not there, or is there
    twice in another form.
    """
    names = tuple(names)
    if {"templates", "nested-templates"} <= set(names):
        raise CfggoError('tree_features has both "templates" and "nested-templates"; take one')
    for name in names:
        if name not in TREE_GROUPS:
            raise CfggoError(
                f"unknown tree_features {name!r}; expected some of: {', '.join(TREE_GROUPS)}"
            )


def tree_group_set(names: Iterable[str]) -> int:
    """Returns the set of some TREE_GROUPS, bit i for the one with index i.

    Raises ValueError for an unknown name.
    """
    return sum(1 << TREE_GROUPS.index(name) for name in set(names))


def runs_of(kind: str, n_labels: int, n_keys: int = 0) -> tuple[Run, ...]:
    """Returns the runs of a policy's feature numbers, in their order.

    `kind` is "tree" or "playout"; `n_labels` is 0 for a policy without path features.
    """
    n_paths = n_labels**3
    if kind == "tree":
        keyed = TREE_PATHS + n_paths
        return (
            *TREE_RUNS,
            Run("paths", TREE_PATHS, keyed),
            Run("keyed", keyed, keyed + n_keys),
        )
    if kind == "playout":
        return (
            Run("local tactics", CONTIGUOUS, PATTERNS),
            Run("3x3 patterns", PATTERNS, PLAYOUT_PATHS),
            Run("paths", PLAYOUT_PATHS, PLAYOUT_PATHS + n_paths),
        )
    raise ValueError(f"unknown kind of policy {kind!r}")


def _check() -> None:
    """Checks that the groups' declarations fit together."""
    assert len(set(TREE_GROUPS)) == len(TREE_GROUPS) < 63
    for before, run in pairwise(TREE_RUNS):
        assert before.stop == run.start < run.stop, run.name


_check()
