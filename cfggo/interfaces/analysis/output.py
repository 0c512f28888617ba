"""Writes answers in a thread of their own, so that no search waits for a slow reader."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

from cfggo.base.pipes.sinks import Sink


class AnswerOutput:
    """Lines that several threads write, whole and one after the other.

    The lines that nobody has read yet are kept, however many: a client may send all its queries
    before it reads the first answer.
    """

    def __init__(self, sink: Sink, on_failure: Callable[[OSError], None]) -> None:
        """Starts the thread; on_failure is called in it if a line can't be written, the first time.

        Later output is discarded.
        """
        self._sink = sink
        self._on_failure = on_failure
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="answers", daemon=True)
        self._thread.start()

    def send(self, line: str) -> None:
        """Takes a line, without its end, and returns at once."""
        self._lines.put(line)

    def close(self) -> None:
        """Returns when all lines are written."""
        self._lines.put(None)
        self._thread.join()

    def _write_all(self) -> None:
        has_failed = False
        while (line := self._lines.get()) is not None:
            if has_failed:
                continue
            try:
                self._sink.write(line.encode("ascii") + b"\n")
            except OSError as error:
                has_failed = True
                self._on_failure(error)
