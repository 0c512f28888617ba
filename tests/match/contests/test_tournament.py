"""Whole tournaments: who meets whom, interruption, and the report."""

import json
import os
import re
import shlex
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from cfggo import cli
from cfggo.base.errors import CfggoError
from cfggo.match.contests.tournament import SETTINGS_NAME, read_tournament
from cfggo.match.results import plots
from cfggo.match.results.store import JOURNAL, GameStore

WriteFile = Callable[..., Path]
Journal = Callable[[Path], list[dict[str, Any]]]


@pytest.fixture
def write_file(tmp_path: Path, command_line: Callable[..., list[str]]) -> WriteFile:
    """Returns a function that writes a tournament of three programs with some further lines."""

    def write(lines: str = "", size: str = "5") -> Path:
        programs = {
            "steady": shlex.join(command_line("Player", 20)),
            "quitter": shlex.join(command_line("Resigns", 20)),
            "mortal": shlex.join(command_line("Dies", 20)),
        }
        players = "\n".join(f"{name} = {json.dumps(text)}" for name, text in programs.items())
        path = tmp_path / "small.toml"
        path.write_text(f"size = {size}\nkomi = 0.5\n{lines}\n[players]\n{players}\n")
        return path

    return write


def test_everybody_meets_everybody_with_both_colours_at_each_size(write_file: WriteFile) -> None:
    tournament = read_tournament(write_file("games = 2", size="[5, 7]"))
    assert tournament.n_games == 2 * 3 * 2
    tasks = [tournament.contest.task(n) for n in range(1, tournament.n_games + 1)]
    met = [
        (t.pairing.first.name, t.pairing.second.name, t.pairing.game.size, t.first_plays)
        for t in tasks
    ]
    pairs = [("steady", "quitter"), ("steady", "mortal"), ("quitter", "mortal")]
    assert sorted(met) == sorted(
        (*pair, size, colour) for pair in pairs for size in (5, 7) for colour in ("black", "white")
    )
    # Rounds: what there is at any moment is nearly balanced.
    assert {m[3] for m in met[:6]} == {"black"}


def test_gauntlet(write_file: WriteFile) -> None:
    path = write_file('format = "gauntlet"\nchallengers = ["mortal"]')
    pairings = read_tournament(path).contest.pairings
    assert [(p.first.name, p.second.name) for p in pairings] == [
        ("mortal", "steady"),
        ("mortal", "quitter"),
    ]


def test_openings_are_played_with_both_colours(write_file: WriteFile, tmp_path: Path) -> None:
    for name, move in (("x", "aa"), ("y", "bb")):
        (tmp_path / f"{name}.sgf").write_text(f"(;SZ[5];B[{move}])")
    contest = read_tournament(write_file('openings = "."')).contest
    rounds = [contest.task(1 + 3 * n) for n in range(6)]
    assert [(t.opening.name, t.first_plays) for t in rounds if t.opening] == [
        ("x.sgf", "black"), ("x.sgf", "white"), ("y.sgf", "black"), ("y.sgf", "white"),
        ("x.sgf", "black"), ("x.sgf", "white"),
    ]  # fmt: skip


