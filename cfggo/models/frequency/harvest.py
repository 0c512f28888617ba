"""Counts how often each class of patterns was played, and how often it could have been."""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit
from cfggo.features.patterns3x3 import colour_code
from cfggo.go.board import BOARD_DTYPE, is_legal, play
from cfggo.go.points import PASS
from cfggo.models.frequency.classes import N_CLASSES, class_indices
from cfggo.records.replay import GameArrays, can_follow, start_board

PLAYED, OFFERED, GAMES, PLAYED_SQUARED, OFFERED_SQUARED, PLAYED_TIMES_OFFERED = range(6)
"""Rows of the sums that `count_games` returns.

Of each class: moves that played it; legal moves that would have, at all turns; games that offered
it; and of the games' own numbers the sums of their squares and products, from which intervals
follow with games as samples.
"""

SUMS = (
    "played",
    "offered",
    "games_offering",
    "played_squared",
    "offered_squared",
    "played_times_offered",
)
"""Names of these rows, which are those of a file's arrays."""

N_SUMS = len(SUMS)


def count_games(games: GameArrays, shared: object, chosen: range) -> np.ndarray:
    """Returns the sums of some games, int64[N_SUMS, N_CLASSES].

    A game counts up to its first illegal move, suicide included.  Passes, and turns on which one
    was made, don't count.

    shared -- nothing; executors pass it
    chosen -- the games
    """
    boards = np.zeros(1, dtype=BOARD_DTYPE)
    sums = np.zeros((N_SUMS, N_CLASSES), dtype=np.int64)
    own = np.zeros((2, N_CLASSES), dtype=np.int64)
    for game in chosen:
        own[:] = 0
        _count_game(boards, games, game, class_indices(), own)
        played, offered = own
        sums[PLAYED] += played
        sums[OFFERED] += offered
        sums[GAMES] += offered > 0
        sums[PLAYED_SQUARED] += played * played
        sums[OFFERED_SQUARED] += offered * offered
        sums[PLAYED_TIMES_OFFERED] += played * offered
    return sums


@jit
def _count_game(boards, games, game, class_of, counts):
    """Adds the classes that one game played and offered to counts[0] and counts[1].

    class_of: int16[3, N_CODES], as `class_indices` makes it; counts: int64[2, N_CLASSES]
    """
    board = boards[0]
    start_board(board, games, game)
    for move in range(games.starts[game], games.starts[game + 1]):
        if not can_follow(board, games, move):
            break
        point = np.int64(games.moves[move])
        if games.sampled[move] and point != PASS:
            counts[0, class_of[board.to_play, colour_code(board, point)]] += 1
            for i in range(board.n_empty):
                candidate = np.int64(board.empty[i])
                if is_legal(board, candidate):
                    counts[1, class_of[board.to_play, colour_code(board, candidate)]] += 1
        play(board, point)
