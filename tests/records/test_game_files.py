"""How far a record is followed, and what of it is not."""

import pytest

from cfggo.go.game import IllegalMoveError
from cfggo.records.game_files import (
    doubts_of_kinds,
    doubts_of_line,
    doubts_of_record,
    game_of_record,
    open_record,
)
from cfggo.records.sgf.errors import SgfError
from cfggo.records.sgf.reading import read_main_line
from cfggo.study.page_parts.translation import translator


@pytest.mark.parametrize(
    ("properties", "doubts"),
    [
        ("KM[6.5]RU[Japanese]HA[2]AB[aa][bb]", ()),
        ("KM[]RU[]HA[0]", ()),
        ("KM[abc]", ("KM[abc] can't be read; komi is the usual one.",)),
        ("KM[abc]HA[2]AB[aa][bb]", ("KM[abc] can't be read; komi is 0.5.",)),
        ("KM[9999999]", ("KM[9999999] can't be read; komi is the usual one.",)),
        ("KM[6,5]", ()),
        ("HA[two]", ("HA[two] can't be read.",)),
        ("RU[of my own]", ("Unknown rules: of my own.",)),
        ("RU[\x1b[31m\\]]", ("Unknown rules: ?[31m].",)),
        ("RU[korean]", ()),
        (
            "RU[koSIMPLEscoreAREAtaxALLsui0button1]",
            ("Not counted of the rules koSIMPLEscoreAREAtaxALLsui0button1: tax ALL, hasButton.",),
        ),
        (
            "AP[foxwq]KM[375]---",
            ('Mended: stray text ("---" before move 1), komi (KM[375] taken as 7.5).',),
        ),
        ("HA[3]", ("The handicap is 3, but its stones are missing.",)),
    ],
)
def test_what_cannot_be_followed_is_said(properties: str, doubts: tuple[str, ...]) -> None:
    data = f"(;SZ[9]{properties};W[ee])".encode()
    assert doubts_of_record(data, read_main_line(data)) == doubts
    data = data[:-2]
    broken_off = ("The record is cut off.", *doubts)
    if not any("Mended" in doubt for doubt in doubts):
        assert doubts_of_record(data, read_main_line(data)) == broken_off
    data += b"])(;SZ[9];B[cc])"
    several = (*doubts, "This is the first of 2 games in the file.")
    assert set(doubts_of_record(data, read_main_line(data))) == set(several)


@pytest.mark.parametrize(
    ("moves", "end"),
    [
        (";B[ee];W[cc];B[zz];W[dd]", "The rest can't be read: malformed move: move 3 is [zz]."),
        (
            ";B[ee];W[cc];AW[zz];B[dd]",
            "It ends before stones set up after move 2: malformed setup stones: AW[zz].",
        ),
        (
            ";B[ee];W[cc];AE[ee];AW[zz];B[dd]",
            "It ends before stones set up after move 2: malformed setup stones: AW[zz].",
        ),
        (
            ";B[ee];W[cc];AB[ba][ab]AW[aa];B[dd]",
            "It ends before stones set up after move 2: set-up leaves stones near A9 no liberty.",
        ),
        (";B[ee];W[cc];B[ee];W[zz]", "It ends before move 3: illegal move: black E5 (occupied)."),
        (";B[ee];W[cc];AW[aa];B[aa]", "It ends before move 3: illegal move: black A9 (occupied)."),
    ],
)
def test_a_record_is_opened_up_to_a_move_that_is_impossible(moves: str, end: str) -> None:
    data = f"(;SZ[9]{moves})".encode()
    record = open_record(data)
    assert record.n_followed == 2
    assert record.doubts[-1] == end
    assert len(record.game.moves) == 2 or record.left_out
    assert len(game_of_record(data, before=2).moves) == 1
    with pytest.raises(ValueError, match=r"move [2-4]"):
        game_of_record(data)


def test_a_record_whose_first_move_is_impossible_is_not_opened() -> None:
    with pytest.raises(SgfError, match="move 1"):
        open_record(b"(;SZ[9];B[zz];W[ee])")
    with pytest.raises(IllegalMoveError, match="move 1"):
        open_record(b"(;SZ[9]AW[ee];B[ee])")


def test_stones_at_the_start_that_cannot_be_set_up_are_refused() -> None:
    for stones in ("AB[zz]", "AB[ba][ab]AW[aa]"):
        with pytest.raises(ValueError, match="set"):
            open_record(f"(;SZ[9]{stones};B[ee])".encode())


def test_a_position_behind_what_cannot_be_read_is_none() -> None:
    data = b"(;SZ[9];B[ee];W[cc];B[zz])"
    assert len(game_of_record(data, before=3).moves) == 2
    for before in (4, 10):
        with pytest.raises(SgfError, match="move 3"):
            game_of_record(data, before)
    with pytest.raises(ValueError, match="set up after move 2: malformed setup stones"):
        game_of_record(b"(;SZ[9];B[ee];W[cc];AW[zz];B[gg])", before=3)


def test_what_is_counted_of_many_records_has_a_kind() -> None:
    line = read_main_line(b"(;SZ[9]AP[foxwq]KM[375]RU[mine]HA[x]---;B[ee],;W[jj])")
    kinds = [doubt.kind for doubt in doubts_of_kinds(line)]
    assert kinds == ["stray text", "pass", "komi", "unreadable handicap", "unknown rules"]


def test_a_page_says_in_its_language_how_komi_was_read() -> None:
    (doubt,) = doubts_of_line(read_main_line(b"(;SZ[19]AP[foxwq]KM[0];B[pd])"))
    assert translator("de")(doubt) == "Ausgebessert: Komi (KM[0] als 6,5 gelesen)."
