"""Reads the controller's lines in a thread, so that a search can see that something arrived."""

import queue
import threading
from collections.abc import Callable, Iterator

from cfggo.base.pipes.hangup import LOOK_INTERVAL, never
from cfggo.base.pipes.sinks import OutputError
from cfggo.base.pipes.sources import Source, read_lines
from cfggo.interfaces.gtp.protocol import is_interrupt

MAX_LINE = 65536
"""Bytes of a line; ten games fit into one."""


class CommandLines:
    """The lines of a controller, one after the other.

    Of a line that is too long its first MAX_LINE + 1 bytes are kept.

    The thread is a daemon and must read without a buffer: one that is blocked in a buffered read
    holds a lock which the interpreter asks for when it exits.
    """

    def __init__(self, source: Source, has_hung_up: Callable[[], bool] = never) -> None:
        """Makes a reader of a source; has_hung_up tells that the controller has gone."""
        self._source = source
        self._has_hung_up = has_hung_up
        self._queue: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._n_read = 0
        self._n_taken = 0
        self._n_interrupted = 0  # an interrupt is meant for all lines that came before it
        self._thread = threading.Thread(target=self._read_all, name="gtp-input", daemon=True)

    def __iter__(self) -> Iterator[bytes]:
        """Yields the lines without their ends, waiting for each, until the input ends.

        Raises OutputError if the controller goes meanwhile.
        """
        self._thread.start()
        while (line := self._next()) is not None:
            self._n_taken += 1
            yield line

    def has_waiting(self) -> bool:
        """Tells whether there is a line after the one taken last, or the input has ended."""
        return not self._queue.empty()

    def is_interrupted(self) -> bool:
        """Tells whether the command in the line taken last should end."""
        return self._n_interrupted >= self._n_taken or self._has_hung_up()

    def has_news(self) -> bool:
        """Tells whether another line, the end of the input, or an interrupt came since."""
        return self.has_waiting() or self.is_interrupted()

    def first_news(self) -> "FirstNews":
        """Returns what ends a search as soon as there is news, and then knows that it did."""
        return FirstNews(self.has_news)

    def interrupt(self) -> None:
        """Interrupts the command in the line taken last."""
        self._n_interrupted = self._n_taken

    def _next(self) -> bytes | None:
        """Returns the next line, or None at the end of the input."""
        while True:
            try:
                return self._queue.get(timeout=LOOK_INTERVAL)
            except queue.Empty:
                if self._has_hung_up():
                    raise OutputError("standard output: the reader has gone") from None

    def _read_all(self) -> None:
        for line in read_lines(self._source, MAX_LINE):
            if is_interrupt(line):
                self._n_interrupted = self._n_read
            else:
                self._n_read += 1
                self._queue.put(line)
        self._queue.put(None)


class FirstNews:
    """Tells whether there is news, and remembers that there was.

    Public attributes:
      came -- bool, whether it told of some
    """

    def __init__(self, has_news: Callable[[], bool]) -> None:
        self._has_news = has_news
        self.came = False

    def __call__(self) -> bool:
        """Tells whether there is news."""
        self.came = self.came or self._has_news()
        return self.came
