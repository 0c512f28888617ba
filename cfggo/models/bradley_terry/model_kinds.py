"""The kinds of weight files: whatever a file holds becomes policies that search and evaluation use.

Each kind is an `ArchiveFormat` and a function that makes a Model of what such a file holds.
"""

from __future__ import annotations

from pathlib import Path

from cfggo.base.array_archive import ArchiveFormat, Validated, read_archive
from cfggo.base.errors import CfggoError
from cfggo.models.bradley_terry import beliefs, frequency, weights
from cfggo.models.bradley_terry.weights import Model, Weights
from cfggo.models.frequency.model import FORMAT as FREQUENCY_FORMAT
from cfggo.models.pattern_beliefs.beliefs import FORMAT as BELIEFS_FORMAT

MODEL_KINDS: tuple[tuple[ArchiveFormat, Validated[Model]], ...] = (
    (weights.FORMAT, weights.validated_model),
    (FREQUENCY_FORMAT, frequency.validated_model),
    (BELIEFS_FORMAT, beliefs.validated_model),
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
