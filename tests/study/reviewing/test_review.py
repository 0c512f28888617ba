"""What a review makes of searches: losses, ranks, phases, shares."""

import json
from dataclasses import replace

import pytest

from cfggo.study.reviewing.position import SearchedPosition
from cfggo.study.reviewing.review import GameReview, review_of, wanted_positions
from tests.study.reviewing.conftest import MakePosition, MakeRecord

RECORD = "(;SZ[9]PB[Ann]PW[Ben];B[ee];W[cc];B[gg])"

MIDDLE_GAME = "(;SZ[9]AB[aa][ba][ca]AW[ai][bi][ci]"


def review(
    record_text: str, positions: list[SearchedPosition], read_record: MakeRecord
) -> GameReview:
    record = read_record(record_text)
    wanted = wanted_positions(record, None, None)
    return review_of(record, {position.position: position for position in positions}, 5.0, wanted)


@pytest.fixture
def three_moves(read_record: MakeRecord, searched: MakePosition) -> GameReview:
    """Returns a review in which E5 is best, C7 loses, and the best reply to it was missed."""
    return review(
        RECORD,
        [
            searched(0, "black", [("E5", 2.0), ("D5", 1.0)], "E5"),
            searched(1, "white", [("E7", -2.0), ("C7", -22.0)], "C7", mean=-2.5),
            searched(2, "black", [("C5", 24.0), ("G3", 4.0)], "G3", mean=23.0),
            searched(3, "white", [("C5", -3.0)], mean=-3.0),
        ],
        read_record,
    )


def test_the_engines_own_move_loses_nothing(three_moves: GameReview) -> None:
    first = three_moves.moves[0]
    assert (first.move, first.best, first.rank) == ("E5", "E5", 1)
    assert (first.points_lost, first.winrate_lost) == (0.0, 0.0)


def test_a_first_move_that_no_search_would_try_loses_what_it_seems_to(
    read_record: MakeRecord, searched: MakePosition
) -> None:
    record = read_record("(;SZ[19];B[aa])")
    after = searched(1, "white", [("E5", 5.0)])
    moves = [("E5", 3.0), ("A19", 1.0)]
    tried, untried = (
        review_of(record, {0: searched(0, "black", shown, "A19"), 1: after}, 5.0, [0, 1]).moves[0]
        for shown in (moves, moves[:1])
    )
    assert (tried.rank, untried.rank) == (2, None)
    assert (tried.points_lost or 0) < 5 < 7 < (untried.points_lost or 0) < 10


def test_a_likely_mistake_loses_more(read_record: MakeRecord, searched: MakePosition) -> None:
    record = read_record(MIDDLE_GAME + ";B[ee])")
    before = searched(0, "black", [("C3", 4.0), ("E5", -2.0)], "E5")
    after = searched(1, "white", [("C3", 3.0)])
    unlikely, usual, likely = (
        review_of(record, {0: replace(before, mistake=odds), 1: after}, 5.0, [0, 1]).moves[0]
        for odds in (0.1, 1.0, 10.0)
    )
    assert (usual.points_lost or 0) - 0.5 > (unlikely.points_lost or 0)
    assert (likely.points_lost or 0) - 2.0 > (usual.points_lost or 0)


def test_a_loss_is_a_step_of_the_curve(three_moves: GameReview) -> None:
    second = three_moves.moves[1]
    assert second.points_lost is not None
    assert second.score_after is not None
    before, after = three_moves.values[1], three_moves.values[2]
    assert second.winrate == pytest.approx(1 - before.winrate, abs=1e-4)
    assert second.score == pytest.approx(-before.score, abs=0.01)
    assert 14 < second.points_lost < after.score - before.score < 21.25
    assert second.score_after == pytest.approx(second.score - second.points_lost, abs=0.01)
    assert second.winrate_after is not None
    lost = second.winrate - second.winrate_after
    assert second.winrate_lost == pytest.approx(lost, abs=1e-3)
    assert (second.rank, second.policy_rank, second.best) == (2, 3, "E7")


def test_lead_and_win_rate_of_a_position_agree(three_moves: GameReview) -> None:
    for value in three_moves.values.values():
        assert value.score * (value.winrate - 0.5) > 0


def test_a_move_that_turns_out_better_loses_nothing(
    read_record: MakeRecord, searched: MakePosition
) -> None:
    found = review(
        MIDDLE_GAME + ";B[ee])",
        [searched(0, "black", [("C3", 1.0)], "E5"), searched(1, "white", [("C3", -24.0)])],
        read_record,
    )
    assert found.moves[0].points_lost == pytest.approx(0.0, abs=0.5)
    assert found.moves[0].rank is None


@pytest.mark.parametrize(
    ("best", "played", "loses_lead"),
    [(12.0, -20.0, True), (25.0, 2.0, False), (0.5, -26.0, False), (-4.0, -29.0, False)],
)
def test_the_lead_is_lost_by_who_had_it_and_is_behind_then(
    best: float, played: float, loses_lead: bool, read_record: MakeRecord, searched: MakePosition
) -> None:
    before = searched(0, "black", [("C3", best), ("E5", played)], "E5")
    after = searched(1, "white", [("C3", -played)], mean=-played)
    move = review("(;SZ[9];B[ee])", [before, after], read_record).moves[0]
    assert move.loses_lead == loses_lead


