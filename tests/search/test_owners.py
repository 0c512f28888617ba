"""The setting `owners`: playouts, a territory field, or both say who owns the points."""

from pathlib import Path

import numpy as np
import pytest

from cfggo.config import load_config
from cfggo.errors import CfggoError
from cfggo.go.diagram import board_from_diagram
from cfggo.go.game import Game
from cfggo.go.points import BLACK, WHITE, parse_vertex
from cfggo.search.engine import Engine, Limit
from cfggo.search.owners import field_of, owners_of_points

WALLS = """
    . . X O . . .
    . . X O . . .
    . O X O . . .
    . . X O . . .
    . . X O . . .
    . . X O . X .
    . . X O . . .
"""


def walls() -> Game:
    game = Game(7)
    colour = board_from_diagram(WALLS)[0]["colour"]
    black, white = (np.flatnonzero(colour == side).tolist() for side in (BLACK, WHITE))
    game.setup(black, white)
    return game


@pytest.mark.parametrize("owners", ["territory", "both"])
def test_the_engine_asks_the_field(owners: str) -> None:
    config = load_config("baseline").with_values(owners=owners, seed=1)
    engine, game = Engine(config), walls()
    engine.analyze(game, BLACK, Limit(playouts=50))
    ownership = engine.ownership()
    for vertex, sign in (("A1", 1), ("B5", 1), ("C1", 1), ("D1", -1), ("F2", -1), ("G7", -1)):
        assert sign * ownership[parse_vertex(vertex, 7)] > 0.5
    playouts = owners_of_points(load_config("baseline"))(game.boards[0], ownership)
    assert playouts is ownership  # by default they have the last word
    if owners == "territory":
        board = game.boards[0]
        np.testing.assert_allclose(field_of(config).owners(board), ownership, atol=1e-6)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"owners": "nobody"}, "unknown owners 'nobody'"),
        ({"owners": "both", "territory": "territory"}, "does not see playouts"),
        ({"owners": "territory", "territory": "territory-playouts"}, "sees playouts"),
        ({"owners": "territory", "territory": "baseline"}, "not a territory field"),
        ({"owners": "territory", "territory": "none.weights"}, "none.weights"),
    ],
)
def test_what_does_not_fit_is_refused(
    values: dict[str, str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CfggoError, match=message):
        owners_of_points(load_config("baseline").with_values(**values))
