"""The first pass over the games: which features occur often enough in chosen moves to be learnt."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cfggo.features.shapes import MAX_SHAPE, MIN_SHAPE, N_SHAPE_SIZES, add_ring, find_key
from cfggo.go.board import BOARD_DTYPE
from cfggo.go.points import PASS
from cfggo.graph.record import GRAPH_DTYPE
from cfggo.jit import jit
from cfggo.learning.samples import (
    Games,
    find_candidate,
    follow_move,
    list_candidates,
    make_extractor,
    start_game,
)
from cfggo.policy.weights import n_features_of


def harvest_shapes(
    games: Games, min_count: int, advance: Callable[[int], None] = lambda games: None
) -> np.ndarray:
    """Returns the keys of all shapes of chosen moves that occur more than `min_count` times.

    Every move counts for its shapes of all sizes.  `advance` is told the number of games done.
    Returns uint64[n], ascending.
    """
    capacity = 1 << 16
    while capacity < 2 * N_SHAPE_SIZES * len(games.moves):
        capacity *= 2
    keys = np.zeros(capacity, dtype=np.uint64)
    counts = np.zeros(capacity, dtype=np.int32)
    boards = np.zeros(1, dtype=BOARD_DTYPE)
    graphs = np.zeros(1, dtype=GRAPH_DTYPE)
    for game in range(len(games.sizes)):
        _count_shapes(boards, graphs, games, game, keys, counts)
        advance(1)
    return np.sort(keys[counts > min_count])


@jit
def _count_shapes(boards, graphs, games, game, keys, counts):
    board = boards[0]
    graph = graphs[0]
    hashes = np.zeros(8, dtype=np.uint64)
    start_game(board, graph, games, game)
    for move in range(games.starts[game], games.starts[game + 1]):
        point = np.int64(games.moves[move])
        board.to_play = games.colours[move]
        if point != PASS:
            for orientation in range(8):
                hashes[orientation] = np.uint64(0)
            for size in range(MIN_SHAPE, MAX_SHAPE + 1):
                key = add_ring(board, point, size, hashes)
                place = find_key(keys, key)
                keys[place] = key
                counts[place] += 1
        if not follow_move(board, graph, games, move):
            break


def count_wins(
    games: Games,
    kind: str,
    labelling_name: str,
    shape_keys: np.ndarray,
    advance: Callable[[int], None] = lambda games: None,
) -> np.ndarray:
    """Returns how many chosen moves have each feature of a policy, int32[n_features]."""
    wins = np.zeros(n_features_of(kind, labelling_name, len(shape_keys)), dtype=np.int32)
    extractor = make_extractor(kind, labelling_name, shape_keys)
    boards = np.zeros(1, dtype=BOARD_DTYPE)
    graphs = np.zeros(1, dtype=GRAPH_DTYPE)
    for game in range(len(games.sizes)):
        _count_game(boards, graphs, games, game, extractor, wins)
        advance(1)
    return wins


@jit
def _count_game(boards, graphs, games, game, extractor, wins):
    board = boards[0]
    graph = graphs[0]
    start_game(board, graph, games, game)
    for move in range(games.starts[game], games.starts[game + 1]):
        board.to_play = games.colours[move]
        n = list_candidates(board, graph, extractor)
        chosen = find_candidate(extractor, n, games.moves[move])
        if chosen >= 0:
            for i in range(extractor.counts[chosen]):
                wins[extractor.features[chosen, i]] += 1
        if not follow_move(board, graph, games, move):
            break
