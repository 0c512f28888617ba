"""cfggo judge: what it asks for, keeps, and goes on from."""

import shlex
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cfggo import cli
from cfggo.go.points import format_vertex
from cfggo.records.judged_games import read_judged_games
from tests.match import katago

MOVES = "ee cc gg cg gc ce ec"
ALTERNATING = "".join(f";{'BW'[i % 2]}[{at}]" for i, at in enumerate(MOVES.split()))
RECORDS = {
    "one": f"(;SZ[9]KM[6.5]PB[Ann]PW[Bob]{ALTERNATING})",
    "longer": f"(;SZ[9]{ALTERNATING};W[dd];B[];W[];B[aa])",
    "short": f"(;SZ[9]{ALTERNATING};W[ff];B[ee];W[hh])",
    "twice": f"(;SZ[9]KM[5.5]{ALTERNATING})",
    "handicap": "(;SZ[9]HA[2]AB[cc][gg];W[ee];B[cg])",
    "large": f"(;SZ[13]{ALTERNATING})",
    "white": "(;SZ[9];W[ee];B[cc])",
    "bad": "no game",
}
N_MOVES = {"one": 7, "longer": 9, "short": 8}
"""Moves before which there is something to judge, and the end of the game."""

Run = Callable[..., tuple[int, str, list[tuple[int, int]]]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Returns a function that judges games; it returns exit code, lines, and what was asked."""
    (tmp_path / "games").mkdir()
    for name, text in RECORDS.items():
        (tmp_path / "games" / f"{name}.sgf").write_text(text)

    def judge(*options: Any, how: str = "") -> tuple[int, str, list[tuple[int, int]]]:
        asked = tmp_path / "asked"
        asked.write_text("")
        engine = shlex.join([sys.executable, katago.__file__, str(asked), *how.split()])
        line = ["judge", tmp_path / "games", "--size", 9, "--min-moves", 0, "--judge", engine]
        code = cli.main([*map(str, line), "--out", str(tmp_path / "out.jsonl"), *map(str, options)])
        err = " ".join(capsys.readouterr().err.split())
        pairs = [tuple(map(int, row.split())) for row in asked.read_text().splitlines()]
        return code, err, [(n, turn) for n, turn in pairs]

    return judge


def labels_in(path: Path) -> set[tuple[int, int]]:
    """Returns the numbers of moves of a file's games, each with the turns that are judged."""
    return {(len(game.moves), turn) for game in read_judged_games(path) for turn in game.labels}


ALL = {(n + (name == "longer") * 2, turn) for name, n in N_MOVES.items() for turn in range(n + 1)}


def test_each_position_is_judged_once_and_the_rest_is_counted(run: Run, tmp_path: Path) -> None:
    code, err, asked = run()
    assert code == 0
    assert Counter(asked) == Counter(labels_in(tmp_path / "out.jsonl")) == Counter(ALL)
    for words in (
        "3 games; 5 records left out",
        "1 other board size",
        "1 duplicate",
        "1 with handicap or stones set up",
        "1 with two moves of a colour in a row",
        "games that end early, at an impossible move: 1",
        f"{len(ALL)} positions of 3 games in",
    ):
        assert words in err
    games = {game.others["played"]: game for game in read_judged_games(tmp_path / "out.jsonl")}
    ann = games["Ann against Bob"]
    assert " ".join(map(format_vertex, ann.moves)) == "E5 C7 G3 C3 G7 C5 E7"
    assert (ann.komi, ann.size, ann.others["visits"]) == (6.5, 9, 40)
    assert ann.labels[0].lead == -6.5
    assert run()[2] == []


def test_more_positions_are_asked_for_beside_those_there(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl.xz"
    first = run("--every", 3, "--out", out)[2]
    assert set(first) == labels_in(out) < ALL
    assert {turn - other for n, turn in first for m, other in first if n == m} <= {-6, -3, 0, 3, 6}
    rest = run("--out", out)[2]
    assert Counter([*first, *rest]) == Counter(ALL)
    assert labels_in(out) == ALL


def test_what_is_judged_is_kept_when_the_judge_dies(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cfggo.commands.judge._QUERIES", 1)
    code, err, _ = run(how="die 9")
    assert code == 2
    assert err.endswith("it has ended: out of memory")
    kept = labels_in(tmp_path / "out.jsonl")
    assert len(kept) == 8
    code, _, asked = run()
    assert code == 0
    assert Counter([*kept, *asked]) == Counter(ALL)


def test_a_run_that_was_killed_leaves_a_journal_to_go_on_from(run: Run, tmp_path: Path) -> None:
    run()
    out, journal = tmp_path / "out.jsonl", tmp_path / "out.jsonl.journal"
    lines = out.read_text().splitlines(keepends=True)
    out.write_text(lines[0])
    journal.write_text(lines[1] + lines[2][:-20])
    asked = run()[2]
    assert len({n for n, _ in asked}) == 1
    assert labels_in(out) == ALL
    assert not journal.exists()


def test_games_that_the_judge_refuses_are_counted(run: Run, tmp_path: Path) -> None:
    code, err, _ = run(how="refuse 7")
    assert code == 0
    assert "8 positions refused by the judge: Illegal move 3: B A1" in err
    assert {n for n, _ in labels_in(tmp_path / "out.jsonl")} == {8, 11}


def test_what_can_not_go_on_is_said_in_a_line(run: Run, tmp_path: Path) -> None:
    run("--every", 5)
    for options, words in (
        (("--visits", 7), "judged with 40 visits, not 7"),
        (("--out", tmp_path / "out.json"), "is to end in .jsonl or .jsonl.xz"),
        (("--out", tmp_path / "none" / "out.jsonl"), "can't be written"),
        (("--judge", "/no/such/katago analysis"), "can't be started: No such file or directory"),
    ):
        code, err, asked = run(*options)
        assert (code, asked) == (2, [])
        assert words in err
    assert not (tmp_path / "out.jsonl.journal").exists()
    for damage in (b"{}\n", b'{"moves": "Z9", "labels": []}\n', b"\xff\n", b"[]\n"):
        (tmp_path / "out.jsonl").write_bytes(damage)
        code, err, _ = run()
        assert (code, (tmp_path / "out.jsonl").read_bytes()) == (2, damage)
        assert "out.jsonl: " in err


def test_workers_of_a_cluster_have_judges_of_their_own(run: Run, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=2, processes=True, dashboard_address=None
    ) as cluster:
        code, _, asked = run("--scheduler", cluster.scheduler_address)
    assert code == 0
    assert Counter(asked) == Counter(ALL)
    assert labels_in(tmp_path / "out.jsonl") == ALL
