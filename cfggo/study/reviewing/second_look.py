"""Which moves of a review are looked at again: those that lost most.

The moves that seem to have lost most are also those whose searches erred most.  So the positions
before and after them are searched once more, longer and with playouts that know more
(`search.second_opinion`), which takes some of them from the top of the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cfggo.study.reviewing.position import SearchedPosition
from cfggo.study.reviewing.record import ReviewedRecord
from cfggo.study.reviewing.review import review_of

TIMES = 4
"""A second search has so many times the playouts, or seconds, of the first."""

WORK = 10
"""About so many usual searches take as long: playouts that know more are slower."""

MOST_TIMES = 4
"""At most so many times as many moves as are to be sure are looked at again."""


class SecondLook(NamedTuple):
    """How far the second look at a game is.

    known   -- SearchedPosition by number, what was found so far that counts
    missing -- the positions that are to be searched again next; [] if there are no more
    """

    known: dict[int, SearchedPosition]
    missing: list[int]


def second_look(
    record: ReviewedRecord,
    first: Mapping[int, SearchedPosition],
    again: Mapping[int, SearchedPosition],
    threshold: float,
    wanted: Sequence[int],
    n_moves: int,
) -> SecondLook:
    """Looks again at the moves that lost most by what is known, until the n_moves at the top were
    all looked at.

    The answer depends on nothing else that was searched again, as for another threshold or other
    moves, and it is the same in whatever order positions of a round come in.

    first  -- of all `wanted` positions by number
    again  -- what was searched again of them
    wanted, threshold -- as for `review_of`
    """
    known: dict[int, SearchedPosition] = {}
    looked_at: set[int] = set()
    while True:
        worst = review_of(record, first, threshold, wanted, known).mistakes[:n_moves]
        positions = {at for move in worst for at in (move.position, move.position + 1)} - looked_at
        looked_at |= positions
        if not positions or len(looked_at) > 2 * MOST_TIMES * n_moves:
            return SecondLook(known, [])
        if missing := sorted(position for position in positions if position not in again):
            return SecondLook(known, missing)
        known |= {position: again[position] for position in positions}
