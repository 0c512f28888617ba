"""What an engine needs for its settings: weights, a level, and what says who owns points."""

from __future__ import annotations

from dataclasses import dataclass

from cfggo.base.resources import find_weights
from cfggo.config import EngineConfig
from cfggo.models.bradley_terry.bending import bend_weights
from cfggo.models.bradley_terry.model_kinds import load_weights
from cfggo.models.bradley_terry.weights import Weights
from cfggo.search.kernel_prior import KernelPrior, kernel_prior
from cfggo.search.levels import Level, find_level
from cfggo.search.owners import Judges, judges_of


@dataclass(frozen=True)
class Equipment:
    """What an engine needs for its settings.

    Public attributes:
      level        -- at which moves are chosen, or None for full strength
      tree, playout -- Weights of the two policies, the latter as playouts use them
      glance       -- Weights of the tree policy that chooses which moves the other looks at, or
                      None if it looks at all
      judges       -- what says who owns points
      kernel_prior -- what says how likely the root's moves are
    """

    level: Level | None
    tree: Weights
    playout: Weights
    glance: Weights | None
    judges: Judges
    kernel_prior: KernelPrior


def equip(config: EngineConfig) -> Equipment:
    """Returns what an engine of these settings needs; compiles no search.

    So it also tells whether there can be such an engine, before anything is begun with it.

    Raises CfggoError for files that are missing, damaged or of another kind, and for settings that
    do not exist or do not fit the files.
    """
    policy = config.policy
    return Equipment(
        level=find_level(config.play.level) if config.play.level else None,
        tree=load_weights(find_weights(policy.tree), "tree"),
        playout=bend_weights(load_weights(find_weights(policy.playout), "playout"), policy),
        glance=load_weights(find_weights(policy.glance), "tree")
        if config.search.candidates
        else None,
        judges=judges_of(config),
        kernel_prior=kernel_prior(config),
    )
