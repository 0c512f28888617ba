"""CGOS: a move with its analysis, for the viewers of its games."""

import json
from typing import TYPE_CHECKING

from cfggo.go.points import format_vertex
from cfggo.interfaces.gtp.analysis_lines import listed_moves, owner_rows
from cfggo.interfaces.gtp.analysis_options import parse_options
from cfggo.interfaces.gtp.commands.play import play_decision
from cfggo.interfaces.gtp.protocol import format_vertices
from cfggo.interfaces.gtp.registry import command
from cfggo.interfaces.gtp.session import Session

if TYPE_CHECKING:
    from cfggo.search.report import MoveInfo, SearchReport

_MOST_MOVES = 20
"""Moves that are told of, at most: the server keeps all of it in the game's record."""

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
"""By these CGOS writes who owns a point: the first for -1, the last but one for +1."""


@command("cgos-genmove_analyze")
def cgos_genmove_analyze(session: Session, *options: str) -> str:
    """Plays the engine's move like genmove, after a line of JSON about the search, for CGOS.

    The options are those of kata-analyze, of which only colour, minmoves, maxmoves, avoid and allow
    count. The object has winrate, score and visits of the position, ownership and a list of moves;
    everything is for the side to move.
    """
    asked = parse_options(session, options)
    if asked.max_moves is None:
        asked.max_moves = _MOST_MOVES
    decision = session.choose_move(asked.colour, avoid=asked.avoid, avoid_later=asked.avoid_later)
    report = decision.report
    found: dict[str, object] = {
        "winrate": round(report.mean_winrate, 4),
        "score": round(report.mean_lead, 2),
        "visits": report.visits,
        "moves": [_move(move, report) for move in listed_moves(session, asked, report)],
    }
    if report.playouts:
        owners = owner_rows(session, session.engine.ownership(), report.colour)
        found["ownership"] = "".join(_DIGITS[round(31 * (owner + 1))] for owner in owners)
    text = json.dumps(found, separators=(",", ":"))
    return f"\n{text}\nplay {play_decision(session, asked.colour, decision)}"


def _move(move: "MoveInfo", report: "SearchReport") -> dict[str, object]:
    """Returns the report of a move, with the variation that follows it."""
    return {
        "move": format_vertex(move.point),
        "visits": move.visits,
        "winrate": round(move.shown_winrate(report.mean_winrate), 4),
        "score": round(move.shown_lead(report), 2),
        "prior": round(move.prior, 6),
        "pv": format_vertices(move.pv[1:]),
    }
