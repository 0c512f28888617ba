"""The tree policy that pattern beliefs make (`cfggo.models.pattern_beliefs`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from cfggo.models.bradley_terry.weights import Model, Weights
from cfggo.models.pattern_beliefs.beliefs import validated_beliefs


def validated_model(traits: dict[str, Any], arrays: dict[str, np.ndarray]) -> Model:
    """Returns the model, with a tree policy alone, of the content of a file of beliefs.

    Raises InvalidContent as `validated_beliefs` does.
    """
    found = validated_beliefs(traits, arrays)
    tree = Weights("tree", "", found.means, found.keys, found.groups, beliefs=found)
    return Model({"tree": tree}, found.games, found.about)
