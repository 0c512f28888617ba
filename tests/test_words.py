"""Words for figures."""

import pytest

from cfggo.words import counted, points_counted


@pytest.mark.parametrize(
    ("points", "text"), [(0, "0 points"), (0.5, "0.5 points"), (1, "1 point"), (1.0, "1 point"),
                         (7.5, "7.5 points"), (2, "2 points")]
)  # fmt: skip
def test_points(points: float, text: str) -> None:
    assert points_counted(points) == text


def test_things_are_counted() -> None:
    assert [counted(n, "game") for n in (0, 1, 1000)] == ["0 games", "1 game", "1,000 games"]
