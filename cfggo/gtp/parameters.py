"""The parameters that kata-get-param and kata-set-param know, by KataGo's names."""

from collections.abc import Callable
from dataclasses import dataclass

from cfggo.gtp.registry import parse_integer, parse_number, parse_truth
from cfggo.gtp.session import Session


@dataclass(frozen=True)
class Parameter:
    """One parameter: how its value is found, and how it is set from a word.

    `set` raises ValueError for a value that it can't have.
    """

    get: Callable[[Session], str]
    set: Callable[[Session, str], None]


def _playouts(session: Session) -> str:
    return str(session.effort.playouts)


def _set_playouts(session: Session, word: str) -> None:
    playouts = parse_integer(word)
    _refuse_negative(playouts)
    session.effort.set_playouts(playouts)


def _seconds(session: Session) -> str:
    return f"{session.effort.seconds:g}"


def _set_seconds(session: Session, word: str) -> None:
    seconds = parse_number(word)
    _refuse_negative(seconds)
    session.effort.seconds = seconds


def _refuse_negative(number: float) -> None:
    if number < 0:
        raise ValueError("a negative number")


def _resigns(session: Session) -> str:
    return str(session.engine.may_resign).lower()


def _set_resigns(session: Session, word: str) -> None:
    session.engine.may_resign = parse_truth(word)


def _ponders(session: Session) -> str:
    return str(session.ponders).lower()


def _set_ponders(session: Session, word: str) -> None:
    session.ponders = parse_truth(word)


def _threads(session: Session) -> str:
    return str(session.engine.config.play.threads)


def _zero(session: Session) -> str:
    return "0"


def _fixed(get: Callable[[Session], str]) -> Parameter:
    """Returns a parameter that can be set to the value it has, and to no other."""

    def set_(session: Session, word: str) -> None:
        if parse_number(word) != float(get(session)):
            raise ValueError(f"the value stays {get(session)}")

    return Parameter(get, set_)


PARAMETERS = {
    "maxPlayouts": Parameter(_playouts, _set_playouts),
    "maxVisits": Parameter(_playouts, _set_playouts),
    "maxTime": Parameter(_seconds, _set_seconds),
    "numSearchThreads": _fixed(_threads),
    "allowResignation": Parameter(_resigns, _set_resigns),
    "ponderingEnabled": Parameter(_ponders, _set_ponders),
    "playoutDoublingAdvantage": _fixed(_zero),
    "analysisWideRootNoise": _fixed(_zero),
}
"""All parameters by name."""
