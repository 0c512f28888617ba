"""Records read, also faulty ones."""

from encodings.aliases import aliases

import pytest

from cfggo.go.game import Game
from cfggo.go.main_line import MainLine
from cfggo.go.points import BLACK, WHITE, format_vertex, parse_vertex
from cfggo.records.sgf.errors import SgfError
from cfggo.records.sgf.reading import read_main_line, read_parts
from cfggo.records.sgf.writing import write_sgf


def moves_of(line: MainLine) -> str:
    """Returns the moves as text, such as "B Q16 W D4"."""
    return " ".join(f"{'?BW'[colour]} {format_vertex(point)}" for colour, point in line.moves)


def vertices(points: tuple[int, ...]) -> set[str]:
    return {format_vertex(point) for point in points}


def test_even_game() -> None:
    line = read_main_line(
        b"(;FF[4]GM[1]SZ[9]PB[Kuro]PW[Shiro]BR[1d]WR[9p]KM[6.5]RU[Japanese]RE[W+2.5]"
        b"DT[2020-01-02]EV[Cup];B[gc];W[cg]C[hm];B[];W[])"
    )
    assert line.size == 9
    assert moves_of(line) == "B G7 W C3 B pass W pass"
    assert (line.komi, line.handicap, line.first_player) == (6.5, 0, BLACK)
    assert (line.black, line.white) == ((), ())
    assert (line.black_name, line.white_name) == ("Kuro", "Shiro")
    assert (line.black_rank, line.white_rank) == ("1d", "9p")
    assert (line.rules, line.result) == ("Japanese", "W+2.5")
    assert (line.date, line.event) == ("2020-01-02", "Cup")
    assert line.comments == {1: "hm"}


def test_handicap_stones_in_the_node_after_the_root() -> None:
    line = read_main_line(b"(;SZ[19]HA[3]KM[0]  ;AB[pd][dp][dd];W[qp];B[fq])")
    assert vertices(line.black) == {"Q16", "D4", "D16"}
    assert line.handicap == 3
    assert line.first_player == WHITE
    assert moves_of(line) == "W R4 B F3"


@pytest.mark.parametrize(
    ("record", "handicap"),
    [
        (b"AB[cc][gg]", 2), (b"AB[cc][gg];W[ee];B[ef]", 2), (b"AB[cc][gg];PL[W]", 2),
        (b"AB[cc]", 0), (b"AB[cc][gg]AW[dd];W[ee]", 0), (b"AB[cc][gg]PL[B]", 0),
        (b"AB[cc][gg]PL[Black];W[ee]", 0), (b"AB[cc][gg];B[ee];W[ef]", 0),
        (b"AB[cc][gg]PL[W];B[ee]", 0), (b"AB[cc][gg];W[ee];W[ef]", 0),
        (b"HA[2]AB[cc][gg]PL[B];B[ee]", 2), (b"HA[0]AB[cc][gg];W[ee]", 0),
    ],
)  # fmt: skip
def test_setup_stones_are_a_handicap_only_where_white_goes_on(record: bytes, handicap: int) -> None:
    line = read_main_line(b"(;SZ[9]" + record + b")")
    assert line.handicap == handicap
    game = Game.from_main_line(line)
    assert game.handicap == handicap
    written = write_sgf(game.to_main_line())
    assert (b"HA[2]" in written) == (handicap == 2)
    assert read_main_line(written).handicap == handicap


@pytest.mark.parametrize(
    ("record", "player"),
    [
        (b"(;SZ[9])", BLACK), (b"(;SZ[9]AB[cc][gg])", WHITE), (b"(;SZ[9]AB[cc][gg]PL[B])", BLACK),
        (b"(;SZ[9]AB[cc][gg]AW[dd])", BLACK), (b"(;SZ[9]AB[cc]AW[dd]PL[white])", WHITE),
        (b"(;SZ[9];PL[w])", WHITE), (b"(;SZ[9];W[cc])", WHITE),
    ],
)  # fmt: skip
def test_first_player(record: bytes, player: int) -> None:
    assert read_main_line(record).first_player == player


def test_setup_in_rectangles_and_removed_again() -> None:
    line = read_main_line(b"(;SZ[9]AB[aa:ca]AW[ee];AE[ba][ee]AW[aa])")
    assert vertices(line.black) == {"C9"}
    assert vertices(line.white) == {"A9"}


@pytest.mark.parametrize(
    ("written", "komi"),
    [
        (b"KM[7.5]", 7.5), (b"KM[ 0 ]", 0.0), (b"KM[-5.5]", -5.5), (b"KM[650]", 6.5),
        (b"KM[375]", 7.5), (b"KM[3.75]", 7.5), (b"KM[2.75]", 5.5), (b"KM[325]", 6.5),
        (b"KM[-3.75]", -7.5), (b"KM[7.25]", 7.25), (b"KM[725]", 7.25), (b"", None), (b"KM[]", None),
        (b"KM[6 1/2]", 6.5), (b"KM[inf]", None), (b"KM[1e300]", None),
        (b"AP[cfggo:1]KM[1e300]", None), (b"AP[cfggo:1]KM[3.75]", 3.75),
    ],
)  # fmt: skip
def test_komi_in_odd_units(written: bytes, komi: float | None) -> None:
    assert read_main_line(b"(;SZ[19]" + written + b")").komi == komi


