"""What a claim of a paper is, and when it holds."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from cfggo.base.intervals import wilson_interval


class Row(NamedTuple):
    """A measured value.

    name      -- that of the paper's value, if it has one
    value     -- the number, or a share for a claim in percent
    low, high -- its 95% confidence interval, NaN if there is none
    n         -- number of samples: what `Claim.counted` says
    """

    name: str
    value: float
    low: float
    high: float
    n: int


class Statement(NamedTuple):
    """A sentence that is true if an effect is larger than 0.

    words     -- the sentence
    effect    -- in the unit of the rows, or a share
    low, high -- its 95% confidence interval, NaN if there is none
    """

    words: str
    effect: float
    low: float
    high: float

    @property
    def verdict(self) -> str:
        """Whether the sentence holds: only an interval without 0 says so."""
        if math.isnan(self.low) or math.isnan(self.high):
            return "not judged, there is no interval"
        if self.low > 0:
            return "holds"
        return "does not hold" if self.high < 0 else "too few to say"


class Curve(NamedTuple):
    """A line of a figure; low, high: the ends of its intervals, if it has any."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    is_of_paper: bool = False


class Panel(NamedTuple):
    """A part of a figure: what its axes mean, and its lines."""

    across: str
    up: str
    curves: Sequence[Curve]
    in_percent: bool = False
    by_doublings: bool = False


class Result(NamedTuple):
    """What a claim came to; without panels the figure shows the rows."""

    rows: Sequence[Row]
    statements: Sequence[Statement]
    panels: Sequence[Panel] = ()


class Outputs(NamedTuple):
    """What the steps of a claim came to.

    printed -- what they printed as JSON, by their names
    out     -- the folder of the files that they wrote
    size    -- of the boards of the records
    """

    printed: Mapping[str, Any]
    out: Path
    size: int


class Step(NamedTuple):
    """A command of this program.

    name    -- of the file that keeps what it prints
    line    -- what follows `cfggo`; {out}, {records} and {size} are filled in
    minutes -- about how long it takes on one core
    """

    name: str
    line: str
    minutes: float


@dataclass(frozen=True)
class Form:
    """How a claim is measured: small or full.

    Public attributes:
      steps   -- what is run, in this order
      differs -- what differs from the paper
      records -- steps that make the records; left out when the user names some
      shipped -- returns records that come with the program, in place of these steps
      wants   -- what records the user has to name, "" if none
    """

    steps: tuple[Step, ...]
    differs: str
    records: tuple[Step, ...] = ()
    shipped: Callable[[], Path] | None = None
    wants: str = ""


@dataclass(frozen=True)
class Claim:
    """Something that a paper says and numbers can show.

    Public attributes:
      paper      -- its number, such as "000"
      name       -- such as "table-1"
      title      -- what is measured
      says       -- what the paper says, in a sentence
      published  -- the paper's values by rows, as it gives them
      small, full -- the two forms
      result     -- makes the result of what the steps came to
      counted    -- what the samples are
      in_percent -- whether values are shares
      needs      -- called before anything is run; each raises CfggoError if something is missing
    """

    paper: str
    name: str
    title: str
    says: str
    published: Mapping[str, float | str]
    small: Form
    full: Form
    result: Callable[[Outputs], Result]
    counted: str = "games"
    in_percent: bool = True
    needs: tuple[Callable[[], object], ...] = ()


@dataclass(frozen=True)
class Paper:
    """A paper: its number, how it is cited, its title, and its claims."""

    number: str
    cited: str
    title: str
    claims: tuple[Claim, ...]


def share_row(name: str, wins: float, n: int) -> Row:
    """Returns the row of a share of independent samples."""
    return Row(name, wins / n if n else math.nan, *wilson_interval(wins, n), n)


def match_row(name: str, match: Mapping[str, Any]) -> Row:
    """Returns the row of a match: the share of games that its first program won."""
    wins = match["wins"] + match["draws"] / 2
    return share_row(name, wins, match["wins"] + match["losses"] + match["draws"])


def more(words: str, one: Row, other: Row, beyond: float = 0.0) -> Statement:
    """Returns the statement that a value is larger than that of other samples, by more than so
    much.

    The interval follows from those of the two (Newcombe 1998, method 10).
    """
    effect = one.value - other.value - beyond
    down = math.hypot(one.value - one.low, other.high - other.value)
    up = math.hypot(one.high - one.value, other.value - other.low)
    return Statement(words, effect, effect - down, effect + up)


def above(words: str, row: Row, level: float) -> Statement:
    """Returns the statement that a value is above a level that is known."""
    return Statement(words, row.value - level, row.low - level, row.high - level)


def below(words: str, row: Row, level: float) -> Statement:
    """Returns the statement that a value is below a level that is known."""
    return Statement(words, level - row.value, level - row.high, level - row.low)


def number(value: float | None) -> float:
    """Returns a number of JSON, in which None stands for NaN."""
    return math.nan if value is None else value
