"""Plays games on every size by every ruleset; a program for `tests.test_bounds`.

Every engine plays on every size, and every size and ruleset come together in a game.

With NUMBA_BOUNDSCHECK=1 an index outside an array is an IndexError.  The engines have the kernels
of search in common, so that they are compiled once, and between them use every branch: paths of
kinds and of labels, a glance or none, rules of thumb or none, answers by patterns or none, one
thread or two.

Prints the number of moves played and the number of moves whose features were listed.
"""

import gc
import sys
from pathlib import Path
from random import Random

import numpy as np

from cfggo.config import load_config
from cfggo.features.catalogue import MAX_FEATURES, TREE_GROUPS
from cfggo.features.tree import TreeView, look_at_position, new_tree_view, tree_features
from cfggo.go.game import Game
from cfggo.go.rules import RULESETS
from cfggo.graph.incremental_graph import GRAPH_DTYPE, build_graph
from cfggo.models.bradley_terry.weights import Model, Weights, n_features_of, save_model
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher

gc.disable()  # of no use while kernels are compiled, which takes most of the time

SIZES = range(2, 20)
MOST_MOVES = 100
SEARCHED, DRAWN = 2, 6
"""Moves that are searched, the second with the tree of the first, and then drawn in their place."""

LISTED_EVERY = 20
PLAYOUTS = 3


def engines(folder: Path) -> list[Searcher]:
    """Returns engines that between them use everything that a search can."""
    rng = np.random.default_rng(1)
    policies = {
        kind: Weights(
            kind,
            "hash8",
            rng.normal(0.0, 0.5, n_features_of(kind, "hash8")).astype(np.float32),
            groups=TREE_GROUPS,
        )
        for kind in ("tree", "playout")
    }
    file = folder / "labels.weights"
    save_model(file, Model(policies))
    strong = load_config("cfggo").with_values(seed=1)
    return [
        Searcher(strong),
        Searcher(strong.with_values(playout="paper-cfg")),
        Searcher(strong.with_values(tree=str(file), playout=str(file), candidates=0, threads=2)),
        Searcher(load_config("baseline").with_values(seed=1)),
        Searcher(load_config("frequency").with_values(seed=1, pattern_answers=8)),
    ]


def play_game(engine: Searcher, game: Game, harvest: TreeView, rng: Random) -> int:
    """Plays a game until it ends or has enough moves; returns of how many features were listed."""
    n_listed = 0
    while not game.is_over and len(game.moves) < MOST_MOVES:
        points = game.legal_points(game.to_play)
        if len(game.moves) % (SEARCHED + DRAWN) < SEARCHED or not points:
            request = SearchRequest(game, game.to_play, Limit(playouts=PLAYOUTS))
            point = engine.choose_move(request).point
        else:
            point = rng.choice(points)
        game.play(game.to_play, point)
        if len(game.moves) % LISTED_EVERY == 0:
            n_listed += list_features(harvest, game)
    game.score()
    return n_listed + list_features(harvest, game)


def list_features(harvest: TreeView, game: Game) -> int:
    """Lists the features of all moves of a position, and all their keys; returns how many moves."""
    graphs = np.zeros(1, dtype=GRAPH_DTYPE)
    features = np.zeros(MAX_FEATURES, dtype=np.int32)
    board, view = game.boards[0], harvest.views[0]
    build_graph(board, graphs[0])
    look_at_position(board, graphs[0], harvest)
    points = game.legal_points(game.to_play)
    for point in points:
        view["n_asked"] = 0
        tree_features(board, graphs[0], point, harvest, features)
    return len(points)


def main() -> None:
    """Plays the games."""
    harvest = new_tree_view(TREE_GROUPS, "exact", np.zeros(0, dtype=np.uint64), is_harvest=True)
    n_moves, n_listed = 0, 0
    together = set()
    for number, engine in enumerate(engines(Path(sys.argv[1]))):
        for size in SIZES:
            rules = [*RULESETS.values()][(number + size) % len(RULESETS)]
            together.add((size, rules.name))
            game = Game(size, rules.komi, rules)
            n_listed += play_game(engine, game, harvest, Random(f"{number} {size}"))
            n_moves += len(game.moves)
    assert len(together) == len(SIZES) * len(RULESETS)
    print(n_moves, n_listed)


main()
