"""Game records: what is kept of a collection, why the rest is not, and the splits."""

from pathlib import Path

import pytest

from cfggo.go.points import BLACK, WHITE
from cfggo.records.collection import DoubtReport, DropReport, RecordFilter, read_records
from cfggo.records.game_files import doubts_of_kinds
from cfggo.records.ranks import parse_rank
from cfggo.records.replay import game_arrays


def read_all(
    folder: Path, games: dict[str, bytes], keep: RecordFilter
) -> tuple[list[str], DropReport]:
    for name, data in games.items():
        (folder / name).write_bytes(data)
    dropped = DropReport()
    records = list(read_records([folder], keep, dropped))
    return [Path(record.name).name for record in records], dropped


def test_all_games_of_a_file_are_read(tmp_path: Path) -> None:
    collection = b"(;SZ[9];B[ee](;W[cc])(;W[dd]))\n(;SZ[99])\n(;SZ[9];B[gg])"
    kept, dropped = read_all(tmp_path, {"many.sgf": collection}, RecordFilter())
    assert kept == ["many.sgf, game 1", "many.sgf, game 3"]
    assert dropped.examples["unsupported board size"].endswith(
        "many.sgf, game 2: unsupported board size: SZ[99]"
    )


def test_dropped_records_are_counted_by_reason(tmp_path: Path) -> None:
    games = {
        "0.sgf": b"(;SZ[19];B[pd];W[dp])", "1.sgf": b"(;SZ[9];B[ee];W[cc])",
        "2.sgf": b"(;SZ[19]HA[4]AB[pd][dp][dd][pp];W[jj];B[cc])", "3.sgf": b"(;SZ[19];B[pd])",
        "4.sgf": b"(;SZ[19];B[pd];W[zz])", "5.sgf": b"(;SZ[19];B[dd];W[z])", "6.sgf": b"nonsense",
    }  # fmt: skip
    keep = RecordFilter(size=19, max_handicap=3, min_moves=2)
    kept, dropped = read_all(tmp_path, games, keep)
    assert kept == ["0.sgf"]
    assert dropped.reasons == {
        "other board size": 1, "too much handicap": 1, "too few moves": 1, "malformed move": 2,
        "not SGF": 1,
    }  # fmt: skip
    assert dropped.examples["malformed move"].endswith("4.sgf: malformed move: move 2 is [zz]")
    assert str(dropped).startswith("6 records left out (2 malformed move, ")


@pytest.mark.parametrize(
    ("keep", "kept"),
    [
        (RecordFilter(min_handicap=2), ["4.sgf"]),
        (RecordFilter(max_handicap=2), ["0.sgf", "1.sgf", "2.sgf", "3.sgf"]),
        (RecordFilter(max_moves=2), ["0.sgf", "1.sgf", "2.sgf", "4.sgf"]),
        (RecordFilter(min_rank=parse_rank("1d")), ["0.sgf", "1.sgf", "3.sgf"]),
        (RecordFilter(min_rank=parse_rank("1p")), ["1.sgf"]),
        (RecordFilter(result="known"), ["0.sgf", "2.sgf", "3.sgf"]),
        (RecordFilter(result="played-out"), ["0.sgf", "2.sgf"]),
        (RecordFilter(max_moves=2, min_rank=1, result="played-out"), ["0.sgf"]),
        (RecordFilter(max_margin=4), ["2.sgf", "5.sgf"]),
        (RecordFilter(max_margin=3), []),
        (RecordFilter(player="shu"), ["0.sgf", "3.sgf"]),
        (RecordFilter(player="Nobody"), []),
    ],
)
def test_filters(keep: RecordFilter, kept: list[str], tmp_path: Path) -> None:
    games = {
        "0.sgf": "(;SZ[9]PB[Shusaku]PW[Gennan]BR[3d]WR[9段]RE[B+R];B[aa];W[bb])".encode(),
        "1.sgf": "(;SZ[9]BR[1p]WR[P9段]RE[?];B[aa];W[cc])".encode(),
        "2.sgf": b"(;SZ[9]KM[7.5]BR[4k]WR[9p]RE[W+3.5];B[aa];W[dd])",
        "3.sgf": b"(;SZ[9]PB[Yasui]PW[Honinbo SHUWA]BR[1d]WR[2d]RE[W+Time];B[aa];W[ee];B[ff])",
        "4.sgf": b"(;SZ[9]HA[3]AB[gc][cg][gg];W[aa];B[ff])",
    }
    if keep.max_margin is not None:
        games["5.sgf"] = b"(;SZ[9]RE[B+3.5];B[aa];W[hh])"  # komi is not known, the margin is
    assert read_all(tmp_path, games, keep)[0] == kept


def test_a_file_that_can_not_be_read_does_not_end_the_reading(tmp_path: Path) -> None:
    (tmp_path / "0.sgf").symlink_to(tmp_path / "nowhere")
    kept, dropped = read_all(tmp_path, {"1.sgf": b"(;SZ[9];B[aa])"}, RecordFilter())
    assert kept == ["1.sgf"]
    assert dropped.reasons == {"unreadable file": 1}


