"""Locks by name between processes, so that no two do the same work."""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_STEP_SECONDS = 0.02


class Claims:
    """The names that processes claim by means of a file: each name locks one byte of it.

    A process that ends, however it ends, releases its names.  Where the file can't be written, or
    the system has no such locks, every name is free.
    """

    def __init__(self, path: Path) -> None:
        self._claimed: Counter[str] = Counter()
        self._counting = threading.Lock()  # so that a count and its lock in the file change as one
        self._file = -1
        with suppress(OSError):
            # Stays open, because to close it would give up all names.
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    def claim(self, name: str, seconds: float = 0.0) -> bool:
        """Claims a name; waits for some seconds at most while another process has it.

        Returns whether this process has it now.  Its threads may claim a name several times.
        """
        deadline = time.monotonic() + seconds
        while not self._add_claim(name):
            if time.monotonic() >= deadline:
                return False
            time.sleep(_STEP_SECONDS)
        return True

    def release(self, name: str) -> None:
        """Gives back one claim to a name; after the last, other processes can claim it."""
        with self._counting:
            self._claimed[name] -= 1
            if not self._claimed[name]:
                with suppress(ImportError, OSError, ValueError):
                    import fcntl

                    fcntl.lockf(self._file, fcntl.LOCK_UN, 1, _byte_of(name))

    @contextmanager
    def claimed(self, name: str, seconds: float) -> Iterator[None]:
        """Claims a name for a `with` block, or runs it unclaimed if another process keeps it."""
        has_it = self.claim(name, seconds)
        try:
            yield
        finally:
            if has_it:
                self.release(name)

    def _add_claim(self, name: str) -> bool:
        """Adds a claim to a name, unless another process has it; returns whether it was added."""
        with self._counting:
            if not self._claimed[name] and not self._lock(name):
                return False
            self._claimed[name] += 1
            return True

    def _lock(self, name: str) -> bool:
        try:
            import fcntl

            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _byte_of(name))
        except (BlockingIOError, PermissionError):  # systems differ
            return False
        except (ImportError, OSError, ValueError):
            pass  # no locks, or no file
        return True


def _byte_of(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:7], "big")
