"""The games of records in flat arrays, and the boards that their moves make."""

import numpy as np

from cfggo.go.board import BOARD_DTYPE, play
from cfggo.go.game import Game
from cfggo.go.main_line import MainLine
from cfggo.go.points import BLACK, PASS, WHITE, parse_vertex
from cfggo.records.game_record import GameRecord
from cfggo.records.replay import can_follow, followed_moves, game_arrays, start_board
from tests.conftest import MakeRecord, RandomRecords


def test_games_lie_one_after_the_other(make_record: MakeRecord) -> None:
    stone = parse_vertex("B2", 5)
    games = game_arrays(
        [make_record(9, "E5 C3"), make_record(5, ""), make_record(5, "C3 pass D4", [stone])]
    )
    assert games.sizes.tolist() == [9, 5, 5]
    assert games.starts.tolist() == [0, 2, 2, 5]
    names = [("E5", 9), ("C3", 9), ("C3", 5), ("pass", 5), ("D4", 5)]
    assert games.moves.tolist() == [parse_vertex(*name) for name in names]
    assert games.colours.tolist() == [BLACK, WHITE, BLACK, WHITE, BLACK]
    assert games.setup.tolist() == [stone]
    assert games.setup_starts.tolist() == [0, 0, 0, 1]


def test_boards_are_those_of_the_games(random_records: RandomRecords) -> None:
    records = random_records(5, 7, 60)
    stones = tuple(parse_vertex(name, 7) for name in ("A1", "G7"))
    records.append(GameRecord("set up", MainLine(7, ((WHITE, parse_vertex("D4", 7)),), stones)))
    games = game_arrays(records)
    board = np.zeros(1, dtype=BOARD_DTYPE)[0]
    for game, record in enumerate(records):
        start_board(board, games, game)
        for move in range(games.starts[game], games.starts[game + 1]):
            assert can_follow(board, games, move)
            play(board, games.moves[move])
        expected = Game.from_main_line(record.line).boards[0]
        assert (board["colour"] == expected["colour"]).all()
    assert followed_moves(games).tolist() == [60] * 5 + [1]


def test_a_game_is_followed_up_to_its_first_impossible_move(make_record: MakeRecord) -> None:
    games = game_arrays(
        [make_record(5, "C3 D4 C3 A1"), make_record(5, "A1 A2 pass B1 A1"), make_record(5, "")]
    )
    assert followed_moves(games).tolist() == [2, 4, 0]
    assert {BLACK, WHITE} == set(games.colours.tolist())
    assert PASS in games.moves
