"""`cfggo solve` and `cfggo regress` of problems: text, JSON, records, and errors in one line."""

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cfggo import cli
from cfggo.commands import solver
from cfggo.config import load_config
from cfggo.models.tsumego.collections import read_problems
from cfggo.models.tsumego.problem import Problem
from cfggo.records.collection import DropReport
from cfggo.study.solving import solution as solving
from cfggo.study.solving.solution import Solution

# Three empty points in the corner, enclosed: whoever plays in the middle gets its way.
LIVE = "(;SZ[19]AB[ar][br][cr][dr][ds]AW[aq][bq][cq][dq][eq][er][es]PL[B])"
KILL = LIVE.replace("PL[B]", "PL[W]")
LINES = [
    {
        "id": "live", "size": 19, "black": ["ar", "br", "cr", "dr", "ds"],
        "white": ["aq", "bq", "cq", "dq", "eq", "er", "es"], "to_play": to_play,
        "solutions": solutions, "kind": "life-and-death", "level": level,
    }
    for to_play, solutions, level in (("B", ["bs"], "1"), ("W", ["as"], "2"))
]  # fmt: skip

DIES_WHEN_ASKED = """
import sys
for line in sys.stdin:
    if line.startswith("reg_genmove"):
        sys.exit(3)
    print("=\\n", flush=True)
"""


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    """Returns two problems, of which the second has a wrong solution, and a broken one."""
    path = tmp_path / "problems.jsonl"
    path.write_text("\n".join([*map(json.dumps, LINES), '{"size": 19}']))
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = cli.main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_record_without_a_solution(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "problem.sgf", tmp_path / "solved.sgf"
    path.write_text(LIVE)
    code, text, _ = run(capsys, "solve", path, "--playouts", 0, "--out", out)
    assert code == 0
    assert "Black lives with B1 (proved).\nIf White moves first, Black is dead." in text
    (problem,) = read_problems([out], DropReport())
    assert [(point % 21, point // 21) for point in problem.solutions] == [(2, 1)]


def test_a_collection_as_json_and_as_records(
    collection: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "solved"
    code, text, error = run(capsys, "solve", collection, "--playouts", 0, "--out", folder, "--json")
    assert code == 0
    live, kill = json.loads(text)["problems"]
    assert (live["verdict"], live["proved"], live["agrees"]) == ("Black lives with B1", True, True)
    assert (kill["verdict"], kill["agrees"]) == ("White kills Black with B1", False)
    assert len(list(folder.glob("*.sgf"))) == 2
    assert "2 problems; 1 problem left out (1 it does not say who is to play)" in error
    assert f"{collection}, line 3: it does not say who is to play" in error


def test_a_losing_move_is_not_called_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "dead.jsonl"
    black = ["as", "br", "cr", "dr", "ds"]  # only two points are left inside
    path.write_text(json.dumps(LINES[0] | {"black": black, "solutions": ["bs"]}))
    _, text, _ = run(capsys, "solve", path, "--playouts", 0)
    assert "Black can't live (proved)." in text
    assert "right" not in text
    assert "wrong" in text
    _, text, _ = run(capsys, "solve", path, "--playouts", 0, "--json")
    (found,) = json.loads(text)["problems"]
    assert (found["result"], found["proved"], found["agrees"]) == ("fails", True, False)


def test_a_solution_overwrites_nothing_but_a_solution(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem, out, game = (tmp_path / name for name in ("p.sgf", "out.sgf", "game.sgf"))
    problem.write_text(LIVE)
    game.write_text("(;SZ[9]AP[cfggo:1]RE[B+R]GC[mine];B[ee])")
    for _ in range(2):
        assert run(capsys, "solve", problem, "--playouts", 0, "--out", out)[0] == 0
    code, _, error = run(capsys, "solve", problem, "--playouts", 0, "--out", game)
    assert (code, "game.sgf: not overwritten, for it is no solution" in error) == (2, True)
    code, _, error = run(capsys, "solve", out, "--playouts", 0, "--out", out)
    assert (code, "out.sgf: is the problem itself" in error) == (2, True)
    notes = tmp_path / "notes.txt"
    notes.touch()
    code, _, error = run(capsys, "solve", problem, "--playouts", 0, "--out", notes)
    assert (code, "must end with .sgf" in error) == (2, True)
    assert "RE[B+R]" in game.read_text()


def test_what_was_solved_is_printed_though_it_cannot_be_written(
    collection: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "file" / "solved"
    out.parent.touch()  # so that no folder can be made in it
    code, text, error = run(capsys, "solve", collection, "--playouts", 0, "--out", out)
    assert code == 2
    assert "Black lives with B1 (proved)." in text
    assert f"cfggo: error: {out}" in error


def test_regress_tells_the_share_by_level(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("regress", collection, "--engine", "solve:playouts=0", "--json")
    code, text, error = run(capsys, *words)
    assert code == 0
    assert f"{collection}, line 3: it does not say who is to play" in error
    shares = json.loads(text)["shares"]
    assert shares["all"]["solved"] == 1
    assert shares["level 1"] == {
        "problems": 1, "solved": 1, "share": 1.0, "interval": [0.2065, 1.0],
    }  # fmt: skip
    assert shares["kind life-and-death"]["problems"] == 2


def test_regress_solves_as_solve_does(
    collection: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same nodes, playouts, ranker, seed and engine reach the function that solves."""
    asked: list[dict[str, Any]] = []
    real = solving.solve

    def recorded(problem: Problem, load_engine: Callable[[], Any], **options: Any) -> Solution:
        config = load_engine()
        ranker = type(options.pop("ranker")).__name__
        del options["stop"]
        asked.append({**options, "ranker": ranker, "config": (config.search, config.policy)})
        return real(problem, load_engine, nodes=1000, playouts=0)

    monkeypatch.setattr(solving, "solve", recorded)
    monkeypatch.setattr(solver, "load_judge", lambda config: config)
    run(capsys, "solve", collection, "--first", 1)
    _, text, _ = run(capsys, "regress", collection, "--engine", "solve", "--first", 1, "--json")
    assert asked[0] == asked[1]
    assert asked[0]["ranker"] == "LocalRanker"
    found = json.loads(text)
    assert (found["nodes"], found["playouts"], found["ranker"]) == (200_000, 1000, "tsumego")
    arguments = ("--engine", "solve:playouts=0,seed=7", "--no-ranker", "--nodes", 50, "--json")
    _, text, _ = run(capsys, "regress", collection, *arguments)
    found = json.loads(text)
    assert (found["nodes"], found["playouts"], found["ranker"]) == (50, 0, None)
    assert asked[-1]["seed"] == 7


def test_a_configuration_that_searches_by_time_has_the_usual_playouts(tmp_path: Path) -> None:
    path = tmp_path / "timed.toml"
    path.write_text("[search]\nplayouts = 0\nseconds = 2.0\n")
    config = load_config(str(path))
    assert solver.Solver(config, seed=1).playouts == 1000
    assert solver.Solver(config, playouts=0, seed=1).playouts == 0


def test_regress_says_that_a_program_ended_before_the_last_problem(
    collection: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "dies.py"
    program.write_text(DIES_WHEN_ASKED)
    engine = shlex.join([sys.executable, str(program)])
    code, text, error = run(capsys, "regress", collection, "--engine", engine, "--json")
    assert code == 2
    assert json.loads(text)["shares"]["all"]["problems"] == 1
    assert error.splitlines()[-1] == (
        f"cfggo: error: {engine}: ended with exit code 3 at problem 1; "
        "the 1 after it were not put to it"
    )


WRONG = {
    "solve two.jsonl --out two.jsonl": "several solutions need a folder",
    "solve two.jsonl --out solved.sgf":
        "solved.sgf: 2 solutions need a folder; this is a file's name",
    "solve live.sgf --out folder.sgf":
        "folder.sgf: is a folder, and one solution needs a file's name",
    "solve one-colour.sgf": "no problem: all stones are of one colour",
    **{
        f"{command} {name}": f"cfggo: error: {name}"
        for command in ("solve", "play --no-open --problems")
        for name in ("no.sgf", "no.jsonl", "none.jsonl")
    },
    "regress two.jsonl some.tst": "can't be mixed",
    **{
        f"regress two.jsonl --engine solve:{key}={value}": f"{key} has no meaning"
        for key, value in {
            "seconds": 5, "threads": 2, "level": "12k", "owners": "playouts", "reuse_tree": "true",
            "passes": 3,
        }.items()
    },
    "regress two.jsonl --engine gnugo:10 --nodes 5": "--nodes has no meaning",
    "regress two.jsonl --engine gnugo:10 --no-ranker": "--no-ranker has no meaning",
    **{
        f"regress some.tst {option} {value}": f"{option} has no meaning for test files"
        for option, value in (
            ("--split", "test"), ("--split", "all"), ("--first", 3), ("--nodes", 5),
            ("--no-ranker", ""),
        )
    },
    **{
        f"{command} two.jsonl --nodes 0 --seed {seed}": said
        for command in ("solve", "regress --engine solve")
        for seed, said in (
            ("-1", "--seed: expected a whole number of at least 0"),
            ("99999999999999999999", "cfggo: error: seed must be "),
        )
    },
}  # fmt: skip
"""What is said in one line, by what was typed."""


@pytest.mark.parametrize("line", WRONG)
def test_what_can_not_be_is_one_line(
    line: str, collection: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(collection.parent)
    collection.rename("two.jsonl")
    Path("folder.sgf").mkdir()
    for name, content in {
        "live.sgf": LIVE, "one-colour.sgf": "(;SZ[9]AB[ee])", "no.sgf": "(;SZ[19])",
        "no.jsonl": "?", "none.jsonl": "",
    }.items():  # fmt: skip
        Path(name).write_text(content)
    code, text, error = run(capsys, *line.split())
    assert (code, text) == (2, "")
    assert WRONG[line] in error.splitlines()[-1]
    assert not Path("solved.sgf").exists()
