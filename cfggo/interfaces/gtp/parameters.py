"""The parameters that kata-get-param and kata-set-param know, by KataGo's names."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from cfggo.interfaces.gtp.protocol import GtpError
from cfggo.interfaces.gtp.registry import parse_integer, parse_number, parse_truth
from cfggo.interfaces.gtp.session import Session
from cfggo.search.effort import MOST_PLAYOUTS

_Number = TypeVar("_Number", int, float)


@dataclass(frozen=True)
class Parameter:
    """One parameter: how its value is found, read from a word, and set.

    Public attributes:
      get     -- returns the value
      read    -- returns the value that a word means; raises ValueError for one that it can't have
      set     -- sets a value, or that of the start for None
      is_text -- bool, whether KataGo's object of all parameters has the value as a string
    """

    get: Callable[[Session], Any]
    read: Callable[[Session, str], Any]
    set: Callable[[Session, Any], None]
    is_text: bool = False

    def text(self, session: Session) -> str:
        """Returns the value as kata-get-param does."""
        value = self.get(session)
        if isinstance(value, bool):
            return str(value).lower()
        return f"{value:g}" if isinstance(value, float) else str(value)


def set_parameters(session: Session, words: Mapping[str, str]) -> None:
    """Sets parameters from words by name, "" for the value at the start: all of them or none.

    Raises GtpError if there is no such parameter, or if it can't have that value.
    """
    try:
        values = [
            (parameter_of(name), parameter_of(name).read(session, word) if word else None)
            for name, word in words.items()
        ]
    except ValueError as error:
        raise GtpError(f"syntax error: {error}") from error
    for parameter, value in values:
        parameter.set(session, value)


def parameter_of(name: str) -> Parameter:
    """Returns the parameter of a name. Raises GtpError if there is none."""
    if name not in PARAMETERS:
        raise GtpError(f"unknown parameter: there are {', '.join(PARAMETERS)}")
    return PARAMETERS[name]


def object_of_parameters(session: Session) -> str:
    """Returns all parameters with their values as a JSON object, in KataGo's order: by name."""
    return json.dumps(
        {
            name: parameter.text(session) if parameter.is_text else parameter.get(session)
            for name, parameter in sorted(PARAMETERS.items())
        },
        separators=(",", ":"),
    )


def words_of_object(text: str) -> dict[str, str]:
    """Returns the words that a JSON object of parameters has, by name. Raises GtpError."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise GtpError("parameters are no JSON object") from error
    if not isinstance(values, dict):
        raise GtpError("parameters are no JSON object")
    return {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in values.items()
    }


def _not_negative(number: _Number) -> _Number:
    """Returns the number; raises ValueError if it is negative."""
    if number < 0:
        raise ValueError("a negative number")
    return number


def _set_seconds(session: Session, seconds: float | None) -> None:
    effort = session.effort
    effort.seconds = effort.seconds_at_start if seconds is None else seconds


def _set_resigns(session: Session, resigns: bool | None) -> None:
    play = session.engine.config.play
    session.engine.may_resign = play.resign_below > 0 if resigns is None else resigns


def _set_ponders(session: Session, ponders: bool | None) -> None:
    session.ponders = session.ponders_at_start if ponders is None else ponders


def _truth(
    get: Callable[[Session], bool], set_: Callable[[Session, bool | None], None]
) -> Parameter:
    """Returns a parameter that is true or false."""
    return Parameter(get, lambda session, word: parse_truth(word), set_, is_text=True)


def _fixed(get: Callable[[Session], int], is_text: bool = False) -> Parameter:
    """Returns a parameter that can be set to the value it has, and to no other."""

    def read(session: Session, word: str) -> int:
        value = get(session)
        if parse_number(word) != value:
            raise ValueError(f"the value stays {value}")
        return value

    return Parameter(get, read, lambda session, value: None, is_text)


def _cap(name: str) -> Parameter:
    """Returns a parameter that caps the playouts of a move."""
    return Parameter(
        lambda session: session.effort.cap(name),
        lambda session, word: _not_negative(parse_integer(word, MOST_PLAYOUTS)),
        lambda session, playouts: session.effort.set_cap(name, playouts),
    )


PARAMETERS = {
    "maxPlayouts": _cap("maxPlayouts"),
    "maxVisits": _cap("maxVisits"),
    "maxTime": Parameter(
        lambda session: session.effort.seconds,
        lambda session, word: _not_negative(parse_number(word)),
        _set_seconds,
    ),
    "numSearchThreads": _fixed(lambda session: session.engine.config.play.threads),
    "allowResignation": _truth(lambda session: session.engine.may_resign, _set_resigns),
    "ponderingEnabled": _truth(lambda session: session.ponders, _set_ponders),
    "playoutDoublingAdvantage": _fixed(lambda session: 0),
    "analysisWideRootNoise": _fixed(lambda session: 0, is_text=True),
}
"""All parameters by name."""
