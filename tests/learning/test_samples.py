"""From records to candidates and their features."""

import numpy as np
import pytest

from cfggo.go.board import BOARD_DTYPE, is_legal, is_own_eye, play
from cfggo.go.game import Game
from cfggo.go.main_line import MainLine
from cfggo.go.points import BLACK, EMPTY, PASS, WHITE, board_points, parse_vertex
from cfggo.graph.incremental_graph import GRAPH_DTYPE
from cfggo.graph.replay import follow_move, start_game
from cfggo.learning.samples import find_candidate, list_candidates, make_extractor
from cfggo.records.game_record import GameRecord
from cfggo.records.replay import followed_moves, game_arrays
from tests.conftest import MakeRecord, RandomRecords

NO_SHAPES = np.zeros(0, dtype=np.uint64)


def new_records() -> tuple[np.void, np.void]:
    """Returns a board and a graph to be set."""
    return np.zeros(1, dtype=BOARD_DTYPE)[0], np.zeros(1, dtype=GRAPH_DTYPE)[0]


def test_following_a_game_makes_its_boards(make_record: MakeRecord) -> None:
    corner = [parse_vertex(name, 5) for name in ("A2", "B1")]
    games = game_arrays([make_record(5, "C3 A1 D4", [], corner)])
    board, graph = new_records()
    start_game(board, graph, games, 0)
    assert board["colour"][corner].tolist() == [WHITE, WHITE]
    assert follow_move(board, graph, games, 0)
    assert board["colour"][games.moves[0]] == BLACK
    assert follow_move(board, graph, games, 1)
    assert follow_move(board, graph, games, 2)
    assert board["n_moves"] == 3


def test_a_ko_does_not_hold_for_a_move_out_of_turn() -> None:
    """Black takes a ko, White's pass was not written down, and Black fills it."""
    taken, filled = (parse_vertex(name, 5) for name in ("C3", "B3"))
    black, white = (
        tuple(sorted(parse_vertex(name, 5) for name in names))
        for names in (("A3", "B4", "B2"), ("B3", "C4", "C2", "D3"))
    )
    line = MainLine(5, ((BLACK, taken), (BLACK, filled)), black, white)
    games = game_arrays([GameRecord("ko", line)])
    assert Game.from_main_line(line).boards[0]["colour"][filled] == BLACK
    assert followed_moves(games).tolist() == [2]
    board, graph = new_records()
    start_game(board, graph, games, 0)
    assert follow_move(board, graph, games, 0)
    assert board["ko"] == filled
    assert follow_move(board, graph, games, 1)


@pytest.mark.parametrize("moves", ["C3 C3", "A1 A2 pass B1 A1"])
def test_an_impossible_move_is_not_followed(moves: str, make_record: MakeRecord) -> None:
    """A stone is in the way, or the move is a suicide."""
    games = game_arrays([make_record(5, moves)])
    board, graph = new_records()
    start_game(board, graph, games, 0)
    last = len(games.moves) - 1
    assert all(follow_move(board, graph, games, move) for move in range(last))
    before = board.copy()
    assert not follow_move(board, graph, games, last)
    assert (board["colour"] == before["colour"]).all()
    assert board["n_moves"] == last


@pytest.mark.parametrize("kind", ["tree", "playout"])
def test_candidates(kind: str, random_records: RandomRecords) -> None:
    games = game_arrays(random_records(1, 7, 50))
    board, graph = new_records()
    start_game(board, graph, games, 0)
    extractor = make_extractor(kind, "exact", NO_SHAPES)
    for move in range(50):
        n = list_candidates(board, graph, extractor)
        candidates = extractor.points[:n].tolist()
        expected = [] if kind == "playout" else [PASS]
        for point in board_points(7):
            eye = board["colour"][point] == EMPTY and is_own_eye(board, point, board["to_play"])
            if is_legal(board, point) and not (eye and kind == "playout"):
                expected.append(point)
        assert sorted(candidates) == expected
        for i, point in enumerate(candidates):
            assert find_candidate(extractor, n, point) == i
        assert find_candidate(extractor, n, 441) == -1
        assert (extractor.counts[:n] > 0).all()
        assert follow_move(board, graph, games, move)


def test_local_tactics_belong_to_their_points(make_record: MakeRecord) -> None:
    games = game_arrays([make_record(5, "C3")])
    board, graph = new_records()
    start_game(board, graph, games, 0)
    follow_move(board, graph, games, 0)
    extractor = make_extractor("playout", "", NO_SHAPES)
    n = list_candidates(board, graph, extractor)
    contiguous = {
        point
        for i, point in enumerate(extractor.points[:n].tolist())
        if extractor.features[i, 0] == 0
    }
    around = [parse_vertex(name, 5) for name in ("B2", "B3", "B4", "C2", "C4", "D2", "D3", "D4")]
    assert contiguous == set(around)
    play(board, PASS)
    n = list_candidates(board, graph, extractor)
    assert (extractor.features[:n, 0] != 0).all()
