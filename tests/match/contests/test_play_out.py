"""Playing out: dead stones are captured, and records say who owns each point."""

import numpy as np
import pytest

from cfggo.config import load_config
from cfggo.go.game import Game
from cfggo.go.points import BLACK, PASS, WHITE, board_points, parse_vertex
from cfggo.go.rules import CHINESE, JAPANESE, Ruleset
from cfggo.match.contests.play_out import dead_by_owners, even_komi, is_finished, play_out
from cfggo.match.contests.selfplay import SelfPlay, SelfPlayGame
from cfggo.records.sgf.reading import read_main_line
from cfggo.search.goal import Goal
from cfggo.search.searcher import Searcher
from tests.diagrams import game_of_diagram

DEAD_STONE = """
    . . X O . .
    . . X O . .
    . O X O . .
    . . X O . .
    . . X O . .
    . . X O . .
"""


@pytest.fixture(scope="module")
def engine() -> Searcher:
    return Searcher(load_config("baseline").with_values(seed=1))


def finished_game(diagram: str) -> Game:
    game = game_of_diagram(diagram)
    game.play(BLACK, PASS)
    game.play(WHITE, PASS)
    return game


def test_a_dead_stone_is_its_captors(engine: Searcher) -> None:
    game = finished_game(DEAD_STONE)
    owners = play_out(game, engine)
    assert owners is not None
    for point in board_points(6):
        assert owners[point] == (BLACK if (point % 21) <= 3 else WHITE)
    assert dead_by_owners(game, owners) == [parse_vertex("B4", 6)]


def test_it_is_given_up_when_it_is_told_to(engine: Searcher) -> None:
    assert play_out(finished_game(DEAD_STONE), engine, lambda: True) is None


def test_points_that_no_stone_encloses_have_owners_too(engine: Searcher) -> None:
    game = game_of_diagram("..XO..\n..XO..\n..XO..\n..XO..\n..XO..\n......")
    owners = play_out(game, engine)
    assert owners is not None
    assert {int(owners[parse_vertex(v, 6)]) for v in ("A1", "A6", "B4")} == {BLACK}
    assert {int(owners[parse_vertex(v, 6)]) for v in ("F6", "F3", "E4")} == {WHITE}


def test_people_end_a_game_when_every_point_but_neutral_ones_has_a_sure_owner() -> None:
    game = finished_game(".X.O.\n" * 5)
    colour = game.boards[0]["colour"]
    ownership = np.zeros(len(colour))
    ownership[[p for p in board_points(5) if p % 21 <= 2]] = 1.0
    ownership[[p for p in board_points(5) if p % 21 >= 4]] = -1.0
    for side in (BLACK, WHITE, BLACK, WHITE, BLACK):
        assert not is_finished(game, ownership)  # too early
        game.play(side, PASS)
    assert is_finished(game, ownership)
    ownership[parse_vertex("A1", 5)] = 0.9
    assert not is_finished(game, ownership)


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE])
def test_with_an_even_komi_nobody_is_ahead(rules: Ruleset) -> None:
    game = Game(5, 6.5, rules)
    for vertex, colour in (("B2", BLACK), ("D4", WHITE), ("B3", BLACK)):
        game.play(colour, parse_vertex(vertex, 5))
    ownership = np.zeros(len(game.boards[0]["colour"]))
    ownership[board_points(5)] = 0.2  # Black has five points more
    game.komi = even_komi(game, ownership)
    assert abs(Goal.of_game(game, game.to_play).score(5.0)) <= 0.5


def test_a_played_out_game_says_who_owns_its_points() -> None:
    config = load_config("baseline").with_values(playouts=40)
    settings = SelfPlay(config, 5, 6.5, JAPANESE, seed=1, play_out=True)
    assert settings.to_json()["play_out"] is True
    line = read_main_line(SelfPlayGame(3, settings).play().sgf)
    assert [point for _, point in line.moves[-2:]] == [PASS, PASS]
    assert set(line.black_area) | set(line.white_area) <= set(board_points(5))
    assert not set(line.black_area) & set(line.white_area)
    assert len(line.black_area) + len(line.white_area) > 15
