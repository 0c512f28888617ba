"""What the engine is asked for the page: moves, analyses, policies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from cfggo.interfaces.browser.evaluations import searched_of
from cfggo.interfaces.browser.found import Found
from cfggo.interfaces.browser.view import analysis_view, policy_view
from cfggo.study.api.lessons import expected

if TYPE_CHECKING:
    from cfggo.base.worker import Stop
    from cfggo.search.clock import Clock
    from cfggo.study.api.analysis import Analysis
    from cfggo.study.api.engine import Engine
    from cfggo.study.api.game import Game

_INTERVAL = 0.3  # seconds between two news of an analysis


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

    def show(analysis: Analysis, n: int) -> None:
        found = _found(position, analysis, probabilities, n)
        take(found if n > known.playouts else replace(known, view=found.view))

    analysis = engine.analyse(
        game,
        playouts=playouts,
        for_points=not shows,
        on_progress=(lambda analysis: show(analysis, analysis.visits)) if shows else None,
        interval=_INTERVAL,
        stop=stop,
    )
    if not stop():
        n = max(playouts, analysis.visits)
        if shows:
            show(analysis, n)
        else:
            expects = expected(analysis)
            take(replace(known, playouts=n, searched=searched_of(analysis), expects=expects))


def _found(
    position: str, analysis: Analysis, probabilities: dict[str, float], playouts: int
) -> Found:
    view = analysis_view(position, analysis, probabilities) | {"playouts": playouts}
    return Found(playouts, searched_of(analysis), view, expected(analysis))
