"""Executors share the work of a pass over the games; here among threads of this machine."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Any, Generic, Protocol, Self, TypeVar
from weakref import WeakKeyDictionary

Advance = Callable[[int], None]
"""Is called with the numbers of games done."""

Show = Callable[[str, int, str], AbstractContextManager[Advance]]
"""Shows the progress of a stage, given its title, how many steps it has, and their name, a plural:
"" for games, or for problems."""

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def available_cores() -> int:
    """Returns the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class PerThread(Generic[_Result]):
    """A property of which each thread has its own, always the same; it is not pickled.

    Many threads may so work with one object, each with its own scratch.
    """

    def __init__(self, make: Callable[[Any], _Result]) -> None:
        self._make = make
        self._local = threading.local()

    def __get__(self, owner: object, kind: type) -> _Result:
        made = vars(self._local).setdefault("made", WeakKeyDictionary())
        if owner not in made:
            made[owner] = self._make(owner)
        result: _Result = made[owner]
        return result


class Executor(Protocol):
    """Shares the work among threads or workers; results never depend on how many there are."""

    def map(
        self,
        function: Callable[[Any, Any, _Item], _Result],
        common: Any,
        shared: Any,
        items: Iterable[_Item],
    ) -> Iterator[_Result]:
        """Yields function(common, shared, item) of all items in their order.

        common -- what many calls of `map` have in common
        shared  -- what all items of this call have in common
        """


class Threads:
    """An executor with threads of this process.  Use it as a context manager."""

    def __init__(self, n_threads: int) -> None:
        self._pool = ThreadPoolExecutor(n_threads)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        from cfggo.base.interrupts import compiling

        if isinstance(error[1], KeyboardInterrupt):
            compiling.is_stopped = True
            compiling.say_that_it_ends()
        self._pool.shutdown(cancel_futures=True)

    def map(
        self,
        function: Callable[[Any, Any, _Item], _Result],
        common: Any,
        shared: Any,
        items: Iterable[_Item],
    ) -> Iterator[_Result]:
        """Yields function(common, shared, item) of all items in their order."""
        yield from self._pool.map(lambda item: function(common, shared, item), items)
