"""The analysis engine in the test's own process, around engines that need no search."""

import json
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import pytest

from cfggo.config import EngineConfig
from cfggo.go.game import Game
from cfggo.go.points import BLACK, N_POINTS, PASS
from cfggo.interfaces.analysis.output import AnswerOutput
from cfggo.interfaces.analysis.override_settings import Perspective
from cfggo.interfaces.analysis.queries import Defaults
from cfggo.interfaces.analysis.scheduler import Scheduler
from cfggo.interfaces.analysis.server import Server
from cfggo.search.limits import Limit
from cfggo.search.report import MoveInfo, SearchReport
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher
from cfggo.search.tree import NODE_DTYPE

ENDLESS = 10**6
"""Visits from which a search of the fake engine goes on until it is told to stop."""

PATIENCE = 20.0
"""Seconds after which a test gives up waiting."""


@dataclass
class FakeEngine:
    """Finds the first legal points in the order of the points, and records what it was asked.

    Black always wins 60% and leads by 3.5 points.

    Public attributes:
      searched -- list of pairs (moves made, visits), of each search in the order of their beginning
      limits   -- list of Limit
      intervals -- list of float, seconds between the reports of each search
      gate     -- Event that each search waits for
      begun    -- Event that is set when a search begins
      avoided  -- list of set of points
      avoided_later -- list of dict (colour, point) -> moves
      reports  -- int, how many reports a search gives before its end, a second apart
      error    -- Exception that a search raises, or None
      seeds    -- list of int that it was told to use
      config   -- EngineConfig
    """

    searched: list[tuple[int, int]] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    intervals: list[float] = field(default_factory=list)
    avoided: list[set[int]] = field(default_factory=list)
    avoided_later: list[dict[tuple[int, int], int]] = field(default_factory=list)
    gate: threading.Event = field(default_factory=threading.Event)
    begun: threading.Event = field(default_factory=threading.Event)
    reports: int = 0
    error: Exception | None = None
    seeds: list[int] = field(default_factory=list)
    config: EngineConfig = field(default_factory=EngineConfig)

    def __post_init__(self) -> None:
        self.gate.set()

    def analyze(
        self,
        request: SearchRequest,
        *,
        stop: Callable[[], bool],
        on_report: Callable[[SearchReport], None],
        report_interval: float,
    ) -> SearchReport:
        game, colour, limit, avoid = request.game, request.colour, request.limit, request.avoid
        self.searched.append((len(game.moves), limit.playouts))
        self.limits.append(limit)
        self.intervals.append(report_interval)
        self.avoided.append(set(avoid))
        self.avoided_later.append(dict(request.avoid_later))
        self.begun.set()
        if self.error is not None:
            raise self.error
        assert self.gate.wait(PATIENCE)
        step = min(report_interval, 1.0)
        for number in range(1, round(self.reports / step) + 1):
            seconds = round(number * step, 3)
            on_report(self._report(game, colour, round(10 * seconds), seconds, avoid))
        waited = threading.Event()
        while limit.playouts >= ENDLESS and not stop():
            waited.wait(0.001)
        return self._report(game, colour, min(limit.playouts, 100), 10.0, avoid)

    def policy(self, game: Game, colour: int) -> np.ndarray:
        policy = np.zeros(N_POINTS)
        legal = [*game.legal_points(colour), PASS]
        policy[legal] = 1 / len(legal)
        return policy

    @property
    def nodes(self) -> np.ndarray:
        return np.zeros(1, dtype=NODE_DTYPE)  # a root that no search has seen

    def ownership(self) -> np.ndarray:
        ownership = np.zeros(N_POINTS, dtype=np.float32)
        ownership[22] = 0.25  # A1 is Black's
        ownership[23] = -1.0  # B1 is White's
        ownership[43] = -0.0001
        return ownership

    def ownership_after(self, point: int) -> np.ndarray:
        ownership = np.zeros(N_POINTS, dtype=np.float32)
        ownership[point] = 1.0
        return ownership

    def set_seed(self, seed: int) -> None:
        self.seeds.append(seed)

    def forget(self) -> None:
        pass

    def _report(
        self, game: Game, colour: int, playouts: int, seconds: float, avoid: Collection[int]
    ) -> SearchReport:
        side = 1 if colour == BLACK else -1
        winrate = 0.5 + 0.1 * side
        legal = [point for point in game.legal_points(colour) if point not in avoid]
        points = legal[:2] if len(legal) > 1 else [PASS]
        moves = [
            MoveInfo(
                point=point,
                visits=playouts // len(points),
                winrate=winrate,
                score=3.5 * side,
                score_stdev=8.0,
                prior=0.25,
                pv=[point, PASS],
                pv_visits=[playouts // len(points), 3],
            )
            for point in points
        ]
        return SearchReport(
            colour=colour,
            playouts=playouts,
            seconds=seconds,
            winrate=winrate,
            score=3.5 * side,
            score_stdev=9.0,
            nodes=77,
            moves=moves,
        )


class _Sink:
    """Collects answers; a marker tells when all before it are there."""

    def __init__(self) -> None:
        self.answers: list[dict[str, Any]] = []
        self.markers = 0
        self.changed = threading.Condition()

    def write(self, data: bytes, /) -> None:
        answer = json.loads(data)
        with self.changed:
            if answer == "marker":
                self.markers += 1
            else:
                self.answers.append(answer)
            self.changed.notify_all()


class Analysis:
    """An analysis engine that is given queries as dictionaries.

    Public attributes:
      engine    -- FakeEngine of all its threads, unless there are others
      scheduler -- Scheduler
    """

    def __init__(self, n_threads: int = 1, make_engine: Callable[[int], Any] | None = None) -> None:
        self.engine = FakeEngine()
        self._sink = _Sink()
        self._output = AnswerOutput(self._sink, self._fail)
        make = cast("Callable[[int], Searcher]", make_engine or (lambda number: self.engine))
        self.scheduler = Scheduler(make, n_threads, self._output.send)
        defaults = Defaults(Limit(playouts=50), Perspective.BLACK)
        self._server = Server(self.scheduler, self._output, defaults, "fake")

    def _fail(self, error: OSError) -> None:
        raise error

    def send(self, *queries: dict[str, Any] | bytes) -> None:
        """Sends queries, or lines."""
        self._server.serve(
            query if isinstance(query, bytes) else json.dumps(query).encode() for query in queries
        )

    def wait_for(self, n_answers: int) -> list[dict[str, Any]]:
        """Returns the answers when there are so many."""
        with self._sink.changed:
            there = self._sink.changed.wait_for(
                lambda: len(self._sink.answers) >= n_answers, PATIENCE
            )
            assert there, self._sink.answers
            return list(self._sink.answers)

    def all_answers(self) -> list[dict[str, Any]]:
        """Returns the answers when every query has its own."""
        self.scheduler.wait()
        with self._sink.changed:
            n = self._sink.markers + 1
            self._output.send('"marker"')
            assert self._sink.changed.wait_for(lambda: self._sink.markers == n, PATIENCE)
            return list(self._sink.answers)

    def ask(self, *queries: dict[str, Any] | bytes) -> list[dict[str, Any]]:
        """Returns the answers to some queries, when all are there."""
        before = len(self.all_answers())
        self.send(*queries)
        return self.all_answers()[before:]


def make_query(id: str = "q", **fields: Any) -> dict[str, Any]:
    """Returns a query about an empty board of 5x5, with other fields; None leaves one out."""
    values = {"id": id, "moves": [], "rules": "chinese", "boardXSize": 5, "boardYSize": 5}
    values |= fields
    return {name: value for name, value in values.items() if value is not None}


@pytest.fixture
def analysis() -> Analysis:
    return Analysis()
