"""The thread that searches: what is most urgent comes first, and failures end nothing."""

import threading
import time
from collections.abc import Callable
from typing import Any, cast

import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.worker import Stop
from cfggo.interfaces.browser.worker import EngineWorker, Task, Tell
from cfggo.study.api.engine import Engine
from tests.waiting import wait_until

PATIENCE = 20.0


class Source:
    """Gives tasks by name; a task is there until it is taken from `wanted`.

    Public attributes:
      wanted -- list of str, the most urgent first
      done   -- list of str, tasks that came to their end
    """

    def __init__(self, *wanted: str) -> None:
        self.wanted = list(wanted)
        self.done: list[str] = []
        self.began = threading.Event()
        self.failure: str | None = None
        self.failures = 0
        self.endless: set[str] = set()
        self.broken: set[str] = set()

    def engine_is_loading(self, words: str) -> None:
        self.loading = words

    def engine_is_ready(self, failure: str) -> None:
        self.failure = failure

    def task_failed(self) -> None:
        self.failures += 1

    def next_task(self) -> Task | None:
        for name in self.wanted:
            return Task((name,), lambda engine, stop, name=name: self._run(name, stop))  # type: ignore[misc]
        return None

    def _run(self, name: str, stop: Stop) -> None:
        self.began.set()
        if name in self.broken:
            raise RuntimeError("broken")
        while name in self.endless:
            if stop():
                return
            time.sleep(0.001)
        self.done.append(name)
        self.wanted.remove(name)


def worker_of(load: Callable[[], Any] = object) -> EngineWorker:
    return EngineWorker(lambda tell: cast(Engine, load()))


def at_work() -> tuple[Source, EngineWorker]:
    """Returns a source, and a worker that does its task "long" until that is no longer endless."""
    source, worker = Source("long"), worker_of()
    source.endless.add("long")
    worker.start(source)
    assert source.began.wait(PATIENCE)
    return source, worker


def is_stopped(worker: EngineWorker) -> bool:
    assert worker._current is not None
    _, job = worker._current
    return job.is_stopped()


def test_how_far_the_engine_is_loaded_is_told() -> None:
    source = Source()

    def load(tell: Tell) -> Engine:
        tell("1 of 2 parts")
        return cast(Engine, object())

    EngineWorker(load).start(source)
    wait_until(lambda: source.failure is not None)
    assert (source.loading, source.failure) == ("1 of 2 parts", "")


def test_tasks_are_done_in_their_order() -> None:
    source, worker = Source("a", "b", "c"), worker_of()
    worker.start(source)
    wait_until(lambda: source.done == ["a", "b", "c"])
    assert source.failure == ""
    worker.end()


def test_what_gets_urgent_comes_first() -> None:
    source, worker = at_work()
    with worker.lock:
        source.wanted.insert(0, "urgent")
    worker.wake()
    wait_until(lambda: source.done)
    source.endless.clear()
    wait_until(lambda: not source.wanted)
    assert source.done == ["urgent", "long"]
    worker.end()


def test_a_task_goes_on_while_it_is_the_most_urgent() -> None:
    source, worker = at_work()
    with worker.lock:
        source.wanted.append("later")
    worker.wake()
    assert not is_stopped(worker)
    worker.end()


def test_questions_are_answered_beside_a_task() -> None:
    source, worker = at_work()
    assert worker.ask(lambda engine: 3) == 3
    with pytest.raises(CfggoError, match="no such move"):
        worker.ask(_fail)
    assert not is_stopped(worker)  # the search goes on
    source.endless.clear()
    wait_until(lambda: source.done == ["long"])
    worker.end()


def test_a_question_waits_until_the_engine_is_loaded() -> None:
    may_load = threading.Event()

    def load() -> int:
        may_load.wait(PATIENCE)
        return 3

    worker = worker_of(load)
    worker.start(Source())
    answers: list[Any] = []
    asking = threading.Thread(target=lambda: answers.append(worker.ask(lambda engine: engine)))
    asking.start()
    may_load.set()
    asking.join(PATIENCE)
    assert answers == [3]
    worker.end()


def _fail(engine: Engine) -> None:
    raise CfggoError("no such move")


def test_a_task_that_fails_is_not_tried_again(capsys: pytest.CaptureFixture[str]) -> None:
    source, worker = Source("broken"), worker_of()
    source.broken.add("broken")
    worker.start(source)
    wait_until(lambda: source.failures)
    words = "the engine failed, see the terminal: broken"
    assert worker.failure_of(source.next_task()) == words
    assert source.failure == ""
    assert worker.ask(lambda engine: 3) == 3
    with worker.lock:
        source.wanted = ["good"]
    worker.wake()
    wait_until(lambda: source.done == ["good"])
    assert worker.failure_of(source.next_task()) == ""
    assert capsys.readouterr().err.count("RuntimeError: broken") == 1
    worker.end()


def test_an_engine_that_cannot_be_loaded_is_said() -> None:
    def fail() -> None:
        raise CfggoError("x.weights: no such file")

    source, worker = Source("a"), worker_of(fail)
    worker.start(source)
    wait_until(lambda: source.failure == "no engine: x.weights: no such file")
    with pytest.raises(CfggoError, match="no engine"):
        worker.ask(lambda engine: 3)


def test_the_end_ends_a_search() -> None:
    worker = at_work()[1]
    assert worker._current is not None
    _, job = worker._current
    worker.end()
    assert job.done()
    with pytest.raises(CfggoError, match="ending"):
        worker.ask(lambda engine: 3)
