"""The playout policy that a frequency model makes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.config import PolicyConfig
from cfggo.features.catalogue import N_PATTERNS, PATTERNS
from cfggo.features.patterns3x3 import ATARI_SHIFT
from cfggo.go.points import BLACK
from cfggo.models.bradley_terry.weights import MAX_THETA, Model, Weights, n_features_of
from cfggo.models.frequency.classes import class_indices
from cfggo.models.frequency.model import FrequencyModel, validated_frequency_model


@dataclass
class CountedWeights(Weights):
    """A playout policy's weights that were made of counts.

    Public attributes, besides those of Weights:
        frequencies -- FrequencyModel, the counts
    """

    frequencies: FrequencyModel = field(kw_only=True)


def validated_model(traits: dict[str, Any], arrays: dict[str, np.ndarray]) -> Model:
    """Returns the model, with a playout policy alone, of the content of a file of patterns.

    Raises InvalidContent as `validated_frequency_model` does.
    """
    frequencies = validated_frequency_model(traits, arrays)
    weights = weights_of_frequencies(frequencies)
    return Model({"playout": weights}, frequencies.games, frequencies.about)


def weights_of_frequencies(frequencies: FrequencyModel) -> CountedWeights:
    """Returns a playout policy by which a move is as likely as its pattern's rate says.

    A pattern's weight is ln(rate / mean rate).
    """
    theta = weights_of_classes(frequencies.theta()).theta
    return CountedWeights("playout", "", theta, frequencies=frequencies)


def weights_of_classes(class_theta: np.ndarray) -> Weights:
    """Returns a playout policy of patterns alone, whatever chains are in atari.

    class_theta -- float64[N_CLASSES]: weights, cut off at MAX_THETA; what can't occur has none
    """
    theta = np.zeros(n_features_of("playout", ""), dtype=np.float32)
    of_class = np.append(np.clip(class_theta, -MAX_THETA, MAX_THETA), 0.0)
    of_code = of_class[class_indices()[BLACK]].astype(np.float32)
    theta[PATTERNS : PATTERNS + N_PATTERNS] = np.tile(of_code, N_PATTERNS >> ATARI_SHIFT)
    return Weights("playout", "", theta)


def answers_of(weights: Weights, config: PolicyConfig) -> np.ndarray | None:
    """Returns how much playouts prefer to answer by a pattern, None for no answers by patterns.

    A uint16[2, N_CODES], by the mover's colour - 1 and the pattern's code in absolute colours.

    Raises CfggoError if the configuration wants answers that the weights can't give.
    """
    if config.pattern_answers not in (0, 4, 8):
        raise CfggoError(f"pattern_answers must be 0, 4 or 8, not {config.pattern_answers}")
    if config.pattern_answers == 0:
        return None
    if not isinstance(weights, CountedWeights):
        raise CfggoError(
            f"pattern_answers = {config.pattern_answers}: the playout weights "
            f"{config.playout!r} have no counts of patterns; "
            "`cfggo train policy --method frequency` makes some that do"
        )
    return weights.frequencies.preferences(config.answers_by_rate)
