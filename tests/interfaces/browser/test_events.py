"""What pages are told: in order, to the end, and all or nothing."""

import threading

import pytest

from cfggo.interfaces.browser import events as events_module
from cfggo.interfaces.browser.events import Events, written_event


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
