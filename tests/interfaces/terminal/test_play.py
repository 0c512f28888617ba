"""Games in the terminal, through pipes and through a pseudo-terminal."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from cfggo.commands import play as play_command
from cfggo.interfaces.terminal.lines import Lines
from cfggo.interfaces.terminal.session import Session
from cfggo.interfaces.terminal.table import Table
from cfggo.study.api.game import Game
from tests.conftest import AtTerminal, PersonAtTerminal, RunCfggo

ThroughPipes = Callable[..., "subprocess.CompletedProcess[str]"]

PLAY = [sys.executable, "-m", "cfggo", "play", "--terminal"]
WEAK = ["--size", "5", "--level", "20k"]


@pytest.fixture
def through_pipes(run_cfggo: RunCfggo) -> ThroughPipes:
    """Returns what plays some lines with some options."""
    return lambda lines, *options: run_cfggo("play", "--terminal", *options, typed=lines)


@pytest.fixture
def sit_down(at_terminal: AtTerminal, tmp_path: Path) -> Callable[..., PersonAtTerminal]:
    """Returns what seats a person, to play with some options in some environment."""
    return lambda *options, **environment: at_terminal([*PLAY, *options], tmp_path, **environment)


def test_a_game_through_pipes(through_pipes: ThroughPipes, tmp_path: Path) -> None:
    lines = "help\nfoo\nhin\nwhy\nC3\nwhy 100\nc3\nt19\nhint 100\nscore 100\nowners 100\n"
    lines += "explain B2\nexplain C3\nundo\npass\nresign\nC2\n"
    lines += "save game.sgf\nsave game.sgf\nquit\n"
    (tmp_path / "seeded.toml").write_text("[play]\nseed = 1\n")  # does not answer pass with pass
    done = through_pipes(lines, *WEAK, "--config", "seeded.toml")
    assert (done.returncode, done.stderr) == (0, "")
    out = done.stdout
    assert "\x1b" not in out
    assert "5x5, komi 7.5, chinese rules. You play Black, cfggo 20k White. Type help" in out
    assert "Black> C3\n\n   A B C D E\n" in out
    assert " 3 . .(X). . 3\n" in out
    for part in (
        "'foo' is no move and no command; type a point such as D4, or help",
        "'hin' is no move and no command; did you mean hint?",
        "you have not moved yet",
        "illegal move: black C3 (occupied)",
        "there is no point 't19' on this board: its points go from A1 to E5",
        "Black (you) resigned: White (cfggo 20k) wins (W+R).",
        "the game is over: undo, swap, new, save or quit",
        "Saved in game.sgf",
    ):
        assert f"{part}\n" in out
    assert re.search(r"^ +move +wins +points +playouts +likely +goes on$", out, re.M)
    assert re.search(r"C3 lost (nothing|about [\d.]+ points)\.$", out, re.M)
    standings = re.findall(r"(?:Black|White) is [\d.]+ points? ahead with komi.*", out)
    assert len(standings) == 2
    assert len(set(standings)) == 1  # two words for one answer
    assert "x o points of Black and White" in out
    of_move, _, of_stone = out.partition("> explain B2")[2].partition("> explain C3")
    assert "B2" in of_move
    assert re.match(r"\nMove 1:\nC3 ", of_stone)
    record = (tmp_path / "game.sgf").read_text()
    assert "RE[W+R]" in record
    assert Game.from_sgf(record).moves[0] == ("black", "pass")


def test_both_pass_and_the_engine_counts(through_pipes: ThroughPipes, tmp_path: Path) -> None:
    game = Game(5, komi=0.5)
    moves = "C3 D4 C2 B3 C4 D2 C5 D1 C1 D5 pass D3 A1 pass"
    for vertex in moves.split():
        game.play(vertex)
    (tmp_path / "ended.sgf").write_text(game.to_sgf())
    done = through_pipes("pass\ndead B3\ndead B3\n", "ended.sgf", "--level", "20k")
    assert done.returncode == 0, done.stderr
    first, alive, dead = done.stdout.partition("Both have passed.")[2].split("Both have passed.")
    for part in (first, dead):
        assert "Dead stones of White: B3.\n" in part
        assert "Black (you) win by 4.5 points (B+4.5).\n" in part
    assert "All stones live.\n" in alive
    assert " 3 x # X o o 3" not in done.stdout
    assert " 3 x @ X O x 3" not in done.stdout
    assert " 3 x @ X O o 3\n" in done.stdout


def test_a_game_that_is_kept_goes_on(through_pipes: ThroughPipes, tmp_path: Path) -> None:
    options = [*WEAK, "--sgf", "kept.sgf"]
    done = through_pipes("C3\n", *options)
    assert done.returncode == 0
    kept = Game.from_sgf(tmp_path / "kept.sgf")
    assert len(kept) == 2
    again = through_pipes("board\nundo\n", "--sgf", "kept.sgf")
    assert "Going on with kept.sgf, move 2." in again.stdout
    assert "You play Black, cfggo 20k White." in again.stdout
    other = through_pipes("", "--size", "9", "--sgf", "kept.sgf")
    assert other.stderr == "cfggo: error: --size 9: the game in kept.sgf has size 5\n"
    assert "(X)" not in again.stdout.partition("board")[0]  # White's move was the last
    assert len(Game.from_sgf(tmp_path / "kept.sgf")) == 0


@pytest.mark.parametrize(
    ("moves", "result", "told"),
    [
        ("B[cc];W[cd];B[bb]", "B+R", "White (cfggo 20k) resigned"),
        ("B[cc];W[cd];B[];W[]", "B+2.5", "The record says B+2.5, and keeps that."),
        ("B[cc];W[cd];B[];W[]", "0", "The record says that it was a draw, and keeps that."),
    ],
)
def test_a_game_that_has_ended_is_not_written_anew(
    through_pipes: ThroughPipes, tmp_path: Path, moves: str, result: str, told: str
) -> None:
    record = f"(;SZ[5]AP[cfggo:1]KM[7.5]PW[cfggo 20k]DT[2020-01-01]RE[{result}];{moves})"
    (tmp_path / "kept.sgf").write_text(record)
    done = through_pipes("quit\n", "--sgf", "kept.sgf")
    assert done.returncode == 0
    assert told in done.stdout
    assert (tmp_path / "kept.sgf").read_text() == record


@pytest.mark.parametrize("players", ["PB[Lee]PW[Cho]", ""])
def test_a_record_that_is_kept_as_a_game_of_yours_goes_on_as_one(
    through_pipes: ThroughPipes, players: str, tmp_path: Path
) -> None:
    (tmp_path / "game.sgf").write_text(f"(;SZ[5]{players};B[cc];W[bb])")
    options = ["--level", "20k", "--sgf", "kept.sgf"]
    assert through_pipes("D2\n", "game.sgf", *options).returncode == 0
    again = through_pipes("", "--sgf", "kept.sgf")
    assert again.returncode == 0
    assert "Going on with kept.sgf, move 4." in again.stdout
    assert "You play Black, cfggo 20k White." in again.stdout


def test_it_says_how_a_record_ended_while_no_move_is_added(
    through_pipes: ThroughPipes, tmp_path: Path
) -> None:
    (tmp_path / "game.sgf").write_text("(;SZ[5]RE[W+R];B[cc];W[bb])")
    done = through_pipes("board\nD2\nboard\n", "--level", "20k", "game.sgf")
    assert done.stdout.count("You play Black, cfggo 20k White. The record says W+R.") == 2
    assert "The record says" not in done.stdout.partition("> D2")[2]


def test_records_that_would_lose_something_are_not_written_over(
    through_pipes: ThroughPipes, tmp_path: Path
) -> None:
    (tmp_path / "kept.sgf").write_text("(;SZ[5]PB[Lee]EV[Cup];B[cc])")
    done = through_pipes("", *WEAK, "--sgf", "kept.sgf")
    assert done.returncode == 2
    assert "kept.sgf: is not a record of cfggo's, and might lose what it says" in done.stderr
    (tmp_path / "kept.sgf").write_text("(;SZ[5]AP[cfggo:1];B[cc](;W[bb])(;W[dd]))")
    done = through_pipes("", *WEAK, "--sgf", "kept.sgf")
    assert done.returncode == 2
    assert done.stderr == (
        "cfggo: error: kept.sgf: has comments or variations, which would be lost; "
        "choose another file\n"
    )
    done = through_pipes("", "kept.sgf", *WEAK, "--sgf", "kept.sgf")
    assert done.returncode == 2
    (tmp_path / "alone.sgf").write_text("(;SZ[5]AP[cfggo:1]PB[cfggo]PW[cfggo];B[cc];W[bb])")
    done = through_pipes("", *WEAK, "--sgf", "alone.sgf")
    assert done.returncode == 2
    assert "alone.sgf: is no game of yours" in done.stderr
    damaged = "(;SZ[5]AP[cfggo:1]PB[You]PW[cfggo];B[cc];W[cc];B[dd])"
    (tmp_path / "damaged.sgf").write_text(damaged)
    done = through_pipes("", *WEAK, "--sgf", "damaged.sgf")  # would lose its end
    assert done.returncode == 2
    assert "damaged.sgf: move 2: illegal move" in done.stderr
    assert (tmp_path / "damaged.sgf").read_text() == damaged
    (tmp_path / "page.sgf").write_text("(;SZ[5]AP[cfggo:1]PB[You]PW[cfggo];B[cc];W[bb])")
    done = through_pipes("", *WEAK, "--sgf", "page.sgf")
    assert "Going on with page.sgf, move 2." in done.stdout
    assert "(;W[dd])" in (tmp_path / "kept.sgf").read_text()


def test_a_record_that_is_cut_off_says_so(through_pipes: ThroughPipes, tmp_path: Path) -> None:
    (tmp_path / "cut.sgf").write_text("(;SZ[5]KM[many];B[cc];W[bb];B[d")
    done = through_pipes("load cut.sgf\n", "cut.sgf", "--level", "20k")
    assert done.returncode == 0
    assert (
        done.stdout.count(
            "The record is cut off.\nKM[many] can't be read; komi is the usual one.\n"
        )
        == 2
    )


def test_hostile_lines(through_pipes: ThroughPipes) -> None:
    lines = [
        "\x1b[31mred", "a" * 100_000, "new 99", "new komi nan", "new 9 handicap 40", "level 99k",
        "level", "load /dev/zero", "load nothing.sgf", "load .", "save /no/such/folder/x.sgf",
        "save", "explain", "explain Z9", "dead A1", "hint 0", "hint 99999999999999", "C3 C4",
        "pass pass", "[bold]x[/]", "save " + "a" * 300, "undo", "",
    ]  # fmt: skip
    data = "\n".join(lines).encode() + b"\xc3\x28\x00\nquit"
    done = through_pipes(data, *WEAK)
    out = done.stdout
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in out
    assert "Traceback" not in out
    answers = re.split(r"^Black> .*$", out, flags=re.M)[1:]
    assert len(answers) == len(lines) + 1
    assert all(len(answer.strip().splitlines()) == 1 for answer in answers[:-2])
    assert "/dev/zero: not a file" in out


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (["--level", "99k"], "unknown level '99k'"),
        (["--config", "no-such"], "no-such"),
        (["--handicap", "10"], "no fixed handicap of 10 stones"),
        (["--sgf", "no-such/kept.sgf"], "no-such/kept.sgf: no folder no-such"),
        (["no-such.sgf"], "no-such.sgf: No such file or directory"),
        (["some.sgf", "--komi", "0"], "--komi has no meaning with a record"),
        (["--problems", "some.jsonl", "--white"], "--white has no meaning with --problems"),
        (["--problems", "some.jsonl", "--level", "9k"], "--level has no meaning with --problems"),
    ],
)
def test_wrong_options_are_one_line_before_anything_is_compiled(
    through_pipes: ThroughPipes, options: list[str], error: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_command, "compile_with_progress", lambda: pytest.fail("compiled"))
    done = through_pipes("", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cfggo: error: ")
    assert error in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_person_plays_and_leaves(
    sit_down: Callable[..., PersonAtTerminal], tmp_path: Path
) -> None:
    person = sit_down(*WEAK)
    person.sees("Black> ")
    assert "┼" in person.seen
    person.types("c3\r")
    assert "(●)" in person.sees("White (cfggo 20k) to play.")
    person.sees("Black> ")
    person.types("resign\r")
    person.sees("Resign this game? [y/N] ")
    person.types("n\r")
    person.sees("Black> ")
    person.types("und\t\r")  # Tab completes
    person.sees("undo")
    person.sees("Black (you) to play.")
    person.sees("Black> ")
    person.types("\x1b[A\x1b[A\x1b[A\r")  # two lines before the last one
    person.sees("Move 1: Black plays C3.")
    person.sees("Black> ")
    person.types("\x04")  # Ctrl-D
    person.sees("Save the game? [Enter: cfggo-")
    person.types("undo\r")
    person.sees("a name that ends with .sgf")
    person.sees("Save the game?")
    (tmp_path / "mine.sgf").write_text("(;GM[1])")
    person.types("mine.sgf\r")
    person.sees("Replace it? [y/N] ")
    person.types("y\r")
    person.sees("Saved in mine.sgf")
    assert person.leaves_with() == 0
    assert Game.from_sgf(tmp_path / "mine.sgf").moves[0] == ("black", "C3")


def test_ctrl_c_stops_thinking_and_then_asks(
    sit_down: Callable[..., PersonAtTerminal], tmp_path: Path
) -> None:
    person = sit_down("--size", "9", "--seconds", "1000", "--white")
    person.sees("cfggo thinks: ")
    person.types("\x03")
    person.sees("Move 1: Black plays ")
    person.sees("White> ")
    person.is_read()
    person.types("\x03")  # what was typed is dropped
    person.sees("Leave the game? [y/N] ")
    person.types("n\r")
    person.sees("White> ")
    person.is_read()
    person.types("\x03")
    person.sees("Leave the game? ")
    person.is_read()
    person.types("\x03")
    person.sees("Save the game?")
    person.is_read()
    person.types("\x03")
    person.sees("Saved in cfggo-")
    assert person.leaves_with() == 128 + signal.SIGINT
    (kept,) = tmp_path.glob("cfggo-*.sgf")
    assert len(Game.from_sgf(kept)) == 1
    assert "Traceback" not in person.seen


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])  # Ctrl-D and Ctrl-C
def test_no_answer_whether_to_replace_a_file_saves_under_another_name(
    end: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.sgf").write_text("(;GM[1])")
    lines = Lines()
    lines.is_interactive = True
    asked = []

    def read(prompt: str) -> str:
        asked.append(prompt)
        if len(asked) == 1:
            return "mine.sgf"
        raise end

    monkeypatch.setattr(lines, "read", read)
    table = Table(Game(5), "black", "20k")
    table.play("C3")
    thinker: Any = None  # of no use here
    Session(table, thinker, lines, Console(), None).offer_to_save()
    assert [prompt.partition("?")[0] for prompt in asked] == [
        "Save the game",
        "mine.sgf is there already. Replace it",
    ]
    assert (tmp_path / "mine.sgf").read_text() == "(;GM[1])"
    (kept,) = tmp_path.glob("cfggo-*.sgf")
    assert Game.from_sgf(kept).moves == [("black", "C3")]


def test_a_game_without_colours_outlives_its_terminal(
    sit_down: Callable[..., PersonAtTerminal], tmp_path: Path
) -> None:
    person = sit_down(*WEAK, NO_COLOR="1")
    person.sees("Black> ")
    person.types("c3\r")
    person.sees(" 3 . .(X). . 3")
    person.sees("Black (you) to play.")
    person.sees("Black> ")
    person.is_read()
    person.process.send_signal(signal.SIGHUP)
    assert person.leaves_with() == 128 + signal.SIGHUP
    (kept,) = tmp_path.glob("cfggo-*.sgf")
    assert len(Game.from_sgf(kept)) == 2


def test_output_that_knows_ascii_only(tmp_path: Path) -> None:
    done = subprocess.run(
        [*PLAY, *WEAK], input="ä\n".encode(), capture_output=True, cwd=tmp_path,
        env=os.environ | {"PYTHONIOENCODING": "ascii"}, timeout=300,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"'?' is no move and no command" in done.stdout
