"""The referee's clock, move by move."""

import pytest

from cfggo.base.errors import CfggoError
from cfggo.match.playing.clock import ALLOWED_LAG, RefereeClock, TimeControl, parse_time_control


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("300", TimeControl(300)),
        ("0+5", TimeControl(0, 5, 1)),
        ("600+30/5", TimeControl(600, 30, 5)),
    ],
)
def test_written_time_controls(text: str, control: TimeControl) -> None:
    assert parse_time_control(text) == control
    assert str(control) == text


@pytest.mark.parametrize(
    "text", ["", "0", "5 s", "0+0", "10+5/0", "10+0/5", "-5", "1.5", "1000000"]
)
def test_no_time_control(text: str) -> None:
    with pytest.raises(CfggoError, match="time control"):
        parse_time_control(text)


def test_absolute_time_runs_down() -> None:
    clock = RefereeClock(TimeControl(10))
    assert clock.gtp_time_left == "10 0"
    assert clock.spend(6.5)
    assert clock.gtp_time_left == "3 0"
    assert clock.limit == 3.5 + ALLOWED_LAG
    assert clock.spend(3.5 + ALLOWED_LAG / 2)
    assert clock.gtp_time_left == "0 0"
    assert not clock.spend(2 * ALLOWED_LAG)


def test_seconds_a_move_come_back_after_each() -> None:
    clock = RefereeClock(TimeControl(0, 5, 1))
    for _ in range(100):
        assert clock.gtp_time_left == "5 1"
        assert clock.spend(5.0)
    assert not clock.spend(5.0 + 2 * ALLOWED_LAG)


def test_lag_in_sudden_death_is_granted_once() -> None:
    clock = RefereeClock(TimeControl(1))
    assert clock.spend(1.0)
    assert clock.spend(0.2)
    assert clock.gtp_time_left == "0 0"
    assert not clock.spend(0.2)


def test_lag_in_overtime_is_granted_once_a_period() -> None:
    clock = RefereeClock(TimeControl(1, 10, 3))
    assert clock.spend(11.0)  # the main time, and all of the first period
    assert clock.spend(0.1)
    assert clock.gtp_time_left == "0 1"
    assert clock.spend(0.1)
    assert clock.gtp_time_left == "10 3"
    assert clock.spend(10.0)
    assert clock.spend(0.2)
    assert not clock.spend(0.2)


def test_canadian_overtime_starts_in_the_middle_of_a_move() -> None:
    clock = RefereeClock(TimeControl(10, 30, 3))
    assert clock.spend(15.0)  # 10 s of main time and 5 s of the period, of which it is the first
    assert clock.gtp_time_left == "25 2"
    assert clock.spend(20.0)
    assert clock.gtp_time_left == "5 1"
    assert clock.spend(4.0)
    assert clock.gtp_time_left == "30 3"
    assert not clock.spend(31.0)
