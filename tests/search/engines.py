"""An engine that knows nothing but the rules, settings of searches without one, and a position
where nothing is left to play.
"""

from pathlib import Path

from cfggo.config import EngineConfig, PlayConfig, PolicyConfig, SearchConfig
from cfggo.go.game import Game
from cfggo.go.points import BLACK, format_vertex
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest
from cfggo.search.rules_of_thumb import RulesOfThumb
from cfggo.search.searcher import Searcher
from cfggo.search.settings import Settings

SETTINGS = Settings(
    exploration=0.6,
    rave_bias=0.1,
    progressive_bias=50.0,
    bias_visits=0,
    first_play_urgency=1.0,
    expand_visits=3,
    candidates=0,
    pass_empty=1.0,
    rules_of_thumb=RulesOfThumb(0, False, False, False),
    komi=0.5,
    avoided_moves=0,
    alone=True,
)
"""Of a search of one thread without rules of thumb; others replace what is to be another way."""

SETTLED = """
    . X . X .
    X X X X X
    O O O O O
    O . O . O
    O O O O O
"""


def make_engine(weights: Path, seed: int = 3, reuse_tree: bool = True) -> Searcher:
    """Returns an engine whose weights are all zero, so that moves are good by search alone."""
    config = EngineConfig(
        policy=PolicyConfig(str(weights), str(weights)),
        search=SearchConfig(max_nodes=50_000, reuse_tree=reuse_tree),
        play=PlayConfig(seed=seed),
    )
    return Searcher(config)


def chosen(engine: Searcher, game: Game, colour: int = BLACK, playouts: int = 400) -> str:
    """Returns the vertex of the move that an engine chooses."""
    return format_vertex(
        engine.choose_move(SearchRequest(game, colour, Limit(playouts=playouts))).point
    )
