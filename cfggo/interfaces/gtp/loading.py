"""Loads the game and the engine in the background, while simple commands are answered."""

import traceback
from collections.abc import Callable
from concurrent.futures import Future
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeVar

from cfggo.base.errors import CfggoError
from cfggo.base.pipes.hangup import LOOK_INTERVAL, never
from cfggo.base.pipes.sinks import OutputError, tell
from cfggo.base.worker import Worker
from cfggo.interfaces.gtp.protocol import GtpError

if TYPE_CHECKING:
    from cfggo.search.searcher import Searcher

_T = TypeVar("_T")


class Need(Enum):
    """The parts that must be loaded before a command is answered."""

    NOTHING = auto()
    GAME = auto()
    """`cfggo.go`, `cfggo.records.sgf` and NumPy, which can be imported at once then."""
    ENGINE = auto()
    """The engine, and so nearly all of cfggo."""


class Loader:
    """Loads the game's modules and then the engine, in a thread that dies with the process.

    The functions that wait raise GtpError with the reason if the loading failed, and OutputError if
    the controller has gone meanwhile.
    """

    def __init__(
        self, load: Callable[[], "Searcher"], has_hung_up: Callable[[], bool] = never
    ) -> None:
        """Makes a loader; its functions make the engine and tell that the controller has gone."""
        self._load = load
        self._has_hung_up = has_hung_up
        self._game: Future[None] = Future()
        self._engine: Future[Searcher] = Future()

    def start(self) -> None:
        """Starts loading."""
        self._engine = Worker(lambda number: self._run(), name="gtp-loading").load()

    @property
    def has_failed(self) -> bool:
        """Whether the game or the engine could not be loaded."""
        return self._engine.done() and self._engine.exception() is not None

    def wait_for(self, need: Need) -> None:
        """Returns when that has been loaded."""
        if need is Need.GAME:
            self.wait_for_game()
        elif need is Need.ENGINE:
            self.wait_for_engine()

    def wait_for_game(self) -> None:
        """Returns when `cfggo.go` can be imported at once."""
        self._wait(self._game)

    def wait_for_engine(self) -> "Searcher":
        """Returns the engine, as soon as it is there."""
        return self._wait(self._engine)

    def _wait(self, future: Future[_T]) -> _T:
        while True:
            try:
                error = future.exception(LOOK_INTERVAL)
            except TimeoutError:
                if self._has_hung_up():
                    raise OutputError("standard output: the reader has gone") from None
                continue
            if error is None:
                return future.result()
            is_known = isinstance(error, CfggoError)
            words = f"no engine: {error}" if is_known else f"internal error: {error!r}"
            raise GtpError(words) from error

    def _run(self) -> "Searcher":
        try:
            # One thread alone imports them: Numba's modules are circular, and two threads in the
            # middle of them could see halves.
            import cfggo.go.diagram
            import cfggo.go.game
            import cfggo.records.sgf.reading
            import cfggo.records.sgf.writing  # noqa: F401

            self._game.set_result(None)
            return self._load()
        except Exception as error:
            is_known = isinstance(error, CfggoError)
            tell(f"error: {error}" if is_known else traceback.format_exc())
            if not self._game.done():
                self._game.set_exception(error)
            raise
