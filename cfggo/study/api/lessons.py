"""The lesson of a move, by two analyses: of the positions before and after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cfggo.study.explaining.first_sight import FirstSight
from cfggo.study.explaining.lesson import Lesson, Variation
from cfggo.study.explaining.teacher import lesson_of
from cfggo.study.reviewing.curve import (
    CurveStep,
    Evidence,
    curve_of,
    is_opening,
    likelihood_of_mistake,
)
from cfggo.study.reviewing.search import SURE_VISITS

if TYPE_CHECKING:
    from collections.abc import Callable

    from cfggo.study.api.analysis import Analysis
    from cfggo.study.api.engine import Engine
    from cfggo.study.api.game import Game


def expected(analysis: Analysis) -> Variation | None:
    """Returns what follows by an analysis: moves that it has looked at more than by chance; None
    if nothing was searched.
    """
    best = analysis.best
    if best is None:
        return None
    n = sum(visits >= SURE_VISITS for visits in best.pv_visits)
    return Variation(tuple(best.pv[: max(n, 1)]), analysis.ownership.astype(np.float16))


def evidence_of(analysis: Analysis) -> Evidence | None:
    """Returns what an analysis says of its position's lead, as reviews take it; None if nothing
    was searched.
    """
    best = analysis.best
    if best is None:
        return None
    sign = 1 if analysis.to_play == "black" else -1
    scores = analysis.mean_score, best.mean_score
    return Evidence.of(sign, *scores, analysis.score_stdev, analysis.visits)


def points_lost(game: Game, before: Analysis, after: Analysis, vertex: str) -> float:
    """Returns the points that a move lost, as the curve of a review has it, by the analyses before
    it and after it; 0 if one has searched nothing, or the move is the best one.

    game -- before the move
    """
    then, now = evidence_of(before), evidence_of(after)
    if then is None or now is None or before.candidates[0].move == vertex:
        return 0.0
    mistakes = likelihood_of_mistake(
        before.mistakes.get(vertex, 1.0),
        before.visits,
        is_tried=vertex in {candidate.move for candidate in before.candidates},
        is_early=is_opening(len(game.stones), game.size),
        size=game.size,
    )
    step = CurveStep(1 if before.to_play == "black" else -1, mistakes=mistakes)
    return curve_of([then, now], [step]).losses[0]


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
    then, now = (
        engine.analyse(each, playouts=playouts, for_points=True, stop=stop)
        for each in (game, after)
    )
    better, answer = expected(then), expected(now)
    if better is None or answer is None or better.moves[0] == move:
        return 0.0, None
    sights = first_sights(engine, game, move, better.moves[0])
    lesson = lesson_of(game.rules_game, move, better, answer, sights)
    return points_lost(game, then, now, move), lesson
