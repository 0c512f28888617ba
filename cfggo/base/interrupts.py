"""Signals that end a program, held back from code that would lose them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


class _Held:
    """A signal's handler that lets the one before it wait for `release`."""

    def __init__(self, handler: Callable[[int, FrameType | None], object]) -> None:
        self.handler = handler
        self._came: tuple[int, FrameType | None] | None = None

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self._came = number, frame

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
