"""Records written."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cfggo.go.main_line import MainLine
from cfggo.go.points import BLACK, PASS, WHITE, board_points, parse_vertex
from cfggo.records.sgf.reading import read_main_line
from cfggo.records.sgf.writing import write_sgf


@pytest.mark.parametrize(
    ("encoding", "name"), [("utf-7", b"+2AA-"), ("unicode_escape", b"\\\\ud800")]
)
def test_names_that_are_no_text_can_be_written(encoding: str, name: bytes) -> None:
    line = read_main_line(b"(;SZ[9]CA[" + encoding.encode() + b"]PB[" + name + b"];B[ee])")
    assert line.black_name == "?"
    assert read_main_line(write_sgf(line)).black_name == "?"


def test_written_game() -> None:
    line = MainLine(
        size=9,
        moves=((WHITE, parse_vertex("E5", 9)), (BLACK, PASS)),
        black=(parse_vertex("C3", 9), parse_vertex("G7", 9)),
        komi=0.5,
        handicap=2,
        first_player=WHITE,
        black_name="cfggo",
        comments={0: "57% [of 1000]"},
    )
    data = write_sgf(line)
    for written in (b"SZ[9]", b"HA[2]", b"KM[0.5]", b"PB[cfggo]", b"AB[cg][gc]", b";B[tt]"):
        assert written in data
    assert read_main_line(data) == line


@st.composite
def main_lines(draw: st.DrawFn) -> MainLine:
    """Main lines that a record can hold, whether or not their moves are legal."""
    size = draw(st.integers(2, 19))
    points = st.sampled_from(board_points(size))
    colours = st.sampled_from([BLACK, WHITE])
    stones = draw(st.dictionaries(points, colours))
    moves = draw(st.lists(st.tuples(colours, points | st.just(PASS))))
    printable = st.characters(min_codepoint=32, exclude_categories=["C", "Z"])
    text = st.text(printable)
    return MainLine(
        size=size,
        moves=tuple(moves),
        black=tuple(sorted(p for p, colour in stones.items() if colour == BLACK)),
        white=tuple(sorted(p for p, colour in stones.items() if colour == WHITE)),
        first_player=draw(colours),
        komi=draw(st.none() | st.integers(-1000, 1000).map(lambda quarters: quarters / 4)),
        handicap=draw(st.integers(0, 9)),
        comments={index: comment for index in range(len(moves)) if (comment := draw(text))},
        result=draw(text),
        white_name=draw(text),
        black_rank=draw(text),
    )


@given(main_lines())
def test_what_is_written_reads_the_same(line: MainLine) -> None:
    assert read_main_line(write_sgf(line)) == line


def test_long_record_is_written_in_time() -> None:
    moves = tuple((1 + number % 2, PASS) for number in range(9000))
    data = write_sgf(MainLine(9, moves))
    assert read_main_line(data).moves == moves


@pytest.mark.parametrize("text", ["or ;B[aa", "(;SZ[9", "a] b", "[c", ";W[aa;B[bb", "d\\", "e\\]f"])
def test_texts_with_moves_and_brackets_stay_texts(text: str) -> None:
    line = read_main_line(b"(;SZ[9];B[ee];W[cc])")
    line = replace(line, event=text, black_name=text, comments={0: text, 1: text})
    again = read_main_line(write_sgf(line))
    assert (again.event, again.black_name, again.comments) == (text, text, {0: text, 1: text})
    assert (again.moves, again.mended) == (line.moves, ())
