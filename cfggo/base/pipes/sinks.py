"""Writes what a controller is to read, at once, and on standard error what the user is to know."""

import os
import select
import sys
from contextlib import suppress
from typing import Protocol

from cfggo.base.errors import CfggoError


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


def write_aside(text: str) -> None:
    """Writes a text for the user on standard error, if that is still open."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()


def tell(text: str) -> None:
    """Writes a message for the user on standard error."""
    write_aside(f"cfggo: {text}\n")
