"""Damaged queries get their answers."""

import copy
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cfggo.config import load_config
from cfggo.interfaces.analysis.fields import QueryError, read_object
from tests.damage import as_line, changed, damaged
from tests.interfaces.analysis.conftest import Analysis, make_query

GOOD: list[dict[str, Any]] = [
    {
        "id": "game",
        "moves": [["B", "C3"], ["W", "D4"], ["B", "pass"], ["W", "(0,3)"]],
        "rules": "chinese",
        "komi": 6.5,
        "boardXSize": 5,
        "boardYSize": 5,
        "analyzeTurns": [0, 2, 4],
        "priorities": [1, 3, 2],
        "maxVisits": 20,
    },
    {
        "id": "katrain",
        "initialStones": [["B", "C7"], ["B", "G3"], ["W", "E5"]],
        "initialPlayer": "W",
        "moves": [["W", "E4"], ["B", "E6"]],
        "rules": {"ko": "SIMPLE", "scoring": "TERRITORY", "tax": "SEKI", "suicide": False},
        "boardXSize": 9,
        "boardYSize": 9,
        "maxVisits": 15,
        "priority": 5,
        "includeOwnership": True,
        "includeMovesOwnership": True,
        "includePolicy": True,
        "includePVVisits": True,
        "overrideSettings": {
            "reportAnalysisWinratesAs": "WHITE",
            "maxTime": 0.2,
            "wideRootNoise": 0.04,
        },
        "avoidMoves": [{"player": "W", "moves": ["E3", "pass"], "untilDepth": 1}],
        "reportDuringSearchEvery": 0.05,
    },
    {
        "id": "few",
        "moves": [],
        "rules": "tromp-taylor",
        "whiteHandicapBonus": "N-1",
        "boardXSize": 3,
        "boardYSize": 3,
        "allowMoves": [{"player": "B", "moves": ["B2", "A1"], "untilDepth": 2}],
        "analysisPVLen": 3,
        "firstReportDuringSearchAfter": 0.01,
        "overrideSettings": {"maxVisits": "9"},
    },
    {"id": "end", "action": "terminate", "terminateId": "katrain", "turnNumbers": [2, 3]},
    {"id": "end", "action": "terminate_all"},
    {"id": "version", "action": "query_version"},
    {"id": "models", "action": "query_models"},
    {"id": "cache", "action": "clear_cache"},
]


@st.composite
def queries(draw: st.DrawFn) -> bytes:
    """Draws a line, without its end, that is a query with some changes."""
    query: Any = copy.deepcopy(draw(st.sampled_from(GOOD)))
    if not draw(st.integers(0, 3)):
        return draw(damaged([as_line(each) for each in GOOD])).replace(b"\n", b" ")
    if draw(st.booleans()):  # fields of another one, which may or may not go together
        other = draw(st.sampled_from(GOOD))
        names = draw(st.sets(st.sampled_from(sorted(other))))
        query |= {name: other[name] for name in names if name != "action"}
    for _ in range(draw(st.integers(0, 2))):
        query = draw(changed(query))
    return as_line(query)


def fault_in(line: bytes, answers: Sequence[dict[str, Any]]) -> str:
    """Returns why the answers to a line are wrong, "" if they are right.

    A line gets one error, or an echo, or one last answer for each turn that it asks about.
    """
    if not line.strip():
        return "answers to nothing" if answers else ""
    last = [a for a in answers if "warning" not in a and not a.get("isDuringSearch", False)]
    errors = [answer["error"] for answer in last if "error" in answer]
    if any("internal error" in error for error in errors):
        return errors[0]
    if errors:
        return "" if len(last) == 1 else f"{len(errors)} errors in {len(last)} answers"
    try:
        values = read_object(line)
    except QueryError:
        return f"{len(last)} answers to what is no query"
    if isinstance(values.get("action"), str):
        return "" if len(last) == 1 else f"{len(last)} answers to an action"
    turns = values.get("analyzeTurns", [len(values["moves"])])
    if sorted(answer["turnNumber"] for answer in last) != sorted(set(turns)):
        return f"{len(last)} answers for {len(set(turns))} turns"
    if any(answer["id"] != values["id"] for answer in last):
        return "an answer of another query"
    return ""


@pytest.mark.parametrize("searches", [False, True])
def test_damaged_queries(searches: bool) -> None:
    """Both by an engine that needs no search and by real ones, whose searches are ended at once."""
    from cfggo.search.searcher import Searcher

    config = load_config().with_values(seed=1)
    analysis = Analysis(2, lambda _: Searcher(config)) if searches else Analysis()
    refused: Counter[bool] = Counter()

    @given(queries())
    def answered(line: bytes) -> None:
        before = len(analysis.all_answers())
        analysis.send(line)
        analysis.scheduler.terminate(None, None)
        answers = analysis.all_answers()[before:]
        assert fault_in(line, answers) == ""
        refused[any("error" in answer for answer in answers)] += 1

    answered()
    assert min(refused[True], refused[False]) > 10
    assert analysis.ask(make_query())[0]["rootInfo"]["visits"] > 0


QUERY = b'{"id":"a","moves":[],"analyzeTurns":[0]}'
LAST = {"id": "a", "turnNumber": 0, "isDuringSearch": False}


@pytest.mark.parametrize(
    ("line", "answers", "is_fault"),
    [
        (QUERY, [LAST], False),
        (QUERY, [{**LAST, "isDuringSearch": True}, {"warning": "so"}, LAST], False),
        (QUERY, [{"error": "no"}], False),
        (b"  ", [], False),
        (b'{"id":"a","action":"x"}', [{"id": "a", "action": "x"}], False),
        (QUERY, [], True),
        (QUERY, [LAST, LAST], True),
        (QUERY, [{**LAST, "id": "b"}], True),
        (QUERY, [LAST, {"error": "no"}], True),
        (QUERY, [{"error": "internal error: so"}], True),
        (b"  ", [{"error": "no"}], True),
        (b"{", [], True),
        (b'{"id":"a","action":"x"}', [], True),
    ],
)
def test_faults_are_seen(line: bytes, answers: list[dict[str, Any]], is_fault: bool) -> None:
    assert bool(fault_in(line, answers)) == is_fault
