"""Notices that the controller has gone, so that no search goes on without one."""

import select
import threading
import time

LOOK_INTERVAL = 0.2
"""Seconds between two looks whether the controller is still there, while nothing is searched."""

_PATIENCE = 1.0
"""Seconds without a reader after which none is expected: after one has closed a named pipe, the
next may be about to open it."""


class HangUp:
    """Watches the output, for the end of the input proves nothing: a controller that has closed it
    may still wait for answers.
    """

    def __init__(self, descriptor: int) -> None:
        """Takes the descriptor of the output."""
        self._poll = None
        if hasattr(select, "poll"):  # Windows lacks it
            self._poll = select.poll()
            self._poll.register(descriptor, 0)
        self._seen_at: float | None = None
        self._lock = threading.Lock()  # a poll can't be asked by two threads at a time

    def has_come(self) -> bool:
        """Tells whether nobody can read what is written any more: the other end of a pipe or socket
        is closed, or a terminal is gone.  Output to a file always counts as read.
        """
        if self._poll is None:
            return False
        ended = select.POLLERR | select.POLLHUP
        with self._lock:
            if not any(event & ended for _, event in self._poll.poll(0)):
                self._seen_at = None
                return False
            now = time.monotonic()
            if self._seen_at is None:
                self._seen_at = now
            return now - self._seen_at >= _PATIENCE


def never() -> bool:
    """Stands for a controller that never goes."""
    return False
