"""When a game is lost so clearly that the engine may resign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfggo.go.points import BLACK

if TYPE_CHECKING:
    from cfggo.go.game import Game
    from cfggo.search.goal import Goal
    from cfggo.search.report import SearchReport

RESIGN_AFTER = 0.2
"""No resignation before this many moves per point of the board."""

RESIGN_VISITS = 30
"""No resignation after fewer playouts: they may all have been lost by chance."""


def is_lost(game: Game, goal: Goal, report: SearchReport, resign_below: float) -> bool:
    """Tells whether a game is lost so clearly that the engine may give it up.

    report       -- of the search for the move
    resign_below -- the setting: a win rate
    """
    if goal.colour == BLACK and goal.made_up > 0:
        return False  # by the rules Black is better off than in this search
    if game.rules.scoring == "territory" and report.mean_score > -1.0:
        return False  # whether it is a draw depends on who moves last
    is_late = game.moves_to_here >= RESIGN_AFTER * game.size * game.size
    # The best move may have so few visits that it lost them all by chance.
    winrate = max(report.winrate, report.mean_winrate)
    return is_late and report.visits >= RESIGN_VISITS and winrate < resign_below
