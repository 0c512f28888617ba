"""Damaged queries get their answers; `scripts/fuzz_analyze.py` sends more of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from fuzzed_queries import fault_in, fuzzed_line

if TYPE_CHECKING:
    from tests.interfaces.analysis.conftest import Analysis

MakeQuery = Callable[..., dict[str, Any]]


def test_damaged_queries(analysis: Analysis, make_query: MakeQuery) -> None:
    rng = random.Random(3)
    n_before, n_refused = 0, 0
    for _ in range(600):
        line = fuzzed_line(rng)
        analysis.send(line)
        analysis.scheduler.terminate(None, None)
        answers = analysis.all_answers()
        new, n_before = answers[n_before:], len(answers)
        assert fault_in(line, new) == "", line
        n_refused += any("error" in answer for answer in new)
    assert 100 < n_refused < 500  # neither all hopeless nor all harmless
    assert analysis.ask(make_query())[0]["rootInfo"]["visits"] == 50


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
def test_faults(line: bytes, answers: list[dict[str, Any]], is_fault: bool) -> None:
    assert bool(fault_in(line, answers)) == is_fault
