"""What a page asks about a position, and the engine answers beside its searches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError
from cfggo.base.said import said
from cfggo.interfaces.browser.lessons import lesson_view
from cfggo.interfaces.browser.view import explanation_view, graph_view
from cfggo.study.explaining.deeds import deed_in

if TYPE_CHECKING:
    from cfggo.interfaces.browser.table import Table
    from cfggo.interfaces.browser.worker import EngineWorker


class Questions:
    """Answers questions about positions of the line that is shown.

    All raise CfggoError if the position has gone.
    """

    def __init__(self, table: Table, worker: EngineWorker) -> None:
        self._table = table
        self._worker = worker

    def graph(self, position: str) -> dict[str, Any]:
        """Returns the common fate graph of a position."""
        with self._table.lock:
            game = self._table.game_at(position)
        return graph_view(game)

    def explain(self, vertex: str, position: str) -> dict[str, Any]:
        """Returns why the engine's policy likes a move in a position or not."""
        with self._table.lock:
            game = self._table.game_at(position)
            found = self._table.agenda.found(position)
        explanation = self._worker.ask(lambda engine: engine.explain(game, vertex))
        deed = deed_in(game.rules_game, vertex)
        return explanation_view(explanation, game.size, found.words_for(vertex), deed)

    def lesson(self, position: str) -> dict[str, Any]:
        """Returns what there is to learn from the move that led to a position.

        Raises CfggoError if there is none, or one of the positions around it was not searched.
        """
        with self._table.lock:
            here, agenda = self._table.here, self._table.agenda
            number = here.number_of(position)
            if number == 0:
                raise CfggoError(said("no move led to this position"))
            before = here.ids[number - 1]
            vertex = here.moves[number - 1]["vertex"]
            game = self._table.game_at(before)
            found = agenda.found(before), agenda.found(position)
            lesson = self._table.lines.lesson(number)
            lines = self._table.evaluations(), self._table.lines.given()
        lost, given = ((line[number] or {}).get("lost") for line in lines)
        if lesson is not None and lost == given:
            return lesson.to_json()
        return self._worker.ask(lambda engine: lesson_view(engine, game, vertex, *found))
