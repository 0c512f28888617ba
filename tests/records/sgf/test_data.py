"""Records that are damaged, too long, or several in one file."""

import pytest

from cfggo.records.sgf.data import is_annotated, split_collection
from cfggo.records.sgf.errors import SgfError
from cfggo.records.sgf.reading import read_main_line
from tests.records.sgf.test_reading import moves_of


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(SgfError):
        read_main_line(b"(;" + b"[" * 1_000_000)
    assert split_collection(b"(;" + b"[" * 1_000_000)


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(b"(;" * 300_000, id="nested"),
        pytest.param(b"(" * 1_000_000, id="parentheses"),
        pytest.param(b"(;SZ[9]" + b";" * 1_000_000 + b")", id="nodes"),
        pytest.param(b"(;SZ[9]" + b";B[]" * 250_000 + b")", id="moves"),
        pytest.param(b"(;SZ[19]" + b"AB[aa:ss]" * 100_000 + b")", id="rectangles"),
        pytest.param(b"(;SZ[19];B[]" + b";AE[aa:ss]" * 9_000 + b")", id="cleared boards"),
        pytest.param(b"x(;" * 300_000, id="beginnings"),
    ],
)
def test_what_no_game_has_is_refused(record: bytes) -> None:
    with pytest.raises(SgfError):
        read_main_line(record)


def test_variations_cost_nothing() -> None:
    line = read_main_line(b"(;SZ[9];B[ee](;W[cc])" + b"(;W[dd](;B[ff])(;B[gg]))" * 40_000 + b")")
    assert moves_of(line) == "B E5 W C7"


@pytest.mark.parametrize(
    "games",
    [
        [b"(;SZ[9];B[ee])"],
        [b"no SGF at all"],
        [b";SZ[9];B[ee])"],
        [b" ;SZ[9];B[ee](;W[cc])(;W[gg])\n"],
        [b";SZ[9];B[ee])\n", b"(;SZ[9];B[cc](;W[gg])(;W[ee]))", b"(;B[gg])"],
        [b"a mail\n(;SZ[9];B[ee](;W[cc])(;W[gg]))\n", b"( ;SZ[9];W[ee])"],
        [b"(;C[(;not a game) \\] ):-(];B[ee])", b"(;B[cc])", b"(;B[gg];W[e"],
    ],
)
def test_a_collection_is_split_into_its_games(games: list[bytes]) -> None:
    assert split_collection(b"".join(games)) == games


def test_error_is_one_short_line_whatever_the_record_holds() -> None:
    with pytest.raises(SgfError) as info:
        read_main_line(b"(;SZ[9];B[a\n\n" + b"long " * 1000 + b"])")
    assert "\n" not in str(info.value)
    assert len(str(info.value)) < 200


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_text_in_utf_16_is_read(encoding: str) -> None:
    data = "(;CA[UTF-16]SZ[9]PB[黑];B[ee])\n(;SZ[9];B[cc])".encode(encoding)
    first, second = split_collection(data)
    assert read_main_line(first) == read_main_line(data)
    assert read_main_line(data).black_name == "黑"
    assert moves_of(read_main_line(second)) == "B C7"


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (b"(;SZ[9];B[aa];W[bb])", False),
        (b"(;SZ[9](;B[aa](;W[bb])))", False),  # one in the other, but no choice
        (b"(;PC[Seoul]GC[a final]SO[C[\\]) (];B[aa])", False),
        (b"(;B[aa])(;C[of another game];B[bb])", False),
        (b"(;B[aa]C[good])", True),
        (b"(;B[aa] C [good])", True),
        (b"(;B[aa](;W[bb])\n(;W[cc]))", True),
        (b";B[aa]C[good", True),
    ],
)
def test_comments_and_variations_are_noticed(record: bytes, expected: bool) -> None:
    assert is_annotated(record) == expected
