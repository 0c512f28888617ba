"""How well policies predict the moves of games: ranks and log-likelihood of the moves chosen."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cfggo.base.executor import Executor
from cfggo.base.jit import jit_allocating
from cfggo.go.board import give_turn
from cfggo.go.points import MAX_MOVES, PASS
from cfggo.graph.replay import follow_move, start_game
from cfggo.learning.samples import Positions, find_candidate, list_candidates
from cfggo.learning.sums import PassInput, keep_learnt
from cfggo.models.bradley_terry.boosted_trees import (
    BoostedTrees,
    add_boosts,
    new_boost_scratch,
    no_trees,
)
from cfggo.models.bradley_terry.weights import Weights
from cfggo.models.measuring.calibration import add_to_bins, new_bins
from cfggo.models.measuring.prediction import NO_CANDIDATE, NOT_ASKED, Prediction, Ranks, summary
from cfggo.models.measuring.ranking import rank_candidates
from cfggo.records.replay import GameArrays


def evaluate(
    games: GameArrays,
    weights: Weights,
    executor: Executor,
    advance: Callable[[int], None] = lambda games: None,
) -> Prediction:
    """Returns how a policy predicts the games' moves that are sampled.  Passes are not counted, nor
    moves that the policy never plays, such as into own eyes.

    `advance` is called with the numbers of games done.  Raises ValueError if no move can be
    predicted.
    """
    positions = Positions(games, weights.kind, weights.labelling, weights.keys, weights.groups)
    learnt = np.flatnonzero(weights.theta).astype(np.int32)
    pass_input = PassInput(positions, learnt)
    theta = weights.theta[learnt, None]
    return evaluate_all(pass_input, theta, executor, advance, weights.trees)[0]


def evaluate_all(
    pass_input: PassInput,
    theta: np.ndarray,
    executor: Executor,
    advance: Callable[[int], None] = lambda games: None,
    trees: BoostedTrees | None = None,
) -> list[Prediction]:
    """Does what `evaluate` does, for policies that differ in their weights only.

    pass_input -- the games' positions, and the features that any of the policies has, as one's
    theta   -- float32[n_slots, policies]: their weights
    trees   -- BoostedTrees that all of them have
    """
    games = pass_input.positions.games
    if not len(games.moves):
        raise ValueError("no moves to predict")
    found = []
    shared = theta, trees or no_trees()
    for ranks in executor.map(_ranks_of_game, pass_input, shared, range(len(games.sizes))):
        found.append(ranks)
        advance(1)
    return [
        summary(
            games.starts, Ranks(*(np.concatenate(part) for part in zip(*of_games, strict=True)))
        )
        for of_games in zip(*found, strict=True)
    ]


def _ranks_of_game(
    pass_input: PassInput, shared: tuple[np.ndarray, BoostedTrees], game: int
) -> list[Ranks]:
    """Returns what each policy says of the moves of one game.

    shared -- the policies' weights, and the trees that all of them have
    """
    theta, trees = shared
    games = pass_input.positions.games
    n_policies = theta.shape[1]
    n_moves = int(games.starts[game + 1] - games.starts[game])
    better = np.full((n_policies, n_moves), NOT_ASKED, dtype=np.int32)
    equal = np.zeros((n_policies, n_moves), dtype=np.int32)
    log_likelihood = np.full((n_policies, n_moves), np.nan)
    bins = new_bins(n_policies, 1)
    _rank_game(
        pass_input.positions.workspace(),
        games,
        game,
        pass_input.slot_of[0],
        theta,
        trees,
        new_boost_scratch(),
        Ranks(better, equal, log_likelihood, bins),
    )
    return [Ranks(*parts) for parts in zip(better, equal, log_likelihood, bins, strict=True)]


@jit_allocating
def _rank_game(workspace, games, game, slot_of, theta, trees, scratch, ranks):
    """Ranks the moves of one game by many policies.

    trees: BoostedTrees of all of them; scratch: BoostScratch;
    ranks: Ranks, each with a first axis for the policies, of one game.
    """
    board = workspace.boards[0]
    graph = workspace.graphs[0]
    extractor = workspace.extractor
    n_policies = theta.shape[1]
    scores = np.zeros((n_policies, MAX_MOVES))
    start_game(board, graph, games, game)
    first = games.starts[game]
    for move in range(first, games.starts[game + 1]):
        give_turn(board, games.colours[move])
        i = move - first
        if games.sampled[move] and games.moves[move] != PASS:
            n = list_candidates(board, graph, extractor)
            chosen = find_candidate(extractor, n, games.moves[move])
            if chosen < 0:
                ranks.better[:, i] = NO_CANDIDATE
            else:
                keep_learnt(extractor, n, slot_of)
                for k in range(n_policies):
                    score_candidates(extractor, n, theta[:, k], scores[k])
                    view = extractor.tree.views[0]
                    add_boosts(board, view, trees, extractor.points, n, scores[k], scratch)
                    found = rank_candidates(scores[k, :n], chosen)
                    ranks.better[k, i], ranks.equal[k, i], ranks.log_likelihood[k, i] = found
                    add_to_bins(scores[k], n, chosen, ranks.bins[k, 0])
        if not follow_move(board, graph, games, move):
            ranks.better[:, i] = NOT_ASKED
            break


@jit_allocating
def score_candidates(extractor, n, theta, scores):
    """Stores the sum of the weights of each of the n candidates, features replaced by slots.

    theta: float32[n_slots], scores: float[candidates]; for many policies at once both have a
    second axis, of the policies.
    """
    for i in range(n):
        scores[i] = 0.0
        for j in range(extractor.counts[i]):
            scores[i] += theta[extractor.features[i, j]]
