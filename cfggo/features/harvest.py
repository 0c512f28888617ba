"""Before learning: the keys of features that occur often enough in chosen moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from cfggo.base.executor import Executor, PerThread
from cfggo.base.jit import jit
from cfggo.features.catalogue import LARGEST_ONLY_GROUPS, MAX_FEATURES, MAX_KEYS
from cfggo.features.key_table import find_key
from cfggo.features.tree import TreeView, look_at_position, new_tree_view, tree_features
from cfggo.go.board import BOARD_DTYPE, give_turn
from cfggo.go.points import PASS
from cfggo.graph.incremental_graph import GRAPH_DTYPE
from cfggo.graph.replay import follow_move, start_game
from cfggo.records.replay import GameArrays

HARVEST_PASSES = 2
"""How often `harvest_keys` looks at a game."""

_COUNTERS_PER_MOVE = 8.0
"""Counters of the sketch for each move and nested group of features, which has up to nine shapes of
which most are rare; with so many counters hardly any rare shape seems frequent."""

_USUAL_COUNT = 10
"""Where a key must occur more often than this to be kept, fewer counters do, by as much."""

_FULL = 255
"""Counters of the sketch stop here."""

_BLOCK = 256
"""Games whose keys may wait to be counted, at most."""


class _Asked:
    """The keys of the moves of many games, to be listed by any number of threads."""

    def __init__(self, games: GameArrays, groups: tuple[str, ...]) -> None:
        self._games = games
        self._groups = groups

    @PerThread
    def _workspace(self) -> tuple[np.ndarray, np.ndarray, TreeView, np.ndarray]:
        return (
            np.zeros(1, dtype=BOARD_DTYPE),
            np.zeros(1, dtype=GRAPH_DTYPE),
            new_tree_view(self._groups, "", np.zeros(0, dtype=np.uint64), is_harvest=True),
            np.zeros(MAX_FEATURES, dtype=np.int32),
        )

    def of_game(self, shared: None, number: int) -> np.ndarray:
        """Returns the keys that the chosen moves of a game ask for, uint64[n]."""
        games = self._games
        boards, graphs, view, features = self._workspace
        n_sampled = int(games.sampled[games.starts[number] : games.starts[number + 1]].sum())
        keys = np.zeros(n_sampled * MAX_KEYS, dtype=np.uint64)
        return keys[: _list_keys(boards, graphs, view, features, games, number, keys)].copy()


def harvest_keys(
    games: GameArrays,
    min_count: int,
    groups: tuple[str, ...],
    executor: Executor,
    advance: Callable[[int], None] = lambda games: None,
) -> np.ndarray:
    """Returns the keys of the features of chosen moves that occur more than `min_count` times.

    Chosen moves count only if they are sampled.

    groups   -- names of the policy's groups of features; nested ones count in all sizes
    executor -- lists the keys; what is returned does not depend on it
    advance  -- called with the numbers of games done, of HARVEST_PASSES times all games

    Returns uint64[n], ascending.

    Most of the shapes in a collection occur once or twice, so they are not kept: the first pass
    counts in a sketch (Cormode and Muthukrishnan 2005) whose counters are shared by many keys and
    so are never too small, and the second pass counts exactly those that the sketch lets through.
    """
    n_nested = 1 + len(set(groups).intersection(LARGEST_ONLY_GROUPS))
    n_counters = int(_COUNTERS_PER_MOVE * n_nested * games.sampled.sum())
    n_counters = n_counters * _USUAL_COUNT // max(min_count, _USUAL_COUNT)
    sketch = np.zeros(_power_of_two(n_counters), dtype=np.uint8)
    asked = _Asked(games, groups)
    for found in _in_blocks(asked, len(games.sizes), executor):
        _add_to_sketch(found, sketch)
        advance(1)
    keys = np.zeros(1 << 16, dtype=np.uint64)
    counts = np.zeros(1 << 16, dtype=np.int32)
    n_keys = 0
    least = min(min_count, _FULL - 1)
    for found in _in_blocks(asked, len(games.sizes), executor):
        while len(keys) < 2 * (n_keys + len(found)):
            keys, counts = _doubled(keys, counts)
        n_keys += _count(found, sketch, least, keys, counts)
        advance(1)
    return np.sort(keys[counts > min_count])


def _in_blocks(asked: _Asked, n_games: int, executor: Executor) -> Iterator[np.ndarray]:
    """Yields the keys of all games in their order, some of which are listed ahead."""
    for start in range(0, n_games, _BLOCK):
        block = range(start, min(start + _BLOCK, n_games))
        yield from executor.map(_Asked.of_game, asked, None, block)


def _power_of_two(least: int) -> int:
    return 1 << max(least - 1, 1).bit_length()


@jit
def ask_for_keys(board, graph, tree, features, point):
    """Lists the keys of a move's features in `asked` of the view; returns how many they are."""
    view = tree.views[0]
    view.n_asked = 0
    if point != PASS:
        look_at_position(board, graph, tree)
        tree_features(board, graph, point, tree, features)
    return view.n_asked


@jit
def _list_keys(boards, graphs, tree, features, games, game, keys):
    """Stores the keys of one game's sampled moves; returns how many they are.

    keys: uint64[], with room for MAX_KEYS of each.
    """
    board = boards[0]
    graph = graphs[0]
    view = tree.views[0]
    total = 0
    start_game(board, graph, games, game)
    for move in range(games.starts[game], games.starts[game + 1]):
        give_turn(board, games.colours[move])
        before = total
        if games.sampled[move]:
            n = ask_for_keys(board, graph, tree, features, np.int64(games.moves[move]))
            for i in range(n):
                keys[total + i] = view.asked[i]
            total += n
        if not follow_move(board, graph, games, move):
            return before  # an impossible move has no features
    return total


@jit
def _add_to_sketch(found, sketch):
    """Counts keys in the sketch, uint8[2**k].

    A key has two counters, the smaller of which is its count; only that one goes up, since the
    other one is too large already.
    """
    for key in found:
        first, second = _counters(key, len(sketch))
        count = min(sketch[first], sketch[second])
        if count < _FULL:
            sketch[first] = max(sketch[first], count + 1)
            sketch[second] = max(sketch[second], count + 1)


@jit
def _counters(key, size):
    """Returns the indexes of a key's two counters in a sketch."""
    mask = np.uint64(size - 1)
    return np.int64(key & mask), np.int64((key >> np.uint64(32)) & mask)


@jit
def _count(found, sketch, min_count, keys, counts):
    """Counts those of the keys that the sketch lets through in a table; returns how many are new.

    keys, counts: uint64[2**k], int32[2**k], an open-addressing table with room for all.
    """
    n_new = 0
    for key in found:
        first, second = _counters(key, len(sketch))
        if min(sketch[first], sketch[second]) <= min_count:
            continue
        place = find_key(keys, key)
        if keys[place] == np.uint64(0):
            keys[place] = key
            n_new += 1
        counts[place] += 1
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
