"""GNU Go: the position, the score, the seed, for scripts written for it."""

import re

from cfggo.go.points import WHITE
from cfggo.interfaces.gtp.loading import Need
from cfggo.interfaces.gtp.protocol import GtpError, format_vertices
from cfggo.interfaces.gtp.registry import Colour, Vertex, command
from cfggo.interfaces.gtp.session import Session

_SEED = re.compile("[0-9]{1,19}")
_LARGEST_SEED = 2**63 - 1


@command("is_legal")
def is_legal(session: Session, colour: Colour, vertex: Vertex) -> str:
    """Returns 1 if a colour may play at a vertex, superko included, else 0."""
    return "1" if session.game.is_legal(colour, vertex) else "0"


@command("list_stones", needs=Need.GAME)
def list_stones(session: Session, colour: Colour) -> str:
    """Returns the points that have a stone of that colour."""
    import numpy as np

    return format_vertices(np.flatnonzero(session.game.boards[0]["colour"] == colour).tolist())


@command("estimate_score")
def estimate_score(session: Session) -> str:
    """Returns who is ahead, and by how much, as in "W+1.7 (upper bound: 12.0, lower: -8.6)".

    The bounds are a standard deviation of the playouts away, and seen by White. The position is
    searched first if that was not done.
    """
    report = session.searched().report
    score = report.mean_lead if report.colour == WHITE else -report.mean_lead
    upper, lower = score + report.score_stdev, score - report.score_stdev
    text = "0" if abs(score) < 0.05 else f"{'W' if score > 0 else 'B'}+{abs(score):.1f}"
    return f"{text} (upper bound: {upper:z.1f}, lower: {lower:z.1f})"


@command("set_random_seed")
def set_random_seed(session: Session, seed: str) -> None:
    """Starts the random numbers from a seed, and discards the results of earlier searches.

    After it, the same commands get the same moves, if moves are limited by playouts and one thread
    searches.
    """
    if not _SEED.fullmatch(seed) or int(seed) > _LARGEST_SEED:
        raise GtpError(f"syntax error: expected a seed from 0 to {_LARGEST_SEED}")
    session.engine.set_seed(int(seed))
    session.forget()
