"""What the engine is asked for the page: moves, analyses, policies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cfggo.base.said import in_a_row, said
from cfggo.interfaces.browser.evaluations import Searched, searched_of
from cfggo.interfaces.browser.view import analysis_view, policy_view
from cfggo.study.api.lessons import expected

if TYPE_CHECKING:
    from cfggo.base.worker import Stop
    from cfggo.search.clock import Clock
    from cfggo.study.api.analysis import Analysis
    from cfggo.study.api.engine import Engine
    from cfggo.study.api.game import Game
    from cfggo.study.explaining.lesson import Variation

_INTERVAL = 0.3  # seconds between two news of an analysis
_SHOWN_PLIES = 7  # of what follows a move that is explained


@dataclass(frozen=True)
class Found:
    """What is known of a position.

    Public attributes:
      playouts   -- int, what was searched
      searched   -- what the search says of win rate and score, for the chart, or None
      view       -- all that the page can draw, or None
      expects    -- what follows by the search, for lessons; or None
    """

    playouts: int = 0
    searched: Searched | None = None
    view: dict[str, Any] | None = None
    expects: Variation | None = None

    @property
    def has_policy(self) -> bool:
        """Whether the policy is known."""
        return self.view is not None and "policy" in self.view

    def words_for(self, vertex: str) -> str:
        """Returns what the search found out about a move, "" if nothing."""
        candidates = (self.view or {}).get("candidates", [])
        for candidate in candidates:
            if candidate["move"].upper() == vertex.upper():
                _, *others = candidate["pv"]
                found = said(
                    "A search gave it {n} of {all} playouts and a win rate of {winrate}.",
                    n=candidate["visits"],
                    all=self.view_visits,
                    winrate=f"{100 * candidate['winrate']:.0f}%",
                )
                moves = " ".join(others[:_SHOWN_PLIES])
                follows = said("It goes on {moves}.", moves=moves) if others else ""
                return in_a_row((found, follows))
        return ""

    @property
    def view_visits(self) -> int:
        """Playouts of the analysis that can be drawn."""
        return int((self.view or {}).get("visits", 0))


def choose(engine: Engine, game: Game, level: str, clock: Clock | None, stop: Stop) -> str:
    """Returns the engine's move at a level, "" for full strength: a vertex, "pass" or "resign".

    clock -- of its side, None if there is no time limit
    """
    if (engine.level or "") != level:
        engine.set_level(level or None)
    return engine.move(game, clock=clock, stop=stop)


def policy(engine: Engine, game: Game, position: str, known: Found) -> Found:
    """Returns what is known of a position with its policy."""
    return replace(known, view=(known.view or {}) | policy_view(position, engine.policy(game)))


def analyse(
    engine: Engine,
    game: Game,
    position: str,
    playouts: int,
    known: Found,
    stop: Stop,
    take: Callable[[Found], None],
    shows: bool,
) -> None:
    """Searches a position, and hands on what becomes known.

    take  -- gets all that is known of the position, at the end and, if it shows, on the way
    shows -- whether the page is looking at it; else only a whole search counts
    """
    if shows and not known.has_policy:
        known = policy(engine, game, position, known)
        take(known)
    probabilities = (known.view or {}).get("policy", {})

    def on_progress(analysis: Analysis) -> None:
        found = _found(position, analysis, probabilities, analysis.visits)
        is_more = analysis.visits > known.playouts
        take(found if is_more else replace(known, view=found.view))

    analysis = engine.analyse(
        game,
        playouts=playouts,
        for_points=not shows,
        on_progress=on_progress if shows else None,
        interval=_INTERVAL,
        stop=stop,
    )
    if not stop():
        n = max(playouts, analysis.visits)
        if shows:
            take(_found(position, analysis, probabilities, n))
        else:
            expects = expected(analysis)
            take(replace(known, playouts=n, searched=searched_of(analysis), expects=expects))


def _found(
    position: str, analysis: Analysis, probabilities: dict[str, float], playouts: int
) -> Found:
    view = analysis_view(position, analysis, probabilities)
    return Found(playouts, searched_of(analysis), view, expected(analysis))
