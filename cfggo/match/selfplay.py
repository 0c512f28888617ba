"""The engine's games against itself, in one process."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from cfggo.config import EngineConfig
from cfggo.go.game import Game
from cfggo.go.points import BLACK, WHITE, board_points
from cfggo.go.rules import Ruleset
from cfggo.go.scoring import format_result
from cfggo.go.sgf import write_sgf
from cfggo.match.programs import game_seed
from cfggo.match.referee import MOVES_PER_POINT
from cfggo.match.store import GameStore
from cfggo.search.engine import Engine, Limit

SETTINGS_NAME = "selfplay"

_DEAD_FROM = 0.5
"""Ownership, -1 to 1, from which a stone on a point that is the opponent's is dead."""


@dataclass(frozen=True)
class SelfPlay:
    """What makes two runs of self-play the same, but for the number of games.

    Public attributes:
      config            -- EngineConfig of both sides; its seed is not used
      size, komi, rules -- as in Game
      seed              -- of which the games' seeds are made
    """

    config: EngineConfig
    size: int
    komi: float
    rules: Ruleset
    seed: int

    def to_json(self) -> dict[str, Any]:
        """Returns the settings by name."""
        engine = asdict(self.config.with_values(seed=self.seed))
        return {"size": self.size, "komi": self.komi, "rules": self.rules.name, "engine": engine}


def play_self(
    settings: SelfPlay,
    games: int,
    store: GameStore,
    *,
    make_engine: Callable[[EngineConfig], Engine] = Engine,
    on_move: Callable[[int, Game], None] = lambda number, game: None,
    on_game: Callable[[dict[str, Any]], None] = lambda record: None,
) -> None:
    """Plays those of the games 1 to `games` that the store doesn't have yet.

    on_move -- told the game's number and the game after each move
    on_game -- told each game's line in the journal, once it is kept

    A game depends on its number alone, whatever was played before: each has an engine of its own.
    """
    for number in range(1, games + 1):
        if number in store.records:
            continue
        started = time.monotonic()
        seed = game_seed(settings.seed, number, 0)
        config = settings.config.with_values(seed=seed)
        game = Game(settings.size, settings.komi, settings.rules)
        result = _play_game(make_engine(config), game, config, partial(on_move, number))
        record = {
            "number": number,
            "result": result,
            "moves": len(game.moves),
            "duration": round(time.monotonic() - started, 3),
        }
        store.add(record, _sgf(game, result, settings.config.name))
        on_game(record)


def _play_game(
    engine: Engine, game: Game, config: EngineConfig, on_move: Callable[[Game], None]
) -> str:
    """Plays a game to its end and returns the result as SGF has it."""
    limit = Limit(config.search.playouts, config.search.seconds)
    while not game.is_over and len(game.moves) < MOVES_PER_POINT * game.size**2:
        colour = game.to_play
        decision = engine.choose_move(game, colour, limit)
        if decision.resign:
            return "W+R" if colour == BLACK else "B+R"
        game.play(colour, decision.point)
        on_move(game)
    return format_result(game.score(_dead_points(game, engine.ownership())))


def _dead_points(game: Game, ownership: np.ndarray) -> list[int]:
    """Returns the points of stones on what playouts find to be the opponent's.

    ownership -- float32[N_POINTS], +1 for Black, -1 for White
    """
    colours = game.boards[0]["colour"]
    own_sign = {BLACK: 1, WHITE: -1}
    return [
        point
        for point in board_points(game.size)
        if own_sign.get(int(colours[point]), 0) * ownership[point] <= -_DEAD_FROM
    ]


def _sgf(game: Game, result: str, name: str) -> bytes:
    """Returns the game as SGF data, without a date: the same game gives the same bytes."""
    player = f"cfggo {name}"
    line = replace(game.to_main_line(), result=result, black_name=player, white_name=player)
    return write_sgf(line)
