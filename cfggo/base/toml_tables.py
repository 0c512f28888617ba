"""TOML files checked into dataclasses: an error is one line that names file, table, key and value.

JSON objects can be checked as well.

The fields of a dataclass are the keys of a table, their types what values may be:

    bool, int, float, str     -- floats are finite, and whole numbers will do for them
    Annotated[int, Range(1)]  -- within a range
    Literal["a", "b"]         -- one of these
    tuple[X, ...]             -- a list
    tuple[X, Y]               -- a list of two
    X | Y, X | None           -- either; None where the key is left out
    dict[str, X]              -- a table with any keys
    a dataclass               -- a table with these keys
    Any                       -- any value

A field that is made by `setting` says what it means, for the help of commands.
"""

import math
import stat
import sys
import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from itertools import repeat
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from cfggo.base.errors import CfggoError
from cfggo.base.words import did_you_mean

_T = TypeVar("_T")

_MOST_BYTES = 1 << 18
_MOST_DOTS = 100  # in a line: reading a key of n parts takes time in the square of n
_MOST_SHOWN = 60  # characters of a value
_SCALARS = {
    str: ("a string", "strings"),
    int: ("an integer", "integers"),
    float: ("a number", "numbers"),
    bool: ("true or false", "values of true or false"),
}


@dataclass(frozen=True)
class Range:
    """The values that a number may have, both ends included; infinity is none."""

    low: float
    high: float = math.inf

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high and value < math.inf

    def within(self, other: "Range") -> "Range":
        """Returns the values that another range has, too."""
        return Range(max(self.low, other.low), min(self.high, other.high))

    def __str__(self) -> str:
        if self.high == self.low:
            return f"{self.low:g}"
        if self.high == math.inf:
            return f"at least {self.low:g}"
        return f"between {self.low:g} and {self.high:g}"


_INT64 = Range(-(2**63), 2**63 - 1)  # what TOML promises
_FINITE = Range(-sys.float_info.max, sys.float_info.max)


@dataclass(frozen=True)
class Place:
    """Where values stand, for messages.

    Public attributes:
      name  -- of the file, "" for a command line
      table -- the table within the file, "" for the main one
      spell -- returns a key as the user wrote it
    """

    name: str
    table: str = ""
    spell: Callable[[str], str] = str

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.name, self.table and f"[{self.table}]")))

    def of(self, key: str) -> str:
        """Returns the words for a key's place."""
        within = f"{self}{' ' if self.table else ': '}" if self.name or self.table else ""
        return within + self._spelled(key)

    def error(self, key: str, problem: str) -> CfggoError:
        """Returns an error that names the place and the key."""
        return CfggoError(f"{self.of(key)}: {problem}")

    def inside(self, key: str) -> "Place":
        """Returns the place of a table within this one."""
        key = self._spelled(key)
        return Place(self.name, f"{self.table}.{key}" if self.table else key)

    def _spelled(self, key: str) -> str:
        key = self.spell(key)
        return key if key.isprintable() and len(key) <= _MOST_SHOWN else _shown(key)


