"""Damaged queries of the analysis protocol, and what can be wrong with the answers to them."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Sequence
from typing import Any

from fuzzing import mutated_bytes, mutated_value

from cfggo.interfaces.analysis.fields import QueryError, read_object

_GOOD: list[dict[str, Any]] = [
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


def fuzzed_line(rng: random.Random) -> bytes:
    """Returns a line, without its end, that is a query with some changes."""
    good = copy.deepcopy(rng.choice(_GOOD))
    if rng.random() < 0.3:
        data = json.dumps(good).encode()
        others = [json.dumps(other).encode() for other in _GOOD]
        return mutated_bytes(rng, data, others).replace(b"\n", b" ")
    if rng.random() < 0.5:  # fields of another one, which may or may not go together
        other = copy.deepcopy(rng.choice(_GOOD))
        names = rng.sample(sorted(other), rng.randrange(len(other)))
        good |= {name: other[name] for name in names if name != "action"}
    changed: Any = good
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        changed = mutated_value(rng, changed)
    return json.dumps(changed).encode()


def is_last(answer: dict[str, Any]) -> bool:
    """Tells whether an answer is neither a warning nor one during a search."""
    return "warning" not in answer and not answer.get("isDuringSearch", False)


def fault_in(line: bytes, answers: Sequence[dict[str, Any]]) -> str:
    """Returns what is wrong with the answers to a line, "" if nothing is.

    A line gets one error, or an echo, or one last answer for each turn that it asks about.
    """
    if not line.strip():
        return "answers to nothing" if answers else ""
    last = [answer for answer in answers if is_last(answer)]
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
