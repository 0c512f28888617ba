"""Playout weights bent for strength: what predicts experts' moves best does not play best."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.config import PolicyConfig
from cfggo.features.catalogue import CONTIGUOUS, PATTERNS
from cfggo.features.patterns3x3 import middle_of_eye_codes
from cfggo.models.bradley_terry.path_limits import fit_playouts
from cfggo.models.bradley_terry.weights import Weights


def bend_weights(weights: Weights, config: PolicyConfig) -> Weights:
    """Returns playout weights with a configuration's exponent, locality and vital points.

    Raises CfggoError if the exponent is too high for the weights of their paths.
    """
    exponent = config.playout_exponent
    theta = weights.theta * np.float32(exponent)
    if weights.labelling and exponent > 1.0 and not fit_playouts(theta, weights.labelling):
        raise CfggoError(
            f"playout_exponent {exponent:g} is too high for these weights: with it the paths of "
            "one move add up to too much for playouts"
        )
    theta[CONTIGUOUS] += config.playout_locality
    if config.vital_points:
        # A turned middle is a middle too, so its canonical code is among them.
        theta[PATTERNS + np.flatnonzero(middle_of_eye_codes())] += config.vital_points
    return replace(weights, theta=theta)
