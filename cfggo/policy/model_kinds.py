"""The kinds of weight files: whatever a file holds becomes policies that search and evaluation use.

Each kind is an `ArchiveFormat` and a function that makes a Model of what such a file holds.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from cfggo.array_archive import ArchiveFormat, Validated, read_archive
from cfggo.errors import CfggoError
from cfggo.policy import weights
from cfggo.policy.weights import Model, Weights
from cfggo.ranking import beliefs
from cfggo.ranking.beliefs import validated_beliefs


def _model_of_beliefs(traits: dict[str, Any], arrays: dict[str, np.ndarray]) -> Model:
    """Returns a model whose tree policy plays by the beliefs of a file's traits and arrays.

    Raises InvalidContent if they are not valid.
    """
    found = validated_beliefs(traits, arrays)
    tree = Weights("tree", "", found.means, found.keys, found.groups, found)
    return Model({"tree": tree}, found.games, found.about)


MODEL_KINDS: tuple[tuple[ArchiveFormat, Validated[Model]], ...] = (
    (weights.FORMAT, weights.validated_model),
    (beliefs.FORMAT, _model_of_beliefs),
)


def load_model(path: Path) -> Model:
    """Returns the model in a weight file of any kind.

    Raises CfggoError if the file can't be read, is damaged, is of another format or version, or if
    its content is not valid.
    """
    return read_archive(path, *MODEL_KINDS)


def load_weights(path: Path, kind: str) -> Weights:
    """Returns the weights of one kind of policy, "tree" or "playout", from a weight file.

    Raises CfggoError as `load_model` does, and if the file has no policy of that kind.
    """
    model = load_model(path)
    if kind not in model.policies:
        raise CfggoError(f"{path}: has no {kind} policy, only {', '.join(model.policies)}")
    return model.policies[kind]
