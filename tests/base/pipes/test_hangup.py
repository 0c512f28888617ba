"""Noticing that a controller has gone."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cfggo.base.pipes import hangup
from cfggo.base.pipes.hangup import HangUp


def test_an_output_without_a_reader_for_some_time_has_hung_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hangup, "_PATIENCE", 0.05)
    reader, writer = os.pipe()
    hang_up = HangUp(writer)
    assert not hang_up.has_come()
    os.close(reader)
    assert not hang_up.has_come()  # another may open a named pipe
    time.sleep(0.06)
    assert hang_up.has_come()
    os.close(writer)


def test_a_file_never_hangs_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hangup, "_PATIENCE", 0)
    with (tmp_path / "answers").open("wb") as file:
        assert not HangUp(file.fileno()).has_come()


def test_several_threads_may_ask() -> None:
    reader, writer = os.pipe()
    hang_up = HangUp(writer)
    with ThreadPoolExecutor(4) as threads:
        asked = [threads.submit(lambda: [hang_up.has_come() for _ in range(20000)]) for _ in "1234"]
    assert not any(any(answers.result()) for answers in asked)
    os.close(reader)
    os.close(writer)
