"""The game on the page as an SGF record."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cfggo.go.scoring import format_lead

if TYPE_CHECKING:
    from cfggo.study.api.game import Game
    from cfggo.study.games.records import Player


def sgf_of(
    game: Game,
    players: Mapping[str, Player],
    evaluations: Sequence[Mapping[str, Any] | None],
    result: str,
    date: str = "",
) -> bytes:
    """Returns a game as an SGF record, each evaluation as the comment of the move before it.

    players     -- by colour
    evaluations -- by number of moves, as `cfggo.interfaces.browser.view.evaluation_view` makes
                   them, or None
    result      -- as SGF has it, "" for none
    date        -- as SGF has it, "" for today
    """
    comments = {
        number: _comment(evaluation)
        for number, evaluation in enumerate(evaluations[1:], 1)
        if evaluation is not None
    }
    return game.to_sgf(
        black=players["black"].name,
        white=players["white"].name,
        black_rank=players["black"].rank,
        white_rank=players["white"].rank,
        result=result,
        date=date or datetime.date.today().isoformat(),
        comments=comments,
    ).encode()


def _comment(evaluation: Mapping[str, Any]) -> str:
    lead = format_lead(evaluation["score"])
    return f"Black {100 * evaluation['winrate']:.1f}%, {lead} ({evaluation['playouts']:,} playouts)"
