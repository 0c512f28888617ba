"""scripts/judges.py: what another engine says of a position, and how it fails."""

import shlex
import sys
from pathlib import Path

import pytest
from judges import Judge, Verdict

from cfggo.base.errors import CfggoError
from cfggo.go.game import Game
from cfggo.go.points import BLACK, parse_vertex

ENGINE = """
import json, sys
for line in sys.stdin:
    query = json.loads(line)
    print(json.dumps({"id": query["id"], "warning": "x", "field": "rules"}))
    infos = [{"order": 1, "move": "A1"}, {"order": 0, "move": query["moves"][-1][1]}]
    root = {"winrate": 0.25, "scoreLead": -query["komi"]}
    print(json.dumps({"id": query["id"], "rootInfo": root, "moveInfos": infos}), flush=True)
"""


def program(folder: Path, text: str) -> str:
    (folder / "engine.py").write_text(text)
    return shlex.join([sys.executable, str(folder / "engine.py")])


def position() -> Game:
    game = Game(9, 7.5)
    game.play(BLACK, parse_vertex("E5", 9))
    return game


def test_a_verdict_is_of_the_answer_behind_warnings(tmp_path: Path) -> None:
    with Judge(program(tmp_path, ENGINE), visits=5) as judge:
        for _ in range(2):
            assert judge.of(position()) == Verdict(0.25, -7.5, parse_vertex("E5", 9))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import sys; sys.stdin.readline(); sys.exit('no model')", "it has ended: no model"),
        ("print('hello', flush=True)", "said 'hello'"),
        ("""print('{"error": "bad rules"}', flush=True)""", "bad rules"),
        ("print('{}', flush=True)", "an answer without a verdict"),
    ],
)
def test_an_engine_that_fails_is_an_error(tmp_path: Path, text: str, words: str) -> None:
    with Judge(program(tmp_path, text), visits=5) as judge, pytest.raises(CfggoError, match=words):
        judge.of(position())


def test_an_engine_that_is_not_there_is_an_error() -> None:
    with pytest.raises(CfggoError, match="can't be started"):
        Judge("/no/such/judge", visits=5)
