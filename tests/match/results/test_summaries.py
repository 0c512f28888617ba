"""A journal's line of a game: written, read again, and damaged."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from cfggo.base.errors import CfggoError
from cfggo.match.results.summaries import GameSummary

MakeSummary = Callable[..., GameSummary]


def test_line_is_read_as_it_was_written(make_summary: MakeSummary) -> None:
    summary = make_summary(
        3,
        "black",
        opening=None,
        last_words=("stderr: bye",),
        claims={"black": "B+1", "white": None},
        searched={"black": (900, 3.0)},
        versions={"black": "GNU Go 3.8"},
    )
    assert GameSummary.from_json(json.loads(json.dumps(summary.to_json()))) == summary


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("moves", "x", "moves must be an integer, not 'x'"),
        ("moves", 10**400, "moves must be between"),
        ("winner", "nobody", "winner must be one of black, white, not 'nobody'"),
        ("winner", float("nan"), "winner must be one of black, white, not nan"),
        ("duration", float("inf"), "duration must be between"),
        ("seconds", {"black": 1.0}, "seconds of black or white are missing"),
        ("seconds", 1, r"seconds must be a table"),
        ("searched", {"black": [1]}, r"\[searched\] black must be a pair"),
        ("claims", {"black": 1}, r"\[claims\] black must be a string, not 1"),
        ("is_void", 1, "is_void must be true or false, not 1"),
        ("colour", 1, "unknown table or key 'colour'"),
    ],
)
def test_damaged_lines_are_named(
    make_summary: MakeSummary, key: str, value: Any, message: str
) -> None:
    fields = make_summary(3, "black").to_json() | {key: value}
    with pytest.raises(CfggoError, match=rf"game 3 of the journal: {message}"):
        GameSummary.from_json(fields)
    del fields[key]
    if key != "colour":
        with pytest.raises(CfggoError, match=f"game 3 of the journal: {key}: missing"):
            GameSummary.from_json(fields)
