"""From game records to what learning needs: positions, their candidate moves and their features."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from cfggo.features.catalogue import COULOM_GROUPS, MAX_FEATURES
from cfggo.features.patterns3x3 import canonical_codes
from cfggo.features.playout import MAX_LOCAL, local_tactics, playout_features
from cfggo.features.tree import TreeView, look_at_position, new_tree_view, tree_features
from cfggo.go.board import (
    BOARD_DTYPE,
    clear_board,
    give_turn,
    is_legal,
    is_own_eye,
    place_stone,
    play,
)
from cfggo.go.points import BLACK, MAX_BOARD_POINTS, PASS, WHITE
from cfggo.graph.record import ALL_MATTER, GRAPH_DTYPE, build_graph, complete_graph, play_on_graph
from cfggo.jit import jit
from cfggo.learning.records import Record
from cfggo.policy.weights import n_features_of

MAX_CANDIDATES = MAX_BOARD_POINTS + 1


class Games(NamedTuple):
    """Many games in flat arrays, as kernels read them.

    sizes         -- int16[n]
    moves         -- int16[]: points, game after game
    colours       -- int8[]: who made each move
    starts        -- int64[n + 1]: where each game's moves begin
    setup         -- int16[]: points of set-up stones
    setup_colours -- int8[]
    setup_starts  -- int64[n + 1]
    """

    sizes: np.ndarray
    moves: np.ndarray
    colours: np.ndarray
    starts: np.ndarray
    setup: np.ndarray
    setup_colours: np.ndarray
    setup_starts: np.ndarray


def games_from_records(records: Sequence[Record]) -> Games:
    """Returns the records' games in flat arrays."""
    lines = [record.line for record in records]
    setups = [
        [(BLACK, point) for point in line.black] + [(WHITE, point) for point in line.white]
        for line in lines
    ]

    def starts(lengths: Sequence[int]) -> np.ndarray:
        return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)

    return Games(
        np.array([line.size for line in lines], dtype=np.int16),
        np.array([point for line in lines for _, point in line.moves], dtype=np.int16),
        np.array([colour for line in lines for colour, _ in line.moves], dtype=np.int8),
        starts([len(line.moves) for line in lines]),
        np.array([point for setup in setups for _, point in setup], dtype=np.int16),
        np.array([colour for setup in setups for colour, _ in setup], dtype=np.int8),
        starts([len(setup) for setup in setups]),
    )


class Extractor(NamedTuple):
    """What kernels need to list a policy's candidate moves and their features, with its scratch.

    is_tree   -- bool: tree policy, else playout policy
    tree      -- TreeView, with the labels of a playout policy's paths, too
    canonical -- uint32[3, 2**20] of `canonical_codes`, for playout policies
    points    -- int16[MAX_CANDIDATES]: the candidates of the position last looked at
    features  -- int32[MAX_CANDIDATES, MAX_FEATURES]: their features
    counts    -- int32[MAX_CANDIDATES]: how many features each has
    """

    is_tree: bool
    tree: TreeView
    canonical: np.ndarray
    points: np.ndarray
    features: np.ndarray
    counts: np.ndarray
    local_point: np.ndarray
    local_tactics: np.ndarray


def make_extractor(
    kind: str, labelling_name: str, keys: np.ndarray, groups: tuple[str, ...] = COULOM_GROUPS
) -> Extractor:
    """Returns the extractor of a kind of policy; each thread needs its own."""
    is_tree = kind == "tree"
    return Extractor(
        is_tree,
        new_tree_view(groups, labelling_name, keys),
        np.zeros((3, 1), dtype=np.uint32) if is_tree else canonical_codes(),
        np.zeros(MAX_CANDIDATES, dtype=np.int16),
        np.zeros((MAX_CANDIDATES, MAX_FEATURES), dtype=np.int32),
        np.zeros(MAX_CANDIDATES, dtype=np.int32),
        np.zeros(MAX_LOCAL, dtype=np.int16),
        np.zeros(MAX_LOCAL, dtype=np.int16),
    )


class Scratch(NamedTuple):
    """What one thread writes to while it reads games.

    boards -- board record[1]
    graphs -- graph record[1]
    """

    boards: np.ndarray
    graphs: np.ndarray
    extractor: Extractor


