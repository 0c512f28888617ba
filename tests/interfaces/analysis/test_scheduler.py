"""Which position is searched when, and what ends a search."""

import math
import threading
from typing import Any

import pytest

from cfggo.config import EngineConfig
from tests.interfaces.analysis.conftest import Analysis, FakeEngine, make_query

MOVES = [["B", "A1"], ["W", "B1"], ["B", "C1"], ["W", "D1"], ["B", "E1"]]
ENDLESS = 10**7


@pytest.fixture
def busy(analysis: Analysis) -> Analysis:
    """Returns an engine that is at a search which goes on until `gate` is set."""
    analysis.engine.gate.clear()
    analysis.send(make_query("busy"))
    assert analysis.engine.begun.wait(20)
    analysis.engine.searched.clear()
    return analysis


def order_of(answers: list[dict[str, Any]]) -> list[tuple[str, int]]:
    return [(answer["id"], answer["turnNumber"]) for answer in answers]


def test_the_highest_priority_comes_first_and_of_equals_the_earliest(busy: Analysis) -> None:
    busy.send(
        make_query("low", priority=-1),
        make_query("first"),
        make_query("second"),
        make_query("high", priority=2**61),
        make_query("turns", moves=MOVES, analyzeTurns=[5, 2, 3], priorities=[1, 3, 0]),
    )
    busy.engine.gate.set()
    assert order_of(busy.all_answers()) == [
        ("busy", 0), ("high", 0), ("turns", 2), ("turns", 5), ("first", 0), ("second", 0),
        ("turns", 3), ("low", 0),
    ]  # fmt: skip


def test_answers_stream_as_they_are_done(analysis: Analysis) -> None:
    """The first positions of a game are answered while a later one is searched."""
    moves = [["B", "pass"], ["W", "pass"]] * 50
    turns = list(range(101))
    analysis.send(make_query("game", moves=moves, analyzeTurns=turns))
    analysis.send(make_query("endless", maxVisits=ENDLESS))
    answers = analysis.wait_for(101)
    assert order_of(answers) == [("game", turn) for turn in turns]
    assert [moves for moves, _ in analysis.engine.searched[:101]] == turns
    analysis.scheduler.terminate("endless", None)
    analysis.all_answers()


def test_two_threads_search_two_positions_at_a_time_each_with_its_engine() -> None:
    engines: dict[int, FakeEngine] = {}
    both = threading.Barrier(2)

    def make_engine(number: int) -> FakeEngine:
        engines[number] = FakeEngine()
        both.wait(20)  # fails unless there is a second thread
        return engines[number]

    analysis = Analysis(2, make_engine)
    analysis.send(make_query("a", maxVisits=ENDLESS), make_query("b", maxVisits=ENDLESS))
    for engine in list(engines.values()):
        assert engine.begun.wait(20)
    analysis.send(make_query("c"))
    analysis.scheduler.terminate("b", None)
    assert {answer["id"] for answer in analysis.wait_for(2)} == {"b", "c"}
    analysis.scheduler.terminate("a", None)
    assert len(analysis.all_answers()) == 3
    assert sorted(engines) == [0, 1]


def test_no_more_engines_are_made_than_there_is_work_for() -> None:
    made: list[int] = []

    def make_engine(number: int) -> FakeEngine:
        made.append(number)
        return FakeEngine()

    analysis = Analysis(8, make_engine)
    for _ in range(5):
        analysis.ask(make_query())
    assert made == [0]


def test_terminating_a_query_that_waits_gives_no_results(busy: Analysis) -> None:
    busy.send(
        make_query("q", moves=MOVES, analyzeTurns=[0, 1, 2]),
        {"id": "t", "action": "terminate", "terminateId": "q", "turnNumbers": [2, 0]},
        {"id": "t", "action": "terminate", "terminateId": "q", "turnNumbers": [2]},
        {"id": "t", "action": "terminate", "terminateId": "other"},
    )
    *ended, acknowledged, _, _ = busy.wait_for(5)
    assert ended == [
        {"id": "q", "turnNumber": turn, "isDuringSearch": False, "noResults": True}
        for turn in (0, 2)
    ]
    assert acknowledged == {
        "id": "t", "action": "terminate", "terminateId": "q", "turnNumbers": [2, 0]
    }  # fmt: skip
    busy.engine.gate.set()
    assert order_of(busy.all_answers()[5:]) == [("busy", 0), ("q", 1)]


