"""A GTP engine in the test's own process, around a player that needs no search."""

import io
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import pytest

from cfggo.config import EngineConfig
from cfggo.features.plain_groups import BORDER, CAPTURE_OTHERWISE
from cfggo.go.game import Game
from cfggo.go.points import N_POINTS, PASS
from cfggo.interfaces.gtp.lines import CommandLines
from cfggo.interfaces.gtp.loading import Loader
from cfggo.interfaces.gtp.log import Log
from cfggo.interfaces.gtp.output import Output
from cfggo.interfaces.gtp.server import serve
from cfggo.interfaces.gtp.session import Session
from cfggo.models.bradley_terry.weights import Weights, n_features_of
from cfggo.search.levels import Level
from cfggo.search.limits import Limit
from cfggo.search.report import MoveInfo, SearchReport
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Decision, Searcher


def tree_weights(gammas: dict[int, float]) -> Weights:
    """Returns the weights of a tree policy that knows the gammas of some features."""
    weights = Weights("tree", "", np.zeros(n_features_of("tree", ""), dtype=np.float32))
    for number, gamma in gammas.items():
        weights.theta[number] = np.log(gamma)
    return weights


@dataclass
class FakeEngine:
    """Plays the first legal point in the order of the points, and records what it was asked.

    Public attributes:
      limits     -- list of Limit, of every search
      intervals  -- list of float, seconds between the reports of each analysis
      pondered   -- list of int, the moves made before each time it pondered
      judged     -- list of int, the moves made before each time it judged who owns what in the end
      n_forgets  -- int, how often it was told to forget
      winrate    -- float, what it reports for the side to move; it resigns below 0.1
      winrates   -- dict point -> win rate, for moves that have another one
      visits     -- of the moves that it reports: the first legal points, and pass
      owner      -- dict point -> ownership; points that are not in it are neutral
      moves_left -- int, moves after which it passes
      level      -- Level that it was told to play at, or None
      avoided    -- list of (avoid, avoid_later) of every search
      config, seed, may_resign -- as those of `Searcher`
      tree_policy -- Weights of a policy that likes captures, and dislikes the first line
      playout_weights -- Weights of a policy that knows nothing; may be set
    """

    limits: list[Limit] = field(default_factory=list)
    intervals: list[float] = field(default_factory=list)
    pondered: list[int] = field(default_factory=list)
    judged: list[int] = field(default_factory=list)
    n_forgets: int = 0
    winrate: float = 0.6
    winrates: dict[int, float] = field(default_factory=dict)
    visits: tuple[int, ...] = (40, 30, 20, 10)
    owner: dict[int, float] = field(default_factory=dict)
    moves_left: int = 1000
    level: Level | None = None
    avoided: list[tuple[set[int], dict[tuple[int, int], int]]] = field(default_factory=list)
    config: EngineConfig = field(default_factory=EngineConfig)
    seed: int = 1
    may_resign: bool = True
    tree_policy: Weights = field(
        default_factory=lambda: tree_weights({CAPTURE_OTHERWISE: 6.0, BORDER: 0.5})
    )
    playout_weights: Weights = field(
        default_factory=lambda: Weights("playout", "", np.zeros(0, dtype=np.float32))
    )

    def choose_move(
        self,
        request: SearchRequest,
        *,
        stop: Callable[[], bool] | None = None,
        on_report: Callable[[SearchReport], None] | None = None,
        report_interval: float = 0.0,
    ) -> Decision:
        self.avoided.append((set(request.avoid), dict(request.avoid_later)))
        self.limits.append(request.limit)
        playouts = request.limit.playouts or 1000
        report = self._report(request.game, request.colour, playouts, request.avoid)
        if on_report is not None:
            on_report(report)
        resign = not request.reg and self.may_resign and self.winrate < 0.1
        if not request.reg:
            self.moves_left -= 1
        point = report.moves[0].point if self.moves_left >= 0 else PASS
        return Decision(point, resign, report)

    def analyze(
        self,
        request: SearchRequest,
        *,
        stop: Callable[[], bool],
        on_report: Callable[[SearchReport], None] | None = None,
        report_interval: float = 0.0,
    ) -> SearchReport:
        self.avoided.append((set(request.avoid), dict(request.avoid_later)))
        if request.limit.playouts:
            self.limits.append(request.limit)
            playouts = request.limit.playouts
            return self._report(request.game, request.colour, playouts, request.avoid)
        self.intervals.append(report_interval)
        report = self._report(request.game, request.colour, 100, request.avoid)
        assert on_report is not None
        on_report(report)
        while not stop():
            pass
        return report

    def ponder(self, game: Game, *, stop: Callable[[], bool]) -> SearchReport:
        self.pondered.append(len(game.moves))
        return self._report(game, game.to_play, 20, ())

    def policy(self, game: Game, colour: int) -> np.ndarray:
        policy = np.zeros(N_POINTS)
        legal = [*game.legal_points(colour), PASS]
        policy[legal] = 1 / len(legal)
        return policy

    def ownership(self) -> np.ndarray:
        ownership = np.zeros(N_POINTS, dtype=np.float32)
        for point, owner in self.owner.items():
            ownership[point] = owner
        return ownership

    def final_ownership(self, game: Game) -> np.ndarray:
        self.judged.append(len(game.moves))
        return self.ownership()

    def ownership_after(self, point: int) -> np.ndarray:
        ownership = self.ownership()
        ownership[point] = 1.0
        return ownership

    def set_seed(self, seed: int) -> None:
        self.seed = seed

    def forget(self) -> None:
        self.n_forgets += 1

    def _report(
        self, game: Game, colour: int, playouts: int, avoid: Collection[int]
    ) -> SearchReport:
        legal = [point for point in game.legal_points(colour) if point not in avoid]
        points = [*legal[: len(self.visits) - 1], PASS]
        moves = [
            MoveInfo(
                point,
                visits,
                self.winrates.get(point, self.winrate),
                score=1.5,
                score_stdev=12.0,
                prior=0.25,
                pv=[point, PASS],
                pv_visits=[visits, 1],
            )
            for point, visits in zip(points, self.visits, strict=False)
        ]
        return SearchReport(colour, playouts, 0.5, self.winrate, 2.5, 20.0, 77, moves)


class Gtp:
    """A session that is given text and returns what the engine writes.

    Public attributes:
      engine  -- FakeEngine
      session -- Session
    """

    def __init__(self, config: EngineConfig, *, load: Callable[[], Any] | None = None) -> None:
        self.engine = FakeEngine()
        self._written = io.BytesIO()
        self._log = Log()
        loader = Loader(load or (lambda: cast("Searcher", self.engine)))
        loader.start()
        self.session = Session(
            config, loader, CommandLines(io.BytesIO()), Output(self._written, self._log)
        )

    def send(self, data: bytes) -> bytes:
        """Returns the answers to some lines, as written."""
        lines = CommandLines(io.BytesIO(data))
        self.session.lines = lines
        self._written.seek(0)
        self._written.truncate()
        serve(self.session, lines, self._log)
        return self._written.getvalue()

    def ask(self, *commands: str) -> str:
        """Returns the answer to the last of some commands without the blank line that ends it."""
        for command in commands:
            answer = self.send(f"{command}\n".encode()).decode()
            assert answer.endswith("\n\n")
        return answer.removesuffix("\n\n")


@pytest.fixture
def gtp() -> Gtp:
    return Gtp(EngineConfig())
