"""What each group of a tree policy's features is worth: many policies learnt in one go.

Listing the features of all moves takes most of the time of learning.  So the features of all groups
are listed once, and every variant, which has some of the groups, learns from them by steps of
`cfggo.learning.gradient`.  Its weights are what training it alone would give, but for
rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from cfggo.base.executor import Threads
from cfggo.base.jit import jit, jit_allocating
from cfggo.features.catalogue import GROUPS, MAX_FEATURES, TREE_GROUPS, TREE_PATHS
from cfggo.features.harvest import ask_for_keys, harvest_keys
from cfggo.features.key_table import find_key, key_table
from cfggo.features.tree import new_tree_view
from cfggo.go.board import BOARD_DTYPE, give_turn
from cfggo.go.points import MAX_MOVES
from cfggo.graph.record import GRAPH_DTYPE
from cfggo.graph.replay import follow_move, start_game
from cfggo.learning.evaluation import evaluate_all, score_candidates
from cfggo.learning.gradient import climb
from cfggo.learning.samples import Positions, find_candidate, list_candidates
from cfggo.learning.sums import PassInput, keep_learnt
from cfggo.learning.wins import count_wins
from cfggo.models.bradley_terry.weights import n_labels_of
from cfggo.models.measuring.prediction import Prediction
from cfggo.records.replay import GameArrays

LABELLING = "exact"

COMPARED = tuple(name for name in TREE_GROUPS if name != "templates")
"""The groups that variants may have.  Of `templates` and `nested-templates`, whose keys are the
same, a policy has one."""


@dataclass(frozen=True)
class Variant:
    """A tree policy: some groups of features, with paths of the graph or without."""

    name: str
    groups: tuple[str, ...]
    has_paths: bool


def learn_side_by_side(
    variants: Sequence[Variant],
    training: GameArrays,
    validation: GameArrays,
    min_wins: int,
    batch_games: int,
    advance: Callable[[int], None] = lambda games: None,
) -> list[Prediction]:
    """Learns all variants in one pass; returns how they predict the validation games.

    advance -- called with the numbers of games done, of all training games and all validation games
    """
    with Threads(1) as executor:
        keys = harvest_keys(training, min_wins, COMPARED, executor)
        positions = Positions(training, "tree", LABELLING, keys, COMPARED)
        learnt = np.flatnonzero(count_wins(positions, executor) > min_wins).astype(np.int32)
    slot_of = PassInput(positions, learnt).slot_of[0]
    has = _members(variants, _group_of_features(training, keys)[learnt])
    theta = np.zeros((len(learnt), len(variants)), dtype=np.float32)
    squares = np.zeros_like(theta)
    gradients = np.zeros_like(theta)
    n_games = np.zeros(len(learnt), dtype=np.int64)
    n_different = np.zeros(len(learnt), dtype=np.int64)
    last_game = np.full(len(learnt), -1, dtype=np.int32)
    workspace = positions.workspace()
    for game in range(len(training.sizes)):
        _add_gradients(workspace, training, game, slot_of, theta, gradients, n_games, last_game)
        if (game + 1) % batch_games == 0 or game + 1 == len(training.sizes):
            _climb_all(theta, squares, gradients, n_games, n_different, has)
        advance(1)
    others = Positions(validation, "tree", LABELLING, keys, COMPARED)
    with Threads(1) as executor:
        return evaluate_all(PassInput(others, learnt), theta, executor, advance)


def _members(variants: Sequence[Variant], group_of: np.ndarray) -> np.ndarray:
    """Returns bool[features, variants]: whether a variant has a feature, by its group's index."""
    has = np.zeros((len(COMPARED) + 2, len(variants)), dtype=np.bool_)
    for i, variant in enumerate(variants):
        has[[COMPARED.index(name) for name in variant.groups], i] = True
        has[len(COMPARED), i] = variant.has_paths
        has[len(COMPARED) + 1, i] = True
    members: np.ndarray = has[group_of]
    return members


