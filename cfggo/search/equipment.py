"""An engine's equipment by its settings: weights, a level, and the judges of owners."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cfggo.base.resources import find_weights
from cfggo.config import EngineConfig
from cfggo.models.bradley_terry.bending import bend_weights
from cfggo.models.bradley_terry.boosted_trees import BoostedTrees, no_trees
from cfggo.models.bradley_terry.playout_tables import make_playout_tables
from cfggo.models.bradley_terry.weights import Weights
from cfggo.models.frequency.policy import answers_of
from cfggo.models.registry import (
    TreePolicy,
    load_tree_policy,
    load_weights,
    make_tree_tables,
)
from cfggo.search.informed_trees import load_informed_trees
from cfggo.search.levels import Level, find_level
from cfggo.search.owners import Judges, judges_of
from cfggo.search.policies import Policies
from cfggo.search.root_prior import RootPrior, root_prior


@dataclass(frozen=True)
class Equipment:
    """An engine's equipment by its settings.

    Public attributes:
      level        -- at which moves are chosen, or None for full strength
      tree         -- TreePolicy
      playout      -- Weights of the playout policy, as playouts use them
      glance       -- Weights of the tree policy that chooses which moves the other looks at, or
                      None if it looks at all
      informed     -- BoostedTrees that mend the priors of nodes visited often, any number
      mistakes     -- BoostedTrees that tell mistakes, any number
      answers      -- how much playouts prefer to answer by a pattern, None for no such answers
      judges       -- what says who owns points
      root_prior   -- what says how likely the root's moves are
    """

    level: Level | None
    tree: TreePolicy
    playout: Weights
    glance: Weights | None
    informed: BoostedTrees
    mistakes: BoostedTrees
    answers: np.ndarray | None
    judges: Judges
    root_prior: RootPrior

    def policies(self) -> Policies:
        """Returns the policies in the form that jitted code reads, for one thread."""
        tree = make_tree_tables(self.tree, self.glance)
        return Policies(tree, make_playout_tables(self.playout, self.answers), self.informed)


def equip(config: EngineConfig) -> Equipment:
    """Returns the equipment of an engine with these settings; compiles no search.

    So it also tells whether there can be such an engine, before anything is begun with it.

    Raises CfggoError for files that are missing, damaged or of another kind, and for settings that
    do not exist or do not fit the files.
    """
    policy = config.policy
    playout = bend_weights(load_weights(find_weights(policy.playout), "playout"), policy)
    return Equipment(
        level=find_level(config.play.level) if config.play.level else None,
        tree=load_tree_policy(find_weights(policy.tree)),
        playout=playout,
        glance=load_weights(find_weights(policy.glance), "tree")
        if config.search.candidates
        else None,
        informed=_trees(policy.informed),
        mistakes=_trees(policy.mistakes),
        answers=answers_of(playout, policy),
        judges=judges_of(config),
        root_prior=root_prior(config),
    )


def _trees(weights: str) -> BoostedTrees:
    return load_informed_trees(find_weights(weights)) if weights else no_trees()
