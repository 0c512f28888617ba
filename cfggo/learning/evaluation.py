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
from cfggo.models.bradley_terry.boosted_trees import BoostedTrees, add_boosts, new_boost_scratch
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
    if not len(games.moves):
        raise ValueError("no moves to predict")
    positions = Positions(games, weights.kind, weights.labelling, weights.keys, weights.groups)
    learnt = np.flatnonzero(weights.theta).astype(np.int32)
    pass_input = PassInput(positions, learnt)
    found = []
    shared = weights.theta[learnt], weights.trees
    for ranks in executor.map(_ranks_of_game, pass_input, shared, range(len(games.sizes))):
        found.append(ranks)
        advance(1)
    return summary(
        games.starts, Ranks(*(np.concatenate(part) for part in zip(*found, strict=True)))
    )


def _ranks_of_game(
    pass_input: PassInput, shared: tuple[np.ndarray, BoostedTrees], game: int
) -> Ranks:
    """Returns what a policy says of the moves of one game.

    shared -- the policy's weights and trees
    """
    theta, trees = shared
    games = pass_input.positions.games
    n_moves = int(games.starts[game + 1] - games.starts[game])
    ranks = Ranks(
        np.full(n_moves, NOT_ASKED, dtype=np.int32),
        np.zeros(n_moves, dtype=np.int32),
        np.full(n_moves, np.nan),
        new_bins(1),
    )
    _rank_game(
        pass_input.positions.workspace,
        games,
        game,
        pass_input.slot_of,
        theta,
        trees,
        new_boost_scratch(),
        ranks,
    )
    return ranks


@jit_allocating
def _rank_game(workspace, games, game, slot_of, theta, trees, scratch, ranks):
    """Ranks the moves of one game.

    trees: BoostedTrees; scratch: BoostScratch; ranks: Ranks of one game.
    """
    board = workspace.boards[0]
    graph = workspace.graphs[0]
    extractor = workspace.extractor
    scores = np.zeros(MAX_MOVES)
    start_game(board, graph, games, game)
    first = games.starts[game]
    for move in range(first, games.starts[game + 1]):
        give_turn(board, games.colours[move])
        i = move - first
        if games.sampled[move] and games.moves[move] != PASS:
            n = list_candidates(board, graph, extractor)
            chosen = find_candidate(extractor, n, games.moves[move])
            if chosen < 0:
                ranks.better[i] = NO_CANDIDATE
            else:
                keep_learnt(extractor, n, slot_of)
                for k in range(n):
                    scores[k] = 0.0
                    for j in range(extractor.counts[k]):
                        scores[k] += theta[extractor.features[k, j]]
                view = extractor.tree.views[0]
                add_boosts(board, view, trees, extractor.points, n, scores, scratch)
                found = rank_candidates(scores[:n], chosen)
                ranks.better[i], ranks.equal[i], ranks.log_likelihood[i] = found
                add_to_bins(scores, n, chosen, ranks.bins[0])
        if not follow_move(board, graph, games, move):
            ranks.better[i] = NOT_ASKED
            break
