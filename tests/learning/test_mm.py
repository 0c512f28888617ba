"""Minorization-maximization finds the weights that direct maximisation finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from scipy.optimize import minimize

from cfggo.features.catalogue import BORDER, LAST_DISTANCE, TREE_PATHS
from cfggo.go.board import BOARD_DTYPE, new_board, play
from cfggo.go.points import PASS
from cfggo.go.sgf import MainLine
from cfggo.graph.record import GRAPH_DTYPE
from cfggo.learning.mm import MAX_THETA, Learner, MMState, new_state
from cfggo.learning.records import Record
from cfggo.learning.samples import (
    Games,
    find_candidate,
    follow_move,
    games_from_records,
    list_candidates,
    make_extractor,
    start_game,
)
from cfggo.policy.weights import n_features_of

if TYPE_CHECKING:
    from tests.learning.conftest import RandomRecords

NO_SHAPES = np.zeros(0, dtype=np.uint64)

Position = tuple[np.ndarray, int]
"""The features of the candidates, bool[n, n_features], and the index of the chosen one."""


def positions_of(games: Games) -> list[Position]:
    """Returns all positions of the games for the tree policy without paths and shapes."""
    extractor = make_extractor("tree", "", NO_SHAPES)
    board, graph = np.zeros(1, dtype=BOARD_DTYPE)[0], np.zeros(1, dtype=GRAPH_DTYPE)[0]
    positions = []
    for game in range(len(games.sizes)):
        start_game(board, graph, games, game)
        for move in range(games.starts[game], games.starts[game + 1]):
            n = list_candidates(board, graph, extractor)
            active = np.zeros((n, TREE_PATHS), dtype=bool)
            for i in range(n):
                active[i, extractor.features[i, : extractor.counts[i]]] = True
            positions.append((active, int(find_candidate(extractor, n, games.moves[move]))))
            assert follow_move(board, graph, games, move)
    return positions


def log_likelihood(theta: np.ndarray, positions: list[Position]) -> float:
    """Returns the sum of ln(probability) of the chosen moves."""
    total = 0.0
    for active, chosen in positions:
        sums = active @ theta
        total += sums[chosen] - np.log(np.exp(sums).sum())
    return float(total)


def penalised(theta: np.ndarray, positions: list[Position]) -> float:
    """Adds the prior: one win and one loss of every feature against gamma 1."""
    return log_likelihood(theta, positions) + float((theta - 2.0 * np.log1p(np.exp(theta))).sum())


def learn(games: Games, learnt: np.ndarray, n_passes: int) -> MMState:
    """Returns the state after some passes over the games."""
    learner = Learner(games, make_extractor("tree", "", NO_SHAPES), new_state(learnt))
    for number in range(n_passes):
        for game in range(len(games.sizes)):
            learner.learn(game, first_pass=number == 0)
    return learner.state


LEARNT = np.zeros(n_features_of("tree", ""), dtype=bool)
LEARNT[BORDER : BORDER + 2] = True
LEARNT[LAST_DISTANCE : LAST_DISTANCE + 5] = True
"""Lines 1 and 2 and small distances; line 3 and large distances keep gamma 1 to measure them by."""


@pytest.fixture(scope="module")
def games() -> Games:
    """Returns games of moves that keep near the last one and off the border, mostly."""
    rng = np.random.default_rng(11)
    extractor = make_extractor("tree", "", NO_SHAPES)
    taste = np.zeros(len(LEARNT))
    taste[BORDER : BORDER + 3] = -1.5, 0.3, 0.8
    taste[LAST_DISTANCE : LAST_DISTANCE + 3] = 1.5, 1.0, 0.4
    graph = np.zeros(1, dtype=GRAPH_DTYPE)[0]
    records = []
    for seed in range(25):
        board = new_board(6, seed + 1)[0]
        moves = []
        for _ in range(14):
            n = list_candidates(board, graph, extractor)
            sums = [taste[extractor.features[i, : extractor.counts[i]]].sum() for i in range(n)]
            strengths = np.exp(sums) * (extractor.points[:n] != PASS)
            point = int(rng.choice(extractor.points[:n], p=strengths / strengths.sum()))
            moves.append((int(board["to_play"]), point))
            play(board, point)
        records.append(Record(f"game {seed}", MainLine(6, tuple(moves))))
    return games_from_records(records)


def test_the_weights_are_those_of_greatest_penalised_likelihood(games: Games) -> None:
    positions = positions_of(games)

    def loss(some: np.ndarray) -> float:
        theta = np.zeros(len(LEARNT))
        theta[LEARNT] = some
        return -penalised(theta, positions)

    direct = minimize(loss, np.zeros(LEARNT.sum()), method="L-BFGS-B", options={"maxfun": 10_000})
    state = learn(games, LEARNT, n_passes=800)
    assert np.abs(direct.x).max() > 1.0
    # Running averages over games keep trembling by about a hundredth.
    assert state.theta[LEARNT] == pytest.approx(direct.x, abs=0.05)
    assert loss(state.theta[LEARNT]) == pytest.approx(direct.fun, abs=0.1)


def test_features_that_are_not_learnt_keep_gamma_1(games: Games) -> None:
    state = learn(games, LEARNT, n_passes=2)
    assert (state.theta[~LEARNT] == 0.0).all()
    assert (state.theta[LEARNT] != 0.0).any()
    assert (state.n_games[~LEARNT] == 0).all()


def test_the_likelihood_rises_pass_by_pass(games: Games) -> None:
    positions = positions_of(games)
    found = [
        log_likelihood(learn(games, LEARNT, n_passes).theta.astype(float), positions)
        for n_passes in (0, 1, 4, 16, 64)
    ]
    assert found == sorted(found)
    assert found[-1] > found[0] + 50


def test_the_likelihood_that_is_reported_is_that_before_each_game(games: Games) -> None:
    state = learn(games, np.zeros_like(LEARNT), n_passes=1)
    positions = positions_of(games)
    total = log_likelihood(np.zeros(len(LEARNT)), positions)
    assert state.log_likelihood[0] == pytest.approx(total)
    assert state.log_likelihood[1] == len(positions)


def test_games_are_counted_by_feature_and_the_first_pass_apart(games: Games) -> None:
    state = learn(games, LEARNT, n_passes=3)
    assert (state.n_games == 3 * state.n_different).all()
    assert state.n_different[BORDER] == 25
    assert not state.game_wins.any()
    assert not state.game_share.any()


def test_a_feature_without_a_chance_is_counted_once_a_game(games: Games) -> None:
    """A dozen path features of least weight make a probability that no float32 can hold."""
    state = new_state(np.ones(n_features_of("tree", "exact"), dtype=bool))
    state.theta[TREE_PATHS:] = -MAX_THETA
    learner = Learner(games, make_extractor("tree", "exact", NO_SHAPES), state)
    learner.learn(0, first_pass=True)
    assert state.n_games.max() == 1
    assert np.isfinite(state.theta).all()


def test_a_feature_of_all_chosen_moves_stays_finite(random_records: RandomRecords) -> None:
    """The prior holds what the games alone would send to infinity."""
    records = random_records(3, 5, 6)
    passes = [
        Record(r.name, MainLine(5, tuple((c, PASS) for c, _ in r.line.moves))) for r in records
    ]
    learnt = np.zeros_like(LEARNT)
    learnt[:2] = True
    state = learn(games_from_records(passes), learnt, n_passes=200)
    assert np.isfinite(state.theta).all()
    assert state.theta[:2].min() > 2.0
    assert state.theta.max() < MAX_THETA
