"""The setting `owners`: playouts, a territory field, or both say who owns the points."""

from pathlib import Path

import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_weights
from cfggo.config import load_config
from cfggo.go.points import BLACK, WHITE, parse_vertex
from cfggo.models.territory.model import load_territory
from cfggo.search.limits import Limit
from cfggo.search.owners import field_of, judges_of
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher
from tests.diagrams import game_of_diagram

WALLS = """
    . . X O . . .
    . . X O . . .
    . O X O . . .
    . . X O . . .
    . . X O . . .
    . . X O . X .
    . . X O . . .
"""


OWNED = (("A1", 1), ("B5", 1), ("C1", 1), ("D1", -1), ("F2", -1), ("G7", -1))
"""Points of WALLS, and whose they are."""


@pytest.mark.parametrize("owners", ["territory", "both"])
def test_the_engine_asks_the_field_when_a_game_ends(owners: str) -> None:
    engine = Searcher(load_config("baseline").with_values(owners=owners, seed=1))
    game = game_of_diagram(WALLS)
    ownership = engine.final_ownership(game, 400)
    for vertex, sign in OWNED:
        assert sign * ownership[parse_vertex(vertex, 7)] > 0.3


def test_a_position_has_the_same_owners_whenever_it_is_counted() -> None:
    game = game_of_diagram(WALLS)
    engines = [Searcher(load_config("baseline").with_values(seed=seed)) for seed in (1, 2)]
    first, second = (engine.final_ownership(game, 100) for engine in engines)
    engines[0].analyze(SearchRequest(game, BLACK, Limit(playouts=50)))
    for owners in (second, engines[0].final_ownership(game, 100)):
        np.testing.assert_array_equal(owners, first)


def test_a_field_of_the_board_alone_is_asked_at_any_time() -> None:
    config = load_config("baseline").with_values(owners="territory", seed=1)
    engine, game = Searcher(config), game_of_diagram(WALLS)
    engine.analyze(SearchRequest(game, BLACK, Limit(playouts=50)))
    by_field = field_of(config).owners(game.boards[0])
    np.testing.assert_allclose(engine.ownership(), by_field, atol=1e-6)
    np.testing.assert_allclose(engine.final_ownership(game), by_field, atol=1e-6)


def test_a_field_that_sees_playouts_judges_stones_at_the_end() -> None:
    board = game_of_diagram(WALLS).boards[0]
    is_stone = (board["colour"] == BLACK) | (board["colour"] == WHITE)
    playouts = np.random.default_rng(1).uniform(-1, 1, len(is_stone)).astype(np.float32)
    judges = judges_of(load_config())  # the default
    assert judges.in_play(board, playouts) is playouts
    at_end = judges.at_end(board, playouts)
    field = load_territory(Path(find_weights("territory-playouts"))).owners(board, playouts)
    np.testing.assert_array_equal(at_end[is_stone], field[is_stone])
    np.testing.assert_array_equal(at_end[~is_stone], playouts[~is_stone])
    alone = judges_of(load_config().with_values(owners="playouts"))
    assert alone.in_play(board, playouts) is alone.at_end(board, playouts) is playouts


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("owners=nobody", "unknown owners 'nobody'"),
        ("owners=both,territory=territory", "does not see playouts"),
        ("owners=territory,territory=territory-playouts", "sees playouts"),
        ("owners=territory,territory=baseline", "not a territory field"),
        ("territory=none.weights", "none.weights"),
    ],
)
def test_what_does_not_fit_is_refused(
    settings: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CfggoError, match=message):
        judges_of(load_config("baseline").with_overrides(settings))


def test_a_field_for_pictures_leaves_the_end_of_games_to_the_shipped_one() -> None:
    config = load_config().with_overrides("territory=territory")
    board = game_of_diagram(WALLS).boards[0]
    playouts = np.zeros(len(board["colour"]), dtype=np.float32)
    at_end = judges_of(load_config()).at_end(board, playouts)
    np.testing.assert_array_equal(judges_of(config).at_end(board, playouts), at_end)
    assert not field_of(config).form.playouts
    with pytest.raises(CfggoError, match="sees playouts, and here there are none"):
        field_of(load_config().with_overrides("territory=territory-playouts"))
