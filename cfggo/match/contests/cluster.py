"""Games on the machines of a Dask cluster."""

import time
from collections.abc import Generator, Iterable
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Self

from cfggo.base.dask import connect
from cfggo.base.errors import CfggoError
from cfggo.base.terminal import console
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

_SECONDS_UNTIL_SAID = 5.0  # that there are no workers

_SECONDS_BETWEEN_LOOKS = 1.0


class ClusterVenue:
    """Plays games on a Dask cluster, as many at a time as its workers have threads.

    A worker needs the same cfggo and the programs installed, and weights and presets that are named
    by a path must be there under that path. Files are written only here. A game whose worker
    vanished is played again from its first move on another. Use it as a context manager.

    Raises CfggoError as `connect` does.
    """

    def __init__(self, address: str) -> None:
        self._client = connect(address)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._client.close()

    def play(self, tasks: Iterable[GameTask], keep: Keep) -> Generator[FinishedGame, None, None]:
        """Yields the games as they end, each after it was kept.

        Games that are abandoned end with the move that is being made: Dask stops no task that runs.

        Raises CfggoError if a game's workers vanish again and again, or the scheduler, or if there
        are no workers for SECONDS_WITHOUT_WORKERS.
        """
        from distributed import CancelledError, Event, KilledWorker

        tasks = iter(tasks)
        running: dict[Future[FinishedGame], GameTask] = {}  # or ended, and not kept yet
        replays: dict[int, int] = {}
        abandoned = Event(client=self._client)
        try:
            while True:
                for task in islice(tasks, max(0, self._room() - len(running))):
                    running[self._submit(task, abandoned)] = task
                if not running:
                    return
                for future in self._first_done(list(running)):
                    task = running[future]
                    try:
                        game = future.result()
                    except KilledWorker as error:
                        del running[future]
                        replays[task.number] = replays.get(task.number, 0) + 1
                        if replays[task.number] > MOST_REPLAYS:
                            raise CfggoError(f"game {task.number}: {error}") from error
                        running[self._submit(task, abandoned)] = task
                    else:
                        keep(game)
                        del running[future]
                        yield game
        except (CancelledError, OSError) as error:  # Dask's word for a scheduler that is gone
            raise CfggoError(f"the Dask cluster failed: {error}") from error
        finally:
            if running:
                with suppress(CancelledError, OSError):
                    abandoned.set()
                    ended = [future for future in running if future.status == "finished"]
                    games = [future.result() for future in ended]
                    self._client.cancel(list(running))
                    keep_all(games, keep)

    def _first_done(self, running: "list[Future[FinishedGame]]") -> "set[Future[FinishedGame]]":
        """Returns the games that are done, as soon as one is; says so if there are no workers.

        Raises CfggoError if there are none for too long.
        """
        from distributed import wait

        last_seen = time.monotonic()
        has_said = False
        while True:
            with suppress(TimeoutError):
                done: set[Future[FinishedGame]] = wait(
                    running, timeout=_SECONDS_BETWEEN_LOOKS, return_when="FIRST_COMPLETED"
                ).done
                return done
            if self._client.nthreads():
                last_seen = time.monotonic()
            seconds = time.monotonic() - last_seen
            if seconds > SECONDS_WITHOUT_WORKERS:
                raise CfggoError(f"the Dask cluster has had no workers for {seconds:.0f} s")
            if seconds > _SECONDS_UNTIL_SAID and not has_said:
                console().print("the Dask cluster has no workers; waiting for some")
                has_said = True

    def _submit(self, task: GameTask, abandoned: "Event") -> "Future[FinishedGame]":
        return self._client.submit(_play, task, abandoned, pure=False)

    def _room(self) -> int:
        """Returns how many games the cluster can play at a time, 1 while it has no workers."""
        return max(1, sum(self._client.nthreads().values()))


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
        if time.monotonic() - self._last_look < _SECONDS_BETWEEN_LOOKS:
            return
        with suppress(OSError):  # a scheduler that doesn't answer now is no reason to give up
            if self._abandoned.is_set():
                self._cancellation.set()
        self._last_look = time.monotonic()
