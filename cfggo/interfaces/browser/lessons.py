"""What the page teaches: why a move lost points, and whether another one is better."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError
from cfggo.base.said import said
from cfggo.search.limits import playouts_on
from cfggo.study.api.lessons import first_sights, points_lost
from cfggo.study.explaining.teacher import lesson_of

if TYPE_CHECKING:
    from cfggo.base.worker import Stop
    from cfggo.interfaces.browser.found import Found
    from cfggo.study.api.engine import Engine
    from cfggo.study.api.game import Game

_ANSWER_PLIES = 5  # of what follows a move that is judged


def lesson_view(
    engine: Engine, game: Game, vertex: str, before: Found, after: Found
) -> dict[str, Any]:
    """Returns what there is to learn from a move, for the page.

    game          -- before the move
    before, after -- what is known of that position, and of the one after the move

    Raises CfggoError if one of them was not searched.
    """
    if before.expects is None or after.expects is None:
        raise CfggoError(said("cfggo has not looked at this move yet"))
    better = before.expects.moves[0]
    sights = first_sights(engine, game, vertex, better)
    lesson = lesson_of(game.rules_game, vertex, before.expects, after.expects, sights)
    return lesson.to_json()


def verdict_on(
    engine: Engine, game: Game, vertex: str, playouts: int, stop: Stop
) -> dict[str, Any] | None:
    """Returns what a move would lose, by searches of the positions around it, and the answer to it;
    None if it was stopped.

    game -- before the move
    """
    playouts = playouts_on(game.size, playouts)
    before = engine.analyse(game, playouts=playouts, for_points=True, stop=stop)
    played = game.copy()
    played.play(vertex)
    after = engine.analyse(played, playouts=playouts, for_points=True, stop=stop)
    if stop():
        return None
    answer = [] if after.best is None else after.best.pv[:_ANSWER_PLIES]
    lost = points_lost(game, before, after, vertex)
    return {"move": vertex, "lost": round(lost, 2), "answer": answer}
