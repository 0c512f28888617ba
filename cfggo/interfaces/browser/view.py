"""What the page draws of a position, as data that JSON can write."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cfggo.study.explaining.first_sight import plain_sentences

if TYPE_CHECKING:
    from cfggo.base.said import Said
    from cfggo.study.api.analysis import Analysis
    from cfggo.study.api.game import Game
    from cfggo.study.explaining.explanation import Explanation

_SHOWN_CANDIDATES = 20
_SHOWN_PROBABILITY = 0.001
_SHOWN_FACTORS = 10


def analysis_view(position: str, analysis: Analysis, policy: dict[str, float]) -> dict[str, Any]:
    """Returns all that the page can draw of an analysis; win rate and score are Black's, those of
    the candidates count for the side to move.

    position -- the position's id
    """
    return {
        "winrate": round(float(analysis.black_winrate), 4),
        "score": round(float(analysis.black_score), 2),
        "visits": analysis.visits,
        "ownership": [[round(float(owner), 2) for owner in row] for row in analysis.ownership],
        "candidates": [
            {
                "move": candidate.move,
                "visits": candidate.visits,
                "winrate": round(float(candidate.winrate), 4),
                "score": round(float(candidate.score), 2),
                "pv": list(candidate.pv[:20]),
            }
            for candidate in analysis.candidates[:_SHOWN_CANDIDATES]
        ],
        **policy_view(position, policy),
    }


def policy_view(position: str, policy: dict[str, float]) -> dict[str, Any]:
    """Returns the probabilities of the likelier moves of a position, "pass" among them."""
    likely = {
        vertex: round(float(probability), 4)
        for vertex, probability in policy.items()
        if probability >= _SHOWN_PROBABILITY
    }
    return {"id": position, "policy": likely}


def explanation_view(
    explanation: Explanation, size: int, more: str, deed: Said | None = None
) -> dict[str, Any]:
    """Returns an explanation for the page.

    size -- of the board
    deed -- what the move does
    more -- words about what a search found
    """
    factors = explanation.named[:_SHOWN_FACTORS]
    named = math.prod((factor.factor for factor in factors), start=explanation.base)
    rows = [*((factor.words, factor.factor) for factor in factors)]
    if len(factors) < len(explanation.factors):
        rows.append((explanation.rest_words, explanation.probability / named))
    _, *others = explanation.opening_sentences()
    return {
        "title": explanation.title,
        "plain": [*plain_sentences(explanation, size, deed)],
        "sentences": [explanation.likelihood, *others],
        "factors": [{"words": words, "factor": float(f"{factor:.4g}")} for words, factor in rows],
        "more": more,
    }


def graph_view(game: Game) -> dict[str, Any]:
    """Returns the common fate graph of a position, vertices by index."""
    graph = game.graph()
    index = {name: i for i, name in enumerate(graph.nodes)}
    return {
        "vertices": [
            {"colour": node.colour, "points": list(node.points)} for node in graph.nodes.values()
        ],
        "edges": [[index[name], index[near]] for name, near in graph.edges],
    }
