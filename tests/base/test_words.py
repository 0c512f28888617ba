"""Words for figures."""

import pytest

from cfggo.base.words import (
    counted,
    percent_down_to_tenths,
    percent_in_two_digits,
    percent_rounded,
    points_counted,
    points_in_tenths,
)


@pytest.mark.parametrize(
    ("points", "text"), [(0, "0 points"), (0.5, "0.5 points"), (1, "1 point"), (1.0, "1 point"),
                         (7.5, "7.5 points"), (2, "2 points")]
)  # fmt: skip
def test_points(points: float, text: str) -> None:
    assert points_counted(points) == text


def test_things_are_counted() -> None:
    assert [counted(n, "game") for n in (0, 1, 1000)] == ["0 games", "1 game", "1,000 games"]


def test_estimated_points_have_tenths() -> None:
    texts = [points_in_tenths(points) for points in (0.96, 1, 8.44, 25)]
    assert texts == ["1.0 point", "1.0 point", "8.4 points", "25.0 points"]


@pytest.mark.parametrize(
    ("share", "rounded", "to_tenths", "in_two_digits"),
    [
        (1, "100%", "100%", "100%"), (0.456, "46%", "46%", "46%"), (0.0996, "10%", "10%", "10%"),
        (0.0994, "10%", "9.9%", "9.9%"), (0.0005, "0%", "0.1%", "0.050%"),
        (0.00031, "0%", "<0.1%", "0.031%"), (1e-7, "0%", "<0.1%", "less than 0.0001%"),
        (0, "0%", "<0.1%", "less than 0.0001%"),
    ],
)  # fmt: skip
def test_shares(share: float, rounded: str, to_tenths: str, in_two_digits: str) -> None:
    assert percent_rounded(share) == rounded
    assert percent_down_to_tenths(share) == to_tenths
    assert percent_in_two_digits(share) == in_two_digits


def test_a_share_may_be_unknown() -> None:
    assert (percent_rounded(None), percent_rounded(0.1234, 1)) == ("", "12.3%")
