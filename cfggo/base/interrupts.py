"""Signals that end a program, held back while Numba compiles, and what the user is told then."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from numba.core.event import Event, Listener, register

from cfggo.base.pipes.sinks import tell


class _Compiling(Listener):
    """Hears, from whatever thread, of the kernels that are not in the cache."""

    depth = 0  # number of kernels begun, each of which waits for the next
    is_stopped = False  # whether no other one may begin: KeyboardInterrupt is raised instead
    _is_to_tell = False

    def on_start(self, event: Event) -> None:
        """A kernel begins."""
        self.depth += 1
        if self._is_to_tell:
            self._is_to_tell = False
            tell("this command's first run: compiling; later runs need not")

    def on_end(self, event: Event) -> None:
        """It is compiled, or there was an error."""
        self.depth -= 1

    @contextmanager
    def told(self) -> Iterator[None]:
        """Says on standard error if anything is compiled meanwhile."""
        self._is_to_tell = True
        try:
            yield
        finally:
            self._is_to_tell = self.is_stopped = False

    def say_that_it_ends(self) -> None:
        """Says after Ctrl-C that a kernel is waited for, if one is."""
        if self.depth:
            tell("stopping once this kernel is compiled")


compiling = _Compiling()
register("numba:compile", compiling)


class _Held:
    """A signal's handler that lets the one before it wait for `release`."""

    def __init__(self, handler: Callable[[int, FrameType | None], object]) -> None:
        self.handler = handler
        self._came: tuple[int, FrameType | None] | None = None

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self._came = number, frame
        compiling.say_that_it_ends()

    def release(self) -> None:
        came, self._came = self._came, None
        if came is not None:
            self.handler(*came)


@contextmanager
def held_back(number: int) -> Iterator[None]:
    """Holds a signal back meanwhile: its handler is called, and may raise, at the end, or when this
    is entered again.
    """
    handler = signal.getsignal(number)
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        yield
    elif isinstance(handler, _Held):
        handler.release()
        yield
    else:
        held = _Held(handler)
        signal.signal(number, held)
        try:
            yield
        finally:
            if signal.getsignal(number) is held:  # the handler may have put another one there
                signal.signal(number, handler)
            held.release()
