"""Who owns the points of a position: as playouts end, by a territory field, or by both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_weights
from cfggo.config import EngineConfig
from cfggo.go.points import BLACK, WHITE
from cfggo.models.territory.model import Territory, load_territory

OwnersOfPoints = Callable[[np.void, np.ndarray], np.ndarray]
"""Returns who owns the points of a position, float32[N_POINTS], from +1 for Black to -1 for White,
by its board and by who owned them in playouts."""

PLAYOUTS, TERRITORY, BOTH = "playouts", "territory", "both"

SHIPPED = {TERRITORY: "territory", BOTH: "territory-playouts"}
"""Names of the fields that are used if the settings name none."""


@dataclass(frozen=True)
class Judges:
    """The judges of who owns points.

    Public attributes:
      in_play -- while the game goes on
      at_end  -- if it ends here
    """

    in_play: OwnersOfPoints
    at_end: OwnersOfPoints


def judges_of(config: EngineConfig) -> Judges:
    """Returns the judges of owners, by the setting `owners`.

    A field that sees playouts, too, knows more than they do about stones on a board where the game
    is over, and less as long as it is not (docs/territory.md).

    A field of the user's that does not fit the default of `owners` leaves it to the shipped one.

    Raises CfggoError for another setting, or a field that can't be read, or that does not fit what
    the user wants `owners` to be.
    """
    by = config.play.owners
    if by == PLAYOUTS:
        return Judges(_as_playouts_end, _as_playouts_end)
    if by not in SHIPPED:
        raise CfggoError(
            f"unknown owners {by!r}; expected one of: {PLAYOUTS}, {', '.join(SHIPPED)}"
        )
    field = _loaded(config.policy.territory or SHIPPED[by])
    if field.form.playouts != (by == BOTH):
        if "owners" in config.given:
            sees = "sees playouts" if field.form.playouts else "does not see playouts"
            raise CfggoError(
                f"{config.policy.territory}: this field {sees}, so it does not fit owners={by}"
            )
        field = _loaded(SHIPPED[by])  # the one that is named serves for pictures
    if by == TERRITORY:
        return Judges(field.owners, field.owners)

    def stones_by_field(board: np.void, playouts: np.ndarray) -> np.ndarray:
        # Only playouts can tell a liberty that two groups share from an eye.
        is_stone = (board["colour"] == BLACK) | (board["colour"] == WHITE)
        return np.where(is_stone, field.owners(board, playouts), playouts)

    return Judges(_as_playouts_end, stones_by_field)


def _as_playouts_end(board: np.void, playouts: np.ndarray) -> np.ndarray:
    return playouts


def field_of(config: EngineConfig) -> Territory:
    """Returns the field that looks at the board alone: the settings', or else the shipped one.

    Raises CfggoError if it can't be read, or if it sees playouts, too.
    """
    name = config.policy.territory or SHIPPED[TERRITORY]
    field = _loaded(name)
    if field.form.playouts:
        raise CfggoError(f"{name}: this field sees playouts, and here there are none")
    return field


def _loaded(name: str) -> Territory:
    return load_territory(find_weights(name))