def read_toml(path: Path) -> dict[str, Any]:
    """Returns a file's main table. Raises CfggoError if it can't be read or is no TOML."""
    try:
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # reading a pipe might never end
            raise CfggoError(f"{path}: is no file that holds settings")
        with open(path, "rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise CfggoError(f"{path}: {error.strerror}") from error
    except ValueError as error:  # a path that no file can have
        raise CfggoError(f"{path}: {error}") from error
    if len(data) > _MOST_BYTES:
        raise CfggoError(f"{path}: larger than {_MOST_BYTES} bytes, as no settings are")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CfggoError(f"{path}: no UTF-8 text at byte {error.start}") from error
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > _MOST_DOTS:
            raise CfggoError(f"{path}: line {number} has more than {_MOST_DOTS} dots")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CfggoError(f"{path}: {error}") from error
    except ValueError as error:  # of int(), for thousands of digits
        raise CfggoError(f"{path}: a number has too many digits") from error
    except RecursionError as error:
        raise CfggoError(f"{path}: lists or tables are nested too deeply") from error


def read_table(kind: type[_T], values: Mapping[str, Any], place: Place) -> _T:
    """Returns a dataclass with the values of a table; what is left out has its default.

    Raises CfggoError for an unknown key, one that is missing and has no default, and a value of the
    wrong type or outside its range; and for what the dataclass itself raises CfggoError.
    """
    settings = declared_settings(kind)
    for key in values:
        if key not in settings:
            inside = f" in [{place.table}]" if place.table else ""
            what = (
                "table or key" if any(_is_table(each.kind) for each in settings.values()) else "key"
            )
            raise CfggoError(
                f"{place.name}: unknown {what} {_shown(key)}{inside}; {did_you_mean(key, settings)}"
            )
    for item in fields(kind):  # type: ignore[arg-type]
        if item.default is MISSING and item.default_factory is MISSING and item.name not in values:
            raise place.error(item.name, "missing")
    checked = {key: _read(settings[key].kind, value, place, key) for key, value in values.items()}
    try:
        return kind(**checked)
    except CfggoError as error:
        raise CfggoError(f"{place}: {error}") from error


def read_tables(kind: type[_T], values: Mapping[str, Any], place: Place) -> dict[str, _T]:
    """Returns the dataclasses of a table of tables, by name. Raises CfggoError as `read_table`."""
    return {key: _read(kind, value, place, key) for key, value in values.items()}


@dataclass(frozen=True)
class Setting:
    """A field of a dataclass, as it is declared there.

    Public attributes:
      name    -- of the field
      kind    -- its type, for `check_value` and `parse_value`
      default -- its value unless another one is given
      help    -- what it means, in words that begin small and end without a dot
      placeholder -- what stands for its value in the help of commands
    """

    name: str
    kind: Any
    default: Any
    help: str
    placeholder: str

    @property
    def words(self) -> tuple[str, ...]:
        """The words that it may be; () if it is no choice of words."""
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()

    @property
    def range(self) -> Range | None:
        """The numbers that it may be; None if it is no number of a range."""
        return _range_of(self.kind)

    @property
    def written_default(self) -> str:
        """The default as a user writes it, "" if there is none."""
        if isinstance(self.default, tuple):
            return ", ".join(self.default)
        if isinstance(self.default, bool):
            return str(self.default).lower()
        if isinstance(self.default, float):
            return f"{self.default:g}"
        return "" if self.default is None else str(self.default)

    def explained(self, default: str | None = None) -> str:
        """Returns its help, with the values that it may have and its default.

        default -- words in place of its own
        """
        own = f"default {self.written_default}" if self.written_default else ""
        limits = "" if self.range is None else str(self.range)
        notes = "; ".join(filter(None, (limits, own if default is None else default)))
        return f"{self.help} ({notes})" if notes else self.help


def setting(default: Any, meaning: str, placeholder: str = "") -> Any:
    """Returns a field of a dataclass: its default, and `Setting.help` and `Setting.placeholder`."""
    return field(default=default, metadata={"help": meaning, "placeholder": placeholder})


def declared_settings(kind: type) -> dict[str, Setting]:
    """Returns the fields of a dataclass by name."""
    return _settings(kind)


@cache
def _settings(kind: Any) -> dict[str, Setting]:
    hints = get_type_hints(kind, include_extras=True)
    return {
        each.name: Setting(
            each.name,
            hints[each.name],
            each.default,
            each.metadata.get("help", ""),
            each.metadata.get("placeholder") or _placeholder(hints[each.name]),
        )
        for each in fields(kind)
    }


def _range_of(kind: Any) -> Range | None:
    inside = (arg if isinstance(arg, Range) else _range_of(arg) for arg in get_args(kind))
    return next(filter(None, inside), None)


def _placeholder(kind: Any) -> str:
    bare = _bare(kind)
    if get_origin(bare) is Literal:
        return "|".join(word or '""' for word in get_args(bare))
    return {bool: "true|false", int: "N", float: "X"}.get(bare, "NAME")


def check_value(kind: Any, value: Any, where: str) -> Any:
    """Returns a value in the type of a setting.

    where -- names the setting in the error

    Raises CfggoError if the setting can't have the value.
    """
    try:
        return _checked(kind, value)
    except _Unfit as problem:
        raise CfggoError(
            f"{where} must be {problem.expected}, not {_shown(problem.value)}"
        ) from None


def parse_value(kind: Any, written: str, where: str) -> Any:
    """Returns the value that a text stands for. Raises CfggoError if the setting can't have it."""
    bare = _bare(kind)
    value: Any = written
    if bare is bool:
        value = {"true": True, "false": False}.get(written, written)
    elif bare in (int, float):
        with suppress(ValueError):  # the error will show what is written
            value = bare(written)
    elif get_origin(bare) is tuple:
        value = [item.strip() for item in written.split(",")] if written else []
    return check_value(kind, value, where)


class _Unfit(Exception):
    """A value that is not what was expected; is_range: although its type is right."""

    def __init__(self, expected: str, value: Any, is_range: bool = False) -> None:
        self.expected = expected
        self.value = value
        self.is_range = is_range


def _read(kind: Any, value: Any, place: Place, key: str) -> Any:
    """Returns the value of a key, which may be a table."""
    if not _is_table(kind):
        return check_value(kind, value, place.of(key))
    if not isinstance(value, dict):
        raise CfggoError(f"{place.of(key)} must be a table, written [{place.inside(key).table}]")
    if is_dataclass(kind):
        return read_table(kind, value, place.inside(key))  # type: ignore[arg-type]
    return read_tables(get_args(kind)[1], value, place.inside(key))


def _is_table(kind: Any) -> bool:
    return is_dataclass(kind) or get_origin(kind) is dict


def _bare(kind: Any) -> Any:
    """Returns a type without its range, and of `X | None` the first."""
    if get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind):
        kind = get_args(kind)[0]
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _checked(kind: Any, value: Any) -> Any:
    """Returns a value in its type. Raises _Unfit if it has another, or is outside its range."""
    if kind is Any:
        return value
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        if type(value) is int and value not in _INT64:
            _within(args[1].within(_INT64), value)
        return _within(args[1], _converted(args[0], value))
    if origin in (Union, UnionType):
        if value is None and NoneType in args:
            return None
        return _either([arg for arg in args if arg is not NoneType], value)
    if origin is Literal:
        if type(value) is not str or value not in args:
            raise _Unfit(_name(kind), value)
        return value
    if origin is tuple:
        return _sequence(kind, args, value)
    converted = _converted(kind, value)
    return _within(_FINITE, converted) if kind is float else converted


