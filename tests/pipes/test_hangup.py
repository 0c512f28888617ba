"""Noticing that a controller has gone."""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from cfggo.pipes import hangup
from cfggo.pipes.hangup import HangUp


def test_a_pipe_without_a_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hangup, "_PATIENCE", 0.0)
    reader, writer = os.pipe()
    hang_up = HangUp(writer)
    assert not hang_up.has_come()
    os.close(reader)
    assert hang_up.has_come()
    os.close(writer)


def test_several_threads_may_ask() -> None:
    reader, writer = os.pipe()
    hang_up = HangUp(writer)
    with ThreadPoolExecutor(4) as threads:
        asked = [threads.submit(lambda: [hang_up.has_come() for _ in range(20000)]) for _ in "1234"]
    assert not any(any(answers.result()) for answers in asked)
    os.close(reader)
    os.close(writer)
