"""What chooses moves in a search, in the form that jitted code reads."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.models.bradley_terry.boosted_trees import BoostedTrees
from cfggo.models.registry import TreeTables


class Policies(NamedTuple):
    """The policies of one thread.

    tree     -- tables of the tree policy, for this thread alone
    playout  -- tables of the playout policy, which threads may share
    informed -- trees that mend the priors of nodes visited often, any number
    """

    tree: TreeTables
    playout: np.void
    informed: BoostedTrees

    def for_another_thread(self) -> Policies:
        """Returns the same policies for a thread that runs at the same time."""
        return self._replace(tree=self.tree.for_another_thread())