def _group_of_features(games: GameArrays, keys: np.ndarray) -> np.ndarray:
    """Returns the index of each feature's group in COMPARED; that of paths comes after them,
    and then that of passes, int64[n_features].
    """
    n_labels = n_labels_of(LABELLING)
    first_key = TREE_PATHS + n_labels**3
    group_of = np.full(first_key + len(keys), len(COMPARED) + 1, dtype=np.int64)
    for group in GROUPS:
        for run in group.runs:
            group_of[run.start : run.stop] = COMPARED.index(group.name)
    group_of[TREE_PATHS:first_key] = len(COMPARED)
    table = key_table(keys)
    of_keys = np.full(len(keys), -1, dtype=np.int64)
    workspace = np.zeros(1, dtype=BOARD_DTYPE), np.zeros(1, dtype=GRAPH_DTYPE)
    features = np.zeros(MAX_FEATURES, dtype=np.int32)
    for index, name in enumerate(COMPARED):
        tree = new_tree_view([name], "", np.zeros(0, dtype=np.uint64), is_harvest=True)
        for game in range(len(games.sizes)):
            _store_group(*workspace, games, game, tree, features, table, index, of_keys)
    group_of[first_key:] = of_keys
    return group_of


@jit
def _store_group(boards, graphs, games, game, tree, features, table, index, of_keys):
    """Stores the group of all learnt keys that a game's moves ask for, unless another one did."""
    board = boards[0]
    graph = graphs[0]
    view = tree.views[0]
    start_game(board, graph, games, game)
    for move in range(games.starts[game], games.starts[game + 1]):
        give_turn(board, games.colours[move])
        point = np.int64(games.moves[move])
        for i in range(ask_for_keys(board, graph, tree, features, point)):
            found = table[find_key(table.key, view.asked[i])]
            if found.key != np.uint64(0) and of_keys[found.number] < 0:
                of_keys[found.number] = index
        if not follow_move(board, graph, games, move):
            break


@jit
def _score_choice(workspace, point, slot_of, theta, scores):
    """Scores the candidates of a position with all variants' weights, float32[:, variants].

    Returns how many they are and the index of the point, or -1 if it is none; then nothing is
    scored, and otherwise the extractor has slots in place of features.
    """
    extractor = workspace.extractor
    n = list_candidates(workspace.boards[0], workspace.graphs[0], extractor)
    chosen = find_candidate(extractor, n, point)
    if chosen >= 0:
        keep_learnt(extractor, n, slot_of)
        score_candidates(extractor, n, theta, scores)
    return n, chosen


@jit_allocating
def _add_gradients(workspace, games, game, slot_of, theta, gradients, n_games, last_game):
    """Adds a game's gradients of the log-likelihood; last_game: int32[], a slot's last game."""
    board = workspace.boards[0]
    graph = workspace.graphs[0]
    extractor = workspace.extractor
    n_variants = theta.shape[1]
    scores = np.zeros((MAX_MOVES, n_variants), dtype=np.float32)
    start_game(board, graph, games, game)
    for move in range(games.starts[game], games.starts[game + 1]):
        give_turn(board, games.colours[move])
        n, chosen = 0, -1
        if games.sampled[move]:
            n, chosen = _score_choice(workspace, games.moves[move], slot_of, theta, scores)
        if chosen >= 0 and n > 1:
            for k in range(n_variants):
                highest = np.max(scores[:n, k])
                total = np.float32(0.0)
                for i in range(n):
                    scores[i, k] = np.exp(scores[i, k] - highest)
                    total += scores[i, k]
                for i in range(n):
                    scores[i, k] /= total
            for i in range(n):
                for j in range(extractor.counts[i]):
                    slot = extractor.features[i, j]
                    if last_game[slot] != game:
                        last_game[slot] = game
                        n_games[slot] += 1
                    for k in range(n_variants):
                        gradients[slot, k] += (i == chosen) - scores[i, k]
        if not follow_move(board, graph, games, move):
            break


@jit
def _climb_all(theta, squares, gradients, n_games, n_different, has):
    """Takes a step of all variants along the gradients of a mini-batch, and clears them."""
    for slot in range(len(n_games)):
        if n_games[slot] == 0:
            continue
        n_different[slot] += n_games[slot]
        for k in range(theta.shape[1]):
            if has[slot, k]:
                theta[slot, k], squares[slot, k] = climb(
                    theta[slot, k],
                    squares[slot, k],
                    gradients[slot, k],
                    n_games[slot],
                    n_different[slot],
                )
            gradients[slot, k] = 0.0
        n_games[slot] = 0
