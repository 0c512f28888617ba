"""The loop of the analysis engine: lines in, answers out whenever they are ready."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cfggo.base.pipes.sinks import tell
from cfggo.interfaces.analysis.answers import echo, error_answer, warning_answer
from cfggo.interfaces.analysis.fields import Fields, QueryError, read_object
from cfggo.interfaces.analysis.output import AnswerOutput
from cfggo.interfaces.analysis.positions import Positions
from cfggo.interfaces.analysis.queries import Defaults, parse_query
from cfggo.interfaces.analysis.scheduler import Scheduler
from cfggo.interfaces.katago_model import katago_model
from cfggo.version import __version__

MAX_LINE = 1 << 20
"""Bytes of a line; a game of 2,000 moves with all that can be asked about it is far shorter."""

MAX_ID = 1 << 16
"""Characters of an id, which every answer to the query repeats."""

_ACTIONS = ("query_version", "query_models", "clear_cache", "terminate", "terminate_all")


@dataclass(frozen=True)
class Server:
    """Answers queries and actions.

    Public attributes:
        scheduler -- Scheduler
        output    -- AnswerOutput that it sends to
        defaults  -- Defaults of queries
        model     -- str, what `query_models` calls the engine's policies
    """

    scheduler: Scheduler
    output: AnswerOutput
    defaults: Defaults
    model: str

    def serve(self, lines: Iterable[bytes]) -> None:
        """Answers all lines; returns at their end, when some searches may still be under way."""
        positions = Positions()
        for line in lines:
            if line.strip():
                self._answer(line, positions)

    def _answer(self, line: bytes, positions: Positions) -> None:
        """Answers a line, or queues its positions."""
        query_id = None
        try:
            if len(line) > MAX_LINE:
                raise QueryError(f"line too long: more than {MAX_LINE} bytes")
            values = read_object(line)
            if not isinstance(values.get("id"), str):
                raise QueryError('Request must have a string "id" field')
            if len(values["id"]) > MAX_ID:
                raise QueryError(f"id too long: more than {MAX_ID} characters")
            query_id = values["id"]
            if isinstance(values.get("action"), str):
                self._act(values)
                return
            query = parse_query(query_id, Fields(values), self.defaults)
            positions.game(query.start, query.moves, len(query.moves))  # are they legal?
        except QueryError as error:
            self.output.send(error_answer(query_id, error))
            return
        except RecursionError:
            self.output.send(error_answer(query_id, QueryError("nested too deep")))
            return
        except Exception as error:
            tell(traceback.format_exc())
            self.output.send(error_answer(query_id, QueryError(f"internal error: {error!r}")))
            return
        for field, message in query.warnings:
            self.output.send(warning_answer(query_id, field, message))
        self.scheduler.submit(query)

    def _act(self, values: dict[str, Any]) -> None:
        """Does what an action asks for, and answers it."""
        fields = Fields(values)
        match values["action"]:
            case "query_version":
                further = {"version": __version__, "git_hash": "<omitted>"}
                self.output.send(echo(values, **further))
            case "query_models":
                self.output.send(echo(values, models=[katago_model(self.model)]))
            case "clear_cache":  # no search uses what another one found out
                self.output.send(echo(values))
            case "terminate" | "terminate_all" as action:
                ended = None
                if action == "terminate":
                    ended = values.get("terminateId")
                    if not isinstance(ended, str):
                        message = (
                            'Requests for a terminate action must have a string "terminateId" field'
                        )
                        raise QueryError(message, "terminateId")
                message = "If provided, must be an array of integers indicating turns to terminate"
                turns = fields.integers("turnNumbers", message)
                self.scheduler.terminate(ended, None if turns is None else set(turns))
                self.output.send(echo(values))
            case _:
                names = " or ".join(f"'{name}'" for name in _ACTIONS)
                raise QueryError(f"'action' field must be {names}", "action")
