"""Names that one process at a time can have, so that no two do the same work."""

from __future__ import annotations

import hashlib
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_STEP_SECONDS = 0.02


class Claims:
    """The names that processes have claimed with a file; each stands for one byte, which is locked.

    A process that ends, in whatever way, has no names any more.  Where the file can't be written,
    or the system knows no such locks, every name is free.
    """

    def __init__(self, path: Path) -> None:
        self._claimed: Counter[str] = Counter()
        self._file = -1
        with suppress(OSError):
            # Stays open, because to close it would give up all names.
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    def claim(self, name: str, seconds: float = 0.0) -> bool:
        """Claims a name, unless another process has it and keeps it for so many seconds to come.

        Returns whether this process has it now.  Each of its threads may claim it once more.
        """
        deadline = time.monotonic() + seconds
        while not self._claimed[name] and not self._lock(name):
            if time.monotonic() >= deadline:
                return False
            time.sleep(_STEP_SECONDS)
        self._claimed[name] += 1
        return True

    def release(self, name: str) -> None:
        """Takes one claim to a name back; after the last, others can have it."""
        self._claimed[name] -= 1
        if not self._claimed[name]:
            with suppress(ImportError, OSError, ValueError):
                import fcntl

                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, _byte_of(name))

    @contextmanager
    def claimed(self, name: str, seconds: float) -> Iterator[None]:
        """Has a name for a while, or does without it if another process keeps it for too long."""
        has_it = self.claim(name, seconds)
        try:
            yield
        finally:
            if has_it:
                self.release(name)

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
