"""Samples for boosted trees: the circumstances of the moves that a tree policy likes best."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from cfggo.base.executor import PerThread
from cfggo.base.jit import jit_allocating
from cfggo.features.circumstances import N_CIRCUMSTANCES
from cfggo.go.board import BOARD_DTYPE, forget_moves, give_turn
from cfggo.go.points import MAX_MOVES, PASS
from cfggo.graph.incremental_graph import GRAPH_DTYPE
from cfggo.graph.replay import follow_move, start_game
from cfggo.models.bradley_terry.boosted_trees import find_close_moves, store_numbers
from cfggo.models.bradley_terry.tree_policy import (
    ThetaTables,
    legal_moves,
    make_theta_tables,
    store_thetas,
)
from cfggo.models.bradley_terry.weights import Weights
from cfggo.records.replay import GameArrays

NOT_CLOSE = -1
"""Index of a move that was played and that the policy does not find close."""


class Samples(NamedTuple):
    """Positions, each with the moves that are close, and the one that was played.

    numbers -- float32[moves, N_CIRCUMSTANCES]: of all close moves, position by position
    counts  -- int32[positions]: close moves of each
    chosen  -- int32[positions]: index of the move played among them, or NOT_CLOSE
    others  -- float32[positions]: ln of the gammas of all other moves, divided by the highest
    """

    numbers: np.ndarray
    counts: np.ndarray
    chosen: np.ndarray
    others: np.ndarray


def joined(parts: Iterable[Samples]) -> Samples:
    """Returns all samples as one."""
    return Samples(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def no_samples() -> Samples:
    """Returns no positions."""
    of_positions = np.zeros(0, np.int32)
    return Samples(
        np.zeros((0, N_CIRCUMSTANCES), np.float32),
        of_positions,
        of_positions,
        np.zeros(0, np.float32),
    )


class LikedMoves:
    """The positions of many games as a tree policy sees them, to be read by any number of threads.

    Public attributes:
      games   -- GameArrays; the positions of sampled moves, passes left out, are looked at
      weights -- Weights of a tree policy; its own trees, if any, are left out
    """

    def __init__(self, games: GameArrays, weights: Weights) -> None:
        self.games = games
        self.weights = weights
        self._tables = make_theta_tables(weights).by_features()

    def __reduce__(self) -> tuple[type[LikedMoves], tuple[GameArrays, Weights]]:
        return LikedMoves, (self.games, self.weights)

    @PerThread
    def tables(self) -> ThetaTables:
        """The calling thread's own tables."""
        return self._tables.for_another_thread()


def samples_of_game(liked: LikedMoves, shared: object, game: int) -> Samples:
    """Returns the samples of one game.

    A game counts up to its first impossible move; a suicide, which the policy never plays, is left
    out.

    shared -- nothing; executors pass it
    """
    games = liked.games
    n = int(np.count_nonzero(games.sampled[games.starts[game] : games.starts[game + 1]]))
    counts, chosen = np.zeros(n, np.int32), np.zeros(n, np.int32)
    others = np.zeros(n, np.float32)
    numbers = np.zeros((n * MAX_CLOSE, N_CIRCUMSTANCES), np.float32)
    n, n_moves = _sample_game(
        np.zeros(1, BOARD_DTYPE),
        np.zeros(1, GRAPH_DTYPE),
        games,
        game,
        liked.tables,
        numbers,
        counts,
        chosen,
        others,
    )
    return Samples(numbers[:n_moves].copy(), counts[:n], chosen[:n], others[:n])


MAX_CLOSE = 128
"""Close moves of a position; one with more of them is left out, but hardly any is."""

SET_UP_GAMES = 5
"""In one game in so many the history is forgotten again and again, as if stones were set up."""

SET_UP_EVERY = 20
"""Moves after which it is forgotten."""


@jit_allocating
def _sample_game(boards, graphs, games, game, tables, numbers, counts, chosen, others):
    """Stores the samples of a game, as arrays of Samples; returns how many positions and moves."""
    board, graph = boards[0], graphs[0]
    points = np.zeros(MAX_MOVES, dtype=np.int16)
    thetas = np.zeros(MAX_MOVES, dtype=np.float32)
    close = tables.boost.close
    n_positions = 0
    n_moves = 0
    start_game(board, graph, games, game)
    for move in range(games.starts[game], games.starts[game + 1]):
        give_turn(board, games.colours[move])
        played = games.moves[move]
        if games.sampled[move] and played != PASS:
            n = legal_moves(board, points)
            store_thetas(board, graph, tables, points, n, thetas)
            n_close, highest = find_close_moves(points, thetas, n, close)
            is_legal = False
            index = NOT_CLOSE
            next_close = 0
            rest = 0.0
            for i in range(n):
                is_legal |= points[i] == played
                if next_close < n_close and close[next_close] == i:
                    if points[i] == played:
                        index = next_close
                    next_close += 1
                else:
                    rest += np.exp(thetas[i] - highest)
            if is_legal and 0 < n_close <= MAX_CLOSE:
                view = tables.tree.views[0]
                for i in range(n_close):
                    row = numbers[n_moves + i]
                    store_numbers(board, view, points, thetas, close, n_close, highest, i, row)
                counts[n_positions] = n_close
                chosen[n_positions] = index
                others[n_positions] = np.log(max(rest, 1e-9))
                n_positions += 1
                n_moves += n_close
        if not follow_move(board, graph, games, move):
            break
        n_made = move - games.starts[game] + 1
        if game % SET_UP_GAMES == 0 and n_made % SET_UP_EVERY == 0:
            forget_moves(board)
    return n_positions, n_moves
