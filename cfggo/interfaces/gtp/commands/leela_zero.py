"""Leela Zero: its view of the policy, for Lizzie and LizzieYzy."""

from cfggo.go.points import PASS
from cfggo.interfaces.gtp.graphics import board_rows
from cfggo.interfaces.gtp.protocol import GtpError
from cfggo.interfaces.gtp.registry import command
from cfggo.interfaces.gtp.session import Session

_SYMMETRIES = ("", "all", "average", "avg", *"01234567")


@command("heatmap")
def heatmap(session: Session, symmetry: str = "") -> str:
    """Returns the tree policy of the side to move as Leela Zero does, in thousandths, and the win
    rate.

    There are no symmetries to choose from: an argument changes nothing. The position is searched
    for the win rate if that was not done.
    """
    if symmetry not in _SYMMETRIES:
        raise GtpError("syntax error: a symmetry is 0 to 7, all or average")
    game = session.game
    policy = session.engine.policy(game, game.to_play)
    report = session.searched(game.to_play).report
    rows = board_rows(game.size, lambda point: f"{int(1000 * policy[point]):3d}")
    return "\n".join(
        [
            "",
            *(f" {row}" for row in rows.splitlines()),
            f"pass: {int(1000 * policy[PASS])}",
            f"winrate: {report.mean_winrate:.6f}",
        ]
    )
