"""Before learning: which features occur often enough in chosen moves to be learnt."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cfggo.features.shapes import (
    MAX_SHAPE,
    MIN_SHAPE,
    N_SHAPE_SIZES,
    add_ring,
    find_key,
    last_move_cell,
    response_key,
)
from cfggo.features.surroundings import (
    N_ITERATIONS,
    label_surroundings,
    new_surroundings,
    surroundings_key,
)
from cfggo.go.board import BOARD_DTYPE
from cfggo.go.points import PASS
from cfggo.graph.record import GRAPH_DTYPE
from cfggo.jit import jit
from cfggo.learning.samples import (
    Games,
    Positions,
    follow_move,
    list_one_candidate,
    start_game,
)
from cfggo.learning.workers import Workers

HARVEST_PASSES = 2
"""How often `harvest_keys` looks at a game."""

MAX_KEYS = 2 * N_SHAPE_SIZES + N_ITERATIONS
"""Features with keys that a move has at most: shapes, responses, and surroundings."""

_COUNTERS_PER_MOVE = 8.0
"""Counters of the sketch for each move, which has nine shapes of which most are rare, and up to
twelve more features with keys; with so many counters hardly any seems frequent that is not."""

_FULL = 255
"""Counters of the sketch stop here."""

_GAMES_A_TASK = 20


def harvest_keys(
    games: Games,
    min_count: int,
    is_extended: bool,
    advance: Callable[[int], None] = lambda games: None,
) -> np.ndarray:
    """Returns the keys of the features of chosen moves that occur more than `min_count` times.

    Every move counts for its shapes of all sizes and, for an extended policy, for its responses of
    all sizes and the labels of its surroundings.  `advance` is told the number of games done, of
    HARVEST_PASSES times all games.  Returns uint64[n], ascending.

    Most of the shapes in a collection occur once or twice, so they are not kept: the first pass
    counts in a sketch (Cormode and Muthukrishnan 2005) whose counters are shared by many keys and
    so are never too small, and the second pass counts exactly those that the sketch lets by.
    """
    sketch = np.zeros(_power_of_two(int(_COUNTERS_PER_MOVE * len(games.moves))), dtype=np.uint8)
    scratch = (
        np.zeros(1, dtype=BOARD_DTYPE),
        np.zeros(1, dtype=GRAPH_DTYPE),
        new_surroundings(),
        np.zeros(MAX_KEYS, dtype=np.uint64),
    )
    for game in range(len(games.sizes)):
        _sketch_game(*scratch, games, game, is_extended, sketch)
        advance(1)
    keys = np.zeros(1 << 16, dtype=np.uint64)
    counts = np.zeros(1 << 16, dtype=np.int32)
    n_keys = 0
    for game in range(len(games.sizes)):
        n_moves = games.starts[game + 1] - games.starts[game]
        while len(keys) < 2 * (n_keys + MAX_KEYS * n_moves):
            keys, counts = _doubled(keys, counts)
        n_keys += _count_game(
            *scratch, games, game, is_extended, sketch, min(min_count, _FULL - 1), keys, counts
        )
        advance(1)
    return np.sort(keys[counts > min_count])


def _power_of_two(least: int) -> int:
    return 1 << max(least - 1, 1).bit_length()


@jit
def _list_keys(board, graph, surroundings, point, is_extended, found):
    """Lists the keys of a move's features; returns how many.  found: uint64[MAX_KEYS]."""
    hashes = np.zeros(8, dtype=np.uint64)
    cell = last_move_cell(board, point)
    n = 0
    for size in range(MIN_SHAPE, MAX_SHAPE + 1):
        found[n] = add_ring(board, point, size, hashes)
        n += 1
        if is_extended:
            key = response_key(size, cell, hashes)
            if key != np.uint64(0):
                found[n] = key
                n += 1
    if is_extended:
        label_surroundings(board, graph, surroundings)
        for iteration in range(1, N_ITERATIONS + 1):
            found[n] = surroundings_key(surroundings, point, iteration)
            n += 1
    return n


