"""What the engine has to do next for the game that is open, and what becomes of its results."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError
from cfggo.base.worker import Stop
from cfggo.interfaces.browser.found import CAREFUL, Found
from cfggo.interfaces.browser.lessons import verdict_on
from cfggo.interfaces.browser.search_agenda import TEACH
from cfggo.interfaces.browser.searches import LOOKS, analyse, choose
from cfggo.interfaces.browser.worker import Task

if TYPE_CHECKING:
    from cfggo.interfaces.browser.events import Events
    from cfggo.interfaces.browser.table import Table
    from cfggo.study.api.engine import Engine
    from cfggo.study.api.game import Game


class EngineTasks:
    """The engine's work at a table: its move first, then what a page waits for."""

    def __init__(self, table: Table, events: Events) -> None:
        """Makes the tasks for a table; events: tell what searches find."""
        self._table = table
        self._events = events
        self._far_behind = ""  # the position in which the engine was, after its last move
        self._answer: tuple[str, str] | None = None  # a move to be judged, and where
        self._second: Engine | None = None  # which gives a second opinion

    @property
    def offer(self) -> str | None:
        """What the engine offers the user, whose turn it is: to "count", as it has passed, or its
        "resignation"; None for nothing.
        """
        here = self._table.here
        if here.is_over or here.engine is None or here.is_the_engines_turn:
            return None
        if here.moves and here.moves[-1]["vertex"] == "pass":
            return "count"
        return "resignation" if self._far_behind == here.ids[-1] else None

    def take_answer(self, vertex: str, position: str) -> None:
        """Takes a move that is to be judged in a position. Raises CfggoError if it is illegal."""
        game = self._table.game_at(position)
        game.play(vertex)
        _, vertex = game.moves[-1]  # as the engine writes it
        self._answer = (vertex, position)

    def next(self) -> Task | None:
        """Returns what the engine should do now: the most urgent of all there is to do."""
        here = self._table.here
        last = here.ids[-1]
        if here.is_the_engines_turn:
            return self._task(self._think, "move", last, here.level)
        if here.needs_judge:
            return self._task(self._judge, "dead", last)
        if self._answer is not None and self._answer[1] in here.ids:
            vertex, position = self._answer
            return self._task(self._judge_answer, "answer", position, vertex)
        wish = self._table.agenda.next(here.ids)
        return None if wish is None else self._task(partial(self._search, wish[0]), *wish)

    def _task(self, do: Callable[..., None], kind: str, position: str, *more: Any) -> Task:
        """Returns a task about a position, whose game is made when it starts.

        do   -- is given the game, an engine, when to stop, the position, and more
        kind -- with position and more it tells the task from others
        """

        def run(engine: Engine, stop: Stop) -> None:
            try:
                with self._table.lock:
                    game = self._table.game_at(position)
            except CfggoError:  # it has gone since; there is something else to do
                return
            do(game, engine, stop, position, *more)

        return Task((kind, position, *more), run)

    def _think(self, game: Game, engine: Engine, stop: Stop, position: str, level: str) -> None:
        """Chooses the engine's move and plays it."""
        table = self._table
        with table.lock:
            n_moves = game.rules_game.moves_to_here
            clock = table.clocks.for_engine(game.to_play, n_moves, game.size)
        vertex = choose(engine, game, level, clock, stop)
        with table.lock:
            here = table.here
            if stop() or here.ids[-1] != position or not here.is_the_engines_turn:
                return
            if vertex == "resign":
                here.resigned = here.engine
            else:
                table.lines.answer(vertex)
                self._far_behind = here.ids[-1] if engine.is_far_behind else ""
            table.changed()

    def _judge(self, game: Game, engine: Engine, stop: Stop, position: str) -> None:
        """Finds out which stones of a finished game are dead."""
        dead = engine.dead_stones(game)
        with self._table.lock:
            if not stop() and self._table.here.ids[-1] == position:
                self._table.lines.judge(dead)
                self._table.changed()

    def _judge_answer(
        self, game: Game, engine: Engine, stop: Stop, position: str, vertex: str
    ) -> None:
        """Finds out what a move would lose in a position, and tells it."""
        verdict = verdict_on(engine, game, vertex, TEACH, stop)
        if verdict is None:
            return
        with self._table.lock:
            if self._answer == (vertex, position):
                self._answer = None
        self._events.publish("verdict", {"id": position, **verdict})

    def _search(
        self, kind: str, game: Game, engine: Engine, stop: Stop, position: str, playouts: int
    ) -> None:
        """Finds out about a position, and tells it as it becomes known."""
        agenda = self._table.agenda

        def take(found: Found) -> None:
            with self._table.lock:
                agenda.take(position, found)
            if kind != "evaluation":
                self._events.publish("analysis", found.view)
            if found.searched is not None:
                with self._table.lock:
                    self._table.changed()

        with self._table.lock:
            known = agenda.found(position)
        if playouts == CAREFUL:
            engine = self._second = self._second or engine.second_opinion()
        analyse(engine, game, position, playouts, known, stop, take, shows=kind in LOOKS)
