"""What a record says, without its file."""

import pytest

from cfggo.go.game import Game
from cfggo.go.main_line import before_move
from cfggo.go.points import BLACK, WHITE
from cfggo.records.sgf.reading import read_main_line, read_parts


def test_parts_before_a_move_have_the_edits_before_it() -> None:
    parts = read_parts(b"(;SZ[9];B[ee];W[cc];AW[aa];AE[aa];W[gg];B[ga];AB[ab])")
    for number, lengths, player in (
        (0, [0], BLACK),
        (2, [1], WHITE),
        (3, [2, 0], WHITE),
        (4, [2, 1], BLACK),
        (5, [2, 2, 0], None),
        (99, [2, 2, 0], None),
    ):
        line, edits = before_move(*parts, number)
        assert [len(line.moves), *(len(edit.moves) for edit in edits)] == lengths
        assert (edits[-1] if edits else line).next_player == player


@pytest.mark.parametrize(
    ("record", "placed"),
    [
        (b"(;HA[2]AB[cc][gg];W[ee])", 2), (b"(;AB[cc][gg];W[ee])", 2),
        (b"(;HA[0]AB[cc][gg];W[ee])", 0), (b"(;HA[9]AB[cc][gg];W[ee])", 2),
        (b"(;HA[9];W[ee];B[cc])", 0), (b"(;HA[99999];B[cc];B[gg];B[cg];W[ee];B[gc])", 3),
        (b"(;HA[1];B[cc];W[ee])", 0),
    ],
)  # fmt: skip
def test_only_handicap_stones_that_there_are_count(record: bytes, placed: int) -> None:
    line = read_main_line(b"(;SZ[9]" + record[2:])
    assert line.placed_handicap == placed
    assert Game.from_main_line(line).handicap == placed
