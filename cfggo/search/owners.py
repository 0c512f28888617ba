"""Who owns the points of a position: as playouts end, by a territory field, or by both."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
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
    # Its kernels are compiled only where it is used.
    from cfggo.territory.model import load_territory

    path = Path(find_weights(config.policy.territory or SHIPPED[by]))
    field = load_territory(path)
    if field.form.playouts != (by == BOTH):
        sees = "sees" if field.form.playouts else "does not see"
        raise CfggoError(f"{path}: this field {sees} playouts, so it does not fit owners={by}")
    return field.owners


@cache
def shipped_field() -> Territory:
    """Returns the shipped field that looks at the board alone.

    Raises CfggoError if it is missing or damaged.
    """
    from cfggo.territory.model import load_territory

    return load_territory(find_weights(SHIPPED[TERRITORY]))
