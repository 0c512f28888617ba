"""What the page teaches: why a move lost points, and whether another one is better."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError
from cfggo.base.said import said
from cfggo.study.explaining.lesson import lesson_of

if TYPE_CHECKING:
    from cfggo.interfaces.browser.searches import Found
    from cfggo.study.api.engine import Engine
    from cfggo.study.api.game import Game


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
    explanations = engine.explain(game, vertex), engine.explain(game, better)
    lesson = lesson_of(game.rules_game, vertex, before.expects, after.expects, explanations)
    return lesson.to_json()


def points_lost(before: dict[str, Any], after: dict[str, Any], colour: str, vertex: str) -> float:
    """Returns the points that a move of a colour lost, by evaluations of the positions around it:
    the best move's mean score minus that of all playouts that began with the one played.
    """
    best, (_, best_score) = next(iter(before["moves"].items()))
    if vertex == best:
        return 0.0
    visits, score = before["moves"].get(vertex, (0, 0.0))
    playouts = after["playouts"]
    value = (visits * score + playouts * after["mean"]) / (visits + playouts)
    return float(best_score - value) * (1 if colour == "black" else -1)
