"""Declares GTP commands, and reads their arguments by the type hints of their functions.

    @command("play")
    def play(session: Session, colour: Colour, vertex: Vertex) -> None:
        \"\"\"Plays a move.\"\"\"

declares `play COLOUR VERTEX`.  The function returns the answer's text, or None for an empty one,
and raises GtpError for an answer that begins with `?`.
"""

import inspect
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from cfggo.go.points import parse_colour, parse_vertex
from cfggo.interfaces.gtp.loading import Need
from cfggo.interfaces.gtp.protocol import GtpError

if TYPE_CHECKING:
    from cfggo.interfaces.gtp.session import Session

_Handler = TypeVar("_Handler", bound=Callable[..., str | None])
_Parse = Callable[["Session", str], Any]

_INTEGER = re.compile("[+-]?[0-9]{1,20}")
_DECIMAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_LARGEST = 2**31 - 1


def parse_number(word: str) -> float:
    """Returns the number that a word is in decimal digits. Raises ValueError if it is none."""
    if not _DECIMAL.fullmatch(word) or not math.isfinite(number := float(word)):
        raise ValueError(f"invalid number: {word!r}")
    return number


def parse_integer(word: str, largest: int = _LARGEST) -> int:
    """Returns the integer that a word is, up to a size. Raises ValueError if it is none."""
    if not _INTEGER.fullmatch(word) or abs(int(word)) > largest:
        raise ValueError(f"invalid integer: {word!r}")
    return int(word)


def parse_truth(word: str) -> bool:
    """Returns whether a word is "true". Raises ValueError if it is neither that nor "false"."""
    if word.lower() not in ("true", "false"):
        raise ValueError(f"neither true nor false: {word!r}")
    return word.lower() == "true"


Colour = Annotated[int, lambda session, word: parse_colour(word)]
"""An argument "b", "black", "w" or "white"; the function gets BLACK or WHITE."""

Vertex = Annotated[int, lambda session, word: parse_vertex(word, session.game.size)]
"""An argument such as "D4" or "pass"; the function gets a point, or PASS.

One that may be left out is `vertex: Vertex | None = None`.
"""

_PARSERS: dict[Any, _Parse] = {
    int: lambda session, word: parse_integer(word),
    float: lambda session, word: parse_number(word),
    str: lambda session, word: word,
}


@dataclass(frozen=True)
class _Argument:
    """One parameter of a command's function."""

    name: str
    parse: _Parse
    is_optional: bool
    is_repeated: bool

    def __str__(self) -> str:
        name = self.name.upper()
        if self.is_repeated:
            return f"[{name}...]"
        return f"[{name}]" if self.is_optional else name


@dataclass(frozen=True)
class Declaration:
    """One command that the engine knows.

    Public attributes:
      name      -- str
      help      -- str, one sentence
      details   -- str, what else there is to say, "" for nothing
      needs     -- Need, what must have been loaded before the function is called
      function  -- what answers it
      arguments -- what its function takes after the session
    """

    name: str
    help: str
    details: str
    needs: Need
    function: Callable[..., str | None]
    arguments: tuple[_Argument, ...]

    @property
    def usage(self) -> str:
        """The command with the names of its arguments."""
        return " ".join([self.name, *map(str, self.arguments)])

    def run(self, session: "Session", words: list[str]) -> str:
        """Returns the answer's text, as soon as what the command needs has been loaded.

        Raises GtpError if the command fails.
        """
        arguments = self._parse(session, words)
        session.wait_for(self.needs)
        return self.function(session, *arguments) or ""

    def _parse(self, session: "Session", words: list[str]) -> list[Any]:
        """Returns the function's arguments. Raises GtpError for wrong ones."""
        required = sum(not argument.is_optional for argument in self.arguments)
        takes_any_number = bool(self.arguments) and self.arguments[-1].is_repeated
        if len(words) < required or (len(words) > len(self.arguments) and not takes_any_number):
            raise GtpError(f"syntax error: usage is {self.usage}")
        parsers = [argument.parse for argument in self.arguments]
        if takes_any_number:
            parsers += parsers[-1:] * (len(words) - len(parsers))
        try:
            return [parse(session, word) for parse, word in zip(parsers, words, strict=False)]
        except ValueError as error:
            raise GtpError(f"syntax error: {error}") from error


COMMANDS: dict[str, Declaration] = {}
"""All commands by name, in the order in which their modules declare them."""


def command(*names: str, needs: Need = Need.NOTHING) -> Callable[[_Handler], _Handler]:
    """Declares the function below as a GTP command of that name, or of several names.

    needs -- what must have been loaded before the function is called, because it imports what is
             slow; what only uses the session's game or engine need not say so, since these wait
    """

    def declare(function: _Handler) -> _Handler:
        hints = get_type_hints(function, include_extras=True)
        _, *parameters = inspect.signature(function).parameters.values()
        arguments = tuple(_argument(parameter, hints[parameter.name]) for parameter in parameters)
        help_text, _, details = (inspect.getdoc(function) or "").partition("\n\n")
        for name in names:
            COMMANDS[name] = Declaration(
                name, help_text.replace("\n", " "), details, needs, function, arguments
            )
        return function

    return declare


def _argument(parameter: inspect.Parameter, hint: Any) -> _Argument:
    is_repeated = parameter.kind is inspect.Parameter.VAR_POSITIONAL
    if get_origin(hint) in (Union, UnionType):
        (hint,) = set(get_args(hint)) - {NoneType}
    metadata = getattr(hint, "__metadata__", None)
    return _Argument(
        parameter.name,
        metadata[0] if metadata else _PARSERS[hint],
        is_repeated or parameter.default is not inspect.Parameter.empty,
        is_repeated,
    )