class Positions:
    """The positions of many games as a policy sees them, to be read by any number of threads.

    What is pickled are the games and the policy's features only.

    Public attributes:
        games      -- Games
        kind       -- "tree" or "playout"
        labelling  -- name of the labelling of the path features, "" for a policy without them
        keys       -- uint64[]: keys of the learnt features that have one, ascending
        groups     -- names of a tree policy's groups of features, without the paths
    """

    def __init__(
        self,
        games: Games,
        kind: str,
        labelling: str,
        keys: np.ndarray,
        groups: tuple[str, ...] = COULOM_GROUPS,
    ) -> None:
        self.games = games
        self.kind = kind
        self.labelling = labelling
        self.keys = keys
        self.groups = groups
        self._local = threading.local()

    def __reduce__(
        self,
    ) -> tuple[type[Positions], tuple[Games, str, str, np.ndarray, tuple[str, ...]]]:
        return Positions, (self.games, self.kind, self.labelling, self.keys, self.groups)

    @property
    def n_features(self) -> int:
        """Number of features that the policy can have."""
        return n_features_of(self.kind, self.labelling, len(self.keys))

    def scratch(self) -> Scratch:
        """Returns the calling thread's own, always the same."""
        if not hasattr(self._local, "scratch"):
            self._local.scratch = Scratch(
                np.zeros(1, dtype=BOARD_DTYPE),
                np.zeros(1, dtype=GRAPH_DTYPE),
                make_extractor(self.kind, self.labelling, self.keys, self.groups),
            )
        scratch: Scratch = self._local.scratch
        return scratch


def followed_moves(games: Games) -> np.ndarray:
    """Returns how many moves of each game there are before the first impossible one, int64[n]."""
    followed = np.zeros(len(games.sizes), dtype=np.int64)
    _count_followed(np.zeros(1, dtype=BOARD_DTYPE), games, followed)
    return followed


@jit
def _count_followed(boards, games, followed):
    board = boards[0]
    for game in range(len(games.sizes)):
        _start_board(board, games, game)
        for move in range(games.starts[game], games.starts[game + 1]):
            if not _can_follow(board, games, move):
                break
            play(board, games.moves[move])
            followed[game] += 1


@jit
def start_game(board, graph, games, game):
    """Sets a board and its graph to the start of a game, set-up stones included."""
    _start_board(board, games, game)
    build_graph(board, graph)


@jit
def _start_board(board, games, game):
    clear_board(board, games.sizes[game])
    for i in range(games.setup_starts[game], games.setup_starts[game + 1]):
        place_stone(board, games.setup[i], games.setup_colours[i])


@jit
def follow_move(board, graph, games, move):
    """Plays move number `move` of the flat array if it is legal; returns whether it was."""
    if not _can_follow(board, games, move):
        return False
    play_on_graph(board, graph, games.moves[move], ALL_MATTER)
    complete_graph(board, graph)
    return True


@jit
def _can_follow(board, games, move):
    """Makes it the turn of the move's colour; returns whether the move is legal."""
    give_turn(board, games.colours[move])
    return games.moves[move] == PASS or is_legal(board, games.moves[move])


@jit
def list_candidates(board, graph, extractor):
    """Stores the candidate moves and their features in the extractor; returns how many they are.

    A tree policy's are all legal moves and PASS, which comes first; a playout policy's the legal
    moves that fill no own eye.
    """
    n = 0
    if extractor.is_tree:
        extractor.points[0] = PASS
        n = 1
    for i in range(board.n_empty):
        point = board.empty[i]
        if _is_candidate(board, point, extractor):
            extractor.points[n] = point
            n += 1
    n_local = _look_at_position(board, graph, extractor)
    for i in range(n):
        _store_features(board, graph, extractor, n_local, i)
    return n


@jit
def list_one_candidate(board, graph, point, extractor):
    """Stores one move and its features as the only candidate; returns whether it is one."""
    if point == PASS:
        if not extractor.is_tree:
            return False
    elif not _is_candidate(board, point, extractor):
        return False
    extractor.points[0] = point
    _store_features(board, graph, extractor, _look_at_position(board, graph, extractor), 0)
    return True


@jit
def _is_candidate(board, point, extractor):
    """Returns whether a point, not PASS, is a candidate."""
    return is_legal(board, point) and (
        extractor.is_tree or not is_own_eye(board, point, board.to_play)
    )


@jit
def _look_at_position(board, graph, extractor):
    """Finds what all moves' features need; returns the number of points with local tactics."""
    if extractor.is_tree:
        look_at_position(board, graph, extractor.tree.views[0], extractor.tree.ladders)
        return 0
    return local_tactics(board, extractor.local_point, extractor.local_tactics)


@jit
def _store_features(board, graph, extractor, n_local, i):
    """Stores the features of the candidate with index i."""
    point = np.int64(extractor.points[i])
    if extractor.is_tree:
        tree = extractor.tree
        extractor.counts[i] = tree_features(
            board,
            graph,
            point,
            tree.views[0],
            tree.label_of,
            tree.keys,
            tree.numbers,
            extractor.features[i],
        )
        return
    tactics = 0
    for j in range(n_local):
        if extractor.local_point[j] == point:
            tactics = extractor.local_tactics[j]
    extractor.counts[i] = playout_features(
        board,
        graph,
        point,
        tactics,
        extractor.canonical,
        extractor.tree.label_of,
        extractor.tree.views[0].n_labels,
        extractor.features[i],
    )


@jit
def find_candidate(extractor, n, point):
    """Returns the index of a point among the n candidates, or -1."""
    for i in range(n):
        if extractor.points[i] == point:
            return i
    return -1
