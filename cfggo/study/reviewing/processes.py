"""Searches of a review that several processes share.

The processes only search: what they find is kept by the one that started them.  They don't listen
to Ctrl-C, but end when that one does, however it ends.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from multiprocessing import connection

from cfggo.base.errors import CfggoError
from cfggo.search.limits import Limit
from cfggo.study.reviewing.position import SearchedPosition
from cfggo.study.reviewing.record import ReviewedRecord
from cfggo.study.reviewing.search import PositionSearcher, ReviewSettings

BATCH = 4
"""Positions that a process is given at a time, where each takes a moment.  They come back together,
and what a process has not given back is lost at Ctrl-C."""

_MOMENT = Limit(playouts=2500, seconds=0.5)
"""Searches up to this take a moment."""

_WAITING = 2
"""Batches that each process has been given, the one that it searches included."""

_Found = list[SearchedPosition]


@dataclass(frozen=True)
class Job:
    """Positions of a record that are to be searched.

    Public attributes:
      number    -- of the record, whatever the caller counts
      record    -- ReviewedRecord
      positions -- their numbers
      times     -- how many times the usual playouts, or seconds, each gets
    """

    number: int
    record: ReviewedRecord
    positions: Sequence[int]
    times: int = 1


def search_all(
    settings: ReviewSettings, jobs: deque[Job], processes: int
) -> Generator[tuple[int, SearchedPosition], None, None]:
    """Searches the positions of jobs; yields pairs (number of the job's record, what was found).

    Takes the jobs from the queue; more may be added after each position.  With one process they
    are searched in their order, by this one.  Closing the generator ends what goes on elsewhere.

    Raises CfggoError if the engine can't be loaded, or a process has died.
    """
    if not jobs:
        return
    if processes == 1:
        searcher = PositionSearcher(settings)
        while jobs:
            job = jobs.popleft()
            for found in searcher.search(job.record, job.positions, job.times):
                yield job.number, found
        return
    yield from _search_elsewhere(settings, jobs, processes)


def _take_batch(settings: ReviewSettings, jobs: deque[Job]) -> Job:
    """Takes a part of the first job from the queue."""
    job = jobs.popleft()
    playouts, seconds = settings.limit.playouts, settings.limit.seconds
    is_quick = 0 < playouts <= _MOMENT.playouts or 0 < seconds <= _MOMENT.seconds
    size = max(BATCH // job.times, 1) if is_quick else 1
    if len(job.positions) > size:
        jobs.appendleft(replace(job, positions=job.positions[size:]))
    return replace(job, positions=job.positions[:size])


def _search_elsewhere(
    settings: ReviewSettings, jobs: deque[Job], processes: int
) -> Generator[tuple[int, SearchedPosition], None, None]:
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _begin, (settings,))
    others = multiprocessing.active_children()
    running: dict[Future[_Found], int] = {}
    try:
        while True:
            with _without_interrupts():
                while jobs and len(running) < _WAITING * processes:
                    job = _take_batch(settings, jobs)
                    name, data = job.record.name, job.record.data
                    future = pool.submit(_search, name, data, job.positions, job.times)
                    running[future] = job.number
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


_searchers: list[PositionSearcher | CfggoError] = []  # of a process that searches: one, or why not


def _begin(settings: ReviewSettings) -> None:
    """Makes a process ready to search."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        _searchers.append(PositionSearcher(settings))
    except CfggoError as error:  # raised here it would be shown with a traceback
        _searchers.append(error)


def _end_with_parent() -> None:
    """Ends this process when the one that started it has ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _search(name: str, data: bytes, positions: Sequence[int], times: int) -> _Found:
    searcher = _searchers[0]
    if isinstance(searcher, CfggoError):
        raise searcher
    return list(searcher.search(_record(name, data), positions, times))


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
