"""The thread that searches: always at what is most urgent, which may change while it searches."""

from __future__ import annotations

import threading
import traceback
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from cfggo.errors import CfggoError

if TYPE_CHECKING:
    from cfggo.study.engine import Engine

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


class EngineWorker:
    """Runs tasks and questions with one engine, one at a time, in a thread of its own.

    Public attributes:
      lock -- guards whatever the tasks follow from; hold it to change that, and then call `wake`
    """

    def __init__(self, load: Callable[[], Engine]) -> None:
        """Makes a worker; load makes the engine, in the worker's thread."""
        self.lock = threading.RLock()
        self._load = load
        self._news = threading.Condition(self.lock)
        self._questions: deque[tuple[Callable[[Engine], Any], Future[Any]]] = deque()
        self._failed: set[tuple[Any, ...]] = set()
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

    def ask(self, question: Callable[[Engine], _T]) -> _T:
        """Returns the answer to a short question, which comes before all tasks.

        Raises CfggoError if the engine could not be loaded, or for what the question raises.
        """
        answer: Future[_T] = Future()
        with self.lock:
            if self._failure or self._has_ended:
                raise CfggoError(self._failure or "cfggo is ending")
            self._questions.append((question, answer))
            self._stop.set()
            self._news.notify()
        try:
            return answer.result(_PATIENCE)
        except FutureTimeoutError:
            raise CfggoError("the engine is busy; try again") from None

    def end(self, seconds: float = 5.0) -> None:
        """Ends the present task and the thread, for which it waits some seconds at most."""
        with self.lock:
            self._has_ended = True
            self._stop.set()
            self._news.notify()
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(self) -> None:
        engine = self._loaded()
        if engine is None:
            return
        while True:
            with self.lock:
                self._current = None
                while not (self._has_ended or self._questions or self._next_task()):
                    self._news.wait()
                if self._has_ended:
                    return
                self._stop.clear()
                waiting = self._questions.popleft() if self._questions else None
                self._current = task = None if waiting else self._next_task()
            if waiting:
                _answer(engine, *waiting)
            elif task is not None:
                self._do(engine, task)

    def _loaded(self) -> Engine | None:
        """Returns the engine, None if it can't be loaded."""
        try:
            engine = self._load()
        except Exception as error:
            failure = f"no engine: {error}"
            if not isinstance(error, CfggoError):
                traceback.print_exc()
            with self.lock:
                self._failure = failure
                for _, answer in self._questions:
                    answer.set_exception(CfggoError(failure))
                self._questions.clear()
            self._source.engine_is_ready(failure)
            return None
        self._source.engine_is_ready("")
        return engine

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
                self._failed.add(task.key)
            self._source.engine_is_ready(f"the engine failed, see the terminal: {error}")


def _answer(engine: Engine, question: Callable[[Engine], Any], answer: Future[Any]) -> None:
    try:
        answer.set_result(question(engine))
    except Exception as error:
        answer.set_exception(error)
