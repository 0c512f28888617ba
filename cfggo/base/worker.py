"""Threads that do what they are given with an engine of their own, the most urgent first."""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from typing import Any, Generic, TypeVar

_EngineT = TypeVar("_EngineT")
_T = TypeVar("_T")

_LOOK_INTERVAL = 0.05
"""Seconds between two looks for signals; on Windows nothing else lets them through."""

Stop = Callable[[], bool]
"""Tells whether a job should end soon."""


class Job(Future[_T]):
    """Something to do: a future that can be stopped while it runs, if its work asks."""

    def __init__(self) -> None:
        super().__init__()
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Asks for its end, with what it has found out so far."""
        self._stopped.set()

    def is_stopped(self) -> bool:
        """Tells whether its end was asked for."""
        return self._stopped.is_set()

    def when_done(self, tell: Callable[[Job[_T]], object]) -> None:
        """Calls a function with this job when it is done or cancelled; at once if it is."""
        self.add_done_callback(lambda _: tell(self))

    def wait(self) -> _T:
        """Returns what it comes to, as `result` does, but lets the signals of the process through;
        stops it if one of them raises an exception.
        """
        try:
            while True:
                try:
                    return self.result(_LOOK_INTERVAL)
                except TimeoutError:
                    if self.done():
                        return self.result()
        except BaseException:
            self.stop()
            raise


class Worker(Generic[_EngineT]):
    """Does jobs, each with the engine of one of its threads.

    Threads are started when there are jobs for them, and die with the process.
    """

    def __init__(
        self, load: Callable[[int], _EngineT], n_threads: int = 1, name: str = "engine"
    ) -> None:
        """Makes a worker.

        load -- makes the engine of a thread, by its number; is called in that thread before its
                first job, and again before the next if it fails
        """
        self._load = load
        self._n_threads = n_threads
        self._name = name
        self._changed = threading.Condition()
        self._numbers = count()
        self._queue: list[tuple[int, int, Job[Any], Callable[[_EngineT, Stop], Any]]] = []
        self._running: set[Job[Any]] = set()
        self._threads: list[threading.Thread] = []
        self._has_ended = False

    def load(self) -> Job[_EngineT]:
        """Returns a job that comes to an engine as soon as it is loaded."""
        return self.submit(lambda engine, stop: engine)

    def submit(self, work: Callable[[_EngineT, Stop], _T], priority: int = 0) -> Job[_T]:
        """Returns a job that waits for a thread; after `end` it is cancelled at once.

        work     -- what to do with an engine, until Stop says that it is enough
        priority -- the highest comes first, and the earliest of equals
        """
        job = Job[_T]()
        with self._changed:
            if self._has_ended:
                job.cancel()
                return job
            heapq.heappush(self._queue, (-priority, next(self._numbers), job, work))
            n_busy, n_threads = len(self._running), len(self._threads)
            if n_busy + len(self._queue) > n_threads and n_threads < self._n_threads:
                thread = threading.Thread(
                    target=self._run, args=(n_threads,), name=self._name, daemon=True
                )
                self._threads.append(thread)
                thread.start()
            self._changed.notify()
        return job

    def end(self, seconds: float | None = None) -> None:
        """Stops the jobs under way and cancels those that wait; returns when the threads have
        ended, or after some seconds.
        """
        with self._changed:
            self._has_ended = True
            waiting = [job for _, _, job, _ in self._queue]
            for job in self._running:
                job.stop()
            self._changed.notify_all()
        for job in waiting:
            job.cancel()
        for thread in self._threads:
            thread.join(seconds)

    def _run(self, number: int) -> None:
        """Does the jobs of a thread."""
        engine: _EngineT | None = None
        while True:
            with self._changed:
                while not self._queue and not self._has_ended:
                    self._changed.wait()
                if self._has_ended:
                    return
                _, _, job, work = heapq.heappop(self._queue)
                self._running.add(job)
            if job.set_running_or_notify_cancel():
                try:
                    if engine is None:
                        engine = self._load(number)
                    result = work(engine, job.is_stopped)
                except BaseException as error:
                    job.set_exception(error)
                else:
                    job.set_result(result)
            with self._changed:
                self._running.discard(job)
