"""Jobs that threads do with an engine each: their order, how they are stopped, and failures."""

import signal
import threading
from concurrent.futures import CancelledError
from types import FrameType
from typing import NoReturn

import pytest

from cfggo.base.worker import Job, Stop, Worker

PATIENCE = 20.0


def until_stopped(engine: int, stop: Stop) -> int:
    while not stop():
        threading.Event().wait(0.001)
    return engine


def number_of(engine: int, stop: Stop) -> int:
    return engine


def test_the_most_urgent_job_comes_first_and_the_earliest_of_equals() -> None:
    worker = Worker(lambda number: number)
    done: list[str] = []
    first = worker.submit(until_stopped)
    jobs = [
        worker.submit(lambda engine, stop, name=name: done.append(name), priority)  # type: ignore[misc]
        for name, priority in (("a", 0), ("b", 1), ("c", 0), ("d", 1))
    ]
    first.stop()
    for job in jobs:
        job.result(PATIENCE)
    assert done == ["b", "d", "a", "c"]


def test_each_thread_has_an_engine_and_is_started_when_it_is_needed() -> None:
    loaded: list[int] = []

    def load(number: int) -> int:
        loaded.append(number)
        return number

    worker = Worker(load, n_threads=3)
    for _ in range(3):
        assert worker.submit(number_of).result(PATIENCE) in (0, 1)
    busy = [worker.submit(until_stopped) for _ in range(5)]
    for job in busy:
        job.stop()
    assert {job.result(PATIENCE) for job in busy} <= {0, 1, 2}
    assert len(loaded) == len(set(loaded)) <= 3
    worker.end(PATIENCE)


def test_an_engine_that_cannot_be_loaded_fails_its_job_and_is_tried_again() -> None:
    tries: list[int] = []

    def load(number: int) -> int:
        tries.append(number)
        if len(tries) == 1:
            raise OSError("no such file")
        return 7

    worker = Worker(load)
    with pytest.raises(OSError, match="no such file"):
        worker.load().result(PATIENCE)
    assert worker.load().result(PATIENCE) == 7


def test_what_a_job_raises_comes_to_whoever_waits() -> None:
    def fail(engine: int, stop: Stop) -> NoReturn:
        raise TimeoutError("broken")

    worker = Worker(lambda number: number)
    with pytest.raises(TimeoutError, match="broken"):
        worker.submit(fail).wait()
    assert worker.submit(number_of).wait() == 0


def test_the_end_stops_and_cancels() -> None:
    worker = Worker(lambda number: number)
    running, waiting = worker.submit(until_stopped), worker.submit(number_of)
    while not running.running():
        threading.Event().wait(0.001)
    worker.end(PATIENCE)
    assert running.result(0) == 0
    for job in (waiting, worker.submit(number_of)):
        assert job.cancelled()
        with pytest.raises(CancelledError):
            job.result(0)


def test_a_signal_ends_the_waiting_and_stops_the_job() -> None:
    class Interrupted(BaseException):
        pass

    def interrupt(signum: int, frame: FrameType | None) -> NoReturn:
        raise Interrupted

    worker = Worker(lambda number: number)
    job: Job[int] = worker.submit(until_stopped)
    before = signal.signal(signal.SIGINT, interrupt)
    try:
        threading.Timer(0.05, signal.raise_signal, [signal.SIGINT]).start()
        with pytest.raises(Interrupted):
            job.wait()
    finally:
        signal.signal(signal.SIGINT, before)
    assert job.result(PATIENCE) == 0
