"""Random games on every size against sgfmill's board, and the board's own books."""

import numpy as np
import pytest
from sgfmill.boards import Board

from cfggo.base.jit import jit
from cfggo.go.board import is_legal, new_board, play
from cfggo.go.points import (
    BLACK,
    EMPTY,
    N_POINTS,
    NEIGHBOURS,
    PASS,
    STRIDE,
    WHITE,
    board_points,
    format_vertex,
    row_col_from_point,
)
from cfggo.go.random import random_below
from cfggo.go.rules import TROMP_TAYLOR
from cfggo.go.scoring import score
from cfggo.go.setup import set_up_board
from cfggo.go.uniform import choose_uniform_move, uniform_playout
from tests.bit_sets import members

SIZES = range(5, 20)
N_GAMES = {size: 300 if size < 10 else 80 if size < 14 else 35 for size in SIZES}
"""2,030 games in all; a game on 19x19 takes as long as fourteen on 5x5."""

FILLS_NO_EYE, ANY_LEGAL, WITH_SUICIDE = range(3)


@jit
def choose_move(board, style):
    """Returns a random move: one of a playout's, any legal one, or one that may be a suicide."""
    if style == FILLS_NO_EYE:
        return choose_uniform_move(board)
    for _ in range(200):
        point = board.empty[random_below(board, board.n_empty)]
        if is_legal(board, point) or (style == WITH_SUICIDE and point != board.ko):
            return point
    return PASS


@jit
def record_game(boards, style, after):
    """Plays a random game and returns its length; after[i] becomes the board after move i."""
    n = 0
    while boards[0].n_passes < 2 and n < len(after):
        play(boards[0], choose_move(boards[0], style))
        after[n] = boards[0]
        n += 1
    return n


def random_position(size: int, seed: int) -> np.ndarray:
    """Returns a board in the middle of a random game of any style, shape (1,)."""
    boards = new_board(size, seed)
    after = np.empty((1 + seed * 37 % 100) * size * size // 50 + 1, dtype=boards.dtype)
    n = record_game(boards, seed % 3, after)
    return after[n - 1 : n]


def on_sgfmill(board: np.void) -> Board:
    """Returns sgfmill's board with the same stones."""
    theirs = Board(int(board["size"]))
    black, white = (
        [row_col_from_point(point) for point in np.flatnonzero(board["colour"] == colour).tolist()]
        for colour in (BLACK, WHITE)
    )
    theirs.apply_setup(black, white, [])
    return theirs


@pytest.mark.parametrize("size", SIZES)
def test_board_captures_and_ko_equal_sgfmills_after_every_move(size: int) -> None:
    names = np.array([None, "b", "w"], dtype=object)
    after = np.empty(size * size * 3 // 2, dtype=new_board(size).dtype)
    for seed in range(N_GAMES[size]):
        n_moves = record_game(new_board(size, seed), seed % 3, after)
        game = after[:n_moves]
        grids = game["colour"].reshape(-1, STRIDE, STRIDE)[:, 1 : size + 1, 1 : size + 1]
        stones = names[grids].tolist()
        points, kos = game["last"].tolist(), game["ko"].tolist()
        theirs = Board(size)
        for i, point in enumerate(points):
            ko = None
            if point != PASS:
                ko = theirs.play(*row_col_from_point(point), "bw"[i % 2])
            where = f"seed {seed}, move {i + 1} at {format_vertex(point)}"
            assert theirs.board == stones[i], where
            assert ko == (row_col_from_point(kos[i]) if kos[i] else None), where

        # The stones are sgfmill's now, so what is missing of the stones played are the prisoners.
        for colour, first in ((BLACK, 0), (WHITE, 1)):
            played = game["last"] != PASS
            played[1 - first :: 2] = False
            on_board = np.count_nonzero(grids == colour, axis=(1, 2))
            assert (game["prisoners"][:, colour] == np.cumsum(played) - on_board).all(), seed


@pytest.mark.parametrize("size", SIZES)
def test_legal_moves_are_those_that_sgfmill_can_play_without_ko_and_suicide(size: int) -> None:
    for seed in range(40):
        board = random_position(size, seed)[0]
        theirs = on_sgfmill(board)
        colour = "bw"[board["to_play"] - 1]
        for point in board_points(size):
            row, col = row_col_from_point(point)
            expected = theirs.get(row, col) is None and point != board["ko"]
            if expected:
                trial = theirs.copy()
                trial.play(row, col, colour)
                expected = trial.get(row, col) == colour
            assert is_legal(board, point) == expected, f"seed {seed}, {format_vertex(point)}"


def chain_and_liberties(colour: list[int], point: int) -> tuple[set[int], set[int]]:
    """Returns a chain's stones and its liberties, found by flood fill.

    colour -- of all points
    """
    stones, liberties, queue = {point}, set(), [point]
    while queue:
        stone = queue.pop()
        for near in (stone + offset for offset in NEIGHBOURS):
            if colour[near] == EMPTY:
                liberties.add(near)
            elif colour[near] == colour[point] and near not in stones:
                stones.add(near)
                queue.append(near)
    return stones, liberties


@pytest.mark.parametrize("size", SIZES)
def test_chains_and_liberties_equal_a_flood_fill(size: int) -> None:
    for seed in range(6):
        board = random_position(size, seed)[0]
        colour, heads, following = (board[name].tolist() for name in ("colour", "head", "next"))
        for point in board_points(size):
            if colour[point] == EMPTY:
                continue
            stones, liberties = chain_and_liberties(colour, point)
            head = heads[point]
            assert {p for p in stones if heads[p] == head} == stones
            circle = [following[point]]
            while circle[-1] != point:
                circle.append(following[circle[-1]])
            assert sorted(circle) == sorted(stones)
            assert board["n_stones"][head] == len(stones)
            assert board["n_liberties"][head] == len(liberties)
            assert members(board["liberties"][head]) == liberties


@pytest.mark.parametrize("size", SIZES)
def test_empty_list_and_hash_equal_those_made_anew(size: int) -> None:
    for seed in range(20):
        board = random_position(size, seed)[0]
        colour = board["colour"]
        empty = board["empty"][: board["n_empty"]]
        assert sorted(empty.tolist()) == np.flatnonzero(colour == EMPTY).tolist()
        assert (board["empty_index"][empty] == np.arange(len(empty))).all()

        black, white = (np.flatnonzero(colour == c).tolist() for c in (BLACK, WHITE))
        assert board["hash"] == set_up_board(size, black, white)[0]["hash"]


@pytest.mark.parametrize("size", SIZES)
def test_a_playouts_area_is_the_area_score(size: int) -> None:
    for seed in range(20):
        boards = new_board(size, seed)
        assert uniform_playout(boards[0]) == score(boards[0], TROMP_TAYLOR, komi=0)


def test_a_seed_fixes_a_game() -> None:
    def last_colours(seed: int) -> bytes:
        boards = new_board(19, seed)
        uniform_playout(boards[0])
        return boards["colour"].tobytes()

    assert last_colours(5) == last_colours(5)
    assert last_colours(5) != last_colours(6)


def test_a_uniform_move_is_any_move_with_equal_probability() -> None:
    counts = np.zeros(N_POINTS, dtype=int)
    boards = new_board(5)
    for _ in range(25_000):
        counts[choose_uniform_move(boards[0])] += 1
    counts = counts[board_points(5)]
    assert counts.sum() == 25_000
    assert counts.min() > 850  # 1,000 expected, five standard deviations are 155
    assert counts.max() < 1_150
