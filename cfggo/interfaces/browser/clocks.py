"""The clocks of a game on the page, which run here, so that a page that is loaded again, or another
one, shows the same time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from cfggo.base.toml_tables import Range
from cfggo.search.clock import Clock, Overtime

_COLOURS = ("black", "white")

_MOST_SECONDS = 100 * 3600


@dataclass(frozen=True)
class TimeControl:
    """The time that each side has.

    Public attributes:
      system -- "none" for no limit
      main   -- seconds of main time
      period -- seconds of an overtime period; with "fischer" those that each move adds
      count  -- byo-yomi periods, or stones to be played in a Canadian one
    """

    system: Literal["none", "absolute", "byoyomi", "canadian", "fischer"] = "none"
    main: Annotated[float, Range(0, _MOST_SECONDS)] = 0.0
    period: Annotated[float, Range(0, _MOST_SECONDS)] = 0.0
    count: Annotated[int, Range(1, 100)] = 1

    def clock(self) -> Clock:
        """Returns a clock, as it is before a side's first move."""
        if self.system == "fischer":
            return Clock.fischer(self.main, self.period)
        if self.system == "absolute" and self.main:
            return Clock(Overtime.SUDDEN_DEATH, self.main)
        if self.system in ("byoyomi", "canadian") and self.period:
            return Clock(Overtime(self.system), self.main, self.period, self.count)
        return Clock()

    def sgf(self) -> dict[str, str]:
        """Returns the properties TM and OT that say it in a record; none without a limit."""
        if not self.clock().is_limited:
            return {}
        period = f"{self.period:g}"
        overtime = {
            "byoyomi": f"{self.count}x{period} byo-yomi",
            "canadian": f"{self.count}/{period} Canadian",
            "fischer": f"{period} fischer",
        }
        said = {"TM": f"{self.main:g}", "OT": overtime.get(self.system, "")}
        return {key: text for key, text in said.items() if text}


NO_CLOCK = TimeControl()
"""No time limit."""


@dataclass(frozen=True)
class Stage:
    """A part of a side's time: the main time, or a period of overtime.

    Public attributes:
      seconds -- float, what is left of it
      left    -- int, the byo-yomi periods with this one, or stones to be played in a Canadian one;
                 0 in main time
    """

    seconds: float
    left: int


def stages_of(clock: Clock) -> list[Stage]:
    """Returns what a side goes through if it does not move; at the end it loses on time."""
    now = Stage(clock.remaining, clock.left if clock.in_overtime else 0)
    if clock.overtime is Overtime.CANADIAN:
        return [now] if clock.in_overtime else [now, Stage(clock.period, clock.count)]
    if clock.overtime is Overtime.BYO_YOMI:
        later = clock.left - 1 if clock.in_overtime else clock.count
        return [now, *(Stage(clock.period, left) for left in range(later, 0, -1))]
    return [now]


def stages_after(stages: list[Stage], seconds: float) -> list[Stage]:
    """Returns what is left of them after some seconds; none at the end."""
    for i, stage in enumerate(stages):
        if seconds < stage.seconds:
            return [Stage(stage.seconds - seconds, stage.left), *stages[i + 1 :]]
        seconds -= stage.seconds
    return []


