"""Writes answers."""

import os
import select
import sys
from contextlib import suppress
from typing import Protocol

from cfggo.errors import CfggoError
from cfggo.gtp.log import Log
from cfggo.gtp.protocol import encode, format_answer, without_blank_lines


def write_aside(text: str) -> None:
    """Writes a text for the user on standard error, if that is still open."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()


class OutputError(CfggoError):
    """An answer can't be written: the disk is full, or the controller has gone."""


class Sink(Protocol):
    """Where bytes go."""

    def write(self, data: bytes, /) -> object:
        """Takes the bytes and hands them on at once. Raises OSError if it can't."""


class DescriptorSink:
    """A file descriptor, written to without a buffer, so that nothing is left to flush."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def write(self, data: bytes, /) -> None:
        """Writes the bytes, waiting for a reader that is slow."""
        while data:
            try:
                data = data[os.write(self._descriptor, data) :]
            except BlockingIOError:  # the controller made the pipe non-blocking
                select.select((), (self._descriptor,), ())


class Output:
    """One answer at a time, whole or line by line.

    All methods that write raise OutputError if they can't.
    """

    def __init__(self, sink: Sink, log: Log) -> None:
        self._sink = sink
        self._log = log
        self._id = ""
        self._is_open = False

    def expect(self, command_id: str) -> None:
        """Sets the id of the command that is answered next."""
        self._id = command_id
        self._is_open = False

    def open(self) -> None:
        """Begins a successful answer that is to be written line by line."""
        self._is_open = True
        self._write(f"={self._id}\n")

    def line(self, text: str) -> None:
        """Writes one line of an opened answer."""
        self._write(f"{text}\n")

    def close(self, success: bool, text: str) -> None:
        """Ends the answer with a text; one already begun can't fail, and just ends."""
        if not self._is_open:
            self._write(format_answer(self._id, success, text))
        elif success and text:
            self._write(f"{without_blank_lines(text)}\n\n")
        else:
            self._write("\n")

    def _write(self, text: str) -> None:
        self._log.write(">", text)
        try:
            self._sink.write(encode(text))
        except OSError as error:
            raise OutputError(f"standard output: {error.strerror or error}") from error
