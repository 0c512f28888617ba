"""What results of games say, as records write them."""

import pytest

from cfggo.records.results import counted


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
    found = counted(result, 7.5)
    assert (found and found.score) == score
    assert found is None or found.komi == 7.5


@pytest.mark.parametrize(
    ("result", "komi", "count"),
    [
        ("W+1.25", 7.5, (-2.5, 7.5)),  # stones, of which each is worth two points
        ("B+0.75", 7.5, (1.5, 7.5)),
        ("B+2", 0.0, (2.0, 0.0)),
        ("W+2.5", 6.5, (-2.5, 6.5)),
        ("W+2.5", None, None),
        ("B+0.02", 6.5, None),
        ("W+3.2", 7.5, None),
    ],
)
def test_counts_in_stones_and_without_komi(
    result: str, komi: float | None, count: tuple[float, float] | None
) -> None:
    assert counted(result, komi) == count
