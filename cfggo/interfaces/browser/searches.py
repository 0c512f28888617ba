"""What the engine is asked for the page: moves, analyses, policies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from cfggo.interfaces.browser.found import Found, Searched
from cfggo.interfaces.browser.view import analysis_view, policy_view
from cfggo.search.limits import playouts_on
from cfggo.study.api.lessons import evidence_of, expected

if TYPE_CHECKING:
    from cfggo.base.worker import Stop
    from cfggo.search.clock import Clock
    from cfggo.study.api.analysis import Analysis
    from cfggo.study.api.engine import Engine
    from cfggo.study.api.game import Game

LOOK = 2000
"""Playouts of a position that is looked at."""

LOOKS: dict[str, tuple[int, Callable[[Found], bool]]] = {
    "policy": (0, lambda found: found.has_policy),
    "analysis": (LOOK, lambda found: found.view_playouts >= LOOK),
}
"""What overlays can want to know of a position that is looked at, by the names that they have for
it: the playouts that `analyse` finds it out by, and what tells whether it is known.
"""

_INTERVAL = 0.3  # seconds between two news of an analysis


def choose(engine: Engine, game: Game, level: str, clock: Clock | None, stop: Stop) -> str:
    """Returns the engine's move at a level, "" for full strength: a vertex, "pass" or "resign".

    clock -- of its side, None if there is no time limit
    """
    if (engine.level or "") != level:
        engine.set_level(level or None)
    return engine.move(game, clock=clock, stop=stop)


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
    """Searches a position, and hands on what becomes known; without playouts that is the policy.

    Playouts are counted as on 19x19: on smaller boards there are more of them in the same time.

    take  -- gets all that is known of the position, at the end and, if it shows, on the way
    shows -- whether the page is looking at it; else only a whole search counts
    """
    if shows and not known.has_policy:
        view = (known.view or {}) | policy_view(position, engine.policy(game))
        known = replace(known, view=view)
        take(known)
    if not playouts:
        return
    probabilities = (known.view or {}).get("policy", {})
    all_playouts = playouts_on(game.size, playouts)

    def counted(analysis: Analysis) -> int:
        return analysis.visits * playouts // all_playouts

    def show(analysis: Analysis, n: int) -> None:
        found = _found(position, analysis, probabilities, n)
        take(found if n > known.playouts else replace(known, view=found.view))

    analysis = engine.analyse(
        game,
        playouts=all_playouts,
        for_points=not shows,
        on_progress=(lambda analysis: show(analysis, counted(analysis))) if shows else None,
        interval=_INTERVAL,
        stop=stop,
    )
    if not stop():
        n = max(playouts, counted(analysis))
        if shows:
            show(analysis, n)
        else:
            expects = expected(analysis)
            take(replace(known, playouts=n, searched=_searched_of(analysis), expects=expects))


def _searched_of(analysis: Analysis) -> Searched | None:
    """Returns what an analysis says, None if it has no playouts."""
    evidence = evidence_of(analysis)
    if evidence is None:
        return None
    tried = [candidate.move for candidate in analysis.candidates]
    return Searched(evidence, analysis.to_play, tried[0], frozenset(tried), analysis.mistakes)


def _found(
    position: str, analysis: Analysis, probabilities: dict[str, float], playouts: int
) -> Found:
    view = analysis_view(position, analysis, probabilities) | {"playouts": playouts}
    return Found(playouts, _searched_of(analysis), view, expected(analysis))
