"""The root's moves by a graph kernel (`cfggo.models.tsumego`) in place of the tree policy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_weights
from cfggo.config import EngineConfig
from cfggo.go.points import PASS

RootPrior = Callable[[np.void, np.ndarray, np.ndarray], np.ndarray]
"""Returns the probabilities of moves, float[n], by a board, the moves and the tree policy's
probabilities."""


def root_prior(config: EngineConfig) -> RootPrior:
    """Returns the source of the root's probabilities, by the setting `kernel`.

    A graph kernel does not know PASS, which keeps its probability by the tree policy.

    Raises CfggoError for a graph kernel that can't be read, or that learnt from problems: its
    scores are not those of a game's moves.
    """
    if not config.policy.kernel:
        return lambda board, moves, priors: priors
    # Its kernels are compiled only where it is used.
    from cfggo.models.tsumego.game_policy import GraphKernelPolicy
    from cfggo.models.tsumego.graph_kernel import load_graph_kernel

    path = find_weights(config.policy.kernel)
    model = load_graph_kernel(path)
    if not len(model.games):
        raise CfggoError(f"{path}: learnt from problems, so it can't say how likely moves are")
    policy = GraphKernelPolicy(model)

    def prior(board: np.void, moves: np.ndarray, priors: np.ndarray) -> np.ndarray:
        is_pass = moves == PASS
        others = policy.probabilities(board)[moves] * (1.0 - priors[is_pass].sum())
        return np.where(is_pass, priors, others)

    return prior
