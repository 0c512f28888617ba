"""Tuning runs: grids, stopping, and verdicts that do not depend on the order of arrival."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from cfggo import cli
from cfggo.base.errors import CfggoError
from cfggo.match.contests.tune import SETTINGS_NAME, Progress, Tuning, read_tuning
from cfggo.match.results.store import JOURNAL, GameStore
from cfggo.match.results.summaries import GameSummary

MakeSummary = Callable[..., GameSummary]


@pytest.fixture
def write_file(tmp_path: Path) -> Callable[[str], Path]:
    """Returns a function that writes a tuning file for small boards."""

    def write(lines: str) -> Path:
        path = tmp_path / "tune.toml"
        path.write_text(f"size = 5\n{lines}")
        return path

    return write


TWO = """\
base = "cfggo:baseline"
playouts = 10
[sprt]
elo1 = 100
[candidates]
good = "cfggo:cfg-tree"
bad = "cfggo:baseline,rave_bias=5"
"""


@pytest.fixture
def tuning(write_file: Callable[[str], Path]) -> Tuning:
    """Returns a run with two candidates."""
    return read_tuning(write_file(TWO))


def test_grid_is_all_combinations_at_equal_playouts(write_file: Callable[[str], Path]) -> None:
    tuning = read_tuning(
        write_file(
            'base = "cfggo:baseline"\nplayouts = 30\n'
            "[grid]\nrave_bias = [0.05, 0.2]\nreuse_tree = [true, false]\n"
        )
    )
    assert tuning.base.program == "cfggo:baseline,playouts=30"
    assert [candidate.name for candidate in tuning.candidates] == [
        "rave_bias=0.05,reuse_tree=true",
        "rave_bias=0.05,reuse_tree=false",
        "rave_bias=0.2,reuse_tree=true",
        "rave_bias=0.2,reuse_tree=false",
    ]
    assert tuning.candidates[3].program == (
        "cfggo:baseline,rave_bias=0.2,reuse_tree=false,playouts=30"
    )


def test_equal_time(write_file: Callable[[str], Path]) -> None:
    tuning = read_tuning(write_file('seconds = 0.5\n[candidates]\nx = "cfggo:cfg-tree"\n'))
    assert tuning.base.program == "cfggo:seconds=0.5"
    assert tuning.candidates[0].program == "cfggo:cfg-tree,seconds=0.5"


def test_playouts_are_compared_where_all_have_no_others(write_file: Callable[[str], Path]) -> None:
    tuning = read_tuning(write_file('base = "cfggo:playouts=50"\n[grid]\nplayouts = [10, 20]\n'))
    assert [candidate.program for candidate in tuning.candidates] == [
        "cfggo:playouts=50,playouts=10",
        "cfggo:playouts=50,playouts=20",
    ]


def results(make_summary: MakeSummary, games: int) -> list[GameSummary]:
    """Returns games in which the first candidate always wins and the second always loses."""
    summaries = []
    for number in range(1, games + 1):
        first_plays = "black" if (number - 1) // 2 % 2 == 0 else "white"
        loser_plays = "white" if first_plays == "black" else "black"
        winner = first_plays if number % 2 == 1 else loser_plays
        summaries.append(make_summary(number, winner, first_plays=first_plays))
    return summaries


def test_verdicts(tuning: Tuning, make_summary: MakeSummary) -> None:
    progress = Progress(tuning)
    for summary in results(make_summary, 60):
        progress.add(summary)
    good, bad = progress.to_json()["results"]
    assert (good["name"], good["verdict"]) == ("good", "accepted")
    assert (bad["name"], bad["verdict"]) == ("bad", "rejected")
    assert good["tested_games"] == 13  # 13 log(0.64/0.5) = 3.2, the first beyond log(20) = 3.0
    assert good["games"] == 30
    assert progress.is_decided(0)
    assert "accepted" in progress.to_text()
    assert progress.to_text().endswith("\nforfeits 0, errors 0, disputed scores 0")


def test_verdict_waits_for_the_games_before(tuning: Tuning, make_summary: MakeSummary) -> None:
    summaries = results(make_summary, 60)
    progress = Progress(tuning)
    for summary in summaries[1:]:
        progress.add(summary)
    assert not progress.is_decided(0)  # its first game is missing
    progress.add(summaries[0])
    assert progress.is_decided(0)


def test_order_of_arrival_does_not_matter(tuning: Tuning, make_summary: MakeSummary) -> None:
    summaries = results(make_summary, 60)
    in_order, shuffled = Progress(tuning), Progress(tuning)
    for summary in summaries:
        in_order.add(summary)
    random.Random(1).shuffle(summaries)
    for summary in summaries:
        shuffled.add(summary)
    assert shuffled.to_json() == in_order.to_json()


def test_decided_candidates_are_not_played_on(
    write_file: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # A test so coarse that two or three games decide it.
    lines = """\
