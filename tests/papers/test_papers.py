"""The claims of the papers: their declarations, one run, its verdicts, and wrong lines."""

import json
import math
import random
import shlex
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cfggo import cli
from cfggo.base import plotting
from cfggo.go.points import BLACK, STRIDE, parse_vertex
from cfggo.match.playing import programs
from cfggo.models.tsumego import graph_kernel_learning
from cfggo.models.tsumego.problem import Problem
from cfggo.papers import (
    graepel,
    graf_platzner,
    kamenetsky,
    representations,
    running,
    sliwa,
    stern,
)
from cfggo.papers.boards import game_diagram, pattern_pieces
from cfggo.papers.claim import Claim, Form, Mark, Outputs, Row, Statement, more, share_row
from cfggo.papers.papers import PAPERS
from cfggo.papers.running import Run, measure

CLAIMS = [
    pytest.param(number, claim, id=f"{number}-{claim.name}")
    for number, paper in PAPERS.items()
    for claim in paper.claims
]


def test_the_list_has_all_claims_with_their_times(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["paper"]) == 0
    everything = capsys.readouterr().out
    for number, paper in PAPERS.items():
        assert f"{number}  {paper.cited}: {paper.title}" in everything
        for claim in paper.claims:
            assert f"{claim.title} " in everything
    assert cli.main(["paper", "003"]) == 0
    one = capsys.readouterr().out
    assert "wrong owners in finished games" in one
    assert "7 h 0 min" in one
    assert "Sliwa" not in one


@pytest.mark.parametrize(("number", "claim"), CLAIMS)
def test_declarations_are_sound(number: str, claim: Claim) -> None:
    assert claim.published
    for form in (claim.small, claim.full):
        run = Run(number, claim, form, Path("my out"), Path("r.tar") if form.wants else None)
        assert len({step.name for step in run.steps}) == len(run.steps)
        for step in run.steps:
            args = cli._parser().parse_args(run.words_of(step))
            assert args.run
            assert step.minutes > 0
        assert form.differs.endswith(".")
    assert sum(step.minutes for step in claim.small.steps) <= 10
    assert not claim.small.wants
    own = Run(number, claim, claim.small, Path("out"), Path("mine.zip"), 13)
    if "{records}" in "".join(step.line for step in claim.small.steps):
        assert any("mine.zip" in line for line in own.lines)
        assert not any("/games " in line for line in own.lines)


def game(seed: int, size: int = 9) -> str:
    """Returns a record whose stones never touch."""
    points = [(x, y) for x in range(size) for y in range(size) if (x + y) % 2 == 0]
    random.Random(seed).shuffle(points)
    moves = (f";{'BW'[i % 2]}[{chr(97 + x)}{chr(97 + y)}]" for i, (x, y) in enumerate(points))
    return f"(;GM[1]FF[4]SZ[{size}]{''.join(moves)})"


@pytest.fixture
def records(tmp_path: Path) -> Path:
    folder = tmp_path / "records"
    folder.mkdir()
    for seed in range(4):
        (folder / f"{seed}.sgf").write_text(game(seed))
    return folder