def test_the_engines_own_move_loses_no_lead(
    read_record: MakeRecord, searched: MakePosition
) -> None:
    before = searched(0, "black", [("E5", 12.0)], "E5")
    after = searched(1, "white", [("C3", 26.0)], mean=26.0)
    move = review("(;SZ[9];B[ee])", [before, after], read_record).moves[0]
    assert (move.points_lost, move.loses_lead) == (0.0, False)


def test_a_loss_is_unknown_without_the_next_position(
    read_record: MakeRecord, searched: MakePosition
) -> None:
    found = review("(;SZ[9];B[ee])", [searched(0, "black", [("C3", 1.0)], "E5")], read_record)
    assert found.moves[0].points_lost is None
    assert not found.is_whole
    assert found.tally("black").accuracy is None


def test_a_loss_is_unknown_if_the_same_player_moves_again(
    read_record: MakeRecord, searched: MakePosition
) -> None:
    positions = [
        searched(0, "black", [("C3", 1.0)], "C7"),
        searched(1, "black", [("C3", 9.0)], "D6"),
        searched(2, "white", [("C3", -9.0)]),
    ]
    found = review(MIDDLE_GAME + ";B[cc];B[dd])", positions, read_record)
    assert [move.points_lost for move in found.moves] == [None, pytest.approx(0.0, abs=0.5)]


def test_mistakes_come_worst_first(three_moves: GameReview) -> None:
    assert [move.number for move in three_moves.mistakes] == [2, 3]
    first, second = (move.points_lost or 0.0 for move in three_moves.mistakes)
    assert first > second > 10


@pytest.mark.parametrize(("lost", "is_mistake"), [(4.94, False), (4.96, True), (5.04, True)])
def test_a_mistake_is_judged_by_the_tenths_that_are_shown(
    three_moves: GameReview, lost: float, is_mistake: bool
) -> None:
    assert three_moves.is_mistake(replace(three_moves.moves[1], points_lost=lost)) == is_mistake


def test_shares_and_accuracy(three_moves: GameReview) -> None:
    black = three_moves.tally("black")
    assert (black.moves, black.first, black.first_few, black.mistakes) == (2, 1, 2, 1)
    lost = three_moves.moves[2].points_lost
    assert lost is not None
    assert black.points_lost == pytest.approx(lost / 2, abs=0.01)
    assert black.accuracy == pytest.approx((100 + 100 * 0.5 ** (lost / 5)) / 2, abs=0.05)
    assert three_moves.tally("white").first == 0
    assert three_moves.tally("white", "end").moves == 0


def test_phases_follow_the_stones_on_the_board(
    read_record: MakeRecord, searched: MakePosition
) -> None:
    setup = "".join(f"[{a}{b}]" for a in "abc" for b in "abcdefghi")  # 27 stones of 81 points
    record = f"(;SZ[9]AB{setup};W[ee];B[ef])"
    found = review(
        record,
        [searched(0, "white", [("E5", 0.0)], "E5"), searched(1, "black", [("E4", 0.0)], "E4")],
        read_record,
    )
    assert [move.phase for move in found.moves] == ["middle", "middle"]


def test_a_part_of_a_game_needs_the_positions_around_its_moves(read_record: MakeRecord) -> None:
    record = read_record("(;SZ[9];B[ee];W[cc];B[gg];W[gc])")
    assert wanted_positions(record, None, None) == [0, 1, 2, 3, 4]
    assert wanted_positions(record, 2, 3) == [1, 2, 3]
    assert wanted_positions(record, 9, None) == []


def test_stones_set_up_between_moves_have_no_move(read_record: MakeRecord) -> None:
    record = read_record("(;SZ[9];B[ee];W[cc];AW[dd]PL[B];B[gg])")
    assert wanted_positions(record, None, None) == [0, 1, 2, 3, 4]
    assert wanted_positions(record, 3, None) == [3, 4]


def test_json_holds_the_review(three_moves: GameReview) -> None:
    value = json.loads(json.dumps(three_moves.to_json()))
    assert value["players"]["black"]["game"]["first"] == 1
    assert value["moves"][1]["points_lost"] == three_moves.moves[1].points_lost
    assert value["positions"][1]["black_score"] == pytest.approx(2.4, abs=0.5)
    assert value["positions"][1]["score"] == -2.5


def test_a_position_survives_json(three_moves: GameReview) -> None:
    for position in three_moves.positions.values():
        again = SearchedPosition.from_json(json.loads(json.dumps(position.to_json())))
        assert again == position


@pytest.mark.parametrize("value", [{}, [], None, 3, {"moves": []}, {"moves": [1], "played": None}])
def test_what_is_no_position_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="no position"):
        SearchedPosition.from_json(value)