class GameClocks:
    """Both sides' clocks in a game; they start with its first move.

    Public attributes:
      control -- TimeControl
      paused  -- bool
      taught  -- bool, whether they stand because a page's teacher is on
      loser   -- the colour whose time is over, or None
    """

    def __init__(self, control: TimeControl, now: Callable[[], float] = time.monotonic) -> None:
        """Makes the clocks of a new game; now: returns seconds that never go back."""
        self.control = control
        self.paused = False
        self.taught = False
        self.loser: str | None = None
        self._now = now
        self._clocks = {colour: control.clock() for colour in _COLOURS}
        self._turn: tuple[int, str] | None = None  # moves made, and whose turn it is
        self._before: dict[int, dict[str, Clock]] = {}  # the clocks at each turn, by moves made
        self._taken = 0.0  # seconds of this turn, without those since `_since`
        self._since: float | None = None  # None while no clock runs
        self._planned: float | None = None  # seconds of the engine's search in this turn

    @property
    def is_limited(self) -> bool:
        """Whether there is a time limit."""
        return self._clocks[_COLOURS[0]].is_limited

    def follow(self, n_moves: int, to_play: str, runs: bool) -> None:
        """Takes the news of how a game stands.

        A move takes its time off the mover's clock, and ends a pause. Moves that are taken back
        give their time back.

        runs -- whether the time of the side to play counts
        """
        if not self.is_limited or self.loser is not None:
            return
        before, self._turn = self._turn, (n_moves, to_play)
        if before != self._turn:
            elapsed = self._elapsed()
            self._taken, self._since = 0.0, None
            if before is not None and n_moves == before[0] + 1 and before[0] > 0:
                self.paused = False
                self._spend(before[1], elapsed)
            elif before is not None and n_moves < before[0]:
                self._clocks = self._before.get(n_moves, self._clocks)
            self._before[n_moves] = {colour: copy(self._clocks[colour]) for colour in _COLOURS}
            self._planned = None
        self._run(runs and n_moves > 0 and not self.paused and self.loser is None)

    def pause(self, on: bool) -> None:
        """Stops the clocks, or lets them go on with the next `follow`."""
        self.paused = on
        if on:
            self._run(False)

    def seconds_left(self) -> float | None:
        """Returns after how many seconds the side whose clock runs loses, None if none does."""
        if self._since is None or self._turn is None:
            return None
        return max(sum(stage.seconds for stage in self.stages(self._turn[1])), 0.0)

    def look(self) -> None:
        """Finds out whether the side whose clock runs has lost on time."""
        if self.seconds_left() == 0.0 and self._turn is not None:
            self._lose(self._turn[1])

    def stages(self, colour: str) -> list[Stage]:
        """Returns what is left to a side now."""
        if self.loser == colour:
            return []
        elapsed = self._elapsed() if self._turn and self._turn[1] == colour else 0.0
        return stages_after(stages_of(self._clocks[colour]), elapsed)

    def for_engine(self, colour: str, n_moves: int, size: int) -> Clock | None:
        """Returns a clock that plans a move with the time left, None without a limit.

        n_moves, size -- as for `Clock.seconds_for_move`
        """
        stages = self.stages(colour)
        if not self.is_limited or not stages:
            return None
        clock = copy(self._clocks[colour])
        clock.update(stages[0].seconds, stages[0].left)
        seconds = clock.seconds_for_move(n_moves, size) or 0.0
        self._planned = seconds + clock.extra_seconds(seconds)
        return clock

    def view(self) -> dict[str, Any] | None:
        """Returns what a page shows, None without a time limit."""
        if not self.is_limited:
            return None
        runs = self._since is not None and self._turn is not None
        return {
            "system": self.control.system,
            "paused": self.paused,
            "taught": self.taught,
            "runs": self._turn[1] if runs and self._turn else None,
            "period": self.control.period,
            **{
                colour: [[round(stage.seconds, 3), stage.left] for stage in self.stages(colour)]
                for colour in _COLOURS
            },
        }

    def _elapsed(self) -> float:
        """Returns the seconds of this turn so far."""
        return self._taken + (0.0 if self._since is None else self._now() - self._since)

    def _run(self, runs: bool) -> None:
        """Lets the clock of the side to play run, or stops it."""
        if runs and self._since is None:
            self._since = self._now()
        elif not runs and self._since is not None:
            self._taken, self._since = self._elapsed(), None

    def _spend(self, colour: str, seconds: float) -> None:
        """Takes the time of a move off a clock."""
        clock = self._clocks[colour]
        if not stages_after(stages_of(clock), seconds):
            self._lose(colour)
            return
        clock.spend(seconds, None if self._planned is None else min(seconds, self._planned))
        clock.update(clock.remaining, clock.left if clock.in_overtime else 0)  # nothing is unseen

    def _lose(self, colour: str) -> None:
        self.loser, self._since = colour, None