def test_equal_games_are_read_once_whatever_else_they_say(tmp_path: Path) -> None:
    games = {
        "0.sgf": b"(;SZ[9]PB[Kuro];B[ee];W[cc])",
        "1.sgf": b"(;SZ[9]PB[Black]RE[B+R];B[ee]C[good];W[cc](;B[aa])(;B[bb]))",
        "2.sgf": b"(;SZ[9]PB[Someone];B[ee];W[cc](;B[aa];W[bb])(;B[cc]))",
        "3.sgf": b"(;SZ[9];B[ee];W[cc];B[aa])",
    }
    kept, dropped = read_all(tmp_path, games, RecordFilter())
    assert kept == ["0.sgf", "1.sgf", "2.sgf"]
    assert dropped.reasons == {"duplicate": 1}


def test_handicap_game_without_its_stones_is_dropped(tmp_path: Path) -> None:
    games = {
        "0.sgf": b"(;SZ[19]HA[2]AB[pd][dp];W[dd])",
        "1.sgf": b"(;SZ[19]HA[2];W[dd])",
        "2.sgf": b"(;SZ[19]HA[2];B[pd];B[dp];W[dd])",
        "3.sgf": b"(;SZ[19]HA[1];W[dd])",
        "4.sgf": b"(;SZ[19]HA[2];B[pd];W[dd];B[dp])",
    }
    kept, dropped = read_all(tmp_path, games, RecordFilter())
    assert kept == ["0.sgf", "2.sgf", "3.sgf"]
    assert dropped.reasons == {"handicap stones missing": 2}


def test_nothing_dropped() -> None:
    assert str(DropReport()) == "no records left out"
    dropped = DropReport("problem")
    dropped.add("a.sgf", "no solution")
    assert str(dropped) == "1 problem left out (1 no solution)"
    dropped.add("b.sgf", "no solution")
    assert str(dropped) == "2 problems left out (2 no solution)"


def test_only_the_moves_of_the_player_count(tmp_path: Path) -> None:
    games = {
        "0.sgf": "(;SZ[9]PB[本因坊秀策]PW[Gennan Inseki];B[aa];W[bb];B[cc])".encode(),
        "1.sgf": b"(;SZ[9]PB[Yasui]PW[gennan];B[aa];W[cc];B[dd])",
        "2.sgf": b"(;SZ[9]PB[Gennan]PW[A pupil of Gennan];B[aa];W[dd])",
        "3.sgf": b"(;SZ[9]PB[Gen];B[aa];W[ee])",
    }
    for name, data in games.items():
        (tmp_path / name).write_bytes(data)
    dropped = DropReport()
    records = list(read_records([tmp_path], RecordFilter(player="GENNAN"), dropped))
    assert [record.players for record in records] == [(WHITE,), (WHITE,), (BLACK, WHITE)]
    assert dropped.reasons == {"not of that player": 1}
    assert game_arrays(records).sampled.tolist() == [
        *(False, True, False),
        *(False, True, False),
        *(True, True),
    ]
    everybody = list(read_records([tmp_path], RecordFilter(), DropReport()))
    assert game_arrays(everybody).sampled.all()
    assert [record.digest for record in everybody[:3]] == [record.digest for record in records]


def test_nothing_of_a_file_with_many_games_vanishes(tmp_path: Path) -> None:
    games = (
        b"A letter; with words.\n",
        b"(;SZ[9];B[aa];W[bb])\n",
        b"(SZ[9];B[gg];W[cg])\n",  # no semicolon
        b"(;SZ[9];B[zz])\n",  # no move
        b";SZ[9];B[cc];W[gg])\n",  # no parenthesis
        b"(;SZ[9];B[dd];W[ee]\n",  # not closed
        b"(;SZ[9]PB[" + "表".encode("cp932") + b"];B[ff];W[ee])\n",
        b"(;SZ[9];B[hh]C[a] b];W[ee];B[d",  # breaks off
        b"(;SZ[37];B[aa])\n",
        b"(;GM[2]SZ[8];B[aa])\n",
        b"(;SZ[9];B[ii];W[ee]C[never closed",
        b"(;FF[4]SZ[9];B[ae];W[ee])",
    )
    kept, dropped = read_all(tmp_path, {"many.sgf": b"".join(games)}, RecordFilter())
    assert kept == [f"many.sgf, game {number}" for number in (1, 2, 4, 5, 6, 7, 10, 11)]
    assert dropped.reasons == {
        "malformed move": 1,
        "unsupported board size": 1,
        "not a game of Go": 1,
    }


def test_mended_records_are_counted_by_kind(tmp_path: Path) -> None:
    games = {
        "0.sgf": b"(;SZ[9]RU[of my own];B[ee])",
        "1.sgf": b"(;SZ[9]KM[375],;B[gg],;W[cc])",
        "2.sgf": b"(;SZ[9];B[cc],;W[cc])",
        "3.sgf": b"(;SZ[9];B[dd];W[cc])",
    }
    for name, data in games.items():
        (tmp_path / name).write_bytes(data)
    doubtful = DoubtReport()
    assert doubtful.lines() == []
    for record in read_records([tmp_path], RecordFilter(), DropReport()):
        doubtful.add(Path(record.name).name, doubts_of_kinds(record.line))
    assert doubtful.lines() == [
        "3 records mended or doubtful (2 stray text, 1 unknown rules, 1 komi)",
        "  0.sgf: Unknown rules: of my own.",
        '  1.sgf: Mended: stray text ("," before move 1, and 1 more).',
        "  1.sgf: Mended: komi (KM[375] taken as 7.5).",
    ]
