"""Points and stones as people write them, in figures and in words: 6.5, 6 1/2, 6目半, 3又3/4子."""

from __future__ import annotations

import re
from typing import NamedTuple
from unicodedata import normalize

AMOUNT = r"""
    (?P<sign>[-+])? \s*
    (?: (?P<whole>\d{1,6}(?:[.,]\d{1,9})?) (?!\d|[.,]\d|\s*/) )?
    \s* (?:又|과|と|and)? \s*
    (?: (?P<part>\d{1,2}) \s* / \s* (?P<of>[1-9]\d?) )?
    \s* (?P<unit>目|子|집|호|点|點|points?|pts?|stones?)?
    \s* (?P<half>半|반)? \s* (?:目|子|집)?
"""
"""Pattern of an amount, in verbose form. It matches where there is nothing, too."""

_AMOUNT = re.compile(AMOUNT, re.VERBOSE | re.IGNORECASE)
_LEADING = re.compile(r"(?:黑|黒|흑|black)?\s*(?:贴|貼|コミ|덤|komi)?\s*", re.IGNORECASE)

_FRACTIONS = str.maketrans({"½": " 1/2", "¼": " 1/4", "¾": " 3/4"})

_STONES = ("子", "stone", "stones")


class Amount(NamedTuple):
    """A number of points or stones.

    Public attributes:
      number    -- as written
      in_stones -- whether it is said to be stones, of which each is worth two points
    """

    number: float
    in_stones: bool = False

    @property
    def points(self) -> float:
        """The number in points."""
        return 2 * self.number if self.in_stones else self.number


def read_amount(text: str) -> Amount | None:
    """Returns the amount that a text is, such as "6.5", "6目半" or "黑贴3又3/4子", or None."""
    text = plain(text)
    start = _LEADING.match(text)
    found = _AMOUNT.fullmatch(text, start.end() if start else 0)
    return found and amount_of(found)


def plain(text: str) -> str:
    """Returns a text with plain figures and letters in place of others that mean the same."""
    return normalize("NFKC", text.translate(_FRACTIONS)).strip()


def amount_of(found: re.Match[str]) -> Amount | None:
    """Returns the amount of a match of `AMOUNT`, or None if it has no figure."""
    if not (found["whole"] or found["part"] or found["half"]):
        return None
    number = float((found["whole"] or "0").replace(",", "."))
    if found["part"]:
        number += int(found["part"]) / int(found["of"])
    if found["half"]:
        number += 0.5
    unit = (found["unit"] or "").lower()
    return Amount(-number if found["sign"] == "-" else number, unit in _STONES)
