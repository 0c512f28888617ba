"""The games of records in flat arrays, and the boards that their moves make one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit
from cfggo.go.board import BOARD_DTYPE, clear_board, give_turn, is_legal, place_stone, play
from cfggo.go.points import BLACK, PASS, WHITE
from cfggo.records.game_record import BOTH, GameRecord


class GameArrays(NamedTuple):
    """Many games in flat arrays, as kernels read them.

    sizes         -- int16[n]
    moves         -- int16[]: points, game after game
    colours       -- int8[]: who made each move
    starts        -- int64[n + 1]: where each game's moves begin
    setup         -- int16[]: points of set-up stones
    setup_colours -- int8[]
    setup_starts  -- int64[n + 1]
    sampled       -- bool[]: which moves are learnt from or predicted
    """

    sizes: np.ndarray
    moves: np.ndarray
    colours: np.ndarray
    starts: np.ndarray
    setup: np.ndarray
    setup_colours: np.ndarray
    setup_starts: np.ndarray
    sampled: np.ndarray


def game_arrays(records: Sequence[GameRecord]) -> GameArrays:
    """Returns the records' games in flat arrays, the moves of their `players` sampled."""
    lines = [record.line for record in records]
    setups = [
        [(BLACK, point) for point in line.black] + [(WHITE, point) for point in line.white]
        for line in lines
    ]
    move_starts = starts_of([len(line.moves) for line in lines])
    n_moves = int(move_starts[-1])
    colours = np.fromiter((colour for line in lines for colour, _ in line.moves), np.int8, n_moves)
    is_of = np.array([[colour in one.players for colour in BOTH] for one in records], np.bool_)
    game_of = np.repeat(np.arange(len(records)), np.diff(move_starts))
    points = np.fromiter((point for line in lines for _, point in line.moves), np.int16, n_moves)
    sampled = is_of.reshape(-1, len(BOTH))[game_of, colours - BLACK]
    return GameArrays(
        np.array([line.size for line in lines], dtype=np.int16),
        points,
        colours,
        move_starts,
        np.array([point for setup in setups for _, point in setup], dtype=np.int16),
        np.array([colour for setup in setups for colour, _ in setup], dtype=np.int8),
        starts_of([len(setup) for setup in setups]),
        sampled,
    )


def starts_of(lengths: Sequence[int] | np.ndarray) -> np.ndarray:
    """Returns where parts of some lengths begin that stand one after the other, and where the last
    one ends: int64[n + 1].
    """
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def followed_moves(games: GameArrays) -> np.ndarray:
    """Returns how many moves of each game there are before the first impossible one, int64[n]."""
    followed = np.zeros(len(games.sizes), dtype=np.int64)
    _count_followed(np.zeros(1, dtype=BOARD_DTYPE), games, followed)
    return followed


@jit
def _count_followed(boards, games, followed):
    board = boards[0]
    for game in range(len(games.sizes)):
        start_board(board, games, game)
        for move in range(games.starts[game], games.starts[game + 1]):
            if not can_follow(board, games, move):
                break
            play(board, games.moves[move])
            followed[game] += 1


@jit
def start_board(board, games, game):
    """Sets a board to the start of a game, set-up stones included; games: GameArrays."""
    clear_board(board, games.sizes[game])
    for i in range(games.setup_starts[game], games.setup_starts[game + 1]):
        place_stone(board, games.setup[i], games.setup_colours[i])


@jit
def can_follow(board, games, move):
    """Makes it the turn of the move's colour; returns whether the move is legal."""
    give_turn(board, games.colours[move])
    return games.moves[move] == PASS or is_legal(board, games.moves[move])
