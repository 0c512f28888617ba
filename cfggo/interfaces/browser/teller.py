"""What a game and a collection of problems have in common for pages: how their state is told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from cfggo.interfaces.browser.worker import LOADING, EngineWorker

if TYPE_CHECKING:
    from cfggo.interfaces.browser.events import Events


class Teller(ABC):
    """Tells pages the state of what they show, in which the engine's news take part."""

    def __init__(self, worker: EngineWorker, events: Events) -> None:
        self._worker = worker
        self._events = events
        self._loading: str = LOADING
        self._version = 0

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """Returns all that pages show besides analyses."""

    def tell(self) -> dict[str, Any]:
        """Tells all pages the state."""
        with self._worker.lock:
            return self._changed()

    def engine_is_loading(self, words: str) -> None:
        """Takes the news how far the engine is loaded."""
        with self._worker.lock:
            self._loading = words
            self._changed()

    def engine_is_ready(self, failure: str) -> None:
        """Takes the news that the engine is loaded, or why it is not."""
        self.engine_is_loading(failure)

    def task_failed(self) -> None:
        """Takes the news that a task failed."""
        self.tell()

    def _changed(self) -> dict[str, Any]:
        """Tells everybody the new state, and returns its version; the lock is held."""
        self._version += 1
        self._events.tell(self.state())
        self._worker.wake()
        return {"version": self._version}
