"""Beliefs about every move of a game: its pattern, its rank, and how sure they are."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.jit import jit
from cfggo.go.board import BOARD_DTYPE, give_turn
from cfggo.go.points import PASS
from cfggo.graph.incremental_graph import GRAPH_DTYPE, build_graph
from cfggo.graph.replay import follow_move, start_game
from cfggo.models.pattern_beliefs.beliefs import Beliefs
from cfggo.models.pattern_beliefs.moves import find_move, list_moves
from cfggo.models.pattern_beliefs.policy import make_belief_tables
from cfggo.models.pattern_beliefs.probabilities import (
    preference,
    store_kind_probabilities,
    store_values,
)
from cfggo.records.game_record import GameRecord
from cfggo.records.replay import GameArrays, game_arrays

SURE = 0.95
"""Probability below which it is doubtful which of two moves experts like better."""

MARKED_PREFERENCE = 0.1
"""Probability of being preferred to the likeliest move below which a move is unlikely."""


@dataclass(frozen=True)
class JudgedMove:
    """The beliefs about one legal move.

    Public attributes:
        point       -- int
        template    -- int, number of its largest known template, 0 if none is known
        mean, sigma -- float, of what is believed of its value, the sum over its features
        played      -- int, moves learnt from that had this pattern; with the group `templates`,
                       which has one pattern a move, those that had no larger known one
        seen        -- int, positions learnt from in which a legal move had it
        probability -- float, that an expert plays it
        features    -- frozenset of int, their numbers
    """

    point: int
    template: int
    mean: float
    sigma: float
    played: int
    seen: int
    probability: float
    features: frozenset[int]


@dataclass(frozen=True)
class StudiedMove:
    """The beliefs about one move of a game.

    Public attributes:
        number      -- int, from 1
        colour      -- int
        move        -- JudgedMove, the one played
        first       -- JudgedMove, the likeliest one
        rank        -- int, 1 for the likeliest; the best of those that are as likely
        preference  -- float, probability that an expert prefers the move played to the likeliest
        is_doubtful -- bool, whether too little is known to say which of both experts like better
    """

    number: int
    colour: int
    move: JudgedMove
    first: JudgedMove
    rank: int
    preference: float
    is_doubtful: bool


class Student:
    """Looks at positions with beliefs.

    Public attributes:
        beliefs -- Beliefs
    """

    def __init__(self, policy: object) -> None:
        """Takes a policy; raises CfggoError for one of another kind."""
        if not isinstance(policy, Beliefs):
            raise CfggoError("the tree policy has no pattern beliefs; that of ranking has")
        self.beliefs = beliefs = policy
        self._tree, self._values, self._moves = make_belief_tables(beliefs)
        self._graphs = np.zeros(1, dtype=GRAPH_DTYPE)
        self._templates = beliefs.template_of_feature()

    def study_game(self, record: GameRecord) -> list[StudiedMove]:
        """Returns what the beliefs say of the moves of a game's `players`, passes and impossible
        ones left out.
        """
        games = game_arrays([record])
        board = np.zeros(1, dtype=BOARD_DTYPE)[0]
        graph = self._graphs[0]
        start_game(board, graph, games, 0)
        studied = []
        for i in range(len(games.moves)):
            give_turn(board, games.colours[i])
            is_asked = games.sampled[i] and games.moves[i] != PASS
            if is_asked and (found := self._study_move(board, games, i)):
                studied.append(found)
            if not follow_move(board, graph, games, i):
                break
        return studied

    def judge(self, board: np.void) -> list[JudgedMove]:
        """Returns the beliefs about all legal moves but PASS, the likeliest first."""
        graph = self._graphs[0]
        build_graph(board, graph)
        shares = self._list(board, graph)
        return [self._judged(int(i)) for i in np.argsort(-shares, kind="stable")]

    def preference(self, move: JudgedMove, other: JudgedMove) -> float:
        """Returns the probability that an expert prefers a move to another one.

        P(x_move > x_other), of latent values: those of the features and noise of variance beta^2.
        """
        return self._is_larger(move, other, self.beliefs.beta**2)

    def is_doubtful(self, move: JudgedMove, first: JudgedMove) -> bool:
        """Returns whether too little is known to say that experts like the first move better."""
        return self._is_larger(first, move, 0.0) < SURE

    def _is_larger(self, move: JudgedMove, other: JudgedMove, noise: float) -> float:
        """Returns the probability that a move's value is larger than another's.

        Features that both have say nothing; noise: variance of each value by itself.
        """
        mean, variance = self._sums(move.features - other.features, noise)
        other_mean, other_variance = self._sums(other.features - move.features, noise)
        if variance + other_variance == 0.0:
            return 0.5
        probability: float = preference(mean, variance, other_mean, other_variance)
        return probability

    def _sums(self, features: frozenset[int], noise: float) -> tuple[float, float]:
        """Returns mean and variance of the features' sum."""
        found = sorted(features)
        means, variances = self.beliefs.means[found], self.beliefs.variances[found]
        return float(means.sum()), float(variances.sum()) + noise

    def _list(self, board: np.void, graph: np.void) -> np.ndarray:
        """Lists the legal moves but PASS; returns their probabilities, float64[n]."""
        moves = self._moves[0]
        n, n_kinds = judge_position(board, graph, self._tree, moves, self._values)
        shares = moves["probabilities"][:n_kinds] / moves["members"][:n_kinds]
        return shares[moves["kind_of"][:n]]

    def _judged(self, i: int) -> JudgedMove:
        """Returns the beliefs about the listed move with index i."""
        moves = self._moves[0]
        kind = moves["kind_of"][i]
        features = moves["features"][i, : moves["counts"][i]]
        patterns = features[self._templates[features] >= 0]
        largest = patterns[np.argmax(self._templates[patterns])] if len(patterns) else None
        return JudgedMove(
            int(moves["points"][i]),
            0 if largest is None else int(self._templates[largest]),
            float(moves["means"][kind]),
            math.sqrt(max(moves["variances"][kind] - moves["beta_squared"], 0.0)),
            0 if largest is None else int(self.beliefs.wins[largest]),
            0 if largest is None else int(self.beliefs.seen[largest]),
            float(moves["probabilities"][kind] / moves["members"][kind]),
            frozenset(features.tolist()),
        )

    def _study_move(self, board: np.void, games: GameArrays, i: int) -> StudiedMove | None:
        moves = self._moves[0]
        shares = self._list(board, self._graphs[0])
        chosen = find_move(moves, len(shares), games.moves[i])
        if chosen < 0:
            return None
        move, first = self._judged(chosen), self._judged(int(shares.argmax()))
        is_same = moves["kind_of"][chosen] == moves["kind_of"][shares.argmax()]
        return StudiedMove(
            i + 1,
            int(games.colours[i]),
            move,
            first,
            int((shares > shares[chosen]).sum()) + 1,
            self.preference(move, first),
            not is_same and self.is_doubtful(move, first),
        )


@jit
def judge_position(board, graph, tree, moves, values):
    """Stores the legal moves, their kinds, values and probabilities; returns the numbers of both.

    tree: TreeView; moves: MOVES_DTYPE; values: of `mean_and_variance`
    """
    n, n_kinds = list_moves(board, graph, tree, moves)
    store_values(moves, n_kinds, values)
    if n_kinds > 0:
        store_kind_probabilities(moves, n_kinds)
    return n, n_kinds
