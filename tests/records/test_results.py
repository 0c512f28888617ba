"""What results of games say, as records write them."""

from __future__ import annotations

import pytest

from cfggo.records.results import counted_score


@pytest.mark.parametrize(
    ("result", "score"),
    [
        ("B+3.5", 3.5),
        ("W+0.5", -0.5),
        ("W+12", -12.0),
        ("b+7.50", 7.5),
        ("B+R", None),
        ("B+Resign", None),
        ("W+T", None),
        ("B+", None),
        ("B+0", None),
        ("0", None),
        ("Draw", None),
        ("Void", None),
        ("", None),
        ("B+3.5 (moves beyond time)", None),
        ("B+\u0663", None),  # a digit, but none that records use
        ("B+99999999", None),
    ],
)
def test_counts_are_told_from_other_results(result: str, score: float | None) -> None:
    assert counted_score(result) == score