def test_terminating_a_search_gives_what_it_has_found_out(analysis: Analysis) -> None:
    analysis.send(make_query("a", maxVisits=ENDLESS), make_query("b", maxVisits=ENDLESS))
    assert analysis.engine.begun.wait(20)
    analysis.send({"id": "t", "action": "terminate", "terminateId": "a"})
    acknowledged, answer = analysis.wait_for(2)
    assert acknowledged["id"] == "t"
    assert (answer["id"], answer["isDuringSearch"]) == ("a", False)
    assert answer["rootInfo"]["visits"] == 100
    analysis.send({"id": "all", "action": "terminate_all"})
    assert {answer["id"] for answer in analysis.all_answers()[2:]} == {"all", "b"}


def test_every_position_has_one_last_answer_whatever_is_terminated(analysis: Analysis) -> None:
    for i in range(30):
        analysis.send(make_query(f"q{i}", moves=MOVES, analyzeTurns=[0, 1, 2, 3, 4, 5]))
        analysis.send({"id": "t", "action": "terminate", "terminateId": f"q{i}"})
        if i % 7 == 0:
            analysis.send({"id": "t", "action": "terminate_all", "turnNumbers": [1, 2]})
    answers = [answer for answer in analysis.all_answers() if answer["id"] != "t"]
    wanted = [(f"q{i}", turn) for i in range(30) for turn in range(6)]
    assert sorted(order_of(answers)) == sorted(wanted)
    assert not any(answer["isDuringSearch"] for answer in answers)


def test_reports_during_a_search(analysis: Analysis) -> None:
    analysis.engine.reports = 6  # seconds of reports, each second 10 visits
    *during, last = analysis.ask(make_query(reportDuringSearchEvery=2))
    assert [answer["rootInfo"]["visits"] for answer in during] == [20, 40, 60]
    assert all(answer["isDuringSearch"] for answer in during)
    assert not last["isDuringSearch"]
    for first, every, expected in ((0.4, 3, [4, 34, 50]), (1.2, 1.0, [12, 22, 32, 42, 52, 50])):
        query = make_query(reportDuringSearchEvery=every, firstReportDuringSearchAfter=first)
        visits = [answer["rootInfo"]["visits"] for answer in analysis.ask(query)]
        assert visits == expected
    query = make_query(firstReportDuringSearchAfter=2.5)
    assert len(analysis.ask(query)) == 2
    assert len(analysis.ask(make_query())) == 1


def test_reports_are_made_when_one_may_be_due_and_no_oftener(analysis: Analysis) -> None:
    for wanted in (
        {"reportDuringSearchEvery": 2},
        {"firstReportDuringSearchAfter": 2.5},
        {"reportDuringSearchEvery": 2, "firstReportDuringSearchAfter": 2},
        {"reportDuringSearchEvery": 2, "firstReportDuringSearchAfter": 0.5},
        {},
    ):
        analysis.ask(make_query(**wanted))
    assert analysis.engine.intervals == [2, 2.5, 2, 0.1, math.inf]


def test_limits_reach_the_search(analysis: Analysis) -> None:
    analysis.ask(make_query(maxVisits=77, overrideSettings={"maxTime": 1.5}))
    (limit,) = analysis.engine.limits
    assert (limit.playouts, limit.seconds) == (77, 1.5)


@pytest.mark.parametrize("seed", [9, 0])
def test_a_seed_is_set_for_every_search(seed: int) -> None:
    engine = FakeEngine(config=EngineConfig().with_values(seed=seed))
    analysis = Analysis(1, lambda number: engine)
    analysis.ask(make_query(), make_query())
    assert engine.seeds == [seed, seed]
    analysis = Analysis()
    analysis.ask(make_query())
    assert analysis.engine.seeds == []


def test_an_internal_error_is_an_answer_and_the_next_query_is_answered(
    analysis: Analysis, capsys: pytest.CaptureFixture[str]
) -> None:
    analysis.engine.error = ZeroDivisionError("odd")
    (answer,) = analysis.ask(make_query())
    assert answer == {"id": "q", "error": "internal error: ZeroDivisionError('odd')"}
    assert "Traceback" in capsys.readouterr().err
    analysis.engine.error = None
    assert analysis.ask(make_query())[0]["rootInfo"]["visits"] == 50


def test_stopping_ends_searches_and_drops_what_waits(analysis: Analysis) -> None:
    analysis.send(make_query("a", maxVisits=ENDLESS), make_query("b"), make_query("c"))
    assert analysis.engine.begun.wait(20)
    analysis.scheduler.stop()
    assert order_of(analysis.all_answers()) == [("a", 0)]
