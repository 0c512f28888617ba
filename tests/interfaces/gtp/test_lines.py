"""Reading in a thread: what arrives can stop a search, and stops the right one."""

import os
import threading
import time
import tracemalloc
from collections.abc import Iterator
from io import BytesIO, FileIO

import pytest

from cfggo.base.pipes.sinks import OutputError
from cfggo.interfaces.gtp.lines import MAX_LINE, CommandLines
from tests.waiting import wait_until


def test_lines_come_without_their_ends_and_the_last_needs_none() -> None:
    lines = CommandLines(BytesIO(b"\xef\xbb\xbfname\n\nversion\r\nquit"))  # after a byte order mark
    assert list(lines) == [b"name", b"", b"version\r", b"quit"]


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
    """Makes a pipe; its reading end stays open until nobody reads it any more: a thread that does
    would read from another test's pipe, which gets the same number.
    """
    read, write = os.pipe()
    with FileIO(read) as reader:
        with FileIO(write, "w") as writer:
            yield reader, writer
        for thread in threading.enumerate():
            if thread.name == "gtp-input":
                thread.join(10)


def test_input_is_seen_as_soon_as_it_arrives(pipe: tuple[FileIO, FileIO]) -> None:
    reader, writer = pipe
    lines = CommandLines(reader)
    taken = iter(lines)
    writer.write(b"lz-analyze b 10\nna")
    assert next(taken) == b"lz-analyze b 10"
    assert not lines.has_waiting()  # a part of a line is no line yet
    writer.write(b"me\n")
    wait_until(lines.has_waiting)
    assert next(taken) == b"name"
    writer.close()
    wait_until(lines.has_waiting)  # the end of the input ends an analysis too
    assert list(taken) == []


def test_a_line_that_is_too_long_is_cut() -> None:
    lines = CommandLines(BytesIO(b"name\n" + b"x" * (MAX_LINE + 2) + b"\n" + b"y" * MAX_LINE))
    assert [len(line) for line in lines] == [4, MAX_LINE + 1, MAX_LINE]


def test_long_lines_take_no_memory_and_linear_time() -> None:
    class Endless:
        """As many bytes without an end of the line as are asked for."""

        def __init__(self) -> None:
            self.left = 2000

        def read(self, size: int, /) -> bytes:
            self.left -= 1
            return b"x" * size if self.left else b""

    tracemalloc.start()
    assert [len(line) for line in CommandLines(Endless())] == [MAX_LINE + 1]
    assert tracemalloc.get_traced_memory()[1] < 10 * MAX_LINE
    tracemalloc.stop()


def test_a_hang_up_interrupts_everything(pipe: tuple[FileIO, FileIO]) -> None:
    reader, writer = pipe
    hung_up = False
    lines = CommandLines(reader, lambda: hung_up)
    writer.write(b"genmove b\n")
    next(iter(lines))
    assert (lines.is_interrupted(), lines.has_news()) == (False, False)
    hung_up = True
    assert (lines.is_interrupted(), lines.has_news()) == (True, True)


def test_a_hang_up_ends_the_waiting_for_a_line(pipe: tuple[FileIO, FileIO]) -> None:
    reader, writer = pipe
    hung_up = False
    taken = iter(CommandLines(reader, lambda: hung_up))
    writer.write(b"name\nquit\n")
    assert next(taken) == b"name"
    hung_up = True
    assert next(taken) == b"quit"  # it was there already
    with pytest.raises(OutputError, match="the reader has gone"):
        next(taken)