def _converted(kind: type[Any], value: Any) -> Any:
    """Returns a scalar in its type."""
    if kind in (int, float) and type(value) is int:
        value = kind(_within(_INT64, value))
    if type(value) is not kind:
        raise _Unfit(_SCALARS[kind][0], value)
    return value


def _within(limits: Range, value: Any) -> Any:
    if value not in limits:
        raise _Unfit(str(limits), value, is_range=True)
    return value


def _either(kinds: list[Any], value: Any) -> Any:
    """Returns a value in the first of several types that it has."""
    problems: list[_Unfit] = []
    for kind in kinds:
        try:
            return _checked(kind, value)
        except _Unfit as problem:
            problems.append(problem)
    for found in problems:
        if found.is_range:
            raise found
    if len(problems) == 1:
        raise problems[0]
    raise _Unfit(" or ".join(map(_name, kinds)), value)


def _sequence(kind: Any, args: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    """Returns a list as a tuple."""
    is_open = args[-1] is Ellipsis
    if not isinstance(value, list | tuple) or not (is_open or len(value) == len(args)):
        raise _Unfit(_name(kind), value)
    kinds = repeat(args[0], len(value)) if is_open else args
    try:
        return tuple(map(_checked, kinds, value))
    except _Unfit as problem:
        if problem.is_range:
            raise
        raise _Unfit(_name(kind), value) from None


def _name(kind: Any, plural: bool = False) -> str:
    """Returns the words for a type, or for several values of it."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _name(args[0], plural)
    if origin is tuple:
        what = "list" if args[-1] is Ellipsis else "pair"
        return (
            f"{what}s of {_name(args[0], True)}"
            if plural
            else f"a {what} of {_name(args[0], True)}"
        )
    if origin in (Union, UnionType):
        return "values" if plural else "a value"
    if origin is Literal:
        return f"one of {', '.join(args)}"
    return _SCALARS[kind][plural]


def _shown(value: Any) -> str:
    """Returns a value for a message, on one line and not too long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # thousands of digits, or of lists within lists
        return f"a {type(value).__name__} too large to show"
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."
