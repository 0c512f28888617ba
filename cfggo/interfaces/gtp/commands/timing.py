"""Time: how much there is, how much is left, how much was used."""

import time
from dataclasses import replace

from cfggo.go.points import BLACK, WHITE
from cfggo.interfaces.gtp.loading import Need
from cfggo.interfaces.gtp.protocol import GtpError
from cfggo.interfaces.gtp.registry import Colour, command
from cfggo.interfaces.gtp.session import Session
from cfggo.search.clock import UNLIMITED, Clock, Overtime


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

    Times are in seconds. byoyomi with no period is absolute time.
    """
    _refuse_negative(*numbers)
    _set_clocks(session, _clock(system.lower(), numbers))


@command("kata-time_settings")
def kata_time_settings(session: Session, system: str, *numbers: float) -> None:
    """Sets the time as kgs-time_settings does, or fischer MAIN INCREMENT.

    Further, fischer-capped MAIN INCREMENT MOST_MAIN MOST_PER_MOVE: a clock never shows more than
    MOST_MAIN, and no move may take longer than MOST_PER_MOVE; -1 stands for no such limit. Times
    are in seconds.
    """
    match system.lower(), numbers:
        case "fischer", (main_time, increment):
            _refuse_negative(*numbers)
            clock = Clock.fischer(main_time, increment)
        case "fischer-capped", (main_time, increment, most_main, most_per_move):
            _refuse_negative(main_time, increment)
            caps = (UNLIMITED if cap < 0 else cap for cap in (most_main, most_per_move))
            clock = Clock.fischer(main_time, increment, *caps)
        case name, _:
            _refuse_negative(*numbers)
            clock = _clock(name.replace("byo-yomi", "byoyomi"), numbers)
    _set_clocks(session, clock)


@command("kata-list_time_settings")
def kata_list_time_settings(session: Session) -> str:
    """Returns the time systems that kata-time_settings understands."""
    return "none absolute byoyomi canadian fischer fischer-capped"


def _clock(system: str, numbers: tuple[float, ...]) -> Clock:
    """Returns the clock of a time system that KGS has, too."""
    match system, numbers:
        case "none", _:
            return Clock()
        case "byoyomi" | "canadian", (_, _, count) if not count.is_integer():
            raise GtpError("syntax error: a part of a period or stone")
        case "byoyomi", (main_time, period, periods) if period and periods:
            return Clock(Overtime.BYO_YOMI, main_time, period, int(periods))
        case ("absolute", (main_time,)) | ("byoyomi", (main_time, _, _)):
            return Clock.from_time_settings(main_time, 0, 0)
        case "canadian", (main_time, period, stones):
            return Clock.from_time_settings(main_time, period, int(stones))
    raise GtpError("syntax error: unknown time system, or wrong numbers for it")


@command("time_left")
def time_left(session: Session, colour: Colour, seconds: float, stones: int) -> None:
    """Sets a colour's clock: stones is 0 in main time, in overtime the stones or periods left."""
    session.clocks[colour].update(seconds, stones)


@command("cputime")
def cputime(session: Session) -> str:
    """Returns the processor time that the engine has used, in seconds."""
    return f"{time.process_time():.3f}"


def _set_clocks(session: Session, clock: Clock) -> None:
    """Sets both clocks once the engine is ready: its loading must not count on them.

    The same settings again change nothing, since gtp2ogs sends them before each move: what the
    clocks have learnt of the game's lag must stay.
    """
    if clock.is_limited:
        session.wait_for(Need.ENGINE)
    for colour in BLACK, WHITE:
        if clock != session.clocks[colour]:
            session.clocks[colour] = replace(clock)


def _refuse_negative(*numbers: float) -> None:
    if any(number < 0 for number in numbers):
        raise GtpError("syntax error: a negative number")
