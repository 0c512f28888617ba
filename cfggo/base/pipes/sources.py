"""Reads what a controller sends, as soon as it comes, in lines."""

import codecs
import os
import select
from collections.abc import Iterator
from typing import Protocol

_CHUNK = 65536


class Source(Protocol):
    """Where bytes come from; without a buffer, so that it returns what there is."""

    def read(self, size: int, /) -> bytes:
        """Returns some bytes, none at the end of the input. Raises OSError if it can't be read."""


class DescriptorSource:
    """A file descriptor, read from without a buffer."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def read(self, size: int, /) -> bytes:
        """Returns some bytes, waiting until there are any, or none at the end of the input."""
        while True:
            try:
                return os.read(self._descriptor, size)
            except BlockingIOError:  # the controller made the pipe non-blocking
                select.select((self._descriptor,), (), ())


def read_lines(source: Source, most: int) -> Iterator[bytes]:
    """Yields the lines of a source without their ends, until the input ends or can't be read.

    A byte order mark before the first is left out: some shells send one.

    most -- bytes of a line; of one that is longer, one byte more is kept
    """
    rest, is_first = b"", True
    try:
        while chunk := source.read(_CHUNK):
            if is_first:
                chunk, is_first = chunk.removeprefix(codecs.BOM_UTF8), False
            *ends, last = chunk.split(b"\n")
            for end in ends:
                yield (rest + end)[: most + 1]
                rest = b""
            rest = (rest + last)[: most + 1]
    except OSError:
        pass  # the controller has gone
    if rest:
        yield rest