@jit
def _sketch_game(boards, graphs, surroundings, found, games, game, is_extended, sketch):
    """Counts the keys of one game's moves in the sketch, uint8[2**k].

    A key has two counters, the smaller of which is its count; only that one goes up, since the
    other one is too large already.
    """
    board = boards[0]
    graph = graphs[0]
    start_game(board, graph, games, game)
    for move in range(games.starts[game], games.starts[game + 1]):
        point = np.int64(games.moves[move])
        board.to_play = games.colours[move]
        n = 0
        if point != PASS:
            n = _list_keys(board, graph, surroundings, point, is_extended, found)
        for i in range(n):
            first, second = _counters(found[i], len(sketch))
            count = min(sketch[first], sketch[second])
            if count < _FULL:
                sketch[first] = max(sketch[first], count + 1)
                sketch[second] = max(sketch[second], count + 1)
        if not follow_move(board, graph, games, move):
            break


@jit
def _counters(key, size):
    """Returns the indexes of a key's two counters in a sketch."""
    mask = np.uint64(size - 1)
    return np.int64(key & mask), np.int64((key >> np.uint64(32)) & mask)


@jit
def _count_game(
    boards,
    graphs,
    surroundings,
    found,
    games,
    game,
    is_extended,
    sketch,
    min_count,
    keys,
    counts,
):
    """Counts the keys of one game that the sketch lets by; returns how many of them are new."""
    board = boards[0]
    graph = graphs[0]
    n_new = 0
    start_game(board, graph, games, game)
    for move in range(games.starts[game], games.starts[game + 1]):
        point = np.int64(games.moves[move])
        board.to_play = games.colours[move]
        n = 0
        if point != PASS:
            n = _list_keys(board, graph, surroundings, point, is_extended, found)
        for i in range(n):
            first, second = _counters(found[i], len(sketch))
            if min(sketch[first], sketch[second]) <= min_count:
                continue
            place = find_key(keys, found[i])
            if keys[place] == np.uint64(0):
                keys[place] = found[i]
                n_new += 1
            counts[place] += 1
        if not follow_move(board, graph, games, move):
            break
    return n_new


def _doubled(keys: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns an open-addressing table and its counts with twice the room."""
    new_keys = np.zeros(2 * len(keys), dtype=np.uint64)
    new_counts = np.zeros(2 * len(keys), dtype=np.int32)
    _copy_table(keys, counts, new_keys, new_counts)
    return new_keys, new_counts


@jit
def _copy_table(keys, counts, new_keys, new_counts):
    for i in range(len(keys)):
        if keys[i] != np.uint64(0):
            place = find_key(new_keys, keys[i])
            new_keys[place] = keys[i]
            new_counts[place] = counts[i]


def count_wins(
    positions: Positions, workers: Workers, advance: Callable[[int], None] = lambda games: None
) -> np.ndarray:
    """Returns how many chosen moves have each feature of a policy, int32[n_features].

    `advance` is told the number of games done.
    """
    wins = np.zeros(positions.n_features, dtype=np.int32)
    n_games = len(positions.games.sizes)
    tasks = [
        range(first, min(first + _GAMES_A_TASK, n_games))
        for first in range(0, n_games, _GAMES_A_TASK)
    ]
    for task, (features, counts) in zip(
        tasks, workers.map(_features_of_chosen, positions, None, tasks), strict=True
    ):
        wins[features] += counts
        advance(len(task))
    return wins


def _features_of_chosen(
    positions: Positions, shared: None, task: range
) -> tuple[np.ndarray, np.ndarray]:
    """Returns the features of the chosen moves of some games, and how many moves have each."""
    scratch = positions.scratch()
    n_moves = int(positions.games.starts[task.stop] - positions.games.starts[task.start])
    found = np.zeros(n_moves * scratch.extractor.features.shape[1], dtype=np.int32)
    n = _list_features(scratch, positions.games, task.start, task.stop, found)
    features, counts = np.unique(found[:n], return_counts=True)
    return features, counts.astype(np.int32)


@jit
def _list_features(scratch, games, first, stop, found):
    """Lists the features of all chosen moves of games first..stop - 1; returns how many.

    found: int32[], with room for all features of all moves.
    """
    board = scratch.boards[0]
    graph = scratch.graphs[0]
    extractor = scratch.extractor
    n = 0
    for game in range(first, stop):
        start_game(board, graph, games, game)
        for move in range(games.starts[game], games.starts[game + 1]):
            board.to_play = games.colours[move]
            if list_one_candidate(board, graph, games.moves[move], extractor):
                for i in range(extractor.counts[0]):
                    found[n] = extractor.features[0, i]
                    n += 1
            if not follow_move(board, graph, games, move):
                break
    return n
