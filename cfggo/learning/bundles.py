"""Which policies are to be learnt, and which of them share the work.

Policies of one kind that differ in their paths only are a *bundle*: the features of a position are
listed once for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cfggo.learning.gradient import GradientSteps
from cfggo.learning.learner import Learner
from cfggo.learning.mm import BatchMM, StochasticMM
from cfggo.methods import BatchOptions, GradientOptions, StepOptions
from cfggo.models.bradley_terry.weights import n_features_of


@dataclass(frozen=True)
class Policy:
    """A policy to be learnt.

    Public attributes:
        index  -- of its model
        kind   -- "tree" or "playout"
        labels -- labelling of its paths, "" for none
        groups -- a tree policy's groups of features
        options -- StepOptions of its model
    """

    index: int
    kind: str
    labels: str
    groups: tuple[str, ...]
    options: StepOptions

    @property
    def name(self) -> str:
        """Its kind, for other models than the first with their number."""
        return policy_name(self.kind, self.index)

    def n_features(self, n_keys: int) -> int:
        """Returns how many features it can have, if that many keys are learnt."""
        return n_features_of(self.kind, self.labels, n_keys)

    def shares_games_with(self, other: Policy) -> bool:
        """Tells whether both can be of one bundle."""
        return (
            (self.kind, self.groups) == (other.kind, other.groups)
            and ("" in (self.labels, other.labels) or self.labels == other.labels)
            and all(
                getattr(self.options, name) == getattr(other.options, name)
                for name in ("passes", "batch_games", "min_wins")
            )
        )


def new_learner(options: StepOptions, n_slots: int) -> Learner:
    """Returns a learner before the first game."""
    if isinstance(options, GradientOptions):
        return GradientSteps(n_slots)
    return BatchMM(n_slots) if isinstance(options, BatchOptions) else StochasticMM(n_slots)


def policy_name(kind: str, index: int) -> str:
    """Returns the name of a model's policy of a kind."""
    return kind if index == 0 else f"{kind}{index + 1}"


@dataclass
class Bundle:
    """Policies that are learnt side by side from one list of features.

    Public attributes:
        members -- list of Policy, at least one
    """

    members: list[Policy]

    @property
    def kind(self) -> str:
        """Of all of them: "tree" or "playout"."""
        return self.members[0].kind

    @property
    def groups(self) -> tuple[str, ...]:
        """The tree policies' groups of features."""
        return self.members[0].groups

    @property
    def labels(self) -> str:
        """Labelling of the paths that any of them learns, "" if none does."""
        return max(policy.labels for policy in self.members)  # "" or always the same

    @property
    def options(self) -> StepOptions:
        """Options, for those that are the same for all of them."""
        return self.members[0].options

    def numbers_of(self, policy: Policy, n_keys: int) -> np.ndarray:
        """Returns the numbers that a policy's features have in the list, int32[n_features].

        They differ if it has no paths and others have: paths come before what has a key.
        """
        n_own = policy.n_features(n_keys)
        n_paths = n_features_of(self.kind, self.labels, n_keys) - n_own
        first_key = n_own - n_keys
        numbers = np.arange(n_own, dtype=np.int32)
        numbers[first_key:] += n_paths
        return numbers


def make_bundles(options: Sequence[StepOptions], kinds: Sequence[str]) -> list[Bundle]:
    """Returns the policies of all models, in bundles."""
    bundles: list[Bundle] = []
    for kind in kinds:
        for index, own in enumerate(options):
            is_tree = kind == "tree"
            policy = Policy(
                index,
                kind,
                own.tree_labels if is_tree else own.playout_labels,
                own.tree_features if is_tree else (),
                own,
            )
            for bundle in bundles:
                if all(policy.shares_games_with(member) for member in bundle.members):
                    bundle.members.append(policy)
                    break
            else:
                bundles.append(Bundle([policy]))
    return bundles
