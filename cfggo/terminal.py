"""What people watch while a command works; everything goes to standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


@cache
def console() -> Console:
    """Returns the console on standard error."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


@contextmanager
def progress(description: str, total: int | None, unit: str) -> Iterator[Callable[[int], None]]:
    """Shows a bar with the count, the rate in units a second, and the time left.

    description -- words before the bar
    total       -- number of units to come, or None if unknown
    unit        -- plural noun, such as "games"

    Yields a function that takes the number of units done since its last call.
    """
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeftColumn
    from rich.text import Text

    class RateColumn(ProgressColumn):
        """The count and the rate."""

        def render(self, task: Task) -> Text:
            count = f"{task.completed:,.0f}"
            if task.total is not None:
                count += f"/{task.total:,.0f}"
            speed = task.finished_speed or task.speed
            rate = "" if speed is None else f", {speed:,.1f}/s"
            return Text(f"{count} {unit}{rate}")

    columns = (TextColumn("{task.description}"), BarColumn(), RateColumn(), TimeLeftColumn())
    with Progress(*columns, console=console()) as bar:
        task = bar.add_task(description, total=total)
        yield lambda done: bar.update(task, advance=done)
