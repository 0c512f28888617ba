"""The engine at work: loaded in the background, with a line of progress, stopped by Ctrl-C."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, TypeVar

from cfggo.base.terminal import console
from cfggo.base.worker import Job, Worker

if TYPE_CHECKING:
    from rich.status import Status

    from cfggo.study.api.analysis import Analysis
    from cfggo.study.api.engine import Engine

_T = TypeVar("_T")

_PATIENCE = 1.0
"""Seconds that pass before a line says what goes on."""

INTERVAL = 0.25
"""Seconds between two changes of the line."""


@dataclass(frozen=True)
class Watch:
    """The callbacks by which a search is watched.

    Public attributes:
        stop -- tells whether it should end
        tell -- takes what it has found so far
    """

    stop: Callable[[], bool]
    tell: Callable[[Analysis], None]


class Thinker:
    """An engine that is loaded in the background; whoever lets it search waits for the end.

    Use it as a context manager, which ends its thread.
    """

    def __init__(self, load: Callable[[], Engine], *, is_interactive: bool) -> None:
        """Begins to load an engine.

        is_interactive -- whether Ctrl-C ends a search rather than the program
        """
        self._is_interactive = is_interactive
        self._worker = Worker(lambda number: load())
        self._engine = self._worker.load()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._worker.end()

    def run(self, words: str, work: Callable[[Engine, Watch], _T]) -> _T:
        """Returns the result of some work with the engine; it should stop when its Watch says so.

        words -- what goes on, for the line of progress: "cfggo thinks"

        Raises CfggoError if the engine can't be loaded, or for what the work raises;
        KeyboardInterrupt while the engine is still being loaded.
        """
        with _line("cfggo is being loaded"):
            self._engine.wait()
        started = time.monotonic()
        with _line(f"{words} (Ctrl-C: enough)") as show:

            def tell(analysis: Analysis) -> None:
                if time.monotonic() - started >= _PATIENCE:
                    show(f"{words}: {_so_far(analysis, time.monotonic() - started)}")

            job = self._worker.submit(lambda engine, stop: work(engine, Watch(stop, tell)))
            with self._stopping(job):
                return job.wait()

    @property
    def has_failed(self) -> bool:
        """Whether the engine could not be loaded."""
        return self._engine.done() and self._engine.exception() is not None

    @contextmanager
    def _stopping(self, job: Job[_T]) -> Iterator[None]:
        """Lets Ctrl-C end the search instead of the program."""
        if not self._is_interactive:
            yield
            return
        before = signal.signal(signal.SIGINT, lambda signum, frame: job.stop())
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


@contextmanager
def _line(first: str) -> Iterator[Callable[[str], None]]:
    """Yields what shows a line with a spinner on standard error, if that is a terminal.

    first -- what it says after _PATIENCE, if nobody has said more by then
    """
    lock = threading.Lock()
    status: Status | None = None
    is_over = False

    def show(words: str, is_first: bool = False) -> None:
        nonlocal status
        with lock:
            if is_over or not console().is_terminal or (is_first and status is not None):
                return
            if status is None:
                from rich.status import Status

                status = Status(words, console=console(), spinner="line")
                status.start()
            status.update(words)

    timer = threading.Timer(_PATIENCE, show, (first, True))
    timer.daemon = True
    timer.start()
    try:
        yield show
    finally:
        timer.cancel()
        with lock:
            is_over = True
            if status is not None:
                status.stop()


def _so_far(analysis: Analysis, seconds: float) -> str:
    best = analysis.best
    leader = f", {best.move} wins {100 * best.winrate:.0f}%" if best else ""
    return f"{analysis.playouts:,} playouts in {seconds:.0f} s{leader} (Ctrl-C: enough)"
