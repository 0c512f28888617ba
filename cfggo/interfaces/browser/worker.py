"""The thread that searches: always at what is most urgent, which may change while it searches."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from cfggo.base.errors import CfggoError

if TYPE_CHECKING:
    from cfggo.study.api.engine import Engine

_T = TypeVar("_T")

Stop = Callable[[], bool]
"""Tells whether a search should end."""

_PATIENCE = 120.0  # seconds that a question may wait: the first start compiles kernels


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

    def engine_is_ready(self, failure: str) -> None:
        """Takes the news that the engine is loaded, or why it is not."""

    def task_failed(self) -> None:
        """Takes the news that a task failed, which `EngineWorker.failure_of` tells."""


class EngineWorker:
    """Runs tasks with one engine, one at a time, in a thread of its own.

    Public attributes:
      lock -- guards whatever the tasks follow from; hold it to change that, and then call `wake`
    """

    def __init__(self, load: Callable[[], Engine]) -> None:
        """Makes a worker; load makes the engine, in the worker's thread."""
        self.lock = threading.RLock()
        self._load = load
        self._news = threading.Condition(self.lock)
        self._asking = threading.Lock()
        self._is_loaded = threading.Event()  # or can't be
        self._engine: Engine | None = None
        self._failed: dict[tuple[Any, ...], str] = {}  # why, by the task's key
        self._current: Task | None = None
        self._stop = threading.Event()
        self._has_ended = False
        self._failure = ""
        self._thread: threading.Thread | None = None

    def start(self, source: Source) -> None:
        """Loads the engine and then runs the tasks of a source, until `end`."""
        self._source = source
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Looks for the most urgent task again, and ends the present one if that is another."""
        with self.lock:
            if self._current is not None and self._next_task() != self._current:
                self._stop.set()
            self._news.notify()

    def failure_of(self, task: Task | None) -> str:
        """Returns why a task failed, in words for the user, "" if it did not."""
        with self.lock:
            return "" if task is None else self._failed.get(task.key, "")

    def ask(self, question: Callable[[Engine], _T]) -> _T:
        """Returns the answer to a short question, found beside the tasks in the caller's thread.

        Questions come one at a time; they must not search, nor change what searches use.

        Raises CfggoError if the engine is not loaded, or for what the question raises.
        """
        if not self._is_loaded.wait(_PATIENCE):
            raise CfggoError("the engine is busy; try again")
        if self._engine is None or self._has_ended:
            raise CfggoError(self._failure or "cfggo is ending")
        with self._asking:
            return question(self._engine)

    def end(self, seconds: float = 5.0) -> None:
        """Ends the present task and the thread, for which it waits some seconds at most."""
        with self.lock:
            self._has_ended = True
            self._stop.set()
            self._news.notify()
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(self) -> None:
        self._engine = engine = self._loaded()
        self._is_loaded.set()
        if engine is None:
            self._source.engine_is_ready(self._failure)
            return
        self._source.engine_is_ready("")
        while True:
            with self.lock:
                self._current = None
                while (task := self._next_task()) is None and not self._has_ended:
                    self._news.wait()
                if task is None or self._has_ended:
                    return
                self._stop.clear()
                self._current = task
            self._do(engine, task)

    def _loaded(self) -> Engine | None:
        """Returns the engine, None if it can't be loaded, and why is kept."""
        try:
            return self._load()
        except Exception as error:
            if not isinstance(error, CfggoError):
                traceback.print_exc()
            self._failure = f"no engine: {error}"
            return None

    def _next_task(self) -> Task | None:
        task = self._source.next_task()
        return None if task is None or task.key in self._failed else task

    def _do(self, engine: Engine, task: Task) -> None:
        try:
            task.run(engine, self._stop.is_set)
        except Exception as error:
            # Trying again would fail again.
            traceback.print_exc()
            with self.lock:
                self._failed[task.key] = f"the engine failed, see the terminal: {error}"
            self._source.task_failed()