def test_results_and_report(
    write_file: WriteFile, journal: Journal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    path = write_file('games = 2\nname = "A & B"\nanchor = "steady"')
    assert cli.main(["tournament", str(path), "--out", str(out), "--jobs", "2", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [player["name"] for player in result["players"]] == ["steady", "mortal", "quitter"]
    assert result["cross_table"]["steady"]["mortal"]["wins"] == 2
    assert result["players"][0]["elo"] == 0.0
    assert result["players"][1]["forfeits"] == 2
    assert result["rating_has_prior"]

    page = (out / "report.html").read_text()
    assert "<title>A &amp; B</title>" in page
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", page)  # names, not addresses
    links = set(re.findall(r'href="(\d+\.sgf)"', page))
    assert links == {f"{summary['number']:04}.sgf" for summary in journal(out)}
    assert all((out / link).is_file() for link in links)
    assert page.count('<svg class="board"') == 3
    assert "stderr: out of memory" in page
    checker = BalancedTags()
    checker.feed(page)
    assert not checker.open_tags


def test_game_of_a_stranger_is_named(
    write_file: WriteFile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    path = write_file("games = 1")
    cli.main(["tournament", str(path), "--out", str(out)])
    journal = out / JOURNAL
    journal.write_text(journal.read_text().replace('"steady"', '"stranger"'))
    assert cli.main(["tournament", str(path), "--out", str(out), "--report"]) == 2
    assert "of the journal: no player 'stranger'" in capsys.readouterr().err


class BalancedTags(HTMLParser):
    """Fails where a tag is closed that is not the innermost open one."""

    void_tags = ("meta", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open_tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in self.void_tags:
            self.open_tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open_tags.pop() == tag


def test_more_games_are_added_and_none_is_played_again(
    write_file: WriteFile, journal: Journal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    cli.main(["tournament", str(write_file("games = 1")), "--out", str(out)])
    before = (out / JOURNAL).read_bytes()
    cli.main(["tournament", str(write_file("games = 2")), "--out", str(out)])
    assert (out / JOURNAL).read_bytes().startswith(before)
    assert [summary["number"] for summary in journal(out)] == [1, 2, 3, 4, 5, 6]
    capsys.readouterr()
    cli.main(["tournament", str(write_file("games = 1")), "--out", str(out), "--report"])
    assert capsys.readouterr().out.startswith("6 games\n")
    assert "<p>6 games, round robin" in (out / "report.html").read_text()


def test_report_without_playing(
    write_file: WriteFile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    path = write_file("games = 4")
    command = ["tournament", str(path), "--out", str(out), "--report"]
    assert cli.main(command) == 2
    assert f"{out / JOURNAL}: No such file" in capsys.readouterr().err
    assert not out.exists()
    settings = read_tournament(path).to_json()
    with GameStore(out, SETTINGS_NAME, settings):  # while games are added
        assert cli.main(command) == 0
    assert capsys.readouterr().out.startswith("0 of 12 games")
    assert (out / "report.html").is_file()


def test_record_that_is_gone_costs_the_report_one_board(
    write_file: WriteFile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    command = ["tournament", str(write_file("games = 1")), "--out", str(out)]
    cli.main(command)
    (out / "0001.sgf").unlink()
    (out / "0002.sgf").write_text("no record")
    assert cli.main([*command, "--report"]) == 0
    page = (out / "report.html").read_text()
    assert page.count('<svg class="board"') == 1
    assert "<p>0001.sgf: No such file or directory</p>" in page
    assert "<p>0002.sgf: " in page
    capsys.readouterr()
    assert cli.main(command) == 2  # a run that goes on would not have all games
    assert f"{out / '0001.sgf'}: missing or cut short; put it back" in capsys.readouterr().err


def test_folder_whose_name_is_no_text(
    write_file: WriteFile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / os.fsdecode(b"caf\xe9")
    out.mkdir()
    (out / JOURNAL).touch()
    assert cli.main(["tournament", str(write_file()), "--out", str(out), "--report"]) == 0
    assert capsys.readouterr().out.endswith("/caf?/report.html\n")


def test_result_is_printed_even_if_the_report_cannot_be_written(
    write_file: WriteFile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    (out / "report.html").mkdir(parents=True)
    (out / JOURNAL).touch()
    options = ["--out", str(out), "--report"]
    assert cli.main(["tournament", str(write_file("games = 1")), *options]) == 2
    output = capsys.readouterr()
    assert output.out.startswith("0 of 3 games\n\n")
    assert "steady" in output.out
    assert output.err.splitlines()[-1].startswith(f"cfggo: error: {out / 'report.html'}: ")


def test_the_report_has_a_plot(write_file: WriteFile, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="Matplotlib is not installed")
    out = tmp_path / "out"
    assert cli.main(["tournament", str(write_file("games = 1")), "--out", str(out)]) == 0
    assert "Elo with 95% interval" in (out / "report.html").read_text()  # the drawing's text


def test_without_matplotlib_there_is_a_report_but_no_plot(
    write_file: WriteFile,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(plots, "has_matplotlib", lambda: False)
    path, out = str(write_file("games = 1")), tmp_path / "out"
    out.mkdir()
    (out / JOURNAL).touch()
    assert cli.main(["tournament", path, "--out", str(out), "--report"]) == 0
    assert '<div class="plot">' not in (out / "report.html").read_text()


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('format = "swiss"', "format must be one of round-robin, gauntlet"),
        ('format = "gauntlet"', "challengers: the gauntlet format needs them"),
        ('challengers = ["steady"]', "challengers: the gauntlet format needs them"),
        ('anchor = "pachi"', r"anchor: 'pachi' is not in \[players\]"),
        ("handicap = 2", "handicap: no fixed handicap of 2 stones: a 5x5 board"),
        ("opening_moves = 3", "opening_moves: needs openings"),
        ("patience = 0", "patience must be between 1 and 86400, not 0"),
        ('time = "soon"', r"small\.toml: time: time control 'soon'"),
        ('rules = "ing"', r"small\.toml: rules: unknown rules 'ing'"),
        ('score = "no-such-program"', "no program 'no-such-program'"),
        ("jobs = 2", "unknown table or key 'jobs'"),
        (r'name = "a\nb"', r"small\.toml: name: a name has no line breaks"),
    ],
)
def test_files_that_describe_no_tournament(write_file: WriteFile, lines: str, message: str) -> None:
    with pytest.raises(CfggoError, match=message):
        read_tournament(write_file(lines)).contest.require_programs()


def test_names_can_be_shown(tmp_path: Path) -> None:
    (tmp_path / "two.toml").write_text('[players]\na = "cfggo"\n"b\\u001b[31m" = "cfggo"\n')
    with pytest.raises(CfggoError, match=r"two\.toml: \[players\] .*no control characters"):
        read_tournament(tmp_path / "two.toml")


def test_tournament_needs_two_players(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('[players]\na = "cfggo"\n')
    with pytest.raises(CfggoError, match=r"one\.toml: players: a tournament has 2 to 1000 players"):
        read_tournament(tmp_path / "one.toml")
