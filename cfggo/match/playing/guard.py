"""Kills the programs of a run that was killed.

A killed process can't clean up. So every process that starts programs has a helper in a session of
its own, which gets their process groups, notices when the process is gone, and kills what is left
of them. Run as a script, this module is the helper.
"""

import atexit
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress


class ProcessGuard:
    """The helper, as the process that it works for sees it. Any thread may use it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._helper: subprocess.Popen[bytes] | None = None

    def add(self, group: int) -> None:
        """Adds a process group to be killed when this process ends, however it ends.

        Raises OSError if the helper can't be started.
        """
        with self._lock:
            if self._helper is None:
                self._helper = self._start()
            self._tell(f"+{group}\n")

    def remove(self, group: int) -> None:
        """Forgets a process group, whose id may soon belong to others."""
        with self._lock:
            if self._helper is not None:
                self._tell(f"-{group}\n")

    def close(self) -> None:
        """Ends the helper, which kills the groups that are left."""
        with self._lock:
            if self._helper is not None:
                self._helper.communicate()
                self._helper = None

    def _tell(self, line: str) -> None:
        assert self._helper is not None
        assert self._helper.stdin is not None
        with suppress(BrokenPipeError):  # the helper was killed: nothing can be done here
            self._helper.stdin.write(line.encode())

    def _start(self) -> "subprocess.Popen[bytes]":
        # Neither the site's packages nor the environment: it starts in a hundredth of a second.
        return subprocess.Popen(
            [sys.executable, "-I", "-S", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=True,
        )


guard = ProcessGuard()
"""The helper of this process, started when it is first needed."""

atexit.register(guard.close)


def kill_what_is_left() -> None:
    """Follows the lines on standard input to their end, then kills the groups not removed."""
    groups: set[int] = set()
    for line in sys.stdin:
        change = groups.add if line[0] == "+" else groups.discard
        change(int(line[1:]))
    for group in groups:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    kill_what_is_left()
