"""What pages are told: in order, to the end, and all or nothing."""

import json
import threading
from typing import Any

import pytest

from cfggo.interfaces.browser import events as events_module
from cfggo.interfaces.browser.events import Events, Feed, written_event


def taken(events: Events, *, publishes: int, ends: bool) -> list[bytes | None]:
    """Returns what a page gets that takes events only when some were published."""
    feed = events.subscribe("page")
    assert feed is not None
    for number in range(publishes):
        events.publish("number", number)
    if ends:
        events.end()
    return [feed.take(0.0) for _ in range(5)]


EVENTS = [written_event("number", number) for number in range(4)]


def test_events_come_in_order() -> None:
    assert taken(Events(), publishes=4, ends=False) == [*EVENTS, b""]


def test_a_page_that_is_behind_is_told_to_connect_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events_module, "_MOST_WAITING", 3)
    events = Events()
    assert taken(events, publishes=4, ends=False) == [*EVENTS[:3], None, None]
    assert taken(events, publishes=3, ends=False) == [*EVENTS[:3], b"", b""]


def test_the_end_comes_after_all_that_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events_module, "_MOST_WAITING", 3)
    events = Events()
    assert taken(events, publishes=3, ends=True) == [*EVENTS[:3], None, None]
    assert events.subscribe("page") is None


def test_a_page_has_one_feed() -> None:
    events = Events()
    before, other = events.subscribe("page"), events.subscribe("other")
    now = events.subscribe("page")
    assert before is not None
    assert now is not None
    assert other is not None
    events.publish("number", 0)
    assert (before.take(0.0), now.take(0.0), other.take(0.0)) == (None, EVENTS[0], EVENTS[0])
    events.unsubscribe("page", before)
    assert events.reach("page")
    events.unsubscribe("page", now)
    assert not events.reach("page")
    assert events.reach("other")


def test_the_end_wakes_a_stream_that_waits() -> None:
    events = Events()
    feed = events.subscribe("page")
    assert feed is not None
    threading.Timer(0.1, events.end).start()
    assert feed.take(30.0) is None


def test_pages_are_told_the_state_once_and_then_what_changes() -> None:
    events = Events()
    first = events.subscribe("first")
    assert first is not None
    states: list[dict[str, Any]] = [
        {"version": 1, "moves": [], "komi": 7},
        {"version": 2, "moves": ["A1", "B1", "C1"], "komi": 7},
        {"version": 3, "moves": ["A1", "B2", "C1"], "komi": 7},
        {"version": 4, "moves": ["A1"], "komi": 6.5},
    ]
    for state in states[:3]:
        events.tell(state)
    second = events.subscribe("second")
    assert second is not None
    events.tell(states[3])
    told = [events_of(feed) for feed in (first, second)]
    assert told[0] == [
        ("state", states[0]),
        ("change", {"values": {"version": 2}, "lists": {"moves": [0, 0, ["A1", "B1", "C1"]]}}),
        ("change", {"values": {"version": 3}, "lists": {"moves": [1, 1, ["B2"]]}}),
        ("change", {"values": {"version": 4, "komi": 6.5}, "lists": {"moves": [1, 2, []]}}),
    ]
    assert told[1] == [("state", states[3])]


def events_of(feed: Feed) -> list[tuple[str, Any]]:
    """Returns the events that wait, as pairs (name, data)."""
    events = []
    while event := feed.take(0.0):
        name, data = event.decode().splitlines()[:2]
        events.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return events
