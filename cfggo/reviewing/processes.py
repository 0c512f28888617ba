"""Searches of a review that several processes share.

The processes only search: what they find is kept by the one that started them.  They don't listen
to Ctrl-C, but end when that one does, however it ends.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from multiprocessing import connection

from cfggo.errors import CfggoError
from cfggo.reviewing.position import SearchedPosition
from cfggo.reviewing.record import ReviewedRecord
from cfggo.reviewing.search import PositionSearcher, ReviewSettings

BATCH = 4
"""Positions that a process is given at a time."""

_WAITING = 2
"""Batches that each process has been given, the one that it searches included."""

_Found = list[SearchedPosition]


def search_all(
    settings: ReviewSettings,
    work: Sequence[tuple[ReviewedRecord, Sequence[int]]],
    processes: int,
) -> Generator[tuple[int, SearchedPosition], None, None]:
    """Searches positions of many records; yields pairs (index of the record, what was found).

    With one process they come in their order, searched by this one.  Closing the generator ends
    what goes on elsewhere.

    Raises CfggoError if the engine can't be loaded, or a process has died.
    """
    if not work:
        return
    if processes == 1:
        searcher = PositionSearcher(settings)
        for i, (record, positions) in enumerate(work):
            for found in searcher.search(record, positions):
                yield i, found
        return
    yield from _search_elsewhere(settings, work, processes)


def _search_elsewhere(
    settings: ReviewSettings,
    work: Sequence[tuple[ReviewedRecord, Sequence[int]]],
    processes: int,
) -> Generator[tuple[int, SearchedPosition], None, None]:
    batches = (
        (i, record, positions[at : at + BATCH])
        for i, (record, positions) in enumerate(work)
        for at in range(0, len(positions), BATCH)
    )
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _begin, (settings,))
    others = multiprocessing.active_children()
    running: dict[Future[_Found], int] = {}
    try:
        while True:
            with _without_interrupts():
                for i, record, positions in islice(batches, _WAITING * processes - len(running)):
                    running[pool.submit(_search, record.name, record.data, positions)] = i
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                i = running.pop(future)
                for found in future.result():
                    yield i, found
    except BrokenProcessPool as error:
        raise CfggoError("a process that searched has died; too little memory?") from error
    finally:
        for child in multiprocessing.active_children():
            if child not in others:
                child.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


_searchers: list[PositionSearcher] = []  # of a process that searches: one


def _begin(settings: ReviewSettings) -> None:
    """Makes a process ready to search."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _searchers.append(PositionSearcher(settings))


def _end_with_parent() -> None:
    """Ends this process when the one that started it has ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _search(name: str, data: bytes, positions: Sequence[int]) -> _Found:
    return list(_searchers[0].search(_record(name, data), positions))


@lru_cache(maxsize=2)
def _record(name: str, data: bytes) -> ReviewedRecord:
    return ReviewedRecord.read(name, data)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Holds Ctrl-C back, so that processes started meanwhile never hear of it."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
