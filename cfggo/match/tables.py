"""Reads TOML files key by key: every error names the file and the key, and none goes unread."""

import sys
import tomllib
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Self, TypeVar

from cfggo.config import Range
from cfggo.errors import CfggoError

_T = TypeVar("_T")


class Table:
    """One table of a TOML file, or what else has values by name.

    spell -- returns a key as the user wrote it, for messages

    Public attributes:
      where -- the file, and the table within it, for messages

    All functions raise CfggoError for a value of the wrong type or outside its range, and for a
    missing key that has no default.
    """

    def __init__(
        self, where: str, values: dict[str, Any], spell: Callable[[str], str] = str
    ) -> None:
        self.where = where
        self._values = values
        self._spell = spell
        self._read: set[str] = set()

    @classmethod
    def from_file(cls, path: Path) -> Self:
        """Returns a file's main table. Raises CfggoError if it can't be read or is no TOML."""
        try:
            return cls(str(path), tomllib.loads(path.read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            problem = error.strerror if isinstance(error, OSError) else str(error)
            raise CfggoError(f"{path}: {problem}") from error

    def keys(self) -> list[str]:
        """Returns the keys in the order of the file."""
        return list(self._values)

    def table(self, key: str) -> "Table":
        """Returns a table within this one, an empty one if it is missing."""
        values = self._take(key, {})
        if not isinstance(values, dict):
            raise self.error(key, f"must be a table, written [{key}]")
        return Table(f"{self.where}: [{key}]", values)

    def text(self, key: str, default: str | None = None) -> str | None:
        """Returns a string."""
        value = self._take(key, default)
        if value is not None and not isinstance(value, str):
            raise self.error(key, f"must be a string, not {value!r}")
        return value

    def parsed(self, key: str, parse: Callable[[str], _T], default: str | None = None) -> _T | None:
        """Returns what `parse` makes of a string, None if there is none.

        What it raises, CfggoError or ValueError, becomes an error that names the file and the key.
        """
        text = self.text(key, default)
        if text is None:
            return None
        try:
            return parse(text)
        except (CfggoError, ValueError) as error:
            raise self.error(key, str(error)) from error

    def choice(self, key: str, choices: Collection[str], default: str) -> str:
        """Returns one of some strings."""
        value = self._take(key, default)
        if value not in choices:
            raise self.error(key, f"must be one of {', '.join(choices)}, not {value!r}")
        return str(value)

    def texts(self, key: str) -> list[str]:
        """Returns a list of strings, an empty one if it is missing."""
        values = self._take(key, [])
        if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
            raise self.error(key, f"must be a list of strings, not {values!r}")
        return values

    def pairs(self, key: str) -> list[tuple[str, str]]:
        """Returns a list of pairs of strings, an empty one if it is missing."""
        values = self._take(key, [])
        if not isinstance(values, list) or not all(_is_pair(value) for value in values):
            raise self.error(key, f"must be a list of pairs of strings, not {values!r}")
        return [(first, second) for first, second in values]

    def flag(self, key: str, default: bool) -> bool:
        """Returns true or false."""
        value = self._take(key, default)
        if not isinstance(value, bool):
            raise self.error(key, f"must be true or false, not {value!r}")
        return value

    def integer(self, key: str, default: int | None, low: int, high: int | None = None) -> Any:
        """Returns a whole number within a range, or the default."""
        value = self._take(key, default)
        return value if value is default else self._integer(key, value, low, high)

    def integers(self, key: str, default: list[int], low: int, high: int) -> list[int]:
        """Returns a list of whole numbers within a range; a single number is a list of one."""
        value = self._take(key, default)
        values = value if isinstance(value, list) else [value]
        if not values:
            raise self.error(key, "must not be empty")
        return [self._integer(key, v, low, high) for v in values]

    def number(self, key: str, default: float | None, limits: Range | None = None) -> Any:
        """Returns a finite number within a range, or the default."""
        value = self._take(key, default)
        if value is default:
            return default
        if not _is_number(value):
            raise self.error(key, f"must be a number, not {value!r}")
        if limits is not None and value not in limits:
            raise self.error(key, f"must be {limits}, not {value!r}")
        return float(value)

    def numbers(self, key: str) -> list[float]:
        """Returns a list of numbers, an empty one if it is missing."""
        values = self._take(key, [])
        if not isinstance(values, list) or not all(_is_number(value) for value in values):
            raise self.error(key, f"must be a list of numbers, not {values!r}")
        return [float(value) for value in values]

    def scalars(self, key: str) -> list[str]:
        """Returns a list of numbers, strings, or true and false, each as it is written."""
        values = self._take(key, [])
        if not isinstance(values, list) or not values:
            raise self.error(key, f"must be a list of values, not {values!r}")
        return [str(v).lower() if isinstance(v, bool) else str(v) for v in values]

    def finish(self) -> None:
        """Raises CfggoError if there are keys that were not read."""
        for key in self._values:
            if key not in self._read:
                raise CfggoError(
                    f"{self.where}: unknown key {key!r}; known are {', '.join(sorted(self._read))}"
                )

    def error(self, key: str, problem: str) -> CfggoError:
        """Returns an error that names the file and the key."""
        return CfggoError(f"{self.where}: {self._spell(key)}: {problem}")

    def _take(self, key: str, default: Any) -> Any:
        self._read.add(key)
        return self._values.get(key, default)

    def _integer(self, key: str, value: Any, low: int, high: int | None) -> int:
        in_range = isinstance(value, int) and low <= value and (high is None or value <= high)
        if isinstance(value, bool) or not in_range:
            limits = f"at least {low}" if high is None else f"{low} to {high}"
            raise self.error(key, f"must be a whole number, {limits}, not {value!r}")
        return int(value)


def _is_number(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= sys.float_info.max  # not so of NaN


def _is_pair(value: Any) -> bool:
    return (
        isinstance(value, list) and len(value) == 2 and all(isinstance(part, str) for part in value)
    )
