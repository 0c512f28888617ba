"""Sums over the positions of a game for learning, with fixed weights.

In position j an expert chose one of the candidate moves; gamma of a move is the product of the
gammas of its features, and E_j the sum of that over the candidates.  The *wins* W_i of feature i
are the chosen moves that have it; they are *expected* to be as many as the sum of the probabilities
gamma(move) / E_j of all candidates that have it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.base.executor import PerThread
from cfggo.base.jit import jit
from cfggo.go.board import give_turn
from cfggo.go.points import MAX_MOVES, PASS
from cfggo.graph.replay import follow_move, start_game
from cfggo.learning.samples import Positions, find_candidate, list_candidates


class GameSums(NamedTuple):
    """The sums of one game.

    slots          -- int32[k]: the learnt features that its candidates have
    wins           -- float64[k]: their wins
    expected       -- float64[k]: the wins expected of them
    log_likelihood -- sum of ln(probability) of the chosen moves
    positions      -- number of positions with a choice
    """

    slots: np.ndarray
    wins: np.ndarray
    expected: np.ndarray
    log_likelihood: float
    positions: int


class _Work(NamedTuple):
    """Arrays of one thread; those with an element for each slot are zeros between games.

    wins, expected, is_touched -- one element for each slot
    touched                    -- int32[n_slots]: the slots touched, in their order
    scores                     -- float64[MAX_MOVES]
    """

    wins: np.ndarray
    expected: np.ndarray
    is_touched: np.ndarray
    touched: np.ndarray
    scores: np.ndarray


class PassInput:
    """The positions to learn from, and the features that are learnt, numbered as *slots*.

    Public attributes:
        positions -- Positions
        learnt    -- int32[]: numbers of the learnt features, ascending; a slot is an index into it
        slot_of   -- int32[n_features]: a feature's slot, -1 if it is not learnt
    """

    def __init__(self, positions: Positions, learnt: np.ndarray) -> None:
        self.positions = positions
        self.learnt = learnt
        self.slot_of = np.full(positions.n_features, -1, dtype=np.int32)
        self.slot_of[learnt] = np.arange(len(learnt), dtype=np.int32)

    def __reduce__(self) -> tuple[type[PassInput], tuple[Positions, np.ndarray]]:
        return PassInput, (self.positions, self.learnt)

    def game_sums(self, theta: np.ndarray, game: int) -> GameSums:
        """Returns the sums of one game; theta: float64[n_slots], the weights.

        Any number of threads may call this at the same time.
        """
        work = self._work
        workspace, games = self.positions.workspace, self.positions.games
        n, log_likelihood, positions = _add_game(workspace, games, game, self.slot_of, theta, work)
        slots = work.touched[:n].copy()
        sums = GameSums(slots, work.wins[slots], work.expected[slots], log_likelihood, positions)
        for array in (work.wins, work.expected, work.is_touched):
            array[slots] = 0
        return sums

    @PerThread
    def _work(self) -> _Work:
        n = len(self.learnt)
        return _Work(
            np.zeros(n),
            np.zeros(n),
            np.zeros(n, dtype=np.bool_),
            np.zeros(n, dtype=np.int32),
            np.zeros(MAX_MOVES),
        )


@jit
def _add_game(workspace, games, game, slot_of, theta, work):
    """Adds up a game; returns the number of slots touched, the log-likelihood, and the positions.

    theta: float64[n_slots].
    """
    board = workspace.boards[0]
    graph = workspace.graphs[0]
    extractor = workspace.extractor
    log_likelihood = 0.0
    n_positions = 0
    n_touched = 0
    start_game(board, graph, games, game)
    for move in range(games.starts[game], games.starts[game + 1]):
        give_turn(board, games.colours[move])
        if games.sampled[move] and (extractor.is_tree or games.moves[move] != PASS):
            n = list_candidates(board, graph, extractor)
            chosen = find_candidate(extractor, n, games.moves[move])
            if chosen >= 0 and n > 1:
                keep_learnt(extractor, n, slot_of)
                n_touched, of_move = _add_position(extractor, n, chosen, theta, work, n_touched)
                log_likelihood += of_move
                n_positions += 1
        if not follow_move(board, graph, games, move):
            break
    return n_touched, log_likelihood, n_positions


@jit
def keep_learnt(extractor, n, slot_of):
    """Replaces the candidates' features by their slots and drops those that are not learnt."""
    for i in range(n):
        kept = 0
        for j in range(extractor.counts[i]):
            slot = slot_of[extractor.features[i, j]]
            if slot >= 0:
                extractor.features[i, kept] = slot
                kept += 1
        extractor.counts[i] = kept


@jit
def _add_position(extractor, n, chosen, theta, work, n_touched):
    """Adds a position, slots in place of features; returns the new number of touched slots, and
    ln(probability) of the chosen move.
    """
    highest = -np.inf
    for i in range(n):
        weight = 0.0
        for j in range(extractor.counts[i]):
            weight += theta[extractor.features[i, j]]
        work.scores[i] = weight
        highest = max(highest, weight)
    total = 0.0
    for i in range(n):
        work.scores[i] -= highest
        total += np.exp(work.scores[i])
    for i in range(n):
        probability = np.exp(work.scores[i]) / total
        for j in range(extractor.counts[i]):
            slot = extractor.features[i, j]
            if not work.is_touched[slot]:
                work.is_touched[slot] = True
                work.touched[n_touched] = slot
                n_touched += 1
            work.expected[slot] += probability
            if i == chosen:
                work.wins[slot] += 1.0
    return n_touched, work.scores[chosen] - np.log(total)
