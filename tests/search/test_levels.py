"""Levels of play: how moves are drawn, and what an engine at a level does."""

from pathlib import Path

import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.config import EngineConfig
from cfggo.go.game import Game
from cfggo.go.points import BLACK, PASS, format_vertex, parse_vertex
from cfggo.search.levels import LEVELS, draw_child, find_level
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher
from cfggo.search.tree import NODE_DTYPE
from tests.diagrams import game_of_diagram


def shares_drawn(priors: list[float], temperature: float, draws: int = 400) -> np.ndarray:
    """Returns how often each move was drawn."""
    nodes = np.zeros(len(priors), dtype=NODE_DTYPE)
    nodes["prior"] = priors
    drawn = [draw_child(nodes, temperature, seed) for seed in range(draws)]
    return np.bincount(drawn, minlength=len(nodes)) / draws


def test_levels_begin_at_20k_and_never_search_less() -> None:
    ranks = range(20, 20 - len(LEVELS), -1)
    assert [*LEVELS] == [f"{rank}k" for rank in ranks]
    playouts = [level.playouts for level in LEVELS.values()]
    assert playouts == sorted(playouts)


def test_unknown_level_names_those_there_are() -> None:
    with pytest.raises(CfggoError, match="unknown level '30k'; levels go from 20k to 3k"):
        find_level("30k")


def test_without_temperature_the_likeliest_move_is_played() -> None:
    assert shares_drawn([0.2, 0.5, 0.3], 0.0).tolist() == [0, 1, 0]


def test_moves_are_drawn_by_their_probabilities() -> None:
    assert shares_drawn([0.6, 0.3, 0.1], 1.0) == pytest.approx([0.6, 0.3, 0.1], abs=0.08)


def test_temperature_makes_moves_more_alike() -> None:
    cold, warm, hot = (shares_drawn([0.6, 0.3, 0.1], t)[0] for t in (0.3, 1.0, 5.0))
    assert cold > 0.85 > warm > 0.5 > hot


def test_absurd_moves_are_never_drawn() -> None:
    assert shares_drawn([0.9, 0.0999, 0.0001], 5.0)[2] == 0.0


@pytest.fixture(scope="module")
def engine(zero_weights_file: Path) -> Searcher:
    """Returns an engine at a level that draws its moves, with equal probabilities for all."""
    config = EngineConfig().with_values(
        tree=str(zero_weights_file), playout=str(zero_weights_file), max_nodes=100_000, seed=1,
        level="20k",
    )  # fmt: skip
    return Searcher(config)


def test_a_level_draws_moves(engine: Searcher) -> None:
    game = Game(5, komi=0.5)
    drawn = {
        engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=20))).point for _ in range(12)
    }
    assert len(drawn) > 4
    engine.level = None
    best = engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=400)))
    assert best.point == best.report.moves[0].point
    engine.level = find_level("20k")


def test_a_level_passes_when_the_search_does(engine: Searcher) -> None:
    game = Game(2, komi=0.5)
    game.setup([parse_vertex("A1", 2), parse_vertex("B2", 2)], [])
    assert (
        engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=20))).point == PASS
    )  # two own eyes are left


NOTHING_LEFT = """
    . X . . X . .
    X X X X X X X
    . X . X . . X
    X X X X X X X
    O O O O O O O
    . O . . O . .
    O O O O O O O
"""

CAPTURE = """
    . X . X . X .
    X X X X X X X
    O O O . O O O
    O X X X O . O
    O O O O O O O
    O . O . O O O
    O O O O O O O
"""
"""D5 saves three stones of Black's."""


def lost_game(komi: float = 100.0) -> Game:
    """Returns a game on 5x5 that Black, to play, has lost by the komi alone."""
    game = Game(5, komi=komi)
    for name in ("C3", "C2", "B2", "B3", "D2", "D3"):
        game.play(game.to_play, parse_vertex(name, 5))
    return game


@pytest.mark.parametrize("name", [*LEVELS])
def test_levels_up_to_10k_play_lost_games_on(name: str, engine: Searcher) -> None:
    level = find_level(name)
    engine.level = level
    engine.forget()
    decision = engine.choose_move(SearchRequest(lost_game(), BLACK, Limit(playouts=40)))
    engine.level = find_level("20k")
    assert decision.is_lost
    assert decision.resign != level.plays_on
    assert level.plays_on == (int(name.removesuffix("k")) >= 10)


def test_a_level_that_has_lost_passes_once_no_move_gains_anything(shared_engine: Searcher) -> None:
    """At full strength it plays on for a mistake, as area rules let it."""
    points = {}
    for name in ("", "13k"):
        engine = Searcher(shared_engine.config.with_values(level=name, resign_below=0.0))
        game = game_of_diagram(NOTHING_LEFT, BLACK, komi=9.5)
        points[name] = engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=200))).point
    assert points["13k"] == PASS
    assert points[""] != PASS


def test_a_lost_game_is_played_for_points(shared_engine: Searcher) -> None:
    """Black has lost by komi whatever he does, and can still save three stones."""
    engine = Searcher(shared_engine.config.with_values(level="13k"))
    game = game_of_diagram(CAPTURE, BLACK, komi=80.5)
    for seed in range(5):
        engine.set_seed(seed)
        engine.forget()
        decision = engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=200)))
        assert decision.is_lost
        assert format_vertex(decision.point) == "D5"


def test_every_level_says_how_it_plays() -> None:
    for level in LEVELS.values():
        assert "{" not in level.description
        assert level.description.endswith(".")
        if level.temperature is None:
            assert f"{level.playouts:,} quick games" in level.description


def test_a_seed_fixes_what_is_drawn(engine: Searcher) -> None:
    def moves() -> list[int]:
        same = Searcher(engine.config)
        game = Game(5, komi=0.5)
        for _ in range(6):
            game.play(
                game.to_play,
                same.choose_move(SearchRequest(game, game.to_play, Limit(playouts=10))).point,
            )
        return [point for _, point in game.moves]

    assert moves() == moves()


def test_a_level_that_searches_plays_the_best_move(engine: Searcher) -> None:
    config = engine.config
    game = Game(3, komi=0.5)
    plain, level = (
        Searcher(config.with_values(level=name)).choose_move(
            SearchRequest(game, BLACK, Limit(playouts=65))
        )
        for name in ("", "13k")
    )
    assert plain.point == level.point == level.report.moves[0].point


@pytest.mark.parametrize("level", ["14k", "17k"])
def test_boosted_trees_change_no_level_that_draws(level: str) -> None:
    """The levels were measured without them."""
    engines = [
        Searcher(EngineConfig().with_values(tree=tree, playout="baseline", level=level, seed=3))
        for tree in ("expert", "boosted")
    ]
    game, priors_differ = Game(9, komi=7.5), False
    for _ in range(30):
        plain, boosted = (
            engine.choose_move(SearchRequest(game, game.to_play, Limit(playouts=10), reg=True))
            for engine in engines
        )
        assert plain.point == boosted.point
        priors_differ |= plain.report.moves[0].prior != boosted.report.moves[0].prior
        if game.is_over:
            break
        game.play(game.to_play, plain.point)
    assert priors_differ
