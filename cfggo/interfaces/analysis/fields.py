"""The fields of a query, read one by one and checked."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NoReturn

from cfggo.go.game import Move
from cfggo.go.points import PASS, parse_colour, parse_vertex, point_from_row_col

SHOWN = 100
"""Characters of a wrong value that an answer repeats, at most."""

_MOST_LETTERS = 100
"""Letters of a player or a point that are looked at."""

_MOVES_MESSAGE = 'Must be an array of pairs of the form: ["b" or "w", GTP board vertex]'
_COORDINATES = re.compile(r"\(([0-9]{1,2}),([0-9]{1,2})\)")
"""KataGo's other way to write a point: column and row, counted from 0 at the upper left."""


class QueryError(Exception):
    """A query can't be answered; the message is the answer's.

    Public attributes:
        field -- str, the field at fault, or "" if it is the query as a whole
    """

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


def read_object(line: bytes) -> dict[str, Any]:
    """Returns the JSON object of a line. Raises QueryError if there is none."""
    try:
        value = json.loads(
            line.decode("utf-8"), parse_constant=_refuse_constant, parse_float=_finite
        )
    except UnicodeDecodeError as error:
        raise QueryError("could not parse input line as json request: not UTF-8") from error
    except RecursionError as error:
        raise QueryError("could not parse input line as json request: nested too deep") from error
    except ValueError as error:
        raise QueryError(f"could not parse input line as json request: {error}") from error
    if not isinstance(value, dict):
        raise QueryError("Request line was valid json but was not an object, ignoring")
    return value


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:20]} is out of range")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


class Fields:
    """The fields of an object.

    Each method takes a field's name, and what to return if there is no such field; all raise
    QueryError if it has another value than it can have.
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values
        self._read: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def value(self, name: str) -> Any:
        """Returns a field's value, None if it isn't there."""
        self._read.add(name)
        return self._values.get(name)

    @property
    def unread(self) -> list[str]:
        """The fields that nobody asked for."""
        return [name for name in self._values if name not in self._read]

    def _checked(self, name: str, is_right: Callable[[Any], bool], message: str) -> Any:
        """Returns what a field holds, None if it isn't there."""
        value = self.value(name)
        if name in self._values and not is_right(value):
            raise QueryError(message, name)
        return value

    def integer(self, name: str, least: int, most: int, message: str, default: int) -> int:
        """Returns an integer of a range."""
        value: int | None = self._checked(
            name, lambda v: _is_integer(v) and least <= v <= most, message
        )
        return default if value is None else value

    def number(self, name: str, least: float, most: float, message: str) -> float | None:
        """Returns a number of a range, or None."""
        value = self._checked(name, lambda v: is_number(v) and least <= v <= most, message)
        return None if value is None else float(value)

    def truth(self, name: str) -> bool:
        """Returns true or false, false if there is no such field."""
        return bool(self._checked(name, lambda v: isinstance(v, bool), "Must be a boolean"))

    def integers(self, name: str, message: str) -> list[int] | None:
        """Returns a list of integers, or None."""
        found: list[int] | None = self._checked(
            name, lambda v: isinstance(v, list) and all(map(_is_integer, v)), message
        )
        return found

    def colour(self, name: str) -> int | None:
        """Returns BLACK or WHITE, or None."""
        value = self.value(name)
        if name not in self._values:
            return None
        try:
            return parse_colour(value if isinstance(value, str) else "")
        except ValueError:
            raise QueryError('Must be "b" or "w"', name) from None

    def points(self, name: str, size: int) -> list[int]:
        """Returns a list of points, and PASS; an empty one if there is no such field."""
        value = self.value(name) if name in self._values else []
        if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
            raise QueryError("Must be an array of GTP board vertices", name)
        try:
            return [_point(part, size) for part in value]
        except QueryError as error:
            raise QueryError(str(error), name) from None

    def moves(self, name: str, size: int, most: int, *, may_pass: bool) -> list[Move]:
        """Returns a list of moves, or stones; an empty one if there is no such field.

        most -- how many there may be
        """
        value = self.value(name) if name in self._values else []
        if not isinstance(value, list):
            raise QueryError(_MOVES_MESSAGE, name)
        if len(value) > most:
            raise QueryError(f"Must be no more than {most}", name)
        if not all(type(pair) is list and len(pair) == 2 for pair in value):
            raise QueryError(_MOVES_MESSAGE, name)
        try:
            return [_move(player, vertex, size, may_pass) for player, vertex in value]
        except TypeError:  # a list or an object in place of a text
            raise QueryError(_MOVES_MESSAGE, name) from None
        except QueryError as error:
            raise QueryError(str(error), name) from None


def is_number(value: object) -> bool:
    """Tells whether a value of JSON is a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isinstance(value, int) or math.isfinite(value)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


@lru_cache(maxsize=4096)
def _move(player: object, vertex: object, size: int, may_pass: bool) -> Move:
    """Returns the move of two texts.

    It is remembered, because queries repeat the moves of a game again and again; so thousands of
    them may wait, too.

    Raises QueryError for others.
    """
    if not isinstance(player, str) or not isinstance(vertex, str):
        raise QueryError(_MOVES_MESSAGE)
    try:
        colour = parse_colour(player[:_MOST_LETTERS])
    except ValueError:
        raise QueryError(f"Could not parse player: {player[:SHOWN]}") from None
    point = _point(vertex, size)
    if point == PASS and not may_pass:
        raise QueryError(f"Could not parse board location: {vertex[:SHOWN]}")
    return Move(colour, point)


def _point(text: str, size: int) -> int:
    text = text[:_MOST_LETTERS]
    coordinates = _COORDINATES.fullmatch(text.replace(" ", ""))
    if coordinates is not None:
        column, row = int(coordinates[1]), int(coordinates[2])
        if column < size and row < size:
            return point_from_row_col(size - 1 - row, column)
    else:
        try:
            return parse_vertex(text, size)
        except ValueError:
            pass
    raise QueryError(f"Could not parse board location: {text}")
