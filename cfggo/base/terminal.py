"""Progress on standard error while a command works, and tables on standard output."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError

if TYPE_CHECKING:
    from rich.console import Console, JustifyMethod

COMPILING = "compiling, once"
"""Words before a bar."""

_WIDEST = 100_000  # columns of a table


@cache
def console() -> Console:
    """Returns the console on standard error; it prints texts as they are, brackets too."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def has_display() -> bool:
    """Tells whether a browser can show a window, rather than take over the terminal."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def say(text: str) -> None:
    """Prints a text for the user on standard error; its lines are as long as they are."""
    console().print(text, soft_wrap=True)


@contextmanager
def progress(description: str, total: int | None, unit: str) -> Iterator[Callable[..., None]]:
    """Shows a bar with the count, the rate in units a second, and the time left.

    The bar goes if an error ends the work: the error is all that there is to say then.

    description -- words before the bar, in whose place it says when kernels are compiled
    total       -- number of units to come, or None if unknown
    unit        -- plural noun, such as "games"

    Yields a function that takes the number of units done since its last call, and, if the total has
    grown since, by how many.
    """
    from rich.progress import BarColumn, Progress, ProgressColumn, Task
    from rich.progress import TimeRemainingColumn as TimeLeftColumn
    from rich.table import Column
    from rich.text import Text

    class WordsColumn(ProgressColumn):
        """What is being done."""

        def render(self, task: Task) -> Text:
            return Text(COMPILING if _is_compiling() else task.description)

    class RateColumn(ProgressColumn):
        """The count and the rate."""

        def render(self, task: Task) -> Text:
            count = f"{task.completed:,.0f}"
            if task.total is not None:
                count += f"/{task.total:,.0f}"
            speed = task.finished_speed or task.speed
            rate = "" if speed is None else f", {speed:,.1f}/s"
            name = re.sub(r"(?<=ss)es$|s$", "", unit) if count in ("1", "1/1") else unit
            return Text(f"{count} {name}{rate}")

    # Where the line is too narrow the bar gets shorter; else words would go on below it.
    words, rate, left = (Column(no_wrap=True) for _ in range(3))
    columns = (
        WordsColumn(words),
        BarColumn(),
        RateColumn(rate),
        TimeLeftColumn(table_column=left),
    )
    # What a command prints meanwhile goes above the bar on a terminal, and nowhere else otherwise.
    on_terminal = sys.stdout.isatty()
    bar = Progress(*columns, console=console(), redirect_stdout=on_terminal)
    task = bar.add_task(description, total=total)

    def advance(done: int, more: int = 0) -> None:
        if more and total is not None:
            bar.update(task, total=(bar.tasks[0].total or 0) + more)
        bar.update(task, advance=done)

    stop = bar.stop
    bar.start()
    try:
        yield advance
    except (CfggoError, OSError):
        bar.live.transient = True
        stop = bar.live.stop  # without the end of the line that bar.stop adds
        raise
    finally:
        stop()


def _is_compiling() -> bool:
    """Tells whether a kernel is being compiled; imports no Numba where nothing else does."""
    interrupts = sys.modules.get("cfggo.base.interrupts")
    return interrupts is not None and interrupts.compiling.depth > 0


def duration_to_text(seconds: float) -> str:
    """Returns a duration in short: "40 s", "12 min", "3 h 20 min"."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def print_table(
    title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], *, left: Sequence[int] = (0,)
) -> None:
    """Prints a table of `table_to_text` to standard output, below its title."""
    print(f"{title}\n{table_to_text(heads, rows, left=left)}")


def table_to_text(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, left: Sequence[int] = (0,)
) -> str:
    """Returns a table as lines, as wide as its cells need: nothing is ever cut.

    heads -- may have several lines each
    left -- indices of the columns that are flush left; the others are flush right
    """
    from io import StringIO

    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for index, head in enumerate(heads):
        side: JustifyMethod = "left" if index in left else "right"
        table.add_column(head, justify=side, vertical="bottom", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    text = StringIO()
    console = Console(file=text, width=_WIDEST, markup=False, emoji=False, highlight=False)
    console.width = console.measure(table).maximum
    console.print(table, crop=False)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines())
