"""The kinds of models of moves: how each file is read, and how each tree policy is used.

Search, explanations and reviews know tree policies by these functions only, and jitted code tells
the kinds apart by the type of their tables, for which Numba compiles it.  A new kind touches:

    cfggo/models/       its room: the file's format, what checks its content, and, of a tree policy,
                        its tables and the kernel that makes probabilities of them
    pyproject.toml      the room, in the layers of `cfggo.models`
    this module         its rows in FILES and, if it is a tree policy, TREE_KINDS
    configs/            a preset with it, which TREE_KINDS names
    cfggo/methods.py, cfggo/learning/trainers.py
                        to learn it: the options of its method, and its trainer
    cfggo/commands/evaluated_predictions.py
                        if it is no product of factors: how it is measured
    tests/test_damaged_files.py, docs/models.md

Models of other things are read where they are used: territory fields in `cfggo.search.owners`,
kernels that replace the tree policy at the root in `cfggo.search.root_prior`, rankers of problems'
moves in `cfggo.models.tsumego.rankers`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self

import numpy as np
from numba.extending import overload

from cfggo.base.array_archive import ArchiveFormat, Validated, read_archive
from cfggo.base.errors import CfggoError
from cfggo.config import DEFAULT_PRESET
from cfggo.features.tree import TreeView
from cfggo.models.bradley_terry import weights
from cfggo.models.bradley_terry.glance import likely_move_probabilities
from cfggo.models.bradley_terry.tree_policy import ThetaTables, make_theta_tables
from cfggo.models.bradley_terry.weights import Model, Weights
from cfggo.models.frequency import policy as frequency
from cfggo.models.frequency.model import FORMAT as FREQUENCY_FORMAT
from cfggo.models.pattern_beliefs import policy as beliefs
from cfggo.models.pattern_beliefs.beliefs import FORMAT as BELIEFS_FORMAT
from cfggo.models.pattern_beliefs.beliefs import Beliefs

FILES: tuple[tuple[ArchiveFormat, Validated[Model]], ...] = (
    (weights.FORMAT, weights.validated_model),
    (FREQUENCY_FORMAT, frequency.validated_model),
    (BELIEFS_FORMAT, beliefs.validated_model),
)
"""The format of each kind of file, and what makes a Model of its content."""


class TreePolicy(Protocol):
    """A tree policy of any kind: of a class that TREE_KINDS has.

    Public attributes:
        groups -- names of its groups of features
        keys   -- uint64[]: keys of the learnt features that have one, ascending
    """

    groups: tuple[str, ...]
    keys: np.ndarray


class TreeTables(Protocol):
    """A tree policy's tables in the form that jitted code reads: a NamedTuple, for one thread."""

    @property
    def tree(self) -> TreeView:
        """Returns the policy's view of positions."""

    def for_another_thread(self) -> Self:
        """Returns tables of the same policy that another thread may use at the same time."""

    def by_features(self) -> Self:
        """Returns tables of the policy's features alone, without trees on top."""


class TreeKind(NamedTuple):
    """How one kind of tree policy is used.

    tables              -- type of its tables, a NamedTuple
    make_tables         -- returns the tables of a policy; takes the policy for a glance, or None
    store_probabilities -- jitted: does what `move_probabilities` does
    preset              -- a preset whose tree policy is of this kind, for which it is compiled
    explained           -- returns the weights whose sums explain the probabilities; raises
                           CfggoError if the policy has none
    """

    tables: type[TreeTables]
    make_tables: Callable[[Any, Weights | None], TreeTables]
    store_probabilities: Any
    preset: str
    explained: Callable[[Any], Weights]


TREE_KINDS: dict[type, TreeKind] = {
    Weights: TreeKind(
        ThetaTables,
        make_theta_tables,
        likely_move_probabilities,
        DEFAULT_PRESET,
        lambda weights: weights,
    ),
    Beliefs: TreeKind(
        beliefs.BeliefTables,
        beliefs.make_belief_tables,
        beliefs.belief_move_probabilities,
        "ranking",
        beliefs.refuse_to_explain,
    ),
}
"""The kinds of tree policies by their classes."""


def load_model(path: Path) -> Model:
    """Returns the model in a weight file of any kind.

    Raises CfggoError if the file can't be read, is damaged, is of another format or version, or if
    its content is not valid.
    """
    return read_archive(path, *FILES)


def load_tree_policy(path: Path) -> TreePolicy:
    """Returns the tree policy in a weight file of any kind.

    Raises CfggoError as `load_model` does, and if the file has no tree policy.
    """
    policy: TreePolicy = _load_policy(path, "tree")
    return policy


def load_weights(path: Path, kind: str) -> Weights:
    """Returns the weights of one kind of Bradley-Terry policy, "tree" or "playout", from a file.

    Raises CfggoError as `load_model` does, and if the file has no such policy.
    """
    policy = _load_policy(path, kind)
    if not isinstance(policy, Weights):
        raise CfggoError(f"{path}: its {kind} policy has no weights of a Bradley-Terry model")
    return policy


def _load_policy(path: Path, kind: str) -> Any:
    """Returns the policy of one kind in a weight file; raises CfggoError if it has none.

    It is the same object again while the file stays as it is: not to be changed.
    """
    try:
        status = path.stat()
    except OSError:
        model = load_model(path)  # which says what is wrong
    else:
        model = _load_once(path, (status.st_ino, status.st_size, status.st_mtime_ns))
    if kind not in model.policies:
        raise CfggoError(f"{path}: has no {kind} policy, only {', '.join(model.policies)}")
    return model.policies[kind]


@lru_cache(maxsize=3)
def _load_once(path: Path, state: tuple[int, ...]) -> Model:
    """Returns the model in a weight file; state: tells whether it is still the same file.

    An engine has two policies of one file, and a review has several engines.
    """
    return load_model(path)


def make_tree_tables(policy: TreePolicy, glance: Weights | None = None) -> TreeTables:
    """Returns the tables of a tree policy of any kind, for one thread.

    glance -- tree policy for a glance at a position (`cfggo.models.bradley_terry.glance`), or None
    """
    return TREE_KINDS[type(policy)].make_tables(policy, glance)


def weights_that_explain(policy: TreePolicy) -> Weights:
    """Returns the weights whose sums explain a tree policy's probabilities.

    Raises CfggoError for a policy that is no product of factors.
    """
    return TREE_KINDS[type(policy)].explained(policy)


def move_probabilities(position, tables, playout_tables, n_candidates, points, probabilities):
    """Stores the legal moves of a position, PASS first, and their probabilities by a tree policy;
    returns how many they are.

    The graph must be up to date if the policy `needs_graph`.
    tables: TreeTables; n_candidates: how many moves the policy looks at closely, 0 for all, where
    it can weigh a few alone; points: int16[MAX_MOVES]; probabilities: float32[MAX_MOVES]
    """
    store = _store_for(type(tables))
    return store(position, tables, playout_tables, n_candidates, points, probabilities)


def _store_for(tables: type) -> Any:
    """Returns the `store_probabilities` of the kind that has tables of this type."""
    (store,) = (kind.store_probabilities for kind in TREE_KINDS.values() if kind.tables is tables)
    return store


@overload(move_probabilities, inline="always")
def _probabilities_by_kind(position, tables, playout_tables, n_candidates, points, probabilities):
    """Returns what `move_probabilities` is for a type of tables."""
    store = _store_for(tables.instance_class)

    def of_kind(position, tables, playout_tables, n_candidates, points, probabilities):
        return store(position, tables, playout_tables, n_candidates, points, probabilities)

    return of_kind