def test_a_claim_runs_to_its_table_and_figure_and_goes_on(
    records: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    claim = replace(sliwa.TABLE_1, small=Form("Tiny.", sliwa._growth(0.5, 1, 4)))
    run = Run("001", claim, claim.small, tmp_path / "out", records, 9)
    result = measure(run)
    assert "2 steps, about 1 min" in capsys.readouterr().err

    few, most = result.rows
    assert (few.n, most.n) == (1, 4)
    assert 0 < few.value <= most.value
    table = json.loads((run.out / "table.json").read_text())
    assert [row["paper"] for row in table["rows"]] == [945, 990]
    assert table["rows"][0]["low"] is None
    assert table["statements"][0]["verdict"] == result.statements[0].verdict
    page = (run.out / "table.md").read_text()
    assert f"| all games | {most.value} |  | 4 | 990 |" in page
    assert shlex.join(["cfggo", *run.words_of(run.steps[0])]) in page
    assert "Tiny." in page
    assert (run.out / "figure.svg").read_text().startswith("<?xml")
    assert (run.out / "figure.png").read_bytes().startswith(b"\x89PNG")

    # A step that was ended between its weights and the end is done again, the other one is not.
    run.output_of(run.steps[1]).unlink()
    (run.out / "table.md").unlink()
    done: list[list[str]] = []

    def do(words: list[str], out: Path) -> None:
        done.append(words)
        out.touch()

    monkeypatch.setattr(running, "_do", do)
    monkeypatch.setattr(running, "draw", lambda *figure: None)
    assert measure(run) == result
    assert "1 step, about" in capsys.readouterr().err
    assert (run.out / "table.md").read_text() == page
    assert measure(run) == result  # nothing is left to run
    assert done == [run.words_of(run.steps[1])]


def test_a_step_that_fails_says_so_and_is_not_done(tmp_path: Path) -> None:
    (tmp_path / "records").mkdir()
    claim = replace(sliwa.TABLE_1, small=Form("Tiny.", sliwa._growth(1, 1)))
    run = Run("001", claim, claim.small, tmp_path / "out", tmp_path / "records", 9)
    with pytest.raises(Exception, match=r"the step failed \(code 2\); the same command goes on"):
        measure(run)
    assert not run.output_of(run.steps[0]).exists()


def test_ctrl_c_waits_until_the_step_has_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (
        "import sys, time\n"
        "try:\n"
        "    open(sys.argv[1], 'w').close()\n"
        "    time.sleep(60)\n"
        "except KeyboardInterrupt:\n"
        "    time.sleep(0.5)\n"
        "    open(sys.argv[2], 'w').close()\n"
    )
    begun, saved = tmp_path / "begun", tmp_path / "saved"
    monkeypatch.setattr(running, "own_command", lambda *words: (sys.executable, "-c", code, *words))

    def press() -> None:
        while not begun.exists():
            time.sleep(0.02)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        running._do([str(begun), str(saved)], tmp_path / "step.out")
    assert saved.exists()
    assert not (tmp_path / "step.out").exists()


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.01, 0.2, "holds"),
        (-0.2, -0.01, "does not hold"),
        (-0.1, 0.1, "too few to say"),
        (0.0, 0.1, "too few to say"),
        (math.nan, math.nan, "not judged, there is no interval"),
    ],
)
def test_the_interval_alone_gives_the_verdict(low: float, high: float, verdict: str) -> None:
    assert Statement("it is so", 0.0, low, high).verdict == verdict


def test_a_difference_has_the_interval_of_two_samples() -> None:
    # Newcombe 1998, table II, method 10: 56 of 70 against 48 of 80
    found = more("", share_row("", 56, 70), share_row("", 48, 80))
    assert found.effect == pytest.approx(0.2)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)
    known = more("", 0.5, Row("", 0.3, 0.2, 0.4), beyond=0.1)
    assert known[1:] == pytest.approx((0.1, 0.0, 0.2))


def test_table_1_pools_the_games_with_the_graph_in_a_place() -> None:
    wins = {"baseline": 42, "cfg-playout": 65, "cfg-tree": 96, "cfg-full": 109}
    games = {"baseline": 206, "cfg-playout": 205, "cfg-tree": 207, "cfg-full": 200}
    matches = {
        name: {"wins": wins[name], "losses": games[name] - wins[name], "draws": 0} for name in wins
    }
    rows, (tree, playouts, both), _ = graf_platzner._table_1(Outputs(matches, Path(), Path()))
    assert [row.n for row in rows] == list(games.values())
    assert tree.effect == pytest.approx(205 / 407 - 107 / 411)
    assert playouts.effect == pytest.approx(174 / 405 - 138 / 413)
    assert {each.verdict for each in (tree, playouts, both)} == {"holds"}


