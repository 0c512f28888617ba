"""The engine of a page: always at what is most urgent, which may change while it searches."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from cfggo.base.errors import CfggoError
from cfggo.base.said import Said, said
from cfggo.base.worker import Job, Stop, Worker

if TYPE_CHECKING:
    from cfggo.study.api.engine import Engine

_T = TypeVar("_T")

_PATIENCE = 120.0  # seconds that a question may wait: the first start compiles kernels

LOADING = said("The engine is being loaded")
_ENDING = said("cfggo is ending")

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Task:
    """Something to search.

    Public attributes:
      key -- what tells it from others: tasks with equal keys are the same
      run -- does it, with an engine; it ends early when Stop says so, and then keeps nothing
    """

    key: tuple[Any, ...]
    run: Callable[[Engine, Stop], None] = field(compare=False)


class Source(Protocol):
    """Where tasks come from."""

    def next_task(self) -> Task | None:
        """Returns the most urgent task, or None; called with the worker's lock held."""

    def engine_is_loading(self, words: str) -> None:
        """Takes the news how far the engine is loaded."""

    def engine_is_ready(self, failure: str) -> None:
        """Takes the news that the engine is loaded, or why it is not."""

    def task_failed(self) -> None:
        """Takes the news that a task failed, which `EngineWorker.failure_of` tells."""


class EngineWorker:
    """Runs tasks with one engine, one at a time, in a thread of its own.

    Public attributes:
      lock -- guards whatever the tasks follow from; hold it to change that, and then call `wake`
    """

    def __init__(self, load: Callable[[Tell], Engine]) -> None:
        """Makes a worker; load makes the engine, in the worker's thread, and tells how far it
        is.
        """
        self.lock = threading.RLock()
        self._worker = Worker(lambda number: load(self._source.engine_is_loading))
        self._asking = threading.Lock()
        self._failed: dict[tuple[Any, ...], str] = {}  # why, by the task's key
        self._current: tuple[Task, Job[None]] | None = None
        self._is_ready = self._has_ended = False

    def start(self, source: Source) -> None:
        """Loads the engine and then runs the tasks of a source, until `end`."""
        self._source = source
        self._engine = self._worker.load()
        self._engine.when_done(self._has_loaded)

    def wake(self) -> None:
        """Looks for the most urgent task again, and ends the present one if that is another."""
        with self.lock:
            if not self._is_ready:
                return
            task = self._next_task()
            if self._current is not None:
                present, job = self._current
                if task != present:
                    job.stop()
            elif task is not None:
                job = self._worker.submit(task.run)
                self._current = task, job
                job.when_done(partial(self._has_done, task))

    def failure_of(self, task: Task | None) -> str:
        """Returns why a task failed, in words for the user, "" if it did not."""
        with self.lock:
            return "" if task is None else self._failed.get(task.key, "")

    def ask(self, question: Callable[[Engine], _T]) -> _T:
        """Returns the answer to a short question, found beside the tasks in the caller's thread.

        Questions come one at a time; they must not search, nor change what searches use.

        Raises CfggoError if the engine is not loaded, or for what the question raises.
        """
        try:
            error = self._engine.exception(_PATIENCE)
        except TimeoutError:
            raise CfggoError(said("the engine is busy; try again")) from None
        except CancelledError:
            raise CfggoError(_ENDING) from None
        if error is not None:
            raise CfggoError(_no_engine(error))
        if self._has_ended:
            raise CfggoError(_ENDING)
        with self._asking:
            return question(self._engine.result())

    def end(self, seconds: float = 5.0) -> None:
        """Ends the present task and the thread, for which it waits some seconds at most."""
        with self.lock:
            self._is_ready, self._has_ended = False, True
        self._worker.end(seconds)

    def _has_loaded(self, loaded: Job[Engine]) -> None:
        """Takes the news that the engine is loaded, or can't be."""
        if loaded.cancelled():
            return
        error = loaded.exception()
        if error is not None and not isinstance(error, CfggoError):
            traceback.print_exception(error)
        with self.lock:
            self._is_ready = error is None and not self._has_ended
        self._source.engine_is_ready("" if error is None else _no_engine(error))
        self.wake()

    def _next_task(self) -> Task | None:
        task = self._source.next_task()
        return None if task is None or task.key in self._failed else task

    def _has_done(self, task: Task, job: Job[None]) -> None:
        """Takes the news that a task has ended, and turns to the next one."""
        error = None if job.cancelled() else job.exception()
        with self.lock:
            self._current = None
            if error is not None:  # trying again would fail again
                traceback.print_exception(error)
                self._failed[task.key] = said(
                    "the engine failed, see the terminal: {error}", error=str(error)
                )
        if error is not None:
            self._source.task_failed()
        self.wake()


def _no_engine(error: BaseException) -> Said:
    return said("no engine: {error}", error=str(error))
