"""Records to review, and searches of their positions as an engine might find them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cfggo.study.reviewing.position import SearchedPosition
    from cfggo.study.reviewing.record import ReviewedRecord

MakeRecord = Callable[[str], "ReviewedRecord"]
MakePosition = Callable[..., "SearchedPosition"]


@pytest.fixture(scope="session")
def read_record() -> MakeRecord:
    """Returns the record of SGF text, called "game.sgf"."""
    from cfggo.study.reviewing.record import ReviewedRecord

    return lambda text: ReviewedRecord.read("game.sgf", text.encode())


@pytest.fixture(scope="session")
def searched() -> MakePosition:
    """Returns a search of a position: what its moves are worth, the best first.

    moves  -- pairs (vertex, score), of 600 visits, then 100 each
    played -- the record's next move
    mean   -- score of all playouts; that of the best move if it is not given
    """
    from cfggo.study.reviewing.position import SearchedMove, SearchedPosition

    def winrate(score: float) -> float:
        return round(min(max(0.5 + score / 40, 0.0), 1.0), 4)

    def make(
        position: int,
        to_play: str,
        moves: list[tuple[str, float]],
        played: str | None = None,
        mean: float | None = None,
    ) -> SearchedPosition:
        found = [
            SearchedMove(vertex, 100 if i else 600, winrate(score), score, 0.1, (vertex, "pass"))
            for i, (vertex, score) in enumerate(moves)
        ]
        mean = moves[0][1] if mean is None else mean
        ranks = {move.move: rank for rank, move in enumerate(found, 1)}
        rank = ranks.get(played or "")
        next_move = SearchedMove(played, 0, 0.0, 0.0, 0.01, ()) if played else None
        return SearchedPosition(
            position=position,
            to_play=to_play,
            visits=1000,
            winrate=winrate(mean),
            score=mean,
            spread=20.0,
            moves=tuple(found),
            played=found[rank - 1] if rank else next_move,
            rank=rank,
            policy_rank=3 if played else None,
            ownership="k" * 81,
        )

    return make
