"""Where games are played: some at a time in this process, or on a cluster."""

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, closing
from itertools import islice
from typing import Protocol

from cfggo.match.playing.client import Cancellation
from cfggo.match.playing.referee import Watcher
from cfggo.match.results.store import FinishedGame, GameStore

Keep = Callable[[FinishedGame], None]
"""Keeps a finished game; told of one that it has, it does nothing."""


class GameTask(Protocol):
    """A game to be played; it depends on nothing but itself and can be sent elsewhere."""

    @property
    def number(self) -> int:
        """The game's number, from 1."""

    def play(
        self, watcher: Watcher | None = None, cancellation: Cancellation | None = None
    ) -> FinishedGame:
        """Plays the game. Raises Cancelled if the cancellation is set."""


class Venue(Protocol):
    """A place where games are played."""

    def play(self, tasks: Iterable[GameTask], keep: Keep) -> Generator[FinishedGame, None, None]:
        """Yields the games as they end, each after it was kept.

        A game is taken from `tasks` only when there is room for it, after the caller is done with
        those that ended before. Closing the iterator abandons the games that are going on; those
        that have ended by then are kept, but not yielded any more.
        """


class LocalVenue:
    """Plays games in threads of this process.

    jobs    -- number of games played at a time
    watcher -- Watcher of the games, called from any thread
    """

    def __init__(self, jobs: int = 1, watcher: Watcher | None = None) -> None:
        self._jobs = jobs
        self._watcher = watcher

    def play(self, tasks: Iterable[GameTask], keep: Keep) -> Generator[FinishedGame, None, None]:
        """Yields the games as they end; in any case, no program is left running."""
        tasks = iter(tasks)
        running: set[Future[FinishedGame]] = set()  # or ended, and not kept yet
        cancellation = Cancellation()
        executor = ThreadPoolExecutor(max_workers=self._jobs)
        try:
            while True:
                for task in islice(tasks, self._jobs - len(running)):
                    running.add(executor.submit(task.play, self._watcher, cancellation))
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    game = future.result()
                    keep(game)
                    running.remove(future)
                    yield game
        finally:
            cancellation.set()
            executor.shutdown(cancel_futures=True)
            cancellation.close()
            keep_all(
                (f.result() for f in running if not f.cancelled() and f.exception() is None), keep
            )


def play_and_keep(
    tasks: Iterable[GameTask], venue: Venue, store: GameStore
) -> Generator[FinishedGame, None, None]:
    """Yields the games as they end, each after it was kept.

    Games that the store has already are not played again.
    """
    missing = (task for task in tasks if task.number not in store.summaries)

    def keep(game: FinishedGame) -> None:
        if game.summary["number"] not in store.summaries:  # as after an interrupt at its end
            store.add(game)

    with closing(venue.play(missing, keep)) as games:
        yield from games


def keep_all(games: Iterable[FinishedGame], keep: Keep) -> None:
    """Keeps games, each of them even if another one can't be kept; raises the last error."""
    with ExitStack() as stack:
        for game in games:
            stack.callback(keep, game)
