"""Commands about time."""

import time
from dataclasses import replace

from cfggo.go.points import BLACK, WHITE
from cfggo.gtp.protocol import GtpError
from cfggo.gtp.registry import Colour, command
from cfggo.gtp.session import Session
from cfggo.search.clock import Clock, Overtime


@command("time_settings")
def time_settings(
    session: Session, main_time: float, byo_yomi_time: float, byo_yomi_stones: int
) -> None:
    """Sets main time and Canadian overtime, in seconds and stones."""
    _refuse_negative(main_time, byo_yomi_time, byo_yomi_stones)
    _set_clocks(session, Clock.from_time_settings(main_time, byo_yomi_time, byo_yomi_stones))


@command("kgs-time_settings")
def kgs_time_settings(session: Session, system: str, *numbers: float) -> None:
    """Sets the time: none, absolute MAIN, byoyomi MAIN PERIOD PERIODS, canadian MAIN PERIOD STONES.

    Times are in seconds.
    """
    _refuse_negative(*numbers)
    match system.lower(), numbers:
        case "none", _:
            clock = Clock()
        case "absolute", (main_time,):
            clock = Clock.from_time_settings(main_time, 0, 0)
        case "byoyomi" | "canadian", (_, _, count) if not count.is_integer():
            raise GtpError("syntax error: a part of a period or stone")
        case "byoyomi", (main_time, period, periods) if period > 0 and periods >= 1:
            clock = Clock(Overtime.BYO_YOMI, main_time, period, int(periods))
        case "canadian", (main_time, period, stones):
            clock = Clock.from_time_settings(main_time, period, int(stones))
        case _:
            raise GtpError("syntax error: unknown time system, or wrong numbers for it")
    _set_clocks(session, clock)


@command("time_left")
def time_left(session: Session, colour: Colour, seconds: float, stones: int) -> None:
    """Sets a colour's clock: stones is 0 in main time, in overtime the stones or periods left."""
    session.clocks[colour].update(seconds, stones)


@command("cputime")
def cputime(session: Session) -> str:
    """Returns the processor time that the engine has used, in seconds."""
    return f"{time.process_time():.3f}"


def _set_clocks(session: Session, clock: Clock) -> None:
    """Sets both clocks once the engine is ready: its loading must not count on them."""
    if clock.is_limited:
        session.wait_for_engine()
    session.clocks = {BLACK: clock, WHITE: replace(clock)}


def _refuse_negative(*numbers: float) -> None:
    if any(number < 0 for number in numbers):
        raise GtpError("syntax error: a negative number")
