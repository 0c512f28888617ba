"""Which moves are looked at again: the worst, until those at the top of the list are sure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cfggo.study.reviewing.review import review_of
from cfggo.study.reviewing.search import TIMES
from cfggo.study.reviewing.second_look import second_look

if TYPE_CHECKING:
    from cfggo.study.reviewing.position import SearchedPosition
    from tests.study.reviewing.conftest import MakePosition, MakeRecord

RECORD = "(;SZ[9]AB[ga][ha][ia]AW[gi][hi][ii];B[ee];W[cc];B[dc];W[gg];B[gc];W[cg])"
MOVES = ("E5", "C7", "D7", "G3", "G7", "C3")


def found(
    searched: MakePosition, losses: list[float], times: int = 1
) -> dict[int, SearchedPosition]:
    """Returns searches by which the moves lost so many points."""
    positions = {}
    score = 0.0  # of the side to move
    for at, (move, loss) in enumerate(zip((*MOVES, None), (*losses, 0.0), strict=True)):
        colour = "white" if at % 2 else "black"
        positions[at] = replace(searched(at, colour, [("A1", score)], move), times=times)
        score = loss - score
    return positions


def test_the_worst_are_looked_at_first(read_record: MakeRecord, searched: MakePosition) -> None:
    first = found(searched, [0.0, 19.0, 0.0, 0.0, 30.0, 2.0])
    record, wanted = read_record(RECORD), range(7)
    assert second_look(record, first, {}, 5.0, wanted, 0).missing == []
    assert second_look(record, first, {}, 5.0, wanted, 1).missing == [4, 5]
    assert second_look(record, first, {}, 5.0, wanted, 2).missing == [1, 2, 4, 5]
    assert second_look(record, first, {}, 25.0, wanted, 12).missing == [1, 2, 4, 5]
    assert second_look(record, first, {}, 300.0, wanted, 2).missing == []


def test_a_move_that_lost_hardly_anything_after_all_is_no_mistake(
    read_record: MakeRecord, searched: MakePosition
) -> None:
    record, wanted = read_record(RECORD), range(7)
    first = found(searched, [0.0, 0.0, 0.0, 0.0, 20.0, 0.0])
    for lost, mistakes in ((20.0, [5]), (1.0, [])):
        later = found(searched, [0.0, 0.0, 0.0, 0.0, lost, 0.0], TIMES)
        look = second_look(record, first, later, 5.0, wanted, 1)
        assert (look.missing, sorted(look.known)) == ([], [4, 5])
        review = review_of(record, first, 5.0, wanted, look.known)
        assert [move.number for move in review.mistakes] == mistakes


def test_what_is_half_done_decides_nothing(read_record: MakeRecord, searched: MakePosition) -> None:
    record, wanted = read_record(RECORD), range(7)
    first = found(searched, [0.0, 9.0, 0.0, 0.0, 20.0, 6.0])
    refuted = found(searched, [0.0, 9.0, 0.0, 0.0, 1.0, 6.0], TIMES)
    again = {5: refuted[5]}
    assert second_look(record, first, again, 5.0, wanted, 1).missing == [4]


def test_a_move_beside_one_that_was_looked_at_keeps_its_own_loss(
    read_record: MakeRecord, searched: MakePosition
) -> None:
    record, wanted = read_record(RECORD), range(7)
    first = found(searched, [0.0, 19.0, 0.0, 0.0, 30.0, 16.0])
    more = found(searched, [0.0, 19.0, 0.0, 0.0, 30.0, 46.0], TIMES)
    again = {at: more[at] for at in (4, 5)}  # the last move's first position is among them
    assert second_look(record, first, again, 5.0, wanted, 2).missing == [1, 2]
    again |= {at: more[at] for at in (1, 2)}
    known = second_look(record, first, again, 5.0, wanted, 2).known
    review = review_of(record, first, 5.0, wanted, known)
    assert [(move.number, move.is_sure) for move in review.mistakes] == [
        (5, True),
        (2, True),
        (6, False),
    ]
