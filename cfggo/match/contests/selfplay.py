"""The engine's games against itself, without GTP between."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from cfggo.config import EngineConfig
from cfggo.go.game import Game
from cfggo.go.points import BLACK, PASS, WHITE
from cfggo.go.rules import Ruleset
from cfggo.go.scoring import format_result
from cfggo.match.contests.play_out import dead_by_owners, even_komi, is_finished, play_out
from cfggo.match.playing.client import Cancellation, Cancelled
from cfggo.match.playing.programs import check_digests, game_seed
from cfggo.match.playing.referee import MOVES_PER_POINT, Watcher
from cfggo.match.results.store import FinishedGame
from cfggo.records.sgf.writing import write_sgf
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher
from cfggo.search.status import dead_points

SETTINGS_NAME = "selfplay"

_LAST = threading.local()
"""The engine of a thread's last game, and what it was made of: settings without a seed, files."""


def fresh_engine(config: EngineConfig, digests: Mapping[str, str]) -> Searcher:
    """Returns an engine that knows nothing of earlier games.

    It is the one of the thread's last game if no more than the seed differs: to load another takes
    as long as half a quick game.

    digests -- of the contents of the files that it loads, by name
    """
    wanted = config.with_values(seed=0), digests
    if getattr(_LAST, "wanted", None) != wanted:
        _LAST.wanted, _LAST.engine = None, None  # the memory of one engine is enough
        _LAST.engine = Searcher(config)
        _LAST.wanted = wanted
    engine: Searcher = _LAST.engine
    engine.forget()
    if config.play.seed is not None:
        engine.set_seed(config.play.seed)
    return engine


@dataclass(frozen=True)
class SelfPlay:
    """The conditions that identify a run of self-play, apart from its number of games.

    Public attributes:
      config            -- EngineConfig of both sides; its seed is not used
      size, komi, rules -- as in Game
      seed              -- of which the games' seeds are made
      play_out          -- whether games are for points, end where people's would, and are played
                           on until the dead stones are captured, and the records say who owns each
                           point
    """

    config: EngineConfig
    size: int
    komi: float
    rules: Ruleset
    seed: int
    play_out: bool = False

    def to_json(self) -> dict[str, Any]:
        """Returns the settings by name, those of the engine as "search.playouts"."""
        config = self.config.with_values(seed=self.seed)
        engine = {
            f"{table}.{key}": value
            for table in ("policy", "search", "play")
            for key, value in asdict(getattr(config, table)).items()
        }
        # Komi and rules are those of the game, not of the configuration.
        game = {"size": self.size, "komi": self.komi, "rules": self.rules.name}
        if self.play_out:  # runs of earlier versions did not say
            game["play_out"] = True
        return game | {k: v for k, v in engine.items() if k not in ("play.komi", "play.rules")}


@dataclass(frozen=True)
class SelfPlayGame:
    """One game of a run, to be played anywhere.

    It depends on its number alone, whatever was played before.

    Public attributes:
      number   -- from 1
      settings -- SelfPlay
      digests  -- of the contents of the files that it is to load, by name
    """

    number: int
    settings: SelfPlay
    digests: Mapping[str, str] = field(default_factory=dict)

    def play(
        self, watcher: Watcher | None = None, cancellation: Cancellation | None = None
    ) -> FinishedGame:
        """Plays the game.

        Raises CfggoError if a file that the engine loads has another content than at the start,
        Cancelled if the cancellation is set.
        """
        digests = self.settings.config.digests()
        check_digests(digests, self.digests)

        def is_cancelled() -> bool:
            return cancellation is not None and cancellation.is_set

        started = time.monotonic()
        settings = self.settings
        config = settings.config.with_values(seed=game_seed(settings.seed, self.number, 0))
        if settings.play_out:
            config = config.with_values(resign_below=0.0)
        game = Game(settings.size, settings.komi, settings.rules)
        if watcher is not None:
            watcher.game_started(self.number, game, config.name, config.name)
        engine = fresh_engine(config, digests)
        result = self._play_moves(game, engine, watcher, is_cancelled)
        owners = self._owners(game, engine, is_cancelled)
        if owners is not None:
            result = format_result(game.score(dead_by_owners(game, owners)))
        summary = {
            "number": self.number,
            "result": result,
            "moves": len(game.moves),
            "duration": round(time.monotonic() - started, 3),
        }
        return FinishedGame(summary, _sgf(game, result, config.name, owners))

    def _play_moves(
        self,
        game: Game,
        engine: Searcher,
        watcher: Watcher | None,
        is_cancelled: Callable[[], bool],
    ) -> str:
        """Plays a game to its end and returns the result as in SGF.

        Raises Cancelled, in the middle of a search too.
        """
        limit = Limit(engine.config.search.playouts, engine.config.search.seconds)
        seconds = {BLACK: 0.0, WHITE: 0.0}
        while not game.is_over and len(game.moves) < MOVES_PER_POINT * game.size**2:
            colour = game.to_play
            decision = engine.choose_move(SearchRequest(game, colour, limit), stop=is_cancelled)
            if is_cancelled():
                raise Cancelled
            if decision.resign:
                return "W+R" if colour == BLACK else "B+R"
            if self.settings.play_out and is_finished(game, engine.ownership()):
                game.play(colour, PASS)
                game.play(3 - colour, PASS)
                break
            game.play(colour, decision.point)
            if self.settings.play_out:
                game.komi = even_komi(game, engine.ownership())
            if watcher is not None:
                seconds[colour] += decision.report.seconds
                watcher.move_played(self.number, game, dict(seconds))
        game.komi = self.settings.komi
        return format_result(game.score(dead_points(game, engine.final_ownership(game))))

    def _owners(
        self, game: Game, engine: Searcher, is_cancelled: Callable[[], bool]
    ) -> np.ndarray | None:
        """Returns who owns each point when the game is played out, or None if nobody knows.

        Raises Cancelled.
        """
        if not self.settings.play_out or not game.is_over:
            return None
        level, engine.level = engine.level, None
        owners = play_out(game, engine, is_cancelled)
        engine.level = level
        if is_cancelled():
            raise Cancelled
        return owners


def self_play_games(settings: SelfPlay, games: int) -> Iterator[SelfPlayGame]:
    """Yields the games 1 to `games` of a run."""
    digests = settings.config.digests()
    for number in range(1, games + 1):
        yield SelfPlayGame(number, settings, digests)


def _sgf(game: Game, result: str, name: str, owners: np.ndarray | None) -> bytes:
    """Returns the game as SGF data, without a date: the same game gives the same bytes."""
    black_area, white_area = (
        () if owners is None else tuple(np.flatnonzero(owners == colour).tolist())
        for colour in (BLACK, WHITE)
    )
    player = f"cfggo {name}"
    line = game.to_main_line()
    return write_sgf(
        replace(
            line,
            result=result,
            black_name=player,
            white_name=player,
            black_area=black_area,
            white_area=white_area,
        )
    )
