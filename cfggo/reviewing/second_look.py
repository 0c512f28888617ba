"""Which positions of a review are searched again: those of the moves that lost most.

The moves that seem to have lost most are also those whose searches erred most, so a longer search
takes some of them from the top of the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cfggo.reviewing.position import SearchedPosition
from cfggo.reviewing.record import ReviewedRecord
from cfggo.reviewing.review import review_of

TIMES = 10
"""A second search has so many times the playouts, or seconds, of the first."""

MOST_ROUNDS = 4
"""Rounds of so many moves as are to be sure, after which no more are looked at again."""


def positions_to_search_again(
    record: ReviewedRecord,
    first: Mapping[int, SearchedPosition],
    again: Mapping[int, SearchedPosition],
    threshold: float,
    wanted: Sequence[int],
    n_moves: int,
) -> list[int]:
    """Returns the positions that are to be searched again next; [] if there are no more.

    The moves are gone through by what they lost at first, n_moves at a time, until so many of them
    lost at least as much, by the second searches, as the next one by the first.

    first  -- of all `wanted` positions by number
    again  -- what was searched again of them
    wanted, threshold -- as for `review_of`
    """
    suspects = review_of(record, first, threshold, wanted).mistakes if n_moves else []
    for n_round in range(1, MOST_ROUNDS + 1):
        end = n_round * n_moves
        looked_at = suspects[:end]
        positions = sorted({at for move in looked_at for at in (move.position, move.position + 1)})
        missing = [position for position in positions if position not in again]
        if missing or end >= len(suspects):
            return missing
        known = {**first, **{position: again[position] for position in positions}}
        numbers = {move.number for move in looked_at}
        losses = sorted(
            move.points_lost or 0.0
            for move in review_of(record, known, threshold, wanted).moves
            if move.number in numbers
        )
        if losses[-n_moves] >= (suspects[end].points_lost or 0.0):
            return []
    return []
