"""Commented records: all that was there stays, and programs can read what was added."""

import re

import pytest
from sgfmill import sgf

from cfggo.base.said import said, said_to_json
from cfggo.records.sgf.reading import read_main_line, read_parts
from cfggo.study.explaining.findings import Findings, findings_of
from cfggo.study.explaining.lesson import Lesson
from cfggo.study.reviewing.commented_sgf import review_to_sgf
from cfggo.study.reviewing.page import review_to_html
from cfggo.study.reviewing.record import ReviewedRecord
from cfggo.study.reviewing.review import GameReview, review_of, wanted_positions
from tests.study.reviewing.conftest import MakePosition

HEADING = "Reviewed for a test."

MOVES = "(;GM[1]FF[4]SZ[9]KM[7.5]PB[Ann]PW[Ben];B[ee];W[cc];B[gg])"


@pytest.fixture
def review(searched: MakePosition) -> GameReview:
    """Returns a review of three moves, the second of which is a mistake."""
    return review_of_record(MOVES.encode(), searched)


def review_of_record(data: bytes, searched: MakePosition, reply: str = "G3") -> GameReview:
    """Returns the review of a record of Black E5, White C7 and Black's reply."""
    positions = [
        searched(0, "black", [("E5", 2.0), ("D5", 1.0)], "E5"),
        searched(1, "white", [("E7", -2.0), ("C7", -29.0)], "C7"),
        searched(2, "black", [("G3", 28.0)], reply),
        searched(3, "white", [("C5", -28.0)]),
    ]
    record = ReviewedRecord.read("game.sgf", data)
    numbered = {position.position: position for position in positions}
    wanted = wanted_positions(record, None, None)
    return review_of(record, {n: numbered[n] for n in wanted}, 5.0, wanted)


def main_line(data: bytes) -> list[sgf.Tree_node]:
    """Returns the nodes of the main line as sgfmill reads them."""
    return list(sgf.Sgf_game.from_bytes(data).get_main_sequence())


def test_the_game_stays_the_same(review: GameReview) -> None:
    data = review_to_sgf(review, HEADING)
    assert read_main_line(data).moves == read_main_line(MOVES.encode()).moves
    root = main_line(data)[0]
    assert (root.get("PB"), root.get("KM"), root.get("SZ")) == ("Ann", 7.5, 9)


def test_every_position_has_its_values(review: GameReview) -> None:
    nodes = main_line(review_to_sgf(review, HEADING))
    values = [review.values[number] for number in range(4)]
    assert [float(node.get_raw("SBKV")) for node in nodes] == pytest.approx(
        [100 * value.winrate for value in values], abs=0.01
    )
    assert [float(node.get_raw("SBKS")) for node in nodes] == pytest.approx(
        [value.score for value in values], abs=0.01
    )
    assert values[0].score == pytest.approx(2, abs=1)
    assert values[3].score == pytest.approx(28, abs=1)
    start = f"Black {100 * values[2].winrate:.1f}%, B+{values[2].score:.1f}"
    assert nodes[2].get("C").startswith(start)


def test_a_mistake_has_words_and_the_better_move_as_a_branch(review: GameReview) -> None:
    nodes = main_line(review_to_sgf(review, HEADING))
    comment = nodes[2].get("C")
    lost = review.moves[1].points_lost
    assert f"\n\nBlunder. C7 lost about {lost:.0f} points.\nThe danger:\n- " in comment
    assert comment.endswith("\nExpected now: G3 pass\nBetter: E7 pass")
    assert "\nThe danger:\n- Black G3 takes an empty corner.\n" in comment
    assert nodes[2].get("BM") == 1
    assert [len(node) for node in nodes] == [1, 2, 1, 0]
    branch = nodes[1][1]
    assert branch.get_move() == ("w", (6, 4))
    assert branch[0].get_move() == ("b", None)
    assert branch.get("C") == "Better than C7."


@pytest.mark.parametrize(
    ("reply", "move", "words"),
    [("G7", "gc", "played G7 instead of G3."), ("pass", "", "passed instead of playing G3.")],
)
def test_a_danger_that_did_not_come_is_told_as_such(
    searched: MakePosition, reply: str, move: str, words: str
) -> None:
    data = MOVES.replace("B[gg]", f"B[{move}]").encode()
    nodes = main_line(review_to_sgf(review_of_record(data, searched, reply), HEADING))
    danger = f"The danger:\n- Black G3 takes an empty corner.\n- Black {words}\nA strong"
    assert danger in nodes[2].get("C")


