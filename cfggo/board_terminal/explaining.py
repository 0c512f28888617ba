"""What there is to say of a move."""

from __future__ import annotations

from collections.abc import Callable

from cfggo.study.analysis import Analysis
from cfggo.study.engine import Engine
from cfggo.study.game import Game


def explanation(
    engine: Engine, game: Game, move: str, playouts: int, stop: Callable[[], bool]
) -> list[str]:
    """Returns what the policy and a search say of a legal move, in lines."""
    explain = getattr(engine, "explain", None)
    if explain is not None:
        return list(explain(game, move, playouts=playouts).sentences())
    analysis = engine.analyse(game, playouts=playouts, stop=stop)
    return [_of_policy(game, engine.policy(game), move), _of_search(analysis, move)]


def _of_policy(game: Game, policy: dict[str, float], move: str) -> str:
    rank = list(policy).index(move) + 1
    return (
        f"{game.to_play.capitalize()} {move}: the policy gives it {100 * policy[move]:.2g}%, "
        f"number {rank} of {len(policy)} moves."
    )


def _of_search(analysis: Analysis, move: str) -> str:
    found = analysis.of(move)
    if found is None:
        return f"Search: none of {analysis.visits:,} playouts began with {move}."
    reply = f", and the answer {found.pv[1]} is expected" if len(found.pv) > 1 else ""
    return (
        f"Search: {found.visits:,} of {analysis.visits:,} playouts began with {move}; "
        f"it wins {100 * found.winrate:.0f}%, {found.score:+z.1f} points{reply}."
    )