def test_means_below_0_are_compared_with_chance(tmp_path: Path) -> None:
    def group(n: int, error: float | None, first: float | None = 0.1) -> dict[str, object]:
        around = [[None, None] if x is None else [x - 0.02, x + 0.02] for x in (error, first)]
        return {
            "moves": n,
            "rank_error": error,
            "rank_error_interval": around[0],
            "first": first,
            "first_interval": around[1],
        }

    some, none = group(20, 0.2), group(0, None, None)
    beliefs = {
        "means": [-1.0, -0.5, 0.0, 0.5, 1.0, 2.0],
        "moves_by_phase_and_template": [[2] * 9, [4] * 9] + [[0] * 9] * 10,
        "ranked": {
            "by_phase": [some, some, *[none] * 10],
            "by_opening": [group(20, 0.1, 0.5), group(20, 0.3, 0.1)],
            "by_template": [some] * 9,
            "by_mean": [none, some, group(20, 0.3), some, some, some, some],
            "by_sign": [group(40, 0.6), group(60, 0.1)],
        },
    }
    model = {
        "policy": "tree, by mean",
        "positions": 100,
        "top": [0.25] * 20,
        "top_intervals": [[0.2, 0.3]] * 20,
    }
    printed = {"ranking": {"models": [model], "beliefs": [beliefs]}}
    (tmp_path / "play").mkdir()
    (tmp_path / "play" / "0001.sgf").write_text(game(1))
    found = stern._figures_2_4(Outputs(printed, tmp_path, Path()))
    rows = {row.name: row for row in found.rows}
    assert rows["first"].value == 0.25
    assert rows["first, moves 1 to 30"].n == 20
    assert rows["rank error, mean from -0.5 to 0"].value == 0.3
    assert not any(row.n == 0 for row in found.rows)
    verdicts = [each.verdict for each in found.statements]
    assert verdicts == ["holds", "too few to say", "holds", "holds", "does not hold"]


