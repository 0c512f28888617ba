"""Before learning: how many chosen moves have each feature."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cfggo.base.executor import Executor
from cfggo.base.jit import jit
from cfggo.go.board import give_turn
from cfggo.graph.replay import follow_move, start_game
from cfggo.learning.samples import Positions, list_one_candidate

_GAMES_A_TASK = 20


def count_wins(
    positions: Positions, executor: Executor, advance: Callable[[int], None] = lambda games: None
) -> np.ndarray:
    """Returns how many chosen moves have each feature of a policy, int32[n_features].

    `advance` is called with the numbers of games done.
    """
    wins = np.zeros(positions.n_features, dtype=np.int32)
    n_games = len(positions.games.sizes)
    tasks = [
        range(first, min(first + _GAMES_A_TASK, n_games))
        for first in range(0, n_games, _GAMES_A_TASK)
    ]
    for task, (features, counts) in zip(
        tasks, executor.map(_features_of_chosen, positions, None, tasks), strict=True
    ):
        wins[features] += counts
        advance(len(task))
    return wins


def _features_of_chosen(
    positions: Positions, shared: None, task: range
) -> tuple[np.ndarray, np.ndarray]:
    """Returns the features of the chosen moves of some games, and how many moves have each."""
    workspace = positions.workspace
    n_moves = int(positions.games.starts[task.stop] - positions.games.starts[task.start])
    found = np.zeros(n_moves * workspace.extractor.features.shape[1], dtype=np.int32)
    n = _list_features(workspace, positions.games, task.start, task.stop, found)
    features, counts = np.unique(found[:n], return_counts=True)
    return features, counts.astype(np.int32)


@jit
def _list_features(workspace, games, first, stop, found):
    """Lists the features of all chosen moves of games first..stop - 1; returns how many.

    found: int32[], with room for all features of all moves.
    """
    board = workspace.boards[0]
    graph = workspace.graphs[0]
    extractor = workspace.extractor
    n = 0
    for game in range(first, stop):
        start_game(board, graph, games, game)
        for move in range(games.starts[game], games.starts[game + 1]):
            give_turn(board, games.colours[move])
            if games.sampled[move] and list_one_candidate(
                board, graph, games.moves[move], extractor
            ):
                for i in range(extractor.counts[0]):
                    found[n] = extractor.features[0, i]
                    n += 1
            if not follow_move(board, graph, games, move):
                break
    return n
