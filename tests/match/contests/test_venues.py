"""Games played at the same time, of which some end when a run does."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cfggo.base.errors import CfggoError
from cfggo.match.contests.venues import LocalVenue, play_and_keep
from cfggo.match.playing.client import Cancellation
from cfggo.match.playing.referee import Watcher
from cfggo.match.results.store import FinishedGame, GameStore


@dataclass
class Task:
    """A game that ends, or breaks off, when it is told to; it takes no notice of cancellations."""

    number: int
    is_broken: bool = False
    may_end: Callable[[Cancellation], object] = lambda cancellation: None
    has_begun: threading.Event = field(default_factory=threading.Event)
    is_played: threading.Event = field(default_factory=threading.Event)

    def play(
        self, watcher: Watcher | None = None, cancellation: Cancellation | None = None
    ) -> FinishedGame:
        assert cancellation is not None
        self.has_begun.set()
        self.may_end(cancellation)
        self.is_played.set()
        if self.is_broken:
            raise CfggoError("broken off")
        return FinishedGame({"number": self.number}, b"(;)")


def when_cancelled(cancellation: Cancellation) -> None:
    while not cancellation.is_set:
        pass


@pytest.fixture
def store(tmp_path: Path) -> GameStore:
    return GameStore(tmp_path, "match", {})


def test_a_game_that_ends_while_another_is_looked_at_is_kept(store: GameStore) -> None:
    may_end = threading.Event()
    tasks = [Task(1), Task(2, may_end=lambda cancellation: may_end.wait(60.0)), Task(3)]
    with store:
        games = play_and_keep(tasks, LocalVenue(jobs=2), store)
        assert next(games).summary["number"] == 1
        may_end.set()
        assert tasks[1].is_played.wait(60.0)
        games.close()
        assert [*store.summaries] == [1, 2]
    assert not tasks[2].is_played.is_set()


def test_a_game_that_breaks_off_takes_no_other_with_it(store: GameStore) -> None:
    other = Task(2, may_end=when_cancelled)
    tasks = [Task(1, is_broken=True, may_end=lambda _: other.has_begun.wait(60.0)), other]
    with store, pytest.raises(CfggoError, match="broken off"):
        for _ in play_and_keep(tasks, LocalVenue(jobs=2), store):
            pass
    assert [*store.summaries] == [2]


def test_a_game_that_cannot_be_kept_takes_no_other_with_it(
    store: GameStore, tmp_path: Path
) -> None:
    (tmp_path / "0001.sgf").mkdir()
    other = Task(2, may_end=when_cancelled)
    tasks = [Task(1, may_end=lambda _: other.has_begun.wait(60.0)), other]
    with store, pytest.raises(CfggoError, match="Is a directory"):
        for _ in play_and_keep(tasks, LocalVenue(jobs=2), store):
            pass
    assert [*store.summaries] == [2]
