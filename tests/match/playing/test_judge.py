"""A stronger program as a judge: its labels, and how it fails."""

import shlex
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from judges import Verdict, verdict_on

from cfggo.base.errors import CfggoError
from cfggo.go.game import Game
from cfggo.go.points import BLACK, PASS, parse_vertex
from cfggo.match.playing.judge import Asked, Inquiry, Judge, end_judges, labels_of
from cfggo.records.judged_games import JudgedGame, Label
from tests.match import katago


def command(*words: object) -> str:
    return shlex.join([sys.executable, katago.__file__, *map(str, words)])


def position() -> Game:
    game = Game(9, 7.5)
    game.play(BLACK, parse_vertex("E5", 9))
    return game


@pytest.fixture
def ended() -> Iterator[None]:
    yield
    end_judges()


@pytest.mark.usefixtures("ended")
def test_labels_say_what_the_judge_thinks_of_each_turn(tmp_path: Path) -> None:
    inquiry = Inquiry(command(tmp_path / "asked"), 40, "labels")
    game = JudgedGame((parse_vertex("C3", 9), PASS, parse_vertex("D4", 9)), 9, 6.5)
    labels = labels_of(inquiry, None, Asked(0, game, (0, 3)))
    moves = "E5/37/1.3/900 pass/2/-9/2 A9/0//20"
    owners = "u" * 9 + "a" * 63 + "k" * 9
    assert labels == [Label(3, -6.5, 25.4, moves), Label(0, -6.5, 25.4, moves, owners)]
    assert isinstance(labels, list)
    middle, corner = 37 + 900 * 20 / 922, 20 * 20 / 922
    expected = {"E5": middle / (middle + corner), "A9": corner / (middle + corner)}
    found = labels[0].wanted(9)
    assert found == pytest.approx({parse_vertex(v, 9): share for v, share in expected.items()})


def test_many_threads_ask_one_engine(tmp_path: Path) -> None:
    with Judge(command(tmp_path / "asked")) as judge, ThreadPoolExecutor(8) as pool:
        verdicts = list(pool.map(lambda n: verdict_on(position(), judge, n), range(10, 60)))
    assert verdicts == [Verdict(0.254, -7.5, parse_vertex("E5", 9))] * 50


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import sys; sys.stdin.readline(); sys.exit('no model')", "it has ended: no model"),
        ("print('hello', flush=True)", "said 'hello'"),
        ("""print('{"error": "bad rules"}', flush=True)""", "bad rules"),
        ("""input(); print('{"error": "bad komi", "id": "1"}', flush=True)""", "bad komi"),
        ("""input(); print('{"id": "1"}', flush=True)""", "an answer without a verdict"),
    ],
)
def test_an_engine_that_fails_is_an_error(text: str, words: str) -> None:
    engine = shlex.join([sys.executable, "-c", text])
    with Judge(engine) as judge, pytest.raises(CfggoError, match=words):
        verdict_on(position(), judge, 5)


@pytest.mark.parametrize("line", ["/no/such/judge", "", "'open"])
def test_an_engine_that_is_not_there_is_an_error(line: str) -> None:
    with pytest.raises(CfggoError, match="can't be started"):
        Judge(line)
