"""Whole matches: colours, results, interruption and resumption."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from cfggo import cli
from cfggo.base import terminal
from cfggo.base.errors import CfggoError
from cfggo.base.intervals import wilson_interval
from cfggo.base.resources import find_weights
from cfggo.go.game import Game
from cfggo.go.rules import CHINESE
from cfggo.match.contests import contest, selfplay
from cfggo.match.contests.contest import Contest, Entrant, Pairing, play_contest
from cfggo.match.contests.match import Match
from cfggo.match.contests.venues import GameTask, Keep, LocalVenue
from cfggo.match.playing.conditions import Conditions
from cfggo.match.playing.referee import GameSettings
from cfggo.match.results.store import JOURNAL, FinishedGame, GameStore
from cfggo.match.results.summaries import GameSummary
from cfggo.records.sgf.reading import read_main_line
from cfggo.search import compiling

CommandLine = Callable[..., list[str]]
MakeSummary = Callable[..., GameSummary]
Journal = Callable[[Path], list[dict[str, Any]]]
WaitForGames = Callable[[Path, int], None]


@pytest.fixture
def program(command_line: CommandLine) -> Callable[..., str]:
    """Returns a function from a behaviour and a number of moves to a program's command line."""
    return lambda *args: shlex.join(command_line(*args))


@pytest.fixture
def match_options(program: Callable[..., str], tmp_path: Path) -> list[str]:
    """Returns the options of a match between a program that plays and one that resigns."""
    return [
        "match", "--black", program("Player", 20), "--white", program("Resigns"), "--size", "5",
        "--komi", "0.5", "--out", str(tmp_path / "out"),
    ]  # fmt: skip


