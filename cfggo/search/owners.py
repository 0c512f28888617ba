"""Who owns the points of a position: as playouts end, by a territory field, or by both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cfggo.config import EngineConfig
from cfggo.errors import CfggoError
from cfggo.resources import find_weights

if TYPE_CHECKING:
    from cfggo.territory.model import Territory

OwnersOfPoints = Callable[[np.void, np.ndarray], np.ndarray]
"""Returns who owns the points of a position, float32[N_POINTS], from +1 for Black to -1 for White,
by its board and by who owned them in playouts."""

PLAYOUTS, TERRITORY, BOTH = "playouts", "territory", "both"

SHIPPED = {TERRITORY: "territory", BOTH: "territory-playouts"}
"""Names of the fields that are used if the settings name none."""


def owners_of_points(config: EngineConfig) -> OwnersOfPoints:
    """Returns what says who owns points, as the setting `owners` has it.

    Raises CfggoError for another setting, or a field that can't be read or does not fit it.
    """
    by = config.play.owners
    if by == PLAYOUTS:
        return lambda board, playouts: playouts
    if by not in SHIPPED:
        raise CfggoError(
            f"unknown owners {by!r}; expected one of: {PLAYOUTS}, {', '.join(SHIPPED)}"
        )
    return _loaded(config.policy.territory or SHIPPED[by], by).owners


def field_of(config: EngineConfig) -> Territory:
    """Returns the field that looks at the board alone: the settings', or else the shipped one.

    Raises CfggoError if it can't be read, or if it sees playouts, too.
    """
    return _loaded(config.policy.territory or SHIPPED[TERRITORY], TERRITORY)


def _loaded(name: str, by: str) -> Territory:
    """Returns a field that says who owns points by the board alone, or by playouts, too."""
    # Its kernels are compiled only where it is used.
    from cfggo.territory.model import load_territory

    path = Path(find_weights(name))
    field = load_territory(path)
    if field.form.playouts != (by == BOTH):
        sees = "sees playouts" if field.form.playouts else "does not see playouts"
        raise CfggoError(f"{path}: this field {sees}, so it does not fit owners={by}")
    return field
