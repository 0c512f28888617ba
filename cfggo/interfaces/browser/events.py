"""What the pages that are open are told, in order and without waiting for any of them."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from cfggo.base.said import said_to_json

MOST_PAGES = 4
"""Pages that can be open at a time: of a browser's six connections to a server each takes one."""

_MOST_WAITING = 2000  # events that a page may be behind; then it has to connect again


class Feed:
    """The events of one page: the bytes of a stream of server-sent events.

    Public attributes:
      knows_state -- whether the page has been told a state, so that changes of it are enough
    """

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._waiting: deque[bytes] = deque()
        self._has_ended = False
        self.knows_state = False

    def put(self, data: bytes) -> bool:
        """Adds an event, or ends if there is no room for it; tells which."""
        with self._news:
            has_room = len(self._waiting) < _MOST_WAITING
            if has_room:
                self._waiting.append(data)
                self._news.notify()
        if not has_room:
            self.end()
        return has_room

    def end(self) -> None:
        """Lets the stream end after the events that wait."""
        with self._news:
            self._has_ended = True
            self._news.notify()

    def take(self, seconds: float) -> bytes | None:
        """Returns the next event, b"" if none comes within some seconds, None at the end."""
        with self._news:
            self._news.wait_for(lambda: self._waiting or self._has_ended, seconds)
            if self._waiting:
                return self._waiting.popleft()
            return None if self._has_ended else b""


class Events:
    """Hands events on to all pages that are open."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._feeds: dict[str, Feed] = {}  # by the id of the page
        self._state: dict[str, Any] = {}  # as it was told last
        self._has_ended = False

    def subscribe(self, page: str) -> Feed | None:
        """Returns a feed for a page, which ends the one that it had, or None if there are too many
        pages already.
        """
        with self._lock:
            if (before := self._feeds.pop(page, None)) is not None:
                before.end()
            if self._has_ended or len(self._feeds) >= MOST_PAGES:
                return None
            self._feeds[page] = feed = Feed()
            return feed

    def unsubscribe(self, page: str, feed: Feed) -> None:
        """Forgets a page that has gone, unless it has another feed by now."""
        with self._lock:
            if self._feeds.get(page) is feed:
                del self._feeds[page]

    def reach(self, page: str) -> bool:
        """Tells whether a page is open."""
        with self._lock:
            return page in self._feeds

    def publish(self, name: str, data: Any) -> None:
        """Tells all pages something; data is what JSON can write."""
        written = written_event(name, data)
        with self._lock:
            self._put(lambda feed: written)

    def tell(self, state: dict[str, Any]) -> None:
        """Tells all pages the state: what has changed, and all of it to those who know none."""
        now = said_to_json(state)
        whole = written_event("state", now)
        with self._lock:
            change = written_event("change", _change(self._state, now))
            self._put(lambda feed: change if feed.knows_state else whole)
            for feed in self._feeds.values():
                feed.knows_state = True
            self._state = now

    def _put(self, written_for: Callable[[Feed], bytes]) -> None:
        """Adds an event to all feeds; forgets those that have no room for it."""
        feeds = self._feeds.items()
        self._feeds = {page: feed for page, feed in feeds if feed.put(written_for(feed))}

    def end(self) -> None:
        """Ends all streams."""
        with self._lock:
            self._has_ended = True
            for feed in self._feeds.values():
                feed.end()
            self._feeds.clear()


def _change(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Returns how a state differs from the one before: values, and of each list the index from
    which on it is another one, how many items go there, and those that come.
    """
    values: dict[str, Any] = {}
    lists: dict[str, Any] = {}
    for name, value in now.items():
        had = before.get(name)
        if value == had:
            continue
        if not (isinstance(value, list) and isinstance(had, list)):
            values[name] = value
            continue
        start = _n_common(value, had)
        end = _n_common(value[:start:-1], had[:start:-1])
        lists[name] = [start, len(had) - start - end, value[start : len(value) - end]]
    return {"values": values, "lists": lists}


def _n_common(first: list[Any], second: list[Any]) -> int:
    """Returns with how many equal items two lists begin."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((n for n, (one, other) in pairs if one != other), min(len(first), len(second)))


def written_event(name: str, data: Any) -> bytes:
    """Returns an event as a stream of server-sent events has it."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), to_json(data))


def to_json(data: Any) -> bytes:
    """Returns data as compact JSON in one line; sentences as `said_to_json` writes them."""
    return json.dumps(said_to_json(data), separators=(",", ":"), allow_nan=False).encode()
