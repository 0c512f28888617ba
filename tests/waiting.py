"""Waiting for what happens elsewhere: in another thread, a process, a browser."""

import time
from collections.abc import Callable
from typing import TypeVar

_Value = TypeVar("_Value")


def wait_until(
    condition: Callable[[], _Value], seconds: float = 60.0, what: str = "it did not come true"
) -> _Value:
    """Returns the first value of a condition that is true; asks ever more seldom, for each time
    takes from what is waited for.

    what -- is said if there is none in these seconds
    """
    deadline = time.monotonic() + seconds
    pause = 0.01
    while not (value := condition()):
        assert time.monotonic() < deadline, what
        time.sleep(pause)
        pause = min(1.2 * pause, 0.1)
    return value