def test_games_patterns_and_blocks_are_drawn_as_boards(tmp_path: Path) -> None:
    record = tmp_path / "ko.sgf"
    moves = "B[bc];W[cc];B[ab];W[db];B[ba];W[ca];B[cb];W[bb];B[];W[];B[cb]"
    record.write_text(f"(;GM[1]FF[4]SZ[5];{moves})")
    diagram = game_diagram("a ko", record)
    assert diagram.title == "a ko: 11 at 7"
    assert len(diagram.lines) == 10
    assert [mark.text for mark in diagram.marks] == list("12345678")
    assert diagram.marks[6] == Mark(2, 3, "stone", "black", "7")

    lines, (black, move, words) = pattern_pieces("", [("X.#/.*#/###", "12")])[1:]
    assert (black[:4], move[:4], words.text) == (
        (0, 0, "stone", "black"),
        (1, -1, "point", "black"),
        "12",
    )
    ends = {line[2:] for line in lines}
    assert {(0, 0.5), (-0.5, 0)} <= ends  # the board goes on there
    assert not {(1.5, 0), (0, -1.5)} & ends  # and ends here

    corner, chain, beside = (parse_vertex(name, 5) for name in ("A1", "B1", "A3"))
    problem = Problem("", 5, (chain, chain + STRIDE), (beside,), BLACK, (corner,))
    rows: dict[float, list[str]] = {}
    for mark in graepel._subgraphs(problem).marks:
        rows.setdefault(mark.y, []).append(mark.text or mark.colour)
    assert rows[0] == ["1", "gray"]  # the point itself
    assert sorted(rows[y] for y in (-1, -2)) == [["1", "black", "gray"], ["1", "wheat", "gray"]]
    assert ["4", "wheat", "black", "gray"] in rows.values()  # the chain's other liberties

    setup = "AB[bd][cd][cc]AW[ea][eb]"
    record.write_text(f"(;GM[1]FF[4]SZ[5]{setup})")
    at = {(mark.x, mark.y): mark for mark in kamenetsky._block_graph(record).marks}
    assert len(at) == 25
    assert at[2, 2][2:] == ("stone", "black", "1")
    assert at[0, 0][2:] == ("square", "black", "2")
    assert at[4, 1][2:4] == ("diamond", "wheat")  # two steps from both
    assert at[4, 4][2:] == ("stone", "white", "1")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("paper 007", "unknown paper '007'; "),
        ("paper 000 --claim tabel-1", "paper 000 has no claim 'tabel-1'; did you mean table-1?"),
        ("paper --claim table-1", "--claim needs a paper, as in: cfggo paper 000 --claim table-1"),
        ("paper 000 --full", "--full has no meaning without --claim"),
        ("paper 001 --claim table-1 --size 9", "--size has no meaning without --records"),
        ("paper 002 --claim figures-2-4 --full", "002-figures-2-4-full needs --records: games of"),
        ("paper 001 --claim table-1 --records none.zip", "--records none.zip: no such file or"),
        ("paper 001 --claim table-1 --out other", "--out other: has other files; choose another"),
        ("paper 001 --claim table-1 --out of-it", "--out of-it: is of 000-table-1-small; choose"),
        ("paper 000 --claim table-1 --out of-it", "--out of-it: was begun with other records or"),
        ("paper 001 --claim table-1 --out damaged", "damaged/claim.json: damaged; choose another"),
    ],
)
def test_wrong_lines_are_answered_in_one(
    line: str,
    error: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(subprocess, "Popen", None)
    monkeypatch.setattr(programs, "find_gnugo", lambda: "gnugo")
    stored = json.dumps({"claim": "000-table-1-small", "commands": []})
    for name, text in {"of-it": stored, "damaged": "{", "other": "{}"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / ("mine.json" if name == "other" else "claim.json")).write_text(text)
    assert cli.main(shlex.split(line)) == 2
    found = capsys.readouterr().err
    assert found.startswith(f"cfggo: error: {error}")
    assert found.count("\n") == 1


def test_what_is_missing_is_said_before_anything_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(subprocess, "Popen", None)
    monkeypatch.setattr(programs, "find_gnugo", lambda: None)
    assert cli.main(["paper", "000", "--claim", "table-1"]) == 2
    assert "GNU Go is not installed" in capsys.readouterr().err
    monkeypatch.setattr(graph_kernel_learning, "find_spec", lambda name: None)
    assert cli.main(["paper", "004", "--claim", "table-1"]) == 2
    assert "scikit-learn, which is not installed: pip install" in capsys.readouterr().err
    monkeypatch.setattr(plotting, "has_matplotlib", lambda: False)
    assert cli.main(["paper", "001", "--claim", "table-1"]) == 2
    assert "Matplotlib, which is not installed: pip install" in capsys.readouterr().err


def test_each_representation_is_judged_by_its_predictions_and_games() -> None:
    claim = representations.REPRESENTATIONS
    names = [step.name for step in claim.full.steps]
    trained = names[: names.index("prediction")]
    models = [
        {
            "top": [0.1 + i / 100, 0.5],
            "top_intervals": [[0.0, 1.0]] * 2,
            "first_rank_interval": [0.099 + i / 100, 0.101 + i / 100],
            "positions": 9,
        }
        for i in range(len(trained))
    ]
    printed: dict[str, Any] = {"prediction": {"models": models}}
    for name in trained[1:]:
        wins = 140 if name == "templates-walks" else 100
        printed[f"games-{name}"] = {"wins": wins, "losses": 200 - wins, "draws": 0}
    assert names[len(trained) + 1 :] == [*printed][1:]
    result = claim.result(Outputs(printed, Path(), Path()))
    assert [row.value for row in result.rows[:2]] == [0.1, 0.11]
    assert {*claim.published} <= {row.name for row in result.rows}
    verdicts = {statement.words: statement.verdict for statement in result.statements}
    assert verdicts["templates and walks rank more moves first than walks"] == "holds"
    assert verdicts["templates and walks win more than walks"] == "holds"
    assert verdicts["all together win more than walks"] == "too few to say"
