"""Loads the game and the engine in the background, while simple commands are answered."""

import threading
import traceback
from collections.abc import Callable
from enum import Enum, auto
from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError
from cfggo.base.pipes.hangup import LOOK_INTERVAL, never
from cfggo.base.pipes.sinks import OutputError, tell
from cfggo.interfaces.gtp.protocol import GtpError

if TYPE_CHECKING:
    from cfggo.search.engine import Engine


class Need(Enum):
    """What must have been loaded before a command is answered."""

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
        self, load: Callable[[], "Engine"], has_hung_up: Callable[[], bool] = never
    ) -> None:
        """Makes a loader; its functions make the engine and tell that the controller has gone."""
        self._load = load
        self._has_hung_up = has_hung_up
        self._has_game = False
        self._engine: Engine | None = None
        self._failure = ""
        self._game_is_decided = threading.Event()
        self._engine_is_decided = threading.Event()
        self._thread = threading.Thread(target=self._run, name="gtp-loading", daemon=True)

    def start(self) -> None:
        """Starts loading."""
        self._thread.start()

    @property
    def has_failed(self) -> bool:
        """Whether the game or the engine could not be loaded."""
        return bool(self._failure)

    def wait_for(self, need: Need) -> None:
        """Returns when that has been loaded."""
        if need is Need.GAME:
            self.wait_for_game()
        elif need is Need.ENGINE:
            self.wait_for_engine()

    def wait_for_game(self) -> None:
        """Returns when `cfggo.go` can be imported at once."""
        self._wait(self._game_is_decided)
        if not self._has_game:
            raise GtpError(self._failure)

    def wait_for_engine(self) -> "Engine":
        """Returns the engine, as soon as it is there."""
        self._wait(self._engine_is_decided)
        if self._engine is None:
            raise GtpError(self._failure)
        return self._engine

    def _wait(self, decided: threading.Event) -> None:
        while not decided.wait(LOOK_INTERVAL):
            if self._has_hung_up():
                raise OutputError("standard output: the reader has gone")

    def _run(self) -> None:
        try:
            # One thread alone imports them: Numba's modules are circular, and two threads in the
            # middle of them could see halves.
            import cfggo.go.diagram
            import cfggo.go.game
            import cfggo.records.sgf.reading
            import cfggo.records.sgf.writing  # noqa: F401

            self._has_game = True
            self._game_is_decided.set()
            self._engine = self._load()
        except CfggoError as error:
            self._failure = f"no engine: {error}"
            tell(f"error: {error}")
        except Exception as error:
            self._failure = f"internal error: {error!r}"
            tell(traceback.format_exc())
        finally:
            self._game_is_decided.set()
            self._engine_is_decided.set()
