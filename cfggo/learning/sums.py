"""Sums over the positions of a game for learning, with fixed weights.

In position j an expert chose one of the candidate moves; gamma of a move is the product of the
gammas of its features, and E_j the sum of that over the candidates.  The *wins* W_i of feature i
are the chosen moves that have it; they are *expected* to be as many as the sum of the probabilities
gamma(move) / E_j of all candidates that have it.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit
from cfggo.features.catalogue import MAX_FEATURES
from cfggo.go.board import give_turn
from cfggo.go.points import MAX_MOVES, PASS
from cfggo.graph.replay import follow_move, start_game
from cfggo.learning.samples import Positions, find_candidate, list_candidates


class GameSums(NamedTuple):
    """The sums of one game.

    slots          -- int32[k]: the learnt features that its candidates have
    wins           -- float64[k]: their wins
    expected       -- float64[k]: the wins expected of them
    most           -- int32[k]: most learnt features of any candidate that has them
    log_likelihood -- sum of ln(probability) of the chosen moves
    positions      -- number of positions with a choice
    """

    slots: np.ndarray
    wins: np.ndarray
    expected: np.ndarray
    most: np.ndarray
    log_likelihood: float
    positions: int


class _Work(NamedTuple):
    """Arrays of one thread; those with an element for each slot are zeros between games.

    wins, expected, most, touched -- one element for each slot of all policies
    scores                        -- float64[MAX_MOVES]
    slots, counts                 -- of the candidates, in place of their features
    log_likelihood, positions     -- one element for each policy
    """

    wins: np.ndarray
    expected: np.ndarray
    most: np.ndarray
    touched: np.ndarray
    scores: np.ndarray
    slots: np.ndarray
    counts: np.ndarray
    log_likelihood: np.ndarray
    positions: np.ndarray


class PassInput:
    """The positions to learn from, and the features that one policy or several learn.

    Listing the features of all moves takes most of the time of learning.  So policies that see the
    same positions share the list, and each learns from those features on it that are its own.  A
    policy's learnt features are numbered as *slots*.

    Public attributes:
        positions -- Positions
        learnt    -- for each policy int32[]: numbers of its learnt features, ascending; a slot is
                     an index into it
        slot_of   -- int32[policies, n_features]: a feature's slot, -1 if it is not learnt
    """

    def __init__(self, positions: Positions, *learnt: np.ndarray) -> None:
        self.positions = positions
        self.learnt = learnt
        self.slot_of = np.full((len(learnt), positions.n_features), -1, dtype=np.int32)
        for slot_of, numbers in zip(self.slot_of, learnt, strict=True):
            slot_of[numbers] = np.arange(len(numbers), dtype=np.int32)
        self._local = threading.local()

    def __reduce__(self) -> tuple[type[PassInput], tuple[Positions, *tuple[np.ndarray, ...]]]:
        return PassInput, (self.positions, *self.learnt)

    def game_sums(self, thetas: Sequence[np.ndarray], game: int) -> list[GameSums]:
        """Returns the sums of one game, for each policy; thetas: float64[n_slots], their weights.

        Any number of threads may call this at the same time.
        """
        work = self._work()
        starts = np.cumsum([0, *map(len, self.learnt)], dtype=np.int32)
        n = _add_game(
            self.positions.workspace(),
            self.positions.games,
            game,
            self.slot_of,
            starts,
            np.concatenate(thetas),
            work,
        )
        touched = work.touched[:n]
        found = []
        for k, (first, stop) in enumerate(pairwise(starts)):
            slots = touched[(first <= touched) & (touched < stop)]
            sums = [array[slots] for array in (work.wins, work.expected, work.most)]
            of_policy = float(work.log_likelihood[k]), int(work.positions[k])
            found.append(GameSums(slots - first, sums[0], sums[1], sums[2], *of_policy))
        for array in (work.wins, work.expected, work.most):
            array[touched] = 0
        return found

    def _work(self) -> _Work:
        if not hasattr(self._local, "work"):
            n = sum(map(len, self.learnt))
            self._local.work = _Work(
                np.zeros(n),
                np.zeros(n),
                np.zeros(n, dtype=np.int32),
                np.zeros(n, dtype=np.int32),
                np.zeros(MAX_MOVES),
                np.zeros((MAX_MOVES, MAX_FEATURES), dtype=np.int32),
                np.zeros(MAX_MOVES, dtype=np.int32),
                np.zeros(len(self.learnt)),
                np.zeros(len(self.learnt), dtype=np.int64),
            )
        work: _Work = self._local.work
        return work


def game_sums(pass_input: PassInput, thetas: Sequence[np.ndarray], game: int) -> list[GameSums]:
    """Returns the sums of one game, as a function for an executor."""
    return pass_input.game_sums(thetas, game)


@jit
def _add_game(workspace, games, game, slot_of, starts, theta, work):
    """Adds up a game; returns the number of slots touched.

    starts: int32[policies + 1], where each policy's slots begin among all; theta: float64[slots].
    """
    board = workspace.boards[0]
    graph = workspace.graphs[0]
    extractor = workspace.extractor
    n_policies = len(slot_of)
    for k in range(n_policies):
        work.log_likelihood[k] = 0.0
        work.positions[k] = 0
    n_touched = 0
    start_game(board, graph, games, game)
    for move in range(games.starts[game], games.starts[game + 1]):
        give_turn(board, games.colours[move])
        if games.sampled[move] and (extractor.is_tree or games.moves[move] != PASS):
            n = list_candidates(board, graph, extractor)
            chosen = find_candidate(extractor, n, games.moves[move])
            if chosen >= 0 and n > 1:
                for k in range(n_policies):
                    _store_slots(extractor, n, slot_of[k], starts[k], work.slots, work.counts)
                    n_touched = _add_position(n, chosen, theta, work, k, n_touched)
        if not follow_move(board, graph, games, move):
            break
    return n_touched


@jit
def _store_slots(extractor, n, slot_of, first, slots, counts):
    """Stores the candidates' slots, counted from `first` on, for the features that are learnt."""
    for i in range(n):
        kept = 0
        for j in range(extractor.counts[i]):
            slot = slot_of[extractor.features[i, j]]
            if slot >= 0:
                slots[i, kept] = first + slot
                kept += 1
        counts[i] = kept


@jit
def keep_learnt(extractor, n, slot_of):
    """Replaces the candidates' features by their slots and drops those that are not learnt."""
    _store_slots(extractor, n, slot_of, 0, extractor.features, extractor.counts)


@jit
def _add_position(n, chosen, theta, work, policy, n_touched):
    """Adds a position of one policy, slots stored; returns the new number of touched slots."""
    highest = -np.inf
    for i in range(n):
        weight = 0.0
        for j in range(work.counts[i]):
            weight += theta[work.slots[i, j]]
        work.scores[i] = weight
        highest = max(highest, weight)
    total = 0.0
    for i in range(n):
        work.scores[i] -= highest
        total += np.exp(work.scores[i])
    work.log_likelihood[policy] += work.scores[chosen] - np.log(total)
    work.positions[policy] += 1
    for i in range(n):
        probability = np.exp(work.scores[i]) / total
        count = work.counts[i]
        for j in range(count):
            slot = work.slots[i, j]
            if work.most[slot] == 0:
                work.touched[n_touched] = slot
                n_touched += 1
            work.most[slot] = max(work.most[slot], count)
            work.expected[slot] += probability
            if i == chosen:
                work.wins[slot] += 1.0
    return n_touched
