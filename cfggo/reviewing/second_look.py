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

MOST_TIMES = 4
"""At most so many times as many moves as are to be sure are looked at again."""


def positions_to_search_again(
    record: ReviewedRecord,
    first: Mapping[int, SearchedPosition],
    again: Mapping[int, SearchedPosition],
    threshold: float,
    wanted: Sequence[int],
    n_moves: int,
) -> list[int]:
    """Returns the positions that are to be searched again next; [] if there are no more.

    Those of the n_moves that lost most by what is known, until all these were searched again.  A
    move whose neighbour was searched again loses more or less, too, as they share a position.

    The answer is the same in whatever order positions of a round come in.

    first  -- of all `wanted` positions by number
    again  -- what was searched again of them
    wanted, threshold -- as for `review_of`
    """
    known = dict(first)
    looked_at: set[int] = set()
    while True:
        worst = review_of(record, known, threshold, wanted).mistakes[:n_moves]
        positions = {at for move in worst for at in (move.position, move.position + 1)} - looked_at
        missing = sorted(position for position in positions if position not in again)
        looked_at |= positions
        if not positions or len(looked_at) > 2 * MOST_TIMES * n_moves:
            return []
        if missing:
            return missing
        known |= {position: again[position] for position in positions}
