"""An engine that knows nothing but the rules, and a position where nothing is left to play."""

from __future__ import annotations

from pathlib import Path

from cfggo.config import EngineConfig, PlayConfig, PolicyConfig, SearchConfig
from cfggo.go.game import Game
from cfggo.go.points import BLACK, format_vertex
from cfggo.search.engine import Engine, Limit
from cfggo.search.request import SearchRequest

SETTLED = """
    . X . X .
    X X X X X
    O O O O O
    O . O . O
    O O O O O
"""


def make_engine(weights: Path, seed: int = 3, reuse_tree: bool = True) -> Engine:
    """Returns an engine whose weights are all zero, so that moves are good by search alone."""
    config = EngineConfig(
        policy=PolicyConfig(str(weights), str(weights)),
        search=SearchConfig(max_nodes=50_000, reuse_tree=reuse_tree),
        play=PlayConfig(seed=seed),
    )
    return Engine(config)


def chosen(engine: Engine, game: Game, colour: int = BLACK, playouts: int = 400) -> str:
    """Returns the vertex of the move that an engine chooses."""
    return format_vertex(
        engine.choose_move(SearchRequest(game, colour, Limit(playouts=playouts))).point
    )
