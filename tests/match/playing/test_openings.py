"""Games that do not start from the empty board."""

import io
import os
import tarfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cfggo.base.errors import CfggoError
from cfggo.go.points import BLACK, WHITE, format_vertex, parse_vertex
from cfggo.go.rules import CHINESE
from cfggo.match.playing.openings import (
    Opening,
    openings_digest,
    read_openings,
    with_handicap_set_up,
)
from cfggo.match.playing.referee import GameResult, GameSettings, Player, play_game
from cfggo.records.sgf.reading import read_main_line

SETTINGS = GameSettings(size=9, komi=0.5, max_moves=6)

Play = Callable[..., GameResult]


@pytest.fixture
def play(command_line: Callable[..., list[str]]) -> Play:
    """Returns a function that plays a game between two behaviours."""

    def play_game_of(
        black: str, white: str, settings: GameSettings, opening: Opening | None = None
    ) -> GameResult:
        first, second = (Player(name, command_line(name, 12)) for name in (black, white))
        return play_game(1, first, second, settings, opening=opening)

    return play_game_of


def vertices(result: GameResult) -> list[str]:
    return [format_vertex(move.point) for move in result.game.moves]


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Returns a folder of two 9x9 records and one of 5x5."""
    folder = tmp_path / "openings"
    folder.mkdir()
    (folder / "a.sgf").write_text("(;SZ[9]KM[6.5];B[ee];W[gc];B[cg];W[gg])")
    (folder / "b.sgf").write_text("(;SZ[9]AB[cc][gg]AW[gc]PL[W];W[ee])")
    (folder / "c.sgf").write_text("(;SZ[5];B[cc])")
    return folder


def test_opening_is_played_out_before_the_first_genmove(play: Play, records: Path) -> None:
    opening = read_openings(records, (9,), CHINESE, moves=3)[0]
    result = play("Player", "Player", SETTINGS, opening)
    # Both know the stones of the opening, and White is to move after them.
    assert vertices(result) == ["E5", "G7", "C3", "A1", "B1", "C1"]
    assert [move.colour for move in result.game.moves[2:5]] == [BLACK, WHITE, BLACK]
    assert (result.opening_moves, result.first_to_move) == (3, WHITE)
    assert result.game.komi == 0.5  # the match's, not the record's


def test_a_turn_that_a_record_sets_later_is_not_that_of_its_first_moves(tmp_path: Path) -> None:
    (tmp_path / "turn.sgf").write_text("(;SZ[9];B[ee];W[gc];B[cg];PL[B])")
    (whole,), (cut,) = (read_openings(tmp_path, (9,), CHINESE, moves=n) for n in (None, 1))
    assert (whole.line.next_player, cut.line.next_player) == (BLACK, None)
    other = Opening(whole.name, replace(whole.line, next_player=None))
    assert openings_digest((whole,)) != openings_digest((other,))


def test_opening_with_setup_stones(play: Play, records: Path) -> None:
    opening = read_openings(records, (9,), CHINESE)[1]
    result = play("Player", "Player", SETTINGS, opening)
    assert vertices(result)[:3] == ["E5", "A1", "B1"]
    assert result.game.setup_white == [parse_vertex("G7", 9)]


@pytest.mark.parametrize("behaviour", ["Player", "Handicapper"])
def test_handicap_is_placed_whether_or_not_a_program_knows_the_command(
    play: Play, behaviour: str
) -> None:
    settings = GameSettings(size=9, komi=0.5, handicap=4, max_moves=2)
    result = play(behaviour, behaviour, settings)
    assert not result.is_void
    assert result.game.handicap == 4
    assert sorted(map(format_vertex, result.game.setup_black)) == ["C3", "C7", "G3", "G7"]
    assert result.game.moves[0].colour == WHITE


def test_openings_come_in_the_order_of_the_files(records: Path) -> None:
    assert [o.name for o in read_openings(records, (9,), CHINESE)] == ["a.sgf", "b.sgf"]
    assert [o.name for o in read_openings(records, (5, 9), CHINESE)] == ["a.sgf", "b.sgf", "c.sgf"]


def test_openings_of_archives_and_collections(tmp_path: Path) -> None:
    data = b"(;SZ[9];B[ee])"
    with tarfile.open(tmp_path / "openings.tar", "w") as archive:
        info = tarfile.TarInfo("x.sgf")
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    (opening,) = read_openings(tmp_path / "openings.tar", (9,), CHINESE)
    assert opening.name == "x.sgf"
    path = tmp_path / os.fsdecode(b"caf\xe9.sgf")
    path.write_text("(;SZ[9];B[ee])(;SZ[9];B[cc])")
    openings = read_openings(path, (9,), CHINESE)
    assert [opening.name for opening in openings] == ["caf?.sgf, game 1", "caf?.sgf, game 2"]
    assert len({opening.line.moves for opening in openings}) == 2


def test_digest_tells_positions_apart_not_names(records: Path) -> None:
    openings = read_openings(records, (9,), CHINESE)
    (records / "a.sgf").rename(records / "aa.sgf")
    assert openings_digest(read_openings(records, (9,), CHINESE)) == openings_digest(openings)
    shorter = read_openings(records, (9,), CHINESE, moves=2)
    assert openings_digest(shorter) != openings_digest(openings)
    assert openings_digest(()) is None
    line = read_main_line(b"(;SZ[9]HA[0]AB[cc][gg]PL[W];W[ee])")
    others = (line, replace(line, handicap=2), replace(line, first_player=BLACK))
    assert len({openings_digest((Opening("x", other),)) for other in others}) == 3


@pytest.mark.parametrize(
    ("sgf", "message"),
    [
        ("(;SZ[9];B[ee];W[ee])", "bad.sgf: move 2: illegal move: white E5"),
        ("(;SZ[9];B[zz])", "bad.sgf: malformed move"),
        ("(;SZ[9];B[];W[])", "bad.sgf: the game is over"),
        ("(;SZ[19];B[dd])", "no opening for 9x9"),
        ("(;SZ[9];B[cc];W[gg];AW[aa];B[gc])", "bad.sgf: stones are set up after move 2"),
    ],
)
def test_what_is_no_opening(tmp_path: Path, sgf: str, message: str) -> None:
    (tmp_path / "bad.sgf").write_text(sgf)
    with pytest.raises(CfggoError, match=message):
        read_openings(tmp_path, (9,), CHINESE)
    if "AW[aa]" in sgf:  # it may end before them
        (opening,) = read_openings(tmp_path, (9,), CHINESE, moves=2)
        assert len(opening.line.moves) == 2


@pytest.mark.parametrize(
    ("sgf", "moves", "placed"),
    [
        ("(;SZ[9]HA[2];W[ee];B[cc])", None, 0),
        ("(;SZ[9]HA[3]AB[cc][gg];W[ee])", None, 2),
        ("(;SZ[9]HA[4];B[cc];B[gg];B[cg];B[gc];W[ee])", 3, 3),
    ],
)
def test_an_opening_has_all_stones_of_its_handicap(
    tmp_path: Path, sgf: str, moves: int | None, placed: int
) -> None:
    (tmp_path / "few.sgf").write_text(sgf)
    message = rf"few\.sgf: names \d handicap stones, of which the opening has {placed}"
    with pytest.raises(CfggoError, match=message):
        read_openings(tmp_path, (9,), CHINESE, moves)


def test_handicap_stones_that_were_played_are_a_handicap_to_the_programs(
    play: Play, tmp_path: Path
) -> None:
    (tmp_path / "handicap.sgf").write_text("(;SZ[9]HA[2];B[cc];B[gg];W[cg];B[gc])")
    (opening,) = read_openings(tmp_path, (9,), CHINESE)
    result = play("Handicapper", "Handicapper", SETTINGS, opening)
    assert result.game.handicap == 2
    assert sorted(map(format_vertex, result.game.setup_black)) == ["C7", "G3"]
    assert vertices(result)[:2] == ["C3", "G7"]
    (tmp_path / "handicap.sgf").write_text("(;SZ[9]HA[2];B[cc];B[])")
    with pytest.raises(CfggoError, match="names 2 handicap stones, of which the opening has 0"):
        read_openings(tmp_path, (9,), CHINESE)


@pytest.mark.parametrize("moves", ["B[gc];W[];B[cg];W[gg]", "B[gc];B[];B[cg];W[gg]"])
def test_passes_between_handicap_stones_are_left_out(moves: str) -> None:
    line = with_handicap_set_up(read_main_line(f"(;SZ[9];{moves})".encode()))
    assert line.placed_handicap == len(line.black) == 2
    assert (line.first_player, len(line.moves)) == (WHITE, 1)


def test_handicap_stones_that_were_played_leave_the_turn_that_the_record_says() -> None:
    for record, to_play in (
        (b"(;SZ[9]HA[2];B[gc];B[cg])", WHITE),
        (b"(;SZ[9]HA[2];B[gc];B[cg];PL[B])", BLACK),
    ):
        line = with_handicap_set_up(read_main_line(record))
        assert len(line.black) == 2
        assert line.first_player == Opening("x", line).start(0.5, CHINESE).to_play == to_play


def test_an_opening_that_was_mended_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.sgf").write_text("(;SZ[9];B[ee]---;W[cc])")
    (opening,) = read_openings(tmp_path, (9,), CHINESE)
    assert len(opening.line.moves) == 2
    assert capsys.readouterr().err == f'cfggo: {tmp_path}/a.sgf: stray text ("---" after move 1)\n'
