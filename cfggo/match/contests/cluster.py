"""Games on the machines of a Dask cluster."""

import time
from collections.abc import Generator, Iterable
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Self

from cfggo.base.dask import SECONDS_BETWEEN_LOOKS, Cluster
from cfggo.base.errors import CfggoError
from cfggo.go.game import Game
from cfggo.match.contests.venues import GameTask, Keep, keep_all
from cfggo.match.playing.client import Cancellation
from cfggo.match.playing.referee import Watcher
from cfggo.match.results.store import FinishedGame

if TYPE_CHECKING:
    from distributed import Event, Future

MOST_REPLAYS = 10
"""Times that a game is played again after Dask gave it up because its workers vanished."""

SECONDS_WITHOUT_WORKERS = 600.0
"""Time without a worker at which a run is given up; a cluster may take a while to start them."""


class ClusterVenue:
    """Plays games on a Dask cluster, as many at a time as its workers have threads.

    A worker needs the same cfggo and the programs installed, and weights and presets that are named
    by a path must be there under that path. Files are written only here. A game whose worker
    vanished is played again from its first move on another. Use it as a context manager.

    Raises CfggoError as `Cluster` does.
    """

    def __init__(self, address: str) -> None:
        self._cluster = Cluster(address)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._cluster.client.close()

    def play(self, tasks: Iterable[GameTask], keep: Keep) -> Generator[FinishedGame, None, None]:
        """Yields the games as they end, each after it was kept.

        Games that are abandoned end with the move that is being made: Dask stops no task that runs.

        Raises CfggoError if a game's workers vanish again and again, or the scheduler, or if there
        are no workers for SECONDS_WITHOUT_WORKERS.
        """
        from distributed import CancelledError, Event, KilledWorker

        client, tasks = self._cluster.client, iter(tasks)
        running: dict[Future[FinishedGame], GameTask] = {}  # or ended, and not kept yet
        replays: dict[int, int] = {}
        abandoned = Event(client=client)

        def begin(task: GameTask) -> None:
            running[client.submit(_play, task, abandoned, pure=False)] = task

        try:
            with self._cluster.failures():
                while True:
                    room = max(1, self._cluster.cores)  # also while there are no workers
                    for task in islice(tasks, max(0, room - len(running))):
                        begin(task)
                    if not running:
                        return
                    for future in self._cluster.first_done(list(running), SECONDS_WITHOUT_WORKERS):
                        task = running[future]
                        try:
                            game = future.result()
                        except KilledWorker as error:
                            del running[future]
                            replays[task.number] = replays.get(task.number, 0) + 1
                            if replays[task.number] > MOST_REPLAYS:
                                raise CfggoError(f"game {task.number}: {error}") from error
                            begin(task)
                        else:
                            keep(game)
                            del running[future]
                            yield game
        finally:
            if running:
                with suppress(CancelledError, OSError):
                    abandoned.set()
                    ended = [future for future in running if future.status == "finished"]
                    games = [future.result() for future in ended]
                    client.cancel(list(running))
                    keep_all(games, keep)


def _play(task: GameTask, abandoned: "Event") -> FinishedGame:
    """Plays a game on a worker. Raises Cancelled some time after the event is set."""
    from distributed import get_worker

    cancellation = Cancellation()
    try:
        return task.play(_Lookout(abandoned, cancellation), cancellation)
    except CfggoError as error:
        raise CfggoError(f"worker {get_worker().address}: {error}") from error
    finally:
        cancellation.close()


class _Lookout(Watcher):
    """Cancels a game, after a move of it, once it is abandoned."""

    def __init__(self, abandoned: "Event", cancellation: Cancellation) -> None:
        self._abandoned = abandoned
        self._cancellation = cancellation
        self._last_look = time.monotonic()

    def move_played(self, number: int, game: Game, seconds: dict[int, float]) -> None:
        """Asks the scheduler, but not after every move."""
        if time.monotonic() - self._last_look < SECONDS_BETWEEN_LOOKS:
            return
        with suppress(OSError):  # a scheduler that doesn't answer now is no reason to give up
            if self._abandoned.is_set():
                self._cancellation.set()
        self._last_look = time.monotonic()
