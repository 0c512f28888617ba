"""Which stones at the start are a handicap: the same ones whoever asks, by commands, by a record
or by a query.
"""

from pathlib import Path

import pytest

from cfggo.go.game import Move
from cfggo.go.handicap import handicap_of_setup
from cfggo.go.points import BLACK, PASS, WHITE, format_vertex, point_from_row_col
from cfggo.go.rules import AGA, CHINESE, JAPANESE, Ruleset
from cfggo.interfaces.analysis.positions import start_of
from tests.interfaces.gtp.conftest import Gtp

SIZE = 9

STARTS: list[tuple[str, int]] = [
    # Black's and White's moves from the first on, small letters for passes.
    ("", 0), ("B", 0), ("BW", 0), ("BWB", 0), ("W", 0), ("WB", 0), ("BB", 2), ("BBW", 2),
    ("BBWB", 2), ("BBBBWBWB", 4), ("BBBBBBBBBWB", 9), ("BBbBW", 3), ("bBBW", 2), ("bBW", 0),
    # A handicap with White's passes between its stones.
    ("BwBW", 2), ("BwBwBwBW", 4), ("wBwBW", 2), ("BwBw", 2), ("BwW", 0), ("Bwb", 0),
    # A position that is set up by moves, first all black stones, then the white ones.
    ("BBWW", 0), ("BBBBWWWW", 0), ("BBwwB", 0), ("WWBB", 0), ("WBB", 0),
]  # fmt: skip


def moves_of(start: str) -> list[Move]:
    """Returns moves on points of the second, fifth and eighth line, none of which is captured."""
    points = iter(
        point_from_row_col(row, column) for row in (1, 4, 7) for column in (1, 3, 5, 7, 8)
    )
    return [
        Move(BLACK if c in "Bb" else WHITE, PASS if c.islower() else next(points)) for c in start
    ]


def record_of(moves: list[Move], root: str = "") -> str:
    """Returns the record of a game on 9x9 by Chinese rules with a komi of 0."""
    text = f"(;SZ[{SIZE}]KM[0]RU[Chinese]{root}"
    for colour, point in moves:
        vertex = format_vertex(point)
        column, row = "ABCDEFGHJ".find(vertex[0]), SIZE - int(vertex[1:]) if point else 0
        where = "" if point == PASS else "abcdefghi"[column] + "abcdefghi"[row]
        text += f";{'B' if colour == BLACK else 'W'}[{where}]"
    return text + ")"


def shown_handicap(gtp: Gtp) -> int:
    return int(gtp.ask("showboard").split("handicap ")[1].split()[0])


@pytest.mark.parametrize(("start", "handicap"), STARTS)
def test_blacks_first_moves_are_a_handicap_by_whatever_way_they_come(
    gtp: Gtp, tmp_path: Path, start: str, handicap: int
) -> None:
    moves = moves_of(start)
    assert handicap_of_setup([], [], None, moves) == handicap
    assert start_of(SIZE, CHINESE, 0.0, [], None, moves).handicap == handicap

    gtp.ask(f"boardsize {SIZE}", "komi 0")
    for colour, point in moves:
        assert gtp.ask(f"play {'b' if colour == BLACK else 'w'} {format_vertex(point)}") == "="
    assert shown_handicap(gtp) == handicap
    board = gtp.session.game.boards[0]["colour"].copy()
    saved = tmp_path / "saved.sgf"
    gtp.ask(f"printsgf {saved}")
    assert ("HA[" in saved.read_text()) == (handicap > 0)

    record = tmp_path / "game.sgf"
    record.write_text(record_of(moves))
    for file in (record, saved):
        assert gtp.ask("clear_board", f"loadsgf {file}") == "="
        assert (gtp.session.game.boards[0]["colour"] == board).all()
        assert shown_handicap(gtp) == handicap
    for _ in moves:
        gtp.ask("undo")
    assert shown_handicap(gtp) == 0


@pytest.mark.parametrize(("rules", "points"), [(CHINESE, 3), (AGA, 2), (JAPANESE, 0)])
def test_white_gets_the_points_of_the_rules_for_a_handicap_of_moves(
    gtp: Gtp, rules: Ruleset, points: int
) -> None:
    """Black has the left, with its three stones; White's one stone has nothing but its place."""
    gtp.ask(f"boardsize {SIZE}", f"kgs-rules {rules.name}", "komi 0")
    for vertex in ("C3", "C5", "C7"):
        gtp.ask(f"play b {vertex}")
    gtp.ask("play w G5")
    game = gtp.session.game
    with_handicap = game.score()
    game.handicap = 0
    assert game.score() - with_handicap == points


def test_a_records_own_number_is_believed(gtp: Gtp, tmp_path: Path) -> None:
    record = tmp_path / "game.sgf"
    for number, start, expected in [(0, "BBW", 0), (2, "BBWW", 2), (2, "BBBW", 2), (3, "BBW", 2)]:
        record.write_text(record_of(moves_of(start), f"HA[{number}]"))
        assert gtp.ask(f"loadsgf {record}") == "="
        assert shown_handicap(gtp) == expected
        assert gtp.ask(f"printsgf {record}", f"loadsgf {record}") == "="
        assert shown_handicap(gtp) == expected


def test_a_record_that_is_loaded_in_part_goes_on_by_the_same_rule(gtp: Gtp, tmp_path: Path) -> None:
    record = tmp_path / "game.sgf"
    record.write_text(record_of(moves_of("BBBW")))
    assert gtp.ask(f"loadsgf {record} 2") == "="
    assert shown_handicap(gtp) == 0
    gtp.ask("play b E5")
    assert shown_handicap(gtp) == 2


def test_stones_that_are_set_up_are_a_handicap_together_with_moves(
    gtp: Gtp, tmp_path: Path
) -> None:
    """Where a record or a query sets them up; GoGui's command sets up a position, which is none."""
    record = tmp_path / "game.sgf"
    record.write_text(record_of(moves_of("BBW"), "AB[gg][cg]"))
    assert gtp.ask(f"loadsgf {record}") == "="
    assert shown_handicap(gtp) == 4
    gtp.ask(f"boardsize {SIZE}", "gogui-setup b G3 b C3")
    for _, point in moves_of("BB"):
        gtp.ask(f"play b {format_vertex(point)}")
    assert shown_handicap(gtp) == 0
