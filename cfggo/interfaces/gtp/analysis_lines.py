"""The lines of an analysis: what a search found out, as Leela Zero and KataGo report it."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from cfggo.go.points import BLACK, PASS, format_vertex, points_from_top
from cfggo.interfaces.gtp.analysis_options import AnalysisOptions
from cfggo.interfaces.gtp.protocol import format_vertices
from cfggo.interfaces.gtp.session import Session

if TYPE_CHECKING:
    import numpy as np

    from cfggo.search.report import MoveInfo, SearchReport

Info = Callable[["MoveInfo", "SearchReport", int], str]
"""Returns a move as a program reports it, by the search and the move's place in the order."""


def lz_info(move: "MoveInfo", report: "SearchReport", order: int) -> str:
    """Returns a move as Leela Zero reports it: win rates in hundredths of a percent."""
    mean, score = report.mean_winrate, move.shown_lead(report)
    return (
        f"info move {format_vertex(move.point)} visits {move.visits} "
        f"winrate {round(10000 * move.shown_winrate(mean))} "
        f"scoreMean {score:z.3f} scoreLead {score:z.3f} prior {round(10000 * move.prior)} "
        f"lcb {round(10000 * move.lower_bound(mean))} order {order} pv {format_vertices(move.pv)}"
    )


def kata_info(move: "MoveInfo", report: "SearchReport", order: int) -> str:
    """Returns a move as KataGo reports it: win rates from 0 to 1."""
    mean, score = report.mean_winrate, move.shown_lead(report)
    return (
        f"info move {format_vertex(move.point)} visits {move.visits} "
        f"winrate {move.shown_winrate(mean):.6f} scoreMean {score:z.3f} "
        f"scoreStdev {move.score_stdev:.3f} scoreLead {score:z.3f} prior {move.prior:.6f} "
        f"lcb {move.lower_bound(mean):z.6f} order {order} pv {format_vertices(move.pv)}"
    )


def line_writer(
    session: Session, options: AnalysisOptions, info: Info
) -> Callable[["SearchReport"], None]:
    """Returns the function that writes a line for each report."""

    def write(report: "SearchReport") -> None:
        moves = listed_moves(session, options, report)
        if not moves:
            return
        asked = options.fields
        parts = []
        for order, move in enumerate(moves):
            parts.append(info(move, report, order))
            if info is kata_info:
                parts += _further_fields(session, options, report, move)
        if "rootInfo" in asked:
            parts.append(_root_info(report, moves[0]))
        if report.playouts and ("ownership" in asked or "ownershipStdev" in asked):
            owners = owner_rows(session, session.engine.ownership(), report.colour)
            parts += _owner_fields(owners, asked, "ownership", "ownershipStdev")
        session.output.line(" ".join(parts))

    return write


def listed_moves(
    session: Session, options: AnalysisOptions, report: "SearchReport"
) -> list["MoveInfo"]:
    """Returns the moves that a line is to have, the best first."""
    moves = report.moves
    if len(moves) < options.min_moves:
        moves = [*moves, *_unvisited_moves(session, options, report)][: options.min_moves]
    return moves[: options.max_moves]


def owner_rows(session: Session, ownership: "np.ndarray", colour: int) -> list[float]:
    """Returns who owns the points, row by row from the upper left, +1 for that colour."""
    side = 1 if colour == BLACK else -1
    owners: list[float] = (side * ownership[[*points_from_top(session.game.size)]]).tolist()
    return owners


def _unvisited_moves(
    session: Session, options: AnalysisOptions, report: "SearchReport"
) -> list["MoveInfo"]:
    """Returns the moves that a search has not visited yet, the likeliest by the policy first."""
    from cfggo.search.report import MoveInfo

    game, colour = session.game, report.colour
    policy = session.engine.policy(game, colour)
    visited = {move.point for move in report.moves}
    points = {*game.legal_points(colour), PASS} - visited - options.avoid
    return [
        MoveInfo(
            point=point,
            visits=0,
            winrate=report.mean_winrate,
            score=report.mean_score,
            score_stdev=report.score_stdev,
            prior=float(policy[point]),
            pv=[point],
            pv_visits=[0],
        )
        for point in sorted(points, key=lambda point: (-policy[point], point))
    ]


def _further_fields(
    session: Session, options: AnalysisOptions, report: "SearchReport", move: "MoveInfo"
) -> list[str]:
    """Returns the fields of a move that a controller of KataGo's has asked for."""
    asked = options.fields
    visits = " ".join(map(str, move.pv_visits))
    parts = [f"{name} {visits}" for name in ("pvVisits", "pvEdgeVisits") if name in asked]
    if move.visits and ("movesOwnership" in asked or "movesOwnershipStdev" in asked):
        owners = owner_rows(session, session.engine.ownership_after(move.point), report.colour)
        if not math.isnan(owners[0]):  # some playouts of this search began with the move
            parts += _owner_fields(owners, asked, "movesOwnership", "movesOwnershipStdev")
    return parts


def _owner_fields(owners: list[float], asked: set[str], mean: str, stdev: str) -> list[str]:
    """Returns the fields for the owners of the points, by the names of the two that there are.

    A point's owner is +1 or -1 in each playout, so the mean says how far playouts differ.
    """
    parts = []
    if mean in asked:
        parts.append(" ".join([mean, *(f"{owner:z.3f}" for owner in owners)]))
    if stdev in asked:
        spreads = (max(1 - owner * owner, 0.0) ** 0.5 for owner in owners)
        parts.append(" ".join([stdev, *(f"{spread:.3f}" for spread in spreads)]))
    return parts


def _root_info(report: "SearchReport", best: "MoveInfo") -> str:
    """Returns what KataGo reports of the position: visits, and win rate and lead of the best move
    that is listed.
    """
    winrate, lead = best.shown_winrate(report.mean_winrate), best.shown_lead(report)
    return (
        f"rootInfo visits {report.visits} winrate {winrate:.6f} scoreMean {lead:z.3f} "
        f"scoreStdev {report.score_stdev:.3f} scoreLead {lead:z.3f}"
    )
