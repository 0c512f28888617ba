"""How speeds are compared, and how time is measured.

Short runs of everything to be compared take turns, every round of them gives its own ratios, and
the result is the median over the rounds: so a machine that is busier at times changes no ratio.
One thread's time is processor time, so that other programs do not count; what two threads gain is
measured by the clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import fields
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Round = TypeVar("Round", bound="DataclassInstance")


def medians(rounds: Sequence[Round]) -> Round:
    """Returns the medians over rounds, objects of a dataclass whose fields are dicts of figures."""

    def of_field(name: str) -> dict[Any, float]:
        series = [getattr(one, name) for one in rounds]
        return {key: median(values[key] for values in series) for key in series[0]}

    return type(rounds[0])(*(of_field(field.name) for field in fields(rounds[0])))


class Timing(NamedTuple):
    """How many seconds some work took, by the clock and of this thread's processor time."""

    wall: float
    processor: float
    result: Any


def timed(work: Callable[..., Any], *args: Any) -> Timing:
    """Does some work; returns its time and what it returned."""
    wall, processor = time.perf_counter(), time.thread_time()
    result = work(*args)
    return Timing(time.perf_counter() - wall, time.thread_time() - processor, result)
