"""What results of games say, as records write them."""

import pytest

from cfggo.records.results import counted_score


@pytest.mark.parametrize(
    ("result", "score"),
    [
        ("B+3.5", 3.5), ("W+0.5", -0.5), ("W+12", -12.0), ("b+7.50", 7.5), ("B+R", None),
        ("B+Resign", None), ("W+T", None), ("B+", None), ("B+0", None), ("0", None), ("Draw", None),
        ("Void", None), ("", None), ("B+3.5 (moves beyond time)", None), ("B+99999999", None),
        ("B+\u0663", None),  # a digit, but none that records use
    ],
)  # fmt: skip
def test_counts_are_told_from_other_results(result: str, score: float | None) -> None:
    assert counted_score(result) == score


@pytest.mark.parametrize(
    ("result", "score"),
    [
        ("W+1.25", -2.5),  # stones, of which each is worth two points
        ("B+0.75", 1.5),
        ("B+2", 2.0),
        ("W+2.5", -2.5),
        ("B+0.02", None),
        ("W+3.2", None),
    ],
)
def test_counts_in_stones(result: str, score: float | None) -> None:
    assert counted_score(result) == score
