"""Who has no time left loses: the clocks follow the game, and a timer ends it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError
from cfggo.base.said import said
from cfggo.interfaces.browser.clocks import NO_CLOCK, GameClocks

if TYPE_CHECKING:
    from cfggo.interfaces.browser.table import Table


class Timekeeper:
    """Keeps the time of the game at a table."""

    def __init__(self, table: Table, engine_can_move: Callable[[], bool]) -> None:
        """Keeps no time yet; engine_can_move: tells whether the engine can, when it is to."""
        self._table = table
        self._engine_can_move = engine_can_move
        self._flag: threading.Timer | None = None  # falls when a side's time is over

    def pause(self, on: bool) -> None:
        """Stops the clocks, or lets them go on. Raises CfggoError in a game of two people."""
        if self._table.game.engine is None:
            raise CfggoError(said("clocks of two people don't stop"))
        self._table.clocks.pause(on)

    def follow(self) -> None:
        """Lets the clocks take note of how the game stands; who has no time left has lost. They
        stand while a teacher speaks of a game against the engine.
        """
        table, game = self._table, self._table.game
        waits = game.is_the_engines_turn and (
            table.here is not game  # it is not asked while a variation is looked at
            or not self._engine_can_move()
        )
        if table.clocks.loser is not None and not game.is_over:  # the user goes on in spite of it
            table.clocks = GameClocks(NO_CLOCK)
        clocks = table.clocks
        clocks.taught = game.engine is not None and not game.is_over and table.agenda.teaches
        runs = not (game.is_over or waits or clocks.taught)
        clocks.follow(len(game.moves), game.game.to_play, runs)
        self._end_lost_game()
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        if (seconds := clocks.seconds_left()) is not None:
            self._flag = threading.Timer(seconds, self._flag_falls)
            self._flag.daemon = True
            self._flag.start()

    def _flag_falls(self) -> None:
        with self._table.lock:
            self._table.clocks.look()
            self._end_lost_game()
            self._table.changed()

    def _end_lost_game(self) -> None:
        """Ends the game if the time of a side is over."""
        game, loser = self._table.game, self._table.clocks.loser
        if loser is not None and not game.is_over:
            game.resigned, game.on_time = loser, True