def test_comments_are_in_the_language_asked_for(searched: MakePosition) -> None:
    data = "(;GM[1]SZ[9]CA[ISO-8859-1]C[Grüße];B[ee];W[cc];B[gg])".encode("latin-1")
    review = review_of_record(data, searched)
    nodes = main_line(review_to_sgf(review, said("{n} playouts", n=1000), "de"))
    assert nodes[0].get("C").startswith("Grüße\n\nSchwarz 5")
    assert re.search(r"Schwarz \d\d,\d\u00a0%, Schwarz \+\d,\d", nodes[1].get("C"))
    assert "1.000 Playouts" in nodes[0].get("C")
    assert "- Schwarz G3 nimmt eine leere Ecke." in nodes[2].get("C")
    japanese = main_line(review_to_sgf(review, HEADING, "ja"))
    assert "黒" in japanese[0].get("C")


def test_what_was_found_is_there_as_data_too(review: GameReview) -> None:
    nodes = main_line(review_to_sgf(review, HEADING))
    found = findings_of(nodes[2])
    assert (found.playouts, found.lost) == (1000, review.moves[1].points_lost)
    assert Lesson.from_json(found.lesson, 9) == review.lessons[1]
    assert findings_of(nodes[1]).lost == 0
    assert findings_of(nodes[1]).lesson is None


@pytest.mark.parametrize(
    "text", ["", "[", "{}", '{"playouts":"x"}', '{"playouts":1e999}', "[" * 100_000]
)
def test_data_without_sense_is_nothing(text: str) -> None:
    node = sgf.Sgf_game(9).get_root()
    node.set_raw("CFGGO", text.encode())
    assert findings_of(node) == Findings()


@pytest.mark.parametrize("lesson", [{}, {"move": "Z9"}, {"move": 3}, {"line": [[]]}])
def test_a_lesson_without_sense_is_refused(review: GameReview, lesson: dict[str, object]) -> None:
    good = said_to_json(review.lessons[1].to_json())
    assert Lesson.from_json(good, 9) == review.lessons[1]
    with pytest.raises(ValueError, match=r"lesson|vertex|point"):
        Lesson.from_json(good | lesson if lesson else lesson, 9)


def test_other_moves_have_no_branch(review: GameReview) -> None:
    nodes = main_line(review_to_sgf(review, HEADING))
    assert not nodes[1].has_property("BM")
    assert len(nodes[2]) == 1


def test_the_start_has_the_summary(review: GameReview) -> None:
    comment = main_line(review_to_sgf(review, HEADING))[0].get("C")
    assert HEADING in comment
    assert "Black: mean loss 0.0 points, accuracy 100%, 0 lost 5 points or more.\n" in comment
    assert "1 lost 5 points or more." in comment


def test_the_start_says_what_is_not_followed(searched: MakePosition) -> None:
    data = MOVES.replace("KM[7.5]", "KM[six]RU[House rules]").encode()
    comment = main_line(review_to_sgf(review_of_record(data, searched), HEADING))[0].get("C")
    assert "KM[six] can't be read; komi is the usual one.\n" in comment
    assert "Unknown rules: House rules.\n" in comment


def test_comments_variations_and_markup_stay(searched: MakePosition) -> None:
    data = (
        "(;GM[1]SZ[9]CA[UTF-8]C[Żółw \\] end]GC[a game];B[ee]C[好手]TR[ee]"
        "(;W[cc]BM[2]C[old](;B[gg])(;B[fe]))(;W[gc]C[other];B[gd]))"
    ).encode()
    written = review_to_sgf(review_of_record(data, searched), HEADING)
    game = sgf.Sgf_game.from_bytes(written)
    root = game.get_root()
    nodes = list(game.get_main_sequence())
    assert root.get("C").startswith("Żółw ] end\n\n")
    assert root.get("GC") == "a game"
    assert nodes[1].get("C").startswith("好手\n\n")
    assert nodes[1].get("TR") == {(4, 4)}
    assert nodes[2].get("BM") == 2
    assert [child.get_move()[1] for child in nodes[1]] == [(6, 2), (6, 6), (6, 4)]
    assert nodes[1][1].get("C") == "other"
    assert [child.get_move()[1] for child in nodes[2]] == [(2, 6), (4, 5)]


