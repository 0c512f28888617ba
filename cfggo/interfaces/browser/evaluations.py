"""Win rates and leads over a line, and what its moves lost, for the chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cfggo.interfaces.browser.found import CAREFUL, Found, Searched
from cfggo.study.reviewing.curve import LEAST_LOST, CurveStep, curve_of, likelihood_of_mistake

_SIGNS = {"black": 1, "white": -1}

_SURE = 200
"""Playouts; an evaluation of fewer is no ground to say what a move lost."""

_DOUBT = 2.0
"""Points that a move seems to lose from which on it is to be searched again."""


def evaluations_of(
    found: Sequence[Found], moves: Sequence[Mapping[str, Any]], size: int = 19
) -> list[dict[str, Any] | None]:
    """Returns what is shown of each position of a line, None where it was not searched.

    `winrate` and `score` are Black's, by all searches of the line together; `lost` is what the move
    lost that led there, None if the positions around it were not searched for a while; `doubt`
    tells whether it seems to be a mistake, and they were not searched again.

    found -- what is known of each position
    moves -- those between them, one fewer, as `Played.moves`
    size  -- of the board
    """
    searches = [one.searched for one in found]
    if not any(searches):
        return [None] * len(found)
    curve = curve_of(
        [None if search is None else search.evidence for search in searches],
        [
            CurveStep(
                _SIGNS[move["colour"]],
                takes_ko=move["ko"],
                mistakes=_mistakes(search, move, size),
            )
            for search, move in zip(searches, moves, strict=False)
        ],
    )
    winrates = curve.winrates
    shown: list[dict[str, Any] | None] = []
    for at, search in enumerate(searches):
        if search is None:
            shown.append(None)
            continue
        before = searches[at - 1] if at else None
        lost = None
        playouts = min(found[max(at - 1, 0)].playouts, found[at].playouts)
        if before is not None and playouts >= _SURE and before.to_play != search.to_play:
            is_best = before.best == moves[at - 1]["vertex"]
            lost = 0.0 if is_best else max(round(curve.losses[at - 1], 2), LEAST_LOST)
        shown.append(
            {
                "winrate": round(winrates[at], 4),
                "score": round(curve.leads[at], 2),
                "playouts": found[at].playouts,
                "lost": lost,
                "doubt": (lost or 0.0) >= _DOUBT and playouts < CAREFUL,
            }
        )
    return shown


def _mistakes(before: Searched | None, move: Mapping[str, Any], size: int) -> float:
    """Returns how many times as likely as others a move is a mistake."""
    vertex = move["vertex"]
    return likelihood_of_mistake(
        1.0 if before is None else before.mistakes.get(vertex, 1.0),
        0.0 if before is None else before.evidence.playouts,
        is_tried=before is not None and vertex in before.tried,
        is_early=move["early"],
        size=size,
    )
