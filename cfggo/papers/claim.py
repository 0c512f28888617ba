"""What a claim of a paper is, and when it holds."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from cfggo.base.intervals import wilson_interval


class Row(NamedTuple):
    """A measured value, or a share; low, high: its 95% interval, NaN without; n: its samples."""

    name: str
    value: float
    low: float = math.nan
    high: float = math.nan
    n: int = 0


class Statement(NamedTuple):
    """A sentence that is true if an effect is above 0; low, high: the effect's 95% interval."""

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
    """A line of a figure; intervals: pairs (low, high) for each point, if there are any."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    intervals: Sequence[tuple[float, float]] = ()


class Panel(NamedTuple):
    """A part of a figure: what its axes mean, and its lines, dashed if `the paper` names them."""

    across: str
    up: str
    curves: Sequence[Curve]
    in_percent: bool = True
    by_doublings: bool = False


class Mark(NamedTuple):
    """A sign in a diagram: where, x going right and y up; its shape, a key of `figure.SHAPES`; its
    colour; and what is written on it.
    """

    x: float
    y: float
    shape: str
    colour: str
    text: str = ""


class Diagram(NamedTuple):
    """A part of a figure: lines, each from x, y to x, y, and marks on them."""

    title: str
    lines: Sequence[tuple[float, float, float, float]]
    marks: Sequence[Mark]


class Result(NamedTuple):
    """What a claim came to; the figure shows the rows if no panel has curves."""

    rows: Sequence[Row]
    statements: Sequence[Statement]
    panels: Sequence[Panel | Diagram] = ()


class Outputs(NamedTuple):
    """What the steps of a claim printed as JSON, by their names; the folder of the files that they
    wrote; and the records.
    """

    printed: Mapping[str, Any]
    out: Path
    records: Path


class Step(NamedTuple):
    """A command: its name, the minutes that it takes on one core, and what follows `cfggo`."""

    name: str
    minutes: float
    line: str

    @property
    def makes_records(self) -> bool:
        """Whether a user who has records can do without it."""
        return "--out {out}/games " in self.line


class Form:
    """How a claim is measured, small or full.

    Public attributes: steps, in their order; and what the others of `__init__` say.
    """

    def __init__(
        self,
        differs: str,
        steps: str,
        wants: str = "",
        shipped: Callable[[], Path] | None = None,
    ) -> None:
        """Reads the steps.

        differs -- what differs from the paper
        steps   -- a line `NAME MINUTES: COMMAND` for each, indented where it goes on; {out},
                   {records} and {size} are filled in
        wants   -- what records the user has to name, "" if none
        shipped -- returns records that come with the program, in place of those that steps make
        """
        self.differs, self.wants, self.shipped = differs, wants, shipped
        lines = re.sub(r"\n +", " ", textwrap.dedent(steps).strip()).splitlines()
        parts = [re.split("[ :]+", line, maxsplit=2) for line in lines]
        self.steps = tuple(Step(name, float(minutes), line) for name, minutes, line in parts)


@dataclass(frozen=True)
class Claim:
    """Something that a paper says and numbers can show.

    Public attributes:
      name        -- such as "table-1"
      title       -- what is measured
      says        -- what the paper says
      published   -- the paper's values by rows, in percent if values are shares
      small, full -- the two forms
      result      -- makes the result of what the steps came to
      counted     -- what the samples are
      in_percent  -- whether values are shares
      needs       -- called first; each raises CfggoError if something is missing
    """

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


class Paper(NamedTuple):
    """A paper: how it is cited, its title, and its claims."""

    cited: str
    title: str
    claims: tuple[Claim, ...]


def share_row(name: str, wins: float, n: int) -> Row:
    """Returns the row of a share of independent samples."""
    return Row(name, wins / n if n else math.nan, *wilson_interval(wins, n), n)


def match_row(name: str, match: Mapping[str, Any]) -> Row:
    """Returns the row of a match: the share of games that its first program won."""
    wins, losses, draws = match["wins"], match["losses"], match["draws"]
    return share_row(name, wins + draws / 2, wins + losses + draws)


def pooled(rows: Sequence[Row]) -> Row:
    """Returns the row of all samples of several shares."""
    return share_row("", sum(row.value * row.n for row in rows), sum(row.n for row in rows))


def more(words: str, one: Row | float, other: Row | float, beyond: float = 0.0) -> Statement:
    """Returns the statement that a value is larger than another by more than so much.

    A value is that of a row, or known. The interval is that of two independent samples (Newcombe
    1998, method 10).
    """
    one, other = (x if isinstance(x, Row) else Row("", x, x, x) for x in (one, other))
    effect = one.value - other.value - beyond
    down = math.hypot(one.value - one.low, other.high - other.value)
    up = math.hypot(one.high - one.value, other.value - other.low)
    return Statement(words, effect, effect - down, effect + up)


def numbers(values: Sequence[float | None]) -> list[float]:
    """Returns numbers of JSON, in which None stands for NaN."""
    return [math.nan if value is None else value for value in values]


def ends(interval: Sequence[float | None]) -> tuple[float, float]:
    """Returns an interval of JSON."""
    low, high = numbers(interval)
    return low, high


def pairs(intervals: Sequence[Sequence[float | None]]) -> list[tuple[float, float]]:
    """Returns intervals of JSON."""
    return [ends(interval) for interval in intervals]
