"""The lesson of a move, by two analyses: of the positions before and after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cfggo.study.explaining.first_sight import FirstSight
from cfggo.study.explaining.lesson import Lesson, Variation, lesson_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from cfggo.study.api.analysis import Analysis
    from cfggo.study.api.engine import Engine
    from cfggo.study.api.game import Game

_SURE_VISITS = 8
"""Visits from which on a move is said to follow."""


def expected(analysis: Analysis) -> Variation | None:
    """Returns what follows by an analysis: moves that it has looked at more than by chance; None
    if nothing was searched.
    """
    best = analysis.best
    if best is None:
        return None
    n = sum(visits >= _SURE_VISITS for visits in best.pv_visits)
    return Variation(tuple(best.pv[: max(n, 1)]), analysis.ownership.astype(np.float16))


def points_lost(before: Analysis, after: Analysis, vertex: str) -> float:
    """Returns the points that a move lost, at least 0: the best move's lead minus that by all
    playouts that began with the one played, in the analysis before it and in the one after it.
    """
    best, played = before.best, before.of(vertex)
    if best is None or best.move == vertex:
        return 0.0
    visits, score = (0, 0.0) if played is None else (played.visits, played.lead)
    value = (visits * score - after.visits * after.mean_lead) / max(visits + after.visits, 1)
    return max(0.0, best.lead - value)


def first_sights(
    engine: Engine, game: Game, move: str, better: str
) -> tuple[FirstSight, FirstSight]:
    """Returns what a player sees at first of a move and of a better one.

    Raises CfggoError if one of them is illegal.
    """
    played, instead = (FirstSight.of(engine.explain(game, each)) for each in (move, better))
    return played, instead


def lesson_on(
    engine: Engine, game: Game, move: str, playouts: int, stop: Callable[[], bool]
) -> tuple[float, Lesson | None]:
    """Returns the points that a move of the side to move lost, and what there is to learn from it;
    None if the engine would have played it.

    playouts -- of each of two searches, which `stop` ends

    Raises CfggoError if the move is illegal.
    """
    after = game.copy()
    after.play(move)
    then, now = (engine.analyse(each, playouts=playouts, stop=stop) for each in (game, after))
    better, answer = expected(then), expected(now)
    if better is None or answer is None or better.moves[0] == move:
        return 0.0, None
    sights = first_sights(engine, game, move, better.moves[0])
    lesson = lesson_of(game.rules_game, move, better, answer, sights)
    return points_lost(then, now, move), lesson
