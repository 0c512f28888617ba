"""scripts/judge_moves.py: points lost by a judge that counts lines; its notes."""

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from cfggo.config import load_config
from cfggo.go.game import Game
from cfggo.go.points import parse_vertex
from cfggo.go.rules import CHINESE
from cfggo.match.playing.programs import Program
from cfggo.records.collection import DropReport, RecordFilter, read_records
from tests.scripts.called import call_script

JUDGE = """
import json, sys
asked = open(sys.argv[1], "a")
for line in sys.stdin:
    query = json.loads(line)
    asked.write(line)
    asked.flush()
    print(json.dumps({"id": "position", "warning": "unused field", "field": "x"}), flush=True)
    lead = 0.25 - query["komi"]
    for colour, vertex in query["moves"]:
        row = 0 if vertex == "pass" else int(vertex[1:])
        lead += row if colour == "B" else -row
    best = [{"order": 1, "move": "A1"}, {"order": 0, "move": "T19"}]
    root = {"winrate": 0.5, "scoreLead": lead}
    print(json.dumps({"id": query["id"], "rootInfo": root, "moveInfos": best}), flush=True)
"""
"""Black's lead is the sum of the rows of Black's moves, less that of White's and komi."""

PROGRAM = """
import sys
for line in sys.stdin:
    if line.startswith("komi"):
        print(line, end="", file=open(sys.argv[2], "a"))
    answer = sys.argv[1] if line.startswith("genmove") else ""
    print("= " + answer, end="\\n\\n", flush=True)
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    for i in range(20):
        moves = "".join(
            f";{'BW'[n % 2]}[{chr(97 + (i + n) % 18)}{chr(98 + n // 18)}]" for n in range(252)
        )
        (folder / f"{i}.sgf").write_text(f"(;GM[1]FF[4]SZ[19]KM[375]{moves})")
    return folder


def test_points_lost(tmp_path: Path, games: Path) -> None:
    (tmp_path / "judge.py").write_text(JUDGE)
    (tmp_path / "program.py").write_text(PROGRAM)
    asked = tmp_path / "asked"
    by = shlex.join([sys.executable, str(tmp_path / "judge.py"), str(asked)])
    komi = tmp_path / "komi"
    good, bad = (
        shlex.join([sys.executable, str(tmp_path / "program.py"), move, str(komi)])
        for move in ("T19", "A1")
    )

    def run(*programs: str) -> list[str]:
        done = call_script(
            "judge_moves.py", str(games), *programs, "--by", by, "--positions", "4",
            "--out", str(tmp_path / "notes"), "--split", "training",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    experts, best, worst = run(good, bad)
    assert experts.startswith("the experts: lost ")
    assert best.startswith(f"{good}: lost 0.00 (0.00 to 0.00)  large 0.0%")
    assert worst.startswith(f"{bad}: lost 18.00 (18.00 to 18.00)  large 100.0%")
    assert "change +18.00 +- 0.00" in worst
    queries = [json.loads(line) for line in asked.read_text().splitlines()]
    assert {abs(query["komi"]) % 1 for query in queries} == {0.5}
    for line in komi.read_text().splitlines():
        assert abs(float(line.split()[1])) % 1 == 0.5

    n_queries, n_moves = len(queries), len(komi.read_text().splitlines())
    with (tmp_path / "notes" / "verdicts.jsonl").open("a") as file:
        file.write('{"key": "cut o')
    assert run(good, bad) == [experts, best, worst]
    assert len(asked.read_text().splitlines()) == n_queries
    assert len(komi.read_text().splitlines()) == n_moves


def test_an_engine_that_has_changed_is_asked_again(
    tmp_path: Path, load_script: Callable[[str], ModuleType]
) -> None:
    script = load_script("judge_moves.py")
    (tmp_path / "program.py").write_text(PROGRAM)
    told, weights, file = (tmp_path / name for name in ("komi", "own.weights", "own.toml"))
    file.write_text('[policy]\ntree = "own.weights"\n')
    weights.write_bytes(b"1")
    argv = (sys.executable, str(tmp_path / "program.py"), "D4", str(told))
    position = script.Position("game-1", 0, "opening", Game(19, 7.5, CHINESE), 0)

    def questions() -> int:
        program = Program("cfggo:own.toml", argv, config=load_config(str(file)))
        notes = script.Notes(tmp_path / "moves.jsonl")
        moves, _ = script.choices(program, [position], [6.5], notes)
        assert moves == [parse_vertex("D4", 19)]
        return len(told.read_text().splitlines())

    assert (questions(), questions()) == (1, 1)
    weights.write_bytes(b"2")
    assert questions() == 2


def test_one_position_tells_nothing_of_how_sure_it_is(
    load_script: Callable[[str], ModuleType],
) -> None:
    script = load_script("judge_moves.py")
    positions = [script.Position("game-1", 0, "opening", Game(19, 7.5, CHINESE), 0)]
    row = script.row_of("gnugo", positions, np.array([2.0]), np.array([0.5]))
    assert (row["lost"], row["interval"]) == (2.0, None)
    assert (row["change"], row["standard_error"]) == (1.5, None)
    assert script.line_of(row) == "gnugo: lost 2.00  large 0.0%  change +1.50  opening 2.00"


def test_positions_of_a_game_are_alike(load_script: Callable[[str], ModuleType]) -> None:
    """Twice the same losses in as many games are no surer than once."""
    script = load_script("judge_moves.py")
    losses = np.array([0.0, 1.0, 5.0])
    errors = [
        script.standard_error(
            [
                script.Position(f"game-{i}", i, "opening", Game(19, 7.5, CHINESE), 0)
                for i in range(3)
                for _ in range(each)
            ],
            np.repeat(losses, each),
        )
        for each in (1, 2)
    ]
    assert errors[0] == pytest.approx(losses.std(ddof=1) / 3**0.5)
    assert errors[1] == pytest.approx(errors[0])


def test_several_positions_of_a_game(games: Path, load_script: Callable[[str], ModuleType]) -> None:
    script = load_script("judge_moves.py")
    records = list(read_records([str(games)], RecordFilter(size=19), DropReport()))
    positions = script.choose_positions(records, 35, 3)
    assert len(positions) == len({position.name for position in positions}) == 35
    phases = [name for name, _, _ in script.PHASES]
    assert [position.phase for position in positions[:4]] == [*phases, phases[0]]
    assert {position.match for position in positions} == set(range(12))
    single = script.choose_positions(records, 100)
    assert len(single) == len({position.match for position in single}) > 10


@pytest.mark.parametrize(
    ("answer", "message"), [("", "invalid vertex"), ("Z99", "Z99"), ("pass x", "pass x")]
)
def test_a_program_that_makes_no_move(
    tmp_path: Path, games: Path, answer: str, message: str
) -> None:
    (tmp_path / "judge.py").write_text(JUDGE)
    (tmp_path / "program.py").write_text(PROGRAM)
    by = shlex.join([sys.executable, str(tmp_path / "judge.py"), str(tmp_path / "asked")])
    program = [sys.executable, str(tmp_path / "program.py"), answer, str(tmp_path / "komi")]
    done = call_script(
        "judge_moves.py", str(games), shlex.join(program), "--by", by, "--positions", "2",
        "--out", str(tmp_path / "notes"), "--split", "training",
    )  # fmt: skip
    assert done.returncode == 2
    assert message in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["import sys; sys.exit('no model here')"], "it has ended: no model here"),
        (["print('hello', flush=True)", "input()"], "said 'hello'"),
        (["input()", 'print(\'{"error": "no such rules"}\', flush=True)'], "no such rules"),
        (["input()", "print('{\"id\": 1}', flush=True)"], "an answer without a verdict"),
    ],
)
def test_a_judge_that_is_none(tmp_path: Path, games: Path, lines: list[str], message: str) -> None:
    (tmp_path / "judge.py").write_text("\n".join(lines))
    by = shlex.join([sys.executable, str(tmp_path / "judge.py")])
    done = call_script(
        "judge_moves.py", str(games), sys.executable, "--by", by, "--positions", "2",
        "--out", str(tmp_path / "notes"), "--split", "training",
    )  # fmt: skip
    assert done.returncode == 2
    assert message in done.stderr.splitlines()[-1]
