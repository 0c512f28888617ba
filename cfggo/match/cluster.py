"""Games on the machines of a Dask cluster."""

from collections.abc import Generator, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Self

from cfggo.dask import connect
from cfggo.errors import CfggoError
from cfggo.match.store import FinishedGame
from cfggo.match.workers import GameTask

if TYPE_CHECKING:
    from distributed import Future

MOST_REPLAYS = 10
"""Times that a game is played again after Dask gave it up because its workers vanished."""


class ClusterWorkers:
    """Plays games on a Dask cluster, as many at a time as its workers have threads.

    A worker needs cfggo and the programs installed, and weights and presets that are named by a
    path must be there under that path. Files are written only here. A game whose worker vanished is
    played again from its first move on another. Use it as a context manager.

    Raises CfggoError if Dask is not installed or the scheduler can't be reached.
    """

    def __init__(self, address: str) -> None:
        self._client = connect(address)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._client.close()

    def play(self, tasks: Iterable[GameTask]) -> Generator[FinishedGame, None, None]:
        """Yields the games as they end.

        Raises CfggoError if a game's workers vanish again and again.
        """
        from distributed import KilledWorker, wait

        tasks = iter(tasks)
        running: dict[Future[FinishedGame], GameTask] = {}
        replays: dict[int, int] = {}
        try:
            while True:
                for task in islice(tasks, max(0, self._room() - len(running))):
                    running[self._submit(task)] = task
                if not running:
                    return
                done = wait(list(running), return_when="FIRST_COMPLETED").done
                for future in done:
                    task = running.pop(future)
                    try:
                        game = future.result()
                    except KilledWorker as error:
                        replays[task.number] = replays.get(task.number, 0) + 1
                        if replays[task.number] > MOST_REPLAYS:
                            raise CfggoError(f"game {task.number}: {error}") from error
                        running[self._submit(task)] = task
                    else:
                        yield game
        finally:
            self._client.cancel(list(running))

    def _submit(self, task: GameTask) -> "Future[FinishedGame]":
        return self._client.submit(task.play, pure=False, key=None)

    def _room(self) -> int:
        """Returns how many games the cluster can play at a time; one can wait for its workers."""
        return max(1, sum(self._client.nthreads().values()))