base = "cfggo:baseline"
playouts = 10
max_games = 6
komi = 0.5
[sprt]
elo0 = -400
elo1 = 400
alpha = 0.2
beta = 0.2
[grid]
rave_bias = [0.1]
"""
    out = tmp_path / "out"
    path = write_file(lines)
    arguments = ["tune", str(path), "--out", str(out), "--json"]
    assert cli.main(arguments) == 0
    output = capsys.readouterr()
    (row,) = json.loads(output.out)["results"]
    assert f"; {row['wins']}-{row['losses']}\n" in output.err
    assert row["verdict"] != "undecided"
    assert row["games"] == row["tested_games"] < 6
    games = (out / JOURNAL).read_bytes()
    assert cli.main(arguments) == 0  # resumed: nothing is left to do
    assert json.loads(capsys.readouterr().out)["results"] == [row]
    assert (out / JOURNAL).read_bytes() == games
    with GameStore(out, SETTINGS_NAME, read_tuning(path).to_json()):  # while it plays
        assert cli.main([*arguments, "--report"]) == 0
    assert json.loads(capsys.readouterr().out)["results"] == [row]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("playouts = 10\nseconds = 1\n", "seconds: given together with playouts"),
        ("playouts = 10\n", r"candidates: missing, and no \[grid\] either"),
        ("komi = 500\n[grid]\nrave_bias = [0.1]\n", "komi must be between -361 and 361"),
        ("seconds = inf\n", "seconds must be between 0.001 and 86400, not inf"),
        ("[sprt]\nelo0 = 50\n[grid]\nrave_bias = [0.1]\n", "elo0 = 50 must be below elo1 = 30"),
        ("[grid]\n" + "".join(f"k{i} = [1, 2]\n" for i in range(40)), "grid: has more than 1000"),
        ("[sprt]\nelo2 = 50\n[grid]\nrave_bias = [0.1]\n", r"unknown key 'elo2' in \[sprt\]"),
        ("[grid]\nrave_bais = [0.1]\n", "unknown key 'rave_bais'"),
        ("[grid]\nrave_bias = 0.1\n", r"\[grid\] rave_bias must be a list of values"),
        ('[candidates]\nbase = "cfggo"\n', "base: that is the name of what the candidates play"),
        ('base = "pachi -t 5"\n[grid]\nrave_bias = [0.1]\n', "base: must be cfggo or cfggo:"),
        (
            "playouts = 9\n[grid]\nplayouts = [10, 20]\n",
            r"\[grid\] playouts: compared here, but all are to have playouts=9",
        ),
        ("seconds = 1\n[grid]\nplayouts = [10, 20]\n", "but all are to have seconds=1"),
        (
            'playouts = 9\n[candidates]\nx = "cfggo:baseline,playouts=20"\n',
            r"\[candidates\] x: 'cfggo:baseline,playouts=20' has playouts or seconds of its own",
        ),
        ('base = "cfggo:seconds=2"\nplayouts = 9\n[grid]\nrave_bias = [0.1]\n', "base: 'cfggo:s"),
        ("[grid]\nmin_wins = [1, 2]\n", r"\[grid\] min_wins: a setting of learning"),
        ("[grid]\nseed = [1, 2]\n", r"\[grid\] seed: a condition of the games"),
        ("[grid]\nkomi = [1, 2]\n", r"\[grid\] komi: a condition of the games"),
        ('playouts = 9\n[candidates]\nx = "gnugo"\n', r"\[candidates\] x: must be cfggo or cfggo:"),
    ],
)
def test_files_that_describe_no_run(
    write_file: Callable[[str], Path], lines: str, message: str
) -> None:
    with pytest.raises(CfggoError, match=message):
        read_tuning(write_file(lines)).contest.require_programs()
