"""Which stones are dead, by who owns their points at the end of playouts."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from cfggo.go.points import BLACK, WHITE, board_points

if TYPE_CHECKING:
    import numpy as np

    from cfggo.go.game import Game

_CHAIN_SETTLED = 0.2
"""Mean ownership of a chain, -1 to 1, from which its fate is settled."""


class Status(Enum):
    """The fate of a chain, as GTP calls it."""

    ALIVE = "alive"
    DEAD = "dead"
    SEKI = "seki"
    """Neither: the playouts do not agree.  Counting takes it for alive."""


def chains_of_status(board: np.void, ownership: np.ndarray, status: Status) -> list[list[int]]:
    """Returns the chains of that status, each as the list of its points.

    board     -- one element of a board array
    ownership -- float[N_POINTS], from +1 for Black to -1 for White
    """
    colour_of, head_of = board["colour"].tolist(), board["head"].tolist()
    by_head: dict[int, list[int]] = {}
    for point in board_points(int(board["size"])):
        if colour_of[point] in (BLACK, WHITE):
            by_head.setdefault(head_of[point], []).append(point)
    found = []
    for head, points in by_head.items():
        black_owns = float(ownership[points].mean())
        if _status(black_owns if colour_of[head] == BLACK else -black_owns) is status:
            found.append(points)
    return found


def dead_points(game: Game, ownership: np.ndarray) -> list[int]:
    """Returns the points of the stones that a game's rules take off for dead when it ends.

    ownership -- float[N_POINTS], from +1 for Black to -1 for White
    """
    if game.rules.all_stones_alive:
        return []
    chains = chains_of_status(game.boards[0], ownership, Status.DEAD)
    return [point for chain in chains for point in chain]


def _status(own: float) -> Status:
    """Returns the status of a chain whose colour owns its points to that degree."""
    if own >= _CHAIN_SETTLED:
        return Status.ALIVE
    return Status.DEAD if own <= -_CHAIN_SETTLED else Status.SEKI
