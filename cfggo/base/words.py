"""Words for figures, for today, and for names that nobody knows."""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterable

_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip

_LEAST_BEGUN = 3
"""Letters of the beginning of a name that may stand for it."""


def number_to_text(n: int) -> str:
    """Returns a whole number in words, if it is small."""
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def two_digits(number: float) -> str:
    """Returns a number, not negative, with two digits that say something, or as a whole number."""
    if number >= 9.95:
        return f"{float(f'{number:.3g}'):,.0f}"
    if number < 1e-4:  # 0 too
        return f"{number:.0e}"
    number = float(f"{number:.2g}")
    digits = max(0, 1 - math.floor(math.log10(number)))
    return f"{number:.{digits}f}"


def counted(n: int, noun: str) -> str:
    """Returns a number with a noun, such as "1 game" or "1,000 games"."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def points_counted(points: float) -> str:
    """Returns points as a game counts them, such as "1 point" or "7.5 points"."""
    return f"{points:g} point{'' if points == 1 else 's'}"


def points_in_tenths(points: float) -> str:
    """Returns points as a search estimates them, such as "8.4 points" or "1.0 point"."""
    return f"{points:.1f} point{'' if f'{points:.1f}' == '1.0' else 's'}"


def percent_rounded(share: float | None, digits: int = 0) -> str:
    """Returns a share in percent with so many digits behind the point, "" for None."""
    return "" if share is None else f"{100 * share:.{digits}f}%"


def percent_down_to_tenths(share: float) -> str:
    """Returns a share in percent: whole from 10% on, else in tenths, "<0.1%" for the smallest."""
    if share < 0.0005:
        return "<0.1%"
    return percent_rounded(share, digits=0 if share >= 0.0995 else 1)


def percent_in_two_digits(share: float) -> str:
    """Returns a share in percent by `two_digits`, however small: "41%", "0.031%"."""
    if share < 1e-6:
        return "less than 0.0001%"
    return f"{two_digits(100 * share)}%"


def today() -> str:
    """Returns today's date, as files say when they were made: "2026-11-22", in UTC."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def closest(word: str, names: Iterable[str]) -> str | None:
    """Returns the name that a mistyped one was meant to be, or None if none is like it."""
    from difflib import get_close_matches  # only errors need it

    plain = {name.lower(): name for name in names}
    begun = [name for name in plain if len(word) >= _LEAST_BEGUN and name.startswith(word.lower())]
    likely = begun if len(begun) == 1 else get_close_matches(word.lower(), plain, 1)
    return plain[likely[0]] if likely else None


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Returns what an error says after a name that nobody knows: which one was meant, or else which
    there are.
    """
    names = list(names)
    meant = closest(word, names)
    return f"did you mean {meant}?" if meant else f"expected one of: {', '.join(names)}"
