"""Levels of play: how moves are drawn, and what an engine at a level does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cfggo.config import EngineConfig
from cfggo.errors import CfggoError
from cfggo.go.game import Game
from cfggo.go.points import BLACK, PASS, parse_vertex
from cfggo.search.engine import Engine, Limit
from cfggo.search.levels import LEVELS, Level, find_level
from cfggo.search.tree import NODE_DTYPE


def children(priors: list[float], visits: list[int]) -> np.ndarray:
    nodes = np.zeros(len(priors), dtype=NODE_DTYPE)
    nodes["prior"] = priors
    nodes["visits"] = visits
    return nodes


def shares_drawn(level: Level, nodes: np.ndarray, draws: int = 400) -> np.ndarray:
    drawn = [level.draw(nodes, seed) for seed in range(draws)]
    return np.bincount(drawn, minlength=len(nodes)) / draws


def test_levels_begin_at_20k_and_never_search_less() -> None:
    ranks = range(20, 20 - len(LEVELS), -1)
    assert [*LEVELS] == [f"{rank}k" for rank in ranks]
    playouts = [level.playouts for level in LEVELS.values()]
    assert playouts == sorted(playouts)


def test_unknown_level_names_those_there_are() -> None:
    with pytest.raises(CfggoError, match="unknown level '30k'; available: 20k, 19k"):
        find_level("30k")


def test_without_temperature_the_largest_weight_is_played() -> None:
    nodes = children([0.2, 0.5, 0.3], [30, 10, 60])
    assert {Level("", "policy", 0.0, 1).draw(nodes, seed) for seed in range(20)} == {1}
    assert {Level("", "visits", 0.0, 1).draw(nodes, seed) for seed in range(20)} == {2}


def test_moves_are_drawn_by_their_weights() -> None:
    nodes = children([0.6, 0.3, 0.1], [1, 1, 1])
    shares = shares_drawn(Level("", "policy", 1.0, 1), nodes)
    assert shares == pytest.approx([0.6, 0.3, 0.1], abs=0.08)


def test_temperature_makes_moves_more_alike() -> None:
    nodes = children([0.6, 0.3, 0.1], [1, 1, 1])
    cold, warm, hot = (shares_drawn(Level("", "policy", t, 1), nodes)[0] for t in (0.3, 1.0, 5.0))
    assert cold > 0.85 > warm > 0.5 > hot


def test_absurd_moves_are_never_drawn() -> None:
    nodes = children([0.9, 0.0999, 0.0001], [100, 50, 0])
    assert shares_drawn(Level("", "policy", 5.0, 1), nodes)[2] == 0.0
    assert shares_drawn(Level("", "visits", 5.0, 1), nodes)[2] == 0.0


@pytest.fixture(scope="module")
def engine(zero_weights_file: Path) -> Engine:
    """Returns an engine to which all moves look alike, at a level that goes by their looks."""
    config = EngineConfig().with_values(
        tree=str(zero_weights_file), playout=str(zero_weights_file), max_nodes=100_000, seed=1,
        level="20k",
    )  # fmt: skip
    return Engine(config)


def test_a_level_draws_moves(engine: Engine) -> None:
    game = Game(5, komi=0.5)
    drawn = {engine.choose_move(game, BLACK, Limit(playouts=20)).point for _ in range(12)}
    assert len(drawn) > 4
    engine.level = None
    best = engine.choose_move(game, BLACK, Limit(playouts=400))
    assert best.point == best.report.moves[0].point
    engine.level = find_level("20k")


def test_a_level_passes_when_the_search_does(engine: Engine) -> None:
    game = Game(2, komi=0.5)
    game.setup([parse_vertex("A1", 2), parse_vertex("B2", 2)], [])
    assert (
        engine.choose_move(game, BLACK, Limit(playouts=20)).point == PASS
    )  # two own eyes are left


def test_a_seed_fixes_what_is_drawn(engine: Engine) -> None:
    def moves() -> list[int]:
        same = Engine(engine.config)
        game = Game(5, komi=0.5)
        for _ in range(6):
            game.play(game.to_play, same.choose_move(game, game.to_play, Limit(playouts=10)).point)
        return [point for _, point in game.moves]

    assert moves() == moves()
