"""Reading in a thread: what arrives can stop a search, and stops the right one."""

import os
import time
from collections.abc import Iterator
from io import BytesIO, FileIO

import pytest

from cfggo.gtp.lines import CommandLines


def test_lines_come_without_their_ends_and_the_last_needs_none() -> None:
    assert list(CommandLines(BytesIO(b"name\n\nversion\r\nquit"))) == [
        b"name",
        b"",
        b"version\r",
        b"quit",
    ]


def test_an_interrupt_is_for_the_lines_before_it_only() -> None:
    interrupted = {}
    lines = CommandLines(BytesIO(b"genmove b\n# interrupt\ngenmove w\nname\n"))
    for line in lines:
        while not lines.has_news():
            time.sleep(0.001)
        interrupted[line] = lines.is_interrupted()
    assert interrupted == {b"genmove b": True, b"genmove w": False, b"name": False}


def test_a_signal_interrupts_the_present_line_only() -> None:
    lines = CommandLines(BytesIO(b"genmove b\ngenmove w\n"))
    taken = iter(lines)
    next(taken)
    assert not lines.is_interrupted()
    lines.interrupt()
    assert lines.is_interrupted()
    next(taken)
    assert not lines.is_interrupted()


@pytest.fixture
def pipe() -> Iterator[tuple[FileIO, FileIO]]:
    read, write = os.pipe()
    with FileIO(read) as reader, FileIO(write, "w") as writer:
        yield reader, writer


def wait_until_something_waits(lines: CommandLines) -> None:
    deadline = time.monotonic() + 5
    while not lines.has_waiting():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_input_is_seen_as_soon_as_it_arrives(pipe: tuple[FileIO, FileIO]) -> None:
    reader, writer = pipe
    lines = CommandLines(reader)
    taken = iter(lines)
    writer.write(b"lz-analyze b 10\nna")
    assert next(taken) == b"lz-analyze b 10"
    assert not lines.has_waiting()  # a part of a line is no line yet
    writer.write(b"me\n")
    wait_until_something_waits(lines)
    assert next(taken) == b"name"
    writer.close()
    wait_until_something_waits(lines)  # the end of the input ends an analysis too
    assert list(taken) == []
