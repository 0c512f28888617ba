"""Which moves of a review are looked at again: those that may be mistakes.

The moves that seem to have lost most are also those whose searches erred most.  So the positions
before and after them are searched once more, longer and with playouts that know more
(`search.second_opinion`), which makes mistakes of some, and takes others from the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cfggo.study.reviewing.position import SearchedPosition
from cfggo.study.reviewing.record import ReviewedRecord
from cfggo.study.reviewing.review import review_of

SUSPECT = 0.4
"""Share of the threshold from which on a move is looked at again."""


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
    """Looks again at the moves that lost a part of the threshold by what is known, those that lost
    most first, until all were looked at, or n_moves.

    The answer depends on nothing else that was searched again, as for another threshold or other
    moves, and it is the same in whatever order positions of a round come in.

    first  -- of all `wanted` positions by number
    again  -- what was searched again of them
    wanted, threshold -- as for `review_of`
    """
    known: dict[int, SearchedPosition] = {}
    looked_at: set[int] = set()
    n_looked_at = 0
    while True:
        worst = review_of(record, first, SUSPECT * threshold, wanted, known).mistakes
        unsure = [move for move in worst if not move.is_sure][: n_moves - n_looked_at]
        n_looked_at += len(unsure)
        positions = {at for move in unsure for at in (move.position, move.position + 1)} - looked_at
        looked_at |= positions
        if not positions:
            return SecondLook(known, [])
        if missing := sorted(position for position in positions if position not in again):
            return SecondLook(known, missing)
        known |= {position: again[position] for position in positions}