def test_text_in_any_encoding_stays_as_it_is(searched: MakePosition) -> None:
    name = "表示".encode("shift_jis")  # the second byte of the first sign is a backslash
    data = (
        b"(;GM[1]SZ[9]CA[Shift_JIS]PB["
        + name.replace(b"\\", b"\\\\")
        + b"]C["
        + ("先番".encode("shift_jis") + b"];B[ee];W[cc];B[gg])")
    )
    written = review_to_sgf(review_of_record(data, searched), HEADING)
    assert b"PB[" + name.replace(b"\\", b"\\\\") + b"]" in written
    assert "先番".encode("shift_jis") in written
    unknown = b"(;SZ[9]CA[martian]PB[\xff\xfe];B[ee];W[cc];B[gg])"
    assert b"PB[\xff\xfe]" in review_to_sgf(review_of_record(unknown, searched), HEADING)


@pytest.mark.parametrize(
    "data",
    [
        b";SZ[9];B[ee];W[cc];B[gg])",
        b"(;SZ[9];B[ee];W[cc];B[gg]",
        b"(;SZ[9];B[ee];W[cc];B[gg];C[cut of",
        b"(;SZ[9](;B[ee];W[cc];B[gg])(;B[cc];W[broken",
    ],
)
def test_what_is_faulty_is_repaired(data: bytes, searched: MakePosition) -> None:
    written = review_to_sgf(review_of_record(data, searched), HEADING)
    assert len(read_main_line(written).moves) == 3
    sgf.Sgf_game.from_bytes(written)


def test_a_first_move_in_the_root_has_no_branch(searched: MakePosition) -> None:
    data = b"(;SZ[9]B[ee];W[cc];B[gg])"
    nodes = main_line(review_to_sgf(review_of_record(data, searched), HEADING))
    assert float(nodes[0].get_raw("SBKS")) == pytest.approx(2, abs=1)
    assert nodes[0].get("C").count("Black 5") == 1


def test_stones_set_up_in_the_middle(searched: MakePosition) -> None:
    data = b"(;SZ[9];B[ee];AW[cc]PL[B];B[gg])"
    record = ReviewedRecord.read("game.sgf", data)
    positions = {
        0: searched(0, "black", [("E5", 2.0)], "E5"),
        1: searched(1, "white", [("E7", -2.0)]),
        2: searched(2, "black", [("C3", 39.0)], "G3"),
        3: searched(3, "white", [("C5", -1.0)]),
    }
    written = review_to_sgf(review_of(record, positions, 5.0, [0, 1, 2, 3]), HEADING)
    nodes = main_line(written)
    leads = [float(node.get_raw("SBKS")) for node in nodes]
    assert leads == pytest.approx([2, 2, 39, 1], abs=1.5)
    assert nodes[2][1].get_move() == ("b", (2, 2))
    assert read_parts(written)[1][0].white == read_parts(data)[1][0].white


def test_a_part_of_a_review_says_so(searched: MakePosition) -> None:
    record = ReviewedRecord.read("game.sgf", MOVES.encode())
    positions = {0: searched(0, "black", [("E5", 2.0)], "E5")}
    written = review_to_sgf(review_of(record, positions, 5.0, [0, 1, 2, 3]), HEADING)
    nodes = main_line(written)
    assert "not finished" in nodes[0].get("C")
    assert not nodes[1].has_property("SBKV")


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        (1, 2, "Only moves 1 to 2 of 3 are reviewed."),
        (2, 2, "Only move 2 of 3 is reviewed."),
        (1, None, ""),
    ],
)
def test_it_is_said_which_moves_are_reviewed(
    first: int, last: int | None, words: str, searched: MakePosition
) -> None:
    whole = review_of_record(MOVES.encode(), searched)
    wanted = wanted_positions(whole.record, first, last)
    positions = {at: whole.positions[at] for at in wanted}
    part = review_of(whole.record, positions, 5.0, wanted)
    comment = main_line(review_to_sgf(part, HEADING))[0].get("C")
    page = review_to_html(part, HEADING)
    if words:
        assert f"\n{words}\n" in comment
        assert f">{words}</p>" in page
    else:
        assert "Only" not in comment
        assert ">Only" not in page


def test_variations_stay_where_a_move_can_t_be_read(searched: MakePosition) -> None:
    data = b"(;SZ[9](;B[ee];W[cc](;B[gg];W[zz])(;B[gf]C[closer]))(;B[cc]C[the corner]))"
    written = review_to_sgf(review_of_record(data, searched), HEADING)
    assert b"B[gf]\nC[closer]" in written
    assert b"B[cc]C[the corner]" in written
