"""Which stones are dead at the end of a game, by who owns their points in the playouts."""

from enum import Enum

from cfggo.go.points import BLACK, WHITE, board_points
from cfggo.gtp.session import Session

_SETTLED = 0.2
"""Mean ownership of a chain, -1 to 1, from which its fate is settled."""


class Status(Enum):
    """The fate of a chain, as GTP calls it."""

    ALIVE = "alive"
    DEAD = "dead"
    SEKI = "seki"
    """Neither: the playouts do not agree.  Counting takes it for alive."""


def chains(session: Session, status: Status, colour: int | None = None) -> list[list[int]]:
    """Returns the chains of that status, of one colour or of both, each as the list of its points.

    Searches if the position has not been searched.
    """
    board = session.game.boards[0]
    colour_of, head_of = board["colour"].tolist(), board["head"].tolist()
    by_head: dict[int, list[int]] = {}
    for point in board_points(session.game.size):
        if colour_of[point] in (BLACK, WHITE):
            by_head.setdefault(head_of[point], []).append(point)
    if not by_head:
        return []
    ownership = session.ownership()
    found = []
    for head, points in by_head.items():
        black_owns = float(ownership[points].mean())
        own = black_owns if colour_of[head] == BLACK else -black_owns
        if _status(own) is status and colour in (None, colour_of[head]):
            found.append(points)
    return found


def stones(session: Session, status: Status, colour: int | None = None) -> list[int]:
    """Returns the points of all stones of that status, of one colour or of both."""
    return [point for chain in chains(session, status, colour) for point in chain]


def _status(own: float) -> Status:
    """Returns the status of a chain whose colour owns its points to that degree."""
    if own >= _SETTLED:
        return Status.ALIVE
    return Status.DEAD if own <= -_SETTLED else Status.SEKI
