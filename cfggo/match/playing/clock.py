"""The referee's clocks: what a program may take for a move, and when it loses on time."""

import re
from dataclasses import dataclass

from cfggo.base.errors import CfggoError

ALLOWED_LAG = 0.25
"""Seconds by which a program may overdraw its main time, and each overtime period, altogether.

Passing messages may cost it that much."""

_FORM = re.compile(r"(?P<main>[0-9]{1,6})(\+(?P<period>[0-9]{1,6})(/(?P<stones>[0-9]{1,6}))?)?")


@dataclass(frozen=True)
class TimeControl:
    """Main time followed by Canadian overtime, as in GTP's time_settings.

    Public attributes:
      main   -- seconds
      period -- seconds of each overtime period, 0 for no overtime
      stones -- moves to be made in each period
    """

    main: int
    period: int = 0
    stones: int = 0

    def __str__(self) -> str:
        if not self.period:
            return str(self.main)
        return f"{self.main}+{self.period}" + (f"/{self.stones}" if self.stones != 1 else "")


def parse_time_control(text: str) -> TimeControl:
    """Returns the time control written MAIN, MAIN+PERIOD (for one move) or MAIN+PERIOD/STONES.

    All times are in seconds.

    Raises CfggoError if the text is none, or gives no time at all.
    """
    match = _FORM.fullmatch(text.strip())
    if match is None:
        raise CfggoError(
            f"time control {text!r}: expected MAIN, MAIN+PERIOD or MAIN+PERIOD/STONES in whole "
            "seconds below a million, such as 300, 0+5 or 600+30/5"
        )
    main, period, stones = (int(match[name] or 0) for name in ("main", "period", "stones"))
    if period and match["stones"] is None:
        stones = 1
    if not (main or period) or bool(period) != bool(stones):
        raise CfggoError(f"time control {text!r} gives no time for some moves")
    return TimeControl(main, period, stones)


class RefereeClock:
    """One player's clock in one game.

    Main time and each period are accounts that may be overdrawn by ALLOWED_LAG, however many moves
    that takes. Where there is overtime, it takes what is missing of the main time.
    """

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self._main = float(control.main)
        self._period = float(control.period)
        self._stones = control.stones

    @property
    def limit(self) -> float:
        """Seconds after which a player who has not moved has lost."""
        return self._main + self._period + ALLOWED_LAG

    @property
    def gtp_time_left(self) -> str:
        """The time and stones of GTP's time_left, in whole seconds, rounded down."""
        if self._main > 0 or not self._control.period:
            return f"{int(self._main)} 0"
        return f"{int(self._period)} {self._stones}"

    def spend(self, seconds: float) -> bool:
        """Takes the time of a move; returns False if the player has lost on time."""
        if seconds > self.limit:
            return False
        if seconds < self._main or not self._control.period:
            self._main -= seconds
            return True
        self._period -= seconds - self._main
        self._main = 0.0
        self._stones -= 1
        if self._stones == 0:
            self._period, self._stones = float(self._control.period), self._control.stones
        return True
