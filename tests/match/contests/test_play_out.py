"""Playing out: dead stones are captured, and records say who owns each point."""

import numpy as np
import pytest

from cfggo.config import load_config
from cfggo.go.diagram import board_from_diagram
from cfggo.go.game import Game
from cfggo.go.points import BLACK, PASS, WHITE, board_points, parse_vertex
from cfggo.go.rules import JAPANESE
from cfggo.go.sgf import read_main_line
from cfggo.match.contests.play_out import dead_by_owners, play_out
from cfggo.match.contests.selfplay import SelfPlay, SelfPlayGame
from cfggo.search.engine import Engine

DEAD_STONE = """
    . . X O . .
    . . X O . .
    . O X O . .
    . . X O . .
    . . X O . .
    . . X O . .
"""


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(load_config("baseline").with_values(seed=1))


def finished_game(diagram: str, size: int) -> Game:
    game = Game(size, 0.5)
    colour = board_from_diagram(diagram)[0]["colour"]
    black, white = (np.flatnonzero(colour == side).tolist() for side in (BLACK, WHITE))
    game.setup(black, white)
    game.play(BLACK, PASS)
    game.play(WHITE, PASS)
    return game


def test_a_dead_stone_is_its_captors(engine: Engine) -> None:
    game = finished_game(DEAD_STONE, 6)
    owners = play_out(game, engine)
    assert owners is not None
    for point in board_points(6):
        assert owners[point] == (BLACK if (point % 21) <= 3 else WHITE)
    assert dead_by_owners(game, owners) == [parse_vertex("B4", 6)]


def test_a_played_out_game_says_who_owns_its_points() -> None:
    config = load_config("baseline").with_values(playouts=40)
    settings = SelfPlay(config, 5, 6.5, JAPANESE, seed=1, play_out=True)
    assert settings.to_json()["play_out"] is True
    line = read_main_line(SelfPlayGame(3, settings).play().sgf)
    assert [point for _, point in line.moves[-2:]] == [PASS, PASS]
    assert set(line.black_area) | set(line.white_area) <= set(board_points(5))
    assert not set(line.black_area) & set(line.white_area)
    assert len(line.black_area) + len(line.white_area) > 15