def test_a_match_is_played_reported_and_resumed(
    match_options: list[str],
    program: Callable[..., str],
    journal: Journal,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder, options = tmp_path / "out", [*match_options, "--time", "10+5/2"]
    assert cli.main([*options, "--games", "3", "--jobs", "2", "--json"]) == 0
    output = capsys.readouterr()
    result = json.loads(output.out)
    expected = {"games": 3, "wins": 3, "losses": 0, "draws": 0, "win_rate": 1.0, "forfeits": 0,
                "errors": 0, "size": 5, "komi": 0.5}  # fmt: skip
    assert {key: result[key] for key in expected} == expected
    assert result["interval"] == list(wilson_interval(3, 3))
    assert result["elo"] is None  # infinite
    assert "game 3/3  B+R" in output.err
    lines = [line for line in output.err.splitlines() if line.startswith("game ")]
    assert all(re.search(r"; \d-0; \d+ s left$", line) for line in lines[:2])
    assert output.err.endswith(" s; 3-0\n")
    for summary in journal(folder):
        sgf = (folder / f"{summary['number']:04}.sgf").read_bytes()
        line = read_main_line(sgf)
        assert len(Game.from_main_line(line, CHINESE).moves) == summary["moves"]
        assert (line.result, line.komi, line.size) == (summary["result"], 0.5, 5)
        assert (line.black_name, line.white_name) == (summary["black"], summary["white"])
        assert b"TM[10]" in sgf
        assert b"OT[2/5 Canadian]" in sgf

    assert cli.main([*options, "--games", "9", "--report"]) == 0
    report, errors = capsys.readouterr()
    assert errors == ""
    table = report.splitlines()
    assert "Elo difference: too few games to tell" in table
    # Wins belong to the first program whatever its colour.
    assert table[3].split()[:6] == ["all", "3", "3", "0", "0", "100.0%"]
    assert table[4].split()[:6] == ["as", "Black", "2", "2", "0", "0"]
    assert table[5].split()[:6] == ["as", "White", "1", "1", "0", "0"]
    assert cli.main([*options, "--games", "3"]) == 0
    output = capsys.readouterr()
    assert "no games are left to play" in output.err
    assert output.out == report
    assert cli.main([*options, "--white", program("Player"), "--report"]) == 2
    assert "match.json: not the same games: white was" in capsys.readouterr().err
    assert cli.main([*options, "--games", "4", "--komi", "5.5"]) == 2
    assert "komi was 0.5 and is now 5.5" in capsys.readouterr().err

    before = (folder / JOURNAL).read_bytes()
    settings = (folder / "match.json").read_bytes()
    assert cli.main([*options, "--games", "4"]) == 0
    assert capsys.readouterr().err.endswith(" s; 4-0\n")
    assert (folder / JOURNAL).read_bytes().startswith(before)
    assert (folder / "match.json").read_bytes() == settings  # with the same seed
    assert [summary["result"] for summary in journal(folder)] == ["B+R", "W+R"] * 2


def test_match_goes_on_after_faults_and_tells_the_last_words(
    program: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--size", "5", "--games", "3", "--out", str(tmp_path / "out"), "--json"]
    code = cli.main(
        ["match", "--black", program("Dies", 20), "--white", program("Player", 20), *options]
    )
    assert code == 0
    output = capsys.readouterr()
    result = json.loads(output.out)
    assert (result["losses"], result["forfeits"], result["errors"]) == (3, 3, 0)
    assert result["forfeits_by"] == {"black": 3, "white": 0}
    assert output.err.count("stderr: out of memory") == 3
    assert b"C[Black's program ended with exit code 3" in (tmp_path / "out/0003.sgf").read_bytes()


def test_void_games_are_errors_and_count_for_neither_player(
    program: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--size", "5", "--games", "2", "--no-alternate", "--json"]
    options += ["--out", str(tmp_path / "out")]
    names = ["--black", program("WrongSize"), "--white", program("Player")]
    assert cli.main(["match", *names, *options]) == 2  # not 0: nothing was played
    output = capsys.readouterr()
    assert "(W) can't begin, in 2 games: Black's program refused 'boardsize 5'" in output.err
    result = json.loads(output.out)
    assert (result["games"], result["errors"], result["forfeits"]) == (2, 2, 0)
    assert (result["wins"], result["losses"], result["draws"]) == (0, 0, 0)
    assert (result["win_rate"], result["interval"]) == (None, [0.0, 1.0])


def test_void_games_are_played_again_when_the_match_is_resumed(
    match_options: list[str], journal: Journal, tmp_path: Path
) -> None:
    cli.main([*match_options, "--games", "3"])
    lines = (tmp_path / "out" / JOURNAL).read_text().splitlines()
    second = json.loads(lines[1]) | {"result": "Void", "winner": None, "is_void": True}
    lines[1] = json.dumps(second)
    (tmp_path / "out" / JOURNAL).write_text("\n".join(lines) + "\n")
    assert cli.main([*match_options, "--games", "3"]) == 0
    results = [(summary["number"], summary["result"]) for summary in journal(tmp_path / "out")]
    assert results == [(1, "B+R"), (2, "Void"), (2, "W+R"), (3, "B+R")]


def test_match_is_not_resumed_with_a_preset_that_changed(
    program: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    preset, out = tmp_path / "my.toml", tmp_path / "out"
    weights = shutil.copy(find_weights("baseline"), tmp_path / "my.weights")
    preset.write_text('[policy]\ntree = "my.weights"\n[search]\nplayouts = 1\n')
    options = ["match", "--black", f"cfggo:{preset}", "--white", program("Player"),
               "--size", "2", "--max-moves", "1", "--seed", "1", "--out", str(out)]  # fmt: skip
    assert cli.main([*options, "--games", "1"]) == 0
    preset.write_text(preset.read_text() + "rave_bias = 0.5\n")
    assert cli.main([*options, "--games", "1"]) == 2
    assert f"settings of {preset} changed since" in capsys.readouterr().err
    assert cli.main([*options, "--report"]) == 0
    preset.write_text(preset.read_text().replace("rave_bias = 0.5\n", ""))
    shutil.copy(find_weights("paper-baseline"), weights)
    assert cli.main([*options, "--games", "1"]) == 2
    assert f"{weights} changed since" in capsys.readouterr().err
    shutil.copy(find_weights("baseline"), weights)
    preset.write_text(
        '# mine\n[search]\nplayouts = 1\nrave = true\n[policy]\ntree = "my.weights"\n'
    )
    assert cli.main([*options, "--games", "1"]) == 0  # it says the same in other words


def test_no_game_begins_with_a_preset_that_changed_during_the_match(tmp_path: Path) -> None:
    preset = tmp_path / "my.toml"
    preset.write_text("[search]\nplayouts = 1\n")
    mine, other = f"cfggo:{preset}", "cfggo:baseline,playouts=1"
    of_player = Match(mine, other, Conditions(GameSettings(size=2, max_moves=1)))
    of_referee = Match(other, other, Conditions(GameSettings(size=2, max_moves=1, score_by=mine)))
    games = [match.contest.task(1) for match in (of_player, of_referee)]
    preset.write_text("[search]\nplayouts = 2\n")
    for game in games:
        with pytest.raises(CfggoError, match=r"settings of .*my\.toml: changed since the games"):
            game.play()


class Venue:
    """Plays games at once, some of which can't begin."""

    def __init__(self, make_summary: MakeSummary, void: set[int]) -> None:
        self._make_summary, self._void = make_summary, void

    def play(self, tasks: Iterable[GameTask], keep: Keep) -> Generator[FinishedGame, None, None]:
        for task in tasks:
            summary = self._make_summary(task.number, "black", is_void=task.number in self._void)
            game = FinishedGame(asdict(summary), b"(;)")
            keep(game)
            yield game


def test_a_void_game_is_no_end_where_others_were_played_before(
    make_summary: MakeSummary, tmp_path: Path
) -> None:
    """The first run plays games 1 and 2, the second one a game that can't begin."""
    match = Match("a", "b", Conditions(GameSettings(size=9)))
    for games in (2, 3):
        with GameStore(tmp_path, "match", match.to_json()) as store:
            play_contest(match.contest, games, store, Venue(make_summary, {3}))
            assert len(store.summaries) >= 2


def test_void_games_end_a_run_if_they_come_one_after_the_other(
    make_summary: MakeSummary, tmp_path: Path
) -> None:
    match = Match("a", "b", Conditions(GameSettings(size=9)))
    for void, ends in (({1, 2, 4, 5}, False), ({1, 3, 4, 5}, True)):
        folder = tmp_path / str(ends)
        with GameStore(folder, "match", match.to_json()) as store:
            expected = pytest.raises(CfggoError, match="in 3 games") if ends else nullcontext()
            with expected:
                play_contest(match.contest, 6, store, Venue(make_summary, void))
            assert len(store.summaries) == (5 if ends else 6)


def test_program_that_never_begins_ends_the_match(
    program: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--size", "5", "--games", "9", "--out", str(tmp_path / "out"), "--json"]
    names = ["--black", program("WrongSize"), "--white", program("Player")]
    assert cli.main(["match", *names, *options]) == 2
    output = capsys.readouterr()
    assert json.loads(output.out)["errors"] == 3
    last_line = output.err.splitlines()[-1]
    assert last_line.startswith("cfggo: error: ")
    assert "can't begin, in 3 games: Black's program refused 'boardsize 5'" in last_line
    assert last_line.endswith("stdout: ? unacceptable size")


def test_colours_change_unless_told_otherwise(
    match_options: list[str], journal: Journal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A match goes on as it began, and one that begins anew keeps the games so far."""
    assert cli.main([*match_options, "--games", "2"]) == 0
    assert cli.main([*match_options, "--games", "2", "--restart", "--no-alternate"]) == 0
    assert f"the games so far are in {tmp_path / 'out~1'}" in capsys.readouterr().err
    assert cli.main([*match_options, "--games", "3"]) == 0
    results = [
        [summary["result"] for summary in journal(tmp_path / name)] for name in ("out~1", "out")
    ]
    assert results == [["B+R", "W+R"], ["B+R", "B+R", "B+R"]]


def start(options: list[str], stderr: int = subprocess.DEVNULL) -> "subprocess.Popen[str]":
    """Starts `cfggo` with some options."""
    return subprocess.Popen(
        [sys.executable, "-m", "cfggo", *options],
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
    )


def test_killed_match_loses_no_finished_game(
    match_options: list[str], journal: Journal, wait_for_games: WaitForGames, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    with start([*match_options, "--games", "1000", "--jobs", "2"]) as process:
        wait_for_games(folder, 2)
        process.kill()
    finished = journal(folder)
    assert cli.main([*match_options, "--games", str(len(finished) + 2)]) == 0
    summaries = journal(folder)
    numbers = [summary["number"] for summary in summaries]
    assert numbers == sorted(set(numbers))
    assert all(summary in summaries for summary in finished)
    assert {f"{number:04}.sgf" for number in numbers} <= set(os.listdir(folder))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_match_shows_the_result_so_far(
    program: Callable[..., str],
    journal: Journal,
    wait_for_games: WaitForGames,
    tmp_path: Path,
    number: signal.Signals,
) -> None:
    folder = tmp_path / "out"
    options = ["--black", program("Player", 20), "--white", program("Resigns"), "--size", "5"]
    options = ["match", *options, "--games", "1000", "--out", str(folder), "--json"]
    with start(options, subprocess.PIPE) as process:
        wait_for_games(folder, 1)
        time.sleep(0.1)  # into another game
        process.send_signal(number)
        output, errors = process.communicate()
        result = json.loads(output)
        assert process.returncode == 130
        assert errors.endswith("interrupted; the same command goes on\n")
    assert result["games"] == result["wins"] == len(journal(folder))


def test_game_that_cannot_be_written_ends_the_match(
    program: Callable[..., str], tmp_path: Path
) -> None:
    match = Match(program("Player"), program("Player"), Conditions(GameSettings(size=5)))
    with GameStore(tmp_path / "out", "match", match.to_json()) as store:
        (tmp_path / "out" / "0001.sgf").mkdir()
        with pytest.raises(CfggoError, match="Is a directory"):
            play_contest(match.contest, 3, store, LocalVenue(jobs=2))


def test_game_that_raises_an_error_ends_the_others_and_their_programs(
    program: Callable[..., str], tmp_path: Path
) -> None:
    # The fixture no_process_left looks for the programs that would never answer.
    silent, nobody = Entrant("silent", program("Silent")), Entrant("nobody", "no-such-program")
    settings = GameSettings(size=5)
    contest = Contest([Pairing(silent, silent, settings), Pairing(silent, nobody, settings)])
    with GameStore(tmp_path, "match", {}) as store:
        with pytest.raises(CfggoError, match="no program 'no-such-program'"):
            play_contest(contest, 1, store, LocalVenue(jobs=2))
        assert store.summaries == {}


def test_boards_are_shown(match_options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    cli.main([*match_options, "--games", "1", "--boards"])
    assert "1 X O X O(X)1" in capsys.readouterr().err


@pytest.mark.usefixtures("needs_gnugo")
def test_gnugo_against_gnugo(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--black", "gnugo:0", "--white", "gnugo:1", "--size", "7", "--games", "2"]
    runs = []
    for run in ("first", "second"):
        out = tmp_path / run
        cli.main(["match", *options, "--seed", "3", "--out", str(out), "--json"])
        result = json.loads(capsys.readouterr().out)
        assert (result["forfeits"], result["errors"], result["disputed_scores"]) == (0, 0, 0)
        assert result["wins"] + result["losses"] + result["draws"] == 2
        runs.append([(out / f"000{number}.sgf").read_bytes() for number in (1, 2)])
    assert runs[0] == runs[1]


def test_cfggo_plays_the_same_games_with_one_job_and_with_two(
    program: Callable[..., str],
    journal: Journal,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    black, white = "cfggo:baseline,playouts=20,rave_bias=0.2", program("Player", 9)
    options = ["--black", black, "--white", white, "--size", "5", "--games", "2", "--seed", "3"]
    options += ["--no-alternate"]
    runs = []
    for jobs in ("1", "2"):
        out = tmp_path / jobs
        cli.main(["match", *options, "--jobs", jobs, "--out", str(out), "--json"])
        result = json.loads(capsys.readouterr().out)
        assert (result["forfeits"], result["errors"]) == (0, 0)
        runs.append([(out / f"000{number}.sgf").read_bytes() for number in (1, 2)])
        for summary in journal(out):
            assert summary["searched"]["black"][0] >= 20 * ((summary["moves"] + 1) // 2)
    assert runs[0] == runs[1]


@pytest.mark.parametrize("is_compiled", [False, True])
@pytest.mark.parametrize(
    ("line", "with_engine"),
    [
        ("match --black cfggo --white PLAYER", True),
        ("match --black PLAYER --white PLAYER", False),
        ("tournament t.toml", True),
        ("selfplay", True),
    ],
)
def test_kernels_are_compiled_before_the_first_game(
    program: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    line: str,
    with_engine: bool,
    is_compiled: bool,
) -> None:
    done = []

    def games(*args: object) -> Iterable[GameTask]:
        done.append("played")
        return ()

    monkeypatch.setattr(compiling, "kernels_are_compiled", lambda: is_compiled)
    monkeypatch.setattr(compiling, "compile_kernels", lambda advance: done.append("compiled"))
    monkeypatch.setattr(contest, "play_contest", lambda *args, **options: games())
    monkeypatch.setattr(selfplay, "self_play_games", games)
    terminal.console.cache_clear()
    (tmp_path / "t.toml").write_text('[players]\na = "cfggo"\nb = "cfggo:level=9k"\n')
    monkeypatch.chdir(tmp_path)
    words = [program() if word == "PLAYER" else word for word in line.split()]
    assert cli.main([*words, "--out", "out"]) == 0
    compiles = with_engine and not is_compiled
    assert done == (["compiled", "played"] if compiles else ["played"])
    assert ("compiling, once" in capfd.readouterr().err) == compiles


def test_report_of_records_that_are_not_all_decided(make_summary: MakeSummary) -> None:
    summaries = [
        make_summary(1, "black"),
        make_summary(2, "black", first_plays="white", is_forfeit=True),
        make_summary(3, None),
        make_summary(4, None, is_void=True, moves=0),
        make_summary(
            5, "white", scored_by="gnugo", claims={"black": "B+1", "white": "W+1", "gnugo": "W+1"}
        ),
    ]
    name = os.fsdecode(b"caf\xe9")
    report = Match(name, "b", Conditions(alternate=True)).report(summaries)
    result = report.to_json()
    counts = ("games", "wins", "losses", "draws", "errors", "forfeits", "disputed_scores")
    assert [result[key] for key in counts] == [5, 1, 2, 1, 1, 1, 1]
    assert result["win_rate"] == 1.5 / 4
    assert result["forfeits_by"] == {"black": 1, "white": 0}
    assert result["by_colour"]["white"] == {"wins": 0, "losses": 1, "draws": 0}
    assert result["moves_per_game"] == 100
    text = report.to_text()
    assert text.startswith("caf? against b: 19x19")
    assert "Elo difference -89, between" in text
    assert "forfeits 1 (1 by b), errors 1, disputed scores 1" in text
    text.encode()  # it can be printed
