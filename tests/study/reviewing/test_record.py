"""Records as reviews go through them: set-up, edits, broken and odd games."""

import pytest

from cfggo.base.errors import CfggoError
from cfggo.go.points import BLACK, WHITE, format_vertex, parse_vertex
from cfggo.go.rules import JAPANESE
from cfggo.study.reviewing.record import ReviewedRecord
from tests.study.reviewing.conftest import MakeRecord


def colours(record: ReviewedRecord) -> list[str]:
    """Returns who is to play in each position."""
    positions = range(len(record.steps) + 1)
    return ["-bw"[game.to_play] for _, game in record.positions(positions)]


def stones(record: ReviewedRecord, position: int) -> str:
    """Returns the stones of a position, such as "b:C3 w:D4"."""
    ((_, game),) = record.positions([position])
    colour = game.boards[0]["colour"]
    found = [
        f"{'-bw'[colour[point]]}:{format_vertex(point)}"
        for point in range(len(colour))
        if colour[point] in (BLACK, WHITE)
    ]
    return " ".join(sorted(found))


def test_a_game_has_a_position_more_than_moves(read_record: MakeRecord) -> None:
    record = read_record("(;SZ[9]KM[5.5]RU[Japanese];B[cc];W[dd];B[])")
    assert [format_vertex(step.point) for step in record.moves] == ["C7", "D6", "pass"]
    assert colours(record) == ["b", "w", "b", "w"]
    assert (record.komi, record.rules) == (5.5, JAPANESE)
    assert stones(record, 2) == "b:C7 w:D6"


def test_a_handicap_record_without_komi_is_reviewed_with_that_of_handicap_games(
    read_record: MakeRecord,
) -> None:
    record = read_record("(;SZ[9]HA[2]AB[cc][gg];W[ee])")
    _, game = next(iter(record.positions([1])))
    assert (record.komi, game.komi, game.handicap) == (0.5, 0.5, 2)


def test_positions_can_be_asked_for_in_any_order(read_record: MakeRecord) -> None:
    record = read_record("(;SZ[9];B[cc];W[dd];B[ee])")
    counts = [(i, len(game.moves)) for i, game in record.positions([2, 3, 0, 1])]
    assert counts == [(2, 2), (3, 3), (0, 0), (1, 1)]


def test_handicap_stones_are_there_and_white_is_to_play(read_record: MakeRecord) -> None:
    record = read_record("(;SZ[9]HA[2]AB[cc][gg];W[ee])")
    assert colours(record) == ["w", "b"]
    ((_, game),) = record.positions([0])
    assert game.handicap == 2


def test_a_handicap_without_its_stones_is_refused(read_record: MakeRecord) -> None:
    with pytest.raises(CfggoError, match=r"game\.sgf: handicap of 3, but its stones are missing"):
        read_record("(;SZ[9]HA[3];W[ee];B[cc])")


def test_stones_set_up_in_the_middle_are_a_step_of_their_own(read_record: MakeRecord) -> None:
    record = read_record("(;SZ[9];B[cc];W[dd];AE[cc]AW[ee]PL[B];B[ff])")
    assert [step.is_move for step in record.steps] == [True, True, False, True]
    assert [step.number for step in record.steps] == [1, 2, 2, 3]
    assert stones(record, 2) == "b:C7 w:D6"
    assert stones(record, 3) == "w:D6 w:E5"
    assert colours(record) == ["b", "w", "b", "b", "w"]


def test_moves_after_two_passes_count(read_record: MakeRecord) -> None:
    record = read_record("(;SZ[9];B[cc];W[];B[];W[ee];B[])")
    assert len(record.moves) == 5
    assert not record.problem


def test_a_move_may_bring_back_a_position(read_record: MakeRecord) -> None:
    # A ko that is retaken after two passes: positional superko forbids it, other rules don't.
    text = "(;SZ[5]AB[cb][bc][cd]AW[db][ec][dd][cc]PL[B];B[dc];W[];B[];W[cc])"
    record = read_record(text)
    assert (len(record.steps), record.problem) == (4, "")
    assert stones(record, 4) == stones(record, 0)
    ((_, game),) = record.positions([3])
    assert game.why_illegal(WHITE, record.steps[3].point) == "superko"


def test_an_impossible_move_ends_the_steps(read_record: MakeRecord) -> None:
    record = read_record("(;SZ[9];B[cc];W[cc];B[dd])")
    assert len(record.steps) == 1
    assert record.problem.startswith("move 2: illegal move: white C7 (occupied)")


@pytest.mark.parametrize("text", ["(;SZ[9];B[cc];W[dd];B[e", "(;SZ[9];B[cc];W[dd]C[a \\] b)"])
def test_a_record_that_is_cut_off_says_so(text: str, read_record: MakeRecord) -> None:
    record = read_record(text)
    assert (len(record.steps), record.problem) == (2, "it is cut off")


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        (";AW[zz];B[gg]", "stones set up after move 2: malformed setup stones: AW[zz]"),
        (
            ";AB[ba][ab]AW[aa]",
            "stones set up after move 2: set-up leaves stones near A9 no liberty",
        ),
    ],
)
def test_a_record_is_reviewed_up_to_what_is_impossible(
    moves: str, why: str, read_record: MakeRecord
) -> None:
    record = read_record(f"(;SZ[9];B[cc];W[dd]{moves})")
    assert len(record.steps) == 2
    assert why in f"{record.problem} {record.doubts}"


def test_what_is_not_followed_of_a_record(read_record: MakeRecord) -> None:
    record = read_record("(;SZ[9]KM[abc];B[cc])")
    assert (record.komi, record.doubts) == (7.5, ("KM[abc] can't be read; komi is the usual one.",))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nothing", "not SGF"),
        ("(;GM[2];B[aa])", "not a game of Go"),
        ("(;SZ[9])", "no moves to review"),
        ("(;SZ[9];B[zz])", "malformed move"),
        ("(;SZ[3]AB[aa][ba][ca][ab][bb][cb][ac][bc][cc];W[aa])", "no liberty"),
    ],
)
def test_what_cannot_be_reviewed_is_refused_in_a_line(
    text: str, reason: str, read_record: MakeRecord
) -> None:
    with pytest.raises(CfggoError, match=rf"^game\.sgf: .*{reason}") as error:
        read_record(text)
    assert "\n" not in str(error.value)


def test_the_player_named_at_the_end_is_to_play(read_record: MakeRecord) -> None:
    record = read_record("(;SZ[9];B[cc];W[dd];PL[W])")
    assert colours(record)[-1] == "w"


def test_a_colour_may_move_twice(read_record: MakeRecord) -> None:
    record = read_record("(;SZ[9];B[cc];B[dd];W[ee])")
    assert colours(record) == ["b", "b", "w", "b"]
    assert parse_vertex("D6", 9) == record.steps[1].point
