"""The result of a search for one move."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from cfggo.base.said import Ordinal
from cfggo.go.points import format_vertex
from cfggo.search.request import SearchRequest

if TYPE_CHECKING:
    from collections.abc import Callable

    from cfggo.go.game import Game
    from cfggo.search.limits import Limit
    from cfggo.search.report import SearchReport
    from cfggo.search.searcher import Searcher

FEW_VISITS = 50
"""A move of fewer visits is searched by itself, if it is to be judged."""


@dataclass(frozen=True)
class Searched:
    """The result of a search for one move; figures are for the side that plays it.

    Public attributes:
        move           -- vertex
        visits         -- int, playouts that began with it
        playouts       -- int, of all moves together
        order          -- int, place among the moves, from 1 for the best; 0 if it has no visits
        winrate        -- float from 0 to 1, or None where nothing is known
        score          -- float, points ahead with komi, or None where nothing is known
        reply          -- str, the answer that the search expects, "" for none
        pv             -- tuple of vertices, the expected moves from this one on
        playouts_after -- int, of another search, of the position after the move, that `winrate` and
                          what follows it are from; 0 if they are from the search itself
    """

    move: str
    visits: int
    playouts: int
    order: int
    winrate: float | None
    score: float | None
    reply: str
    pv: tuple[str, ...]
    playouts_after: int = 0

    def sentence(self, begin: str = "Search") -> str:
        """Returns all of it as one sentence."""
        visits = f"{self.visits:,} of {self.playouts:,} playouts" if self.visits else "no playout"
        place = f" ({Ordinal(self.order)})" if self.order else ""
        text = f"{begin}: {visits} began with {self.move}{place}"
        if self.winrate is None or self.score is None:
            return f"{text}."
        text += f"; {self.playouts_after:,} more after it" if self.playouts_after else ""
        reply = f"; it fears the answer {self.reply}" if self.reply not in ("", "pass") else ""
        return f"{text}: it wins {100 * self.winrate:.1f}%, {self.score:+z.1f} points{reply}."

    def to_json(self) -> dict[str, Any]:
        """Returns it as a JSON object."""
        return asdict(self) | {"reply": self.reply or None, "pv": list(self.pv)}


def searched_move(report: SearchReport, point: int) -> Searched:
    """Returns what a search of a position found out about one of its moves, or PASS."""
    for order, move in enumerate(report.moves, 1):
        if move.point == point:
            return Searched(
                move=format_vertex(point),
                visits=move.visits,
                playouts=report.visits,
                order=order,
                winrate=move.shown_winrate(report.mean_winrate),
                score=move.shown_lead(report),
                reply=format_vertex(move.pv[1]) if len(move.pv) > 1 else "",
                pv=tuple(map(format_vertex, move.pv)),
            )
    return Searched(format_vertex(point), 0, report.visits, 0, None, None, "", ())


def searched_after(
    searched: Searched,
    engine: Searcher,
    game: Game,
    colour: int,
    point: int,
    limit: Limit,
    stop: Callable[[], bool],
) -> Searched:
    """Returns what is known of a move of a colour, after a search of the position that it leads to
    if few playouts began with it.

    searched -- what a search of the game's position found out about it
    stop     -- ends the search, or keeps it from beginning, as soon as it returns True
    """
    if searched.visits >= FEW_VISITS or stop():
        return searched
    after = game.copy()
    after.play(colour, point, may_repeat=True)
    if after.is_over:
        return searched
    report = engine.analyze(SearchRequest(after, 3 - colour, limit), stop=stop)
    if not report.moves:
        return searched
    best = report.moves[0]
    pv = [point, *best.pv]
    return replace(
        searched,
        winrate=1 - report.shown_winrate,
        score=-report.shown_lead,
        reply=format_vertex(best.point),
        pv=tuple(map(format_vertex, pv)),
        playouts_after=report.playouts,
    )