@pytest.mark.parametrize(
    "record",
    [
        b"(;GM[1]SZ[9:9];B[ee];C[;W[gg\\]];W[cc])(;SZ[19])",  # two games
        b"\xef\xbb\xbf\r\n (\n;SZ[9];B[ee];W[cc])",
        *(
            b"(;SZ[9]PB[\x8a\xff]C[\xff]CA[" + name + b"];B[ee];W[cc])"
            for name in (b"no-such", b"hex", b"base64", b"idna", b"undefined", b"rot13", b"\0")
        ),
    ],
)
def test_records_in_the_wild(record: bytes) -> None:
    line = read_main_line(record)
    assert line.size == 9
    assert moves_of(line) == "B E5 W C7"


def test_no_encoding_of_python_makes_a_record_unreadable() -> None:
    for name in sorted({*aliases.values()}):
        record = b"(;SZ[9]PB[\x8a\xff-\x1b$]CA[" + name.encode() + b"];B[ee]C[\xfe\x81];W[cc])"
        assert moves_of(read_main_line(record)) == "B E5 W C7"


def test_areas_are_those_of_the_position_after_the_last_move_read() -> None:
    marked = b"(;SZ[9];B[aa];W[cc]TB[bb]TW[dd])"
    assert len(read_main_line(marked).black_area) == len(read_main_line(marked).white_area) == 1
    edited = b"(;SZ[9];B[aa];AE[aa]AW[bb];B[cc];W[dd]TB[aa]TW[bb])"
    assert read_main_line(edited).black_area == read_main_line(edited).white_area == ()


@pytest.mark.parametrize(
    ("record", "reason", "detail"),
    [
        (b"", "not SGF", "no SGF data"),
        (b"<html>&nbsp;</html>", "not SGF", "no SGF data"),
        (b"(;SZ[9]B;W)", "malformed move", r"move 1 is \[\?\]"),
        (b"(;GM[2]SZ[8])", "not a game of Go", r"GM\[2\]"),
        (b"(;SZ[37])", "unsupported board size", r"SZ\[37\]"),
        (b"(;SZ[" + b"9" * 5000 + b"])", "unsupported board size", r"SZ\[9{20}\]"),
        (b"(;SZ[9:7])", "unsupported board size", r"SZ\[9:7\]"),
        (b"(;SZ[x])", "unsupported board size", r"SZ\[x\]"),
        (b"(;SZ[9];B[ee];W[kk])", "malformed move", r"move 2 is \[kk\]"),
        (b"(;SZ[9];B[e5])", "malformed move", r"move 1 is \[e5\]"),
        (b"(;SZ[9]AB[zz])", "malformed setup stones", r"AB\[zz\]"),
        (b"(;SZ[9];B[ee];AW[zz];W[cd])", "malformed setup stones", r"AW\[zz\]"),
        (b"(;SZ[9];B[ee];AW[cc];W[kk])", "malformed move", r"move 2 is \[kk\]"),
    ],
)
def test_game_that_can_t_be_read(record: bytes, reason: str, detail: str) -> None:
    with pytest.raises(SgfError, match=detail) as error:
        read_main_line(record)
    assert error.value.reason == reason


def test_setup_stones_in_the_middle_part_a_record() -> None:
    line, edits = read_parts(
        b"(;SZ[9]AB[aa];B[ee];W[cc]C[!];PL[B];AE[ee]AW[ff];AB[ee];W[gg]C[?];PL[W];AE[aa:ac]PL[B];)"
    )
    assert vertices(line.black) == {"A9"}
    assert (moves_of(line), line.comments) == ("B E5 W C7", {1: "!"})
    first, second = edits
    assert (vertices(first.black), vertices(first.white), first.empty) == ({"E5"}, {"F4"}, ())
    assert (first.first_player, first.next_player) == (BLACK, WHITE)
    assert first.moves == ((WHITE, parse_vertex("G3", 9)),)
    assert vertices(second.empty) == {"A9", "A8", "A7"}
    assert (second.first_player, second.moves) == (BLACK, ())


@pytest.mark.parametrize(
    ("name", "encoding", "named"),
    [
        ("M\u00fcller, G\u00f6\u00dfl", "latin-1", ""), ("\u53e4\u529b", "gb18030", ""),
        ("\u53e4\u529b", "gb18030", "UTF-8"), ("\u53e4\u529b", "utf-8", ""),
        ("\u53e4\u529b", "utf-8", "gb2312"), ("\u53e4\u529b", "gb18030", "gb2312"),
        ("M\u00fcller", "utf-8", "latin-1"),
    ],
)  # fmt: skip
def test_names_in_encodings_that_the_record_does_not_name(
    name: str, encoding: str, named: str
) -> None:
    data = f"(;SZ[9]CA[{named}]PB[".encode() + name.encode(encoding) + b"];B[ee])"
    expected = name.encode("utf-8").decode("latin-1") if named == "latin-1" else name
    assert read_main_line(data).black_name == expected
