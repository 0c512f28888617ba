"""Lines for gtp2ogs, the client of OGS, on standard error: win rate, score and variation."""

from typing import TYPE_CHECKING

from cfggo.base.pipes.sinks import write_aside
from cfggo.interfaces.gtp.protocol import format_vertices

if TYPE_CHECKING:
    from cfggo.search.searcher import Decision

_GREETING = "cfggo: tells of its moves in KataGo's form\n"
"""By the word KataGo gtp2ogs recognises the form of the lines that follow."""


def greet() -> None:
    """Tells gtp2ogs which form the lines have."""
    write_aside(_GREETING)


def tell_of_move(decision: "Decision") -> None:
    """Writes what a search, if there was one, found out about the move that it decided for.

    gtp2ogs shows it to those who watch, not to the players.
    """
    report = decision.report
    if not report.visits:
        return
    winrate, score, stdev = report.mean_winrate, report.mean_lead, report.score_stdev
    variation = [decision.point]
    for move in report.moves:
        if move.point == decision.point:
            winrate, score = move.shown_winrate(winrate), move.shown_lead(report)
            stdev, variation = move.score_stdev, move.pv
    write_aside(
        f"MALKOVICH:Visits {report.visits} Winrate {100 * winrate:.2f}% ScoreLead {score:z.1f} "
        f"ScoreStdev {stdev:.1f} PV {format_vertices(variation)}\n"
    )
