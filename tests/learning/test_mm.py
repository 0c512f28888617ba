"""Minorization-maximization finds the weights that direct maximisation finds."""

import numpy as np
import pytest
from scipy.optimize import minimize

from cfggo.features.catalogue import TREE_PATHS
from cfggo.features.plain_groups import BORDER, LAST_DISTANCE
from cfggo.go.board import BOARD_DTYPE, new_board, play
from cfggo.go.main_line import MainLine
from cfggo.go.points import PASS
from cfggo.graph.incremental_graph import GRAPH_DTYPE
from cfggo.graph.replay import follow_move, start_game
from cfggo.learning.mm import StochasticMM
from cfggo.learning.samples import Positions, find_candidate, list_candidates, make_extractor
from cfggo.learning.sums import GameSums, PassInput
from cfggo.models.bradley_terry.weights import MAX_THETA
from cfggo.records.game_record import GameRecord
from cfggo.records.replay import GameArrays, game_arrays
from tests.conftest import RandomRecords

NO_SHAPES = np.zeros(0, dtype=np.uint64)

Position = tuple[np.ndarray, int]
"""The features of the candidates, bool[n, n_features], and the index of the chosen one."""

LEARNT = np.array([BORDER, BORDER + 1, *range(LAST_DISTANCE, LAST_DISTANCE + 5)], dtype=np.int32)
"""Lines 1 and 2 and small distances; line 3 and large distances keep gamma 1 to measure them by."""


def input_of(games: GameArrays, learnt: np.ndarray = LEARNT, labelling: str = "") -> PassInput:
    return PassInput(Positions(games, "tree", labelling, NO_SHAPES), learnt)


def positions_of(games: GameArrays) -> list[Position]:
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
    """Returns the sum of ln(probability) of the chosen moves; theta: float64[len(LEARNT)]."""
    total = 0.0
    for active, chosen in positions:
        sums = active[:, LEARNT] @ theta
        total += sums[chosen] - np.log(np.exp(sums).sum())
    return float(total)


def penalised(theta: np.ndarray, positions: list[Position]) -> float:
    """Adds the prior: one win and one loss of every feature against gamma 1."""
    return log_likelihood(theta, positions) + float((theta - 2.0 * np.log1p(np.exp(theta))).sum())


def learn(pass_input: PassInput, n_passes: int, batch: int = 1) -> np.ndarray:
    """Returns the weights after some passes over the games, in mini-batches of so many."""
    learner = StochasticMM(len(pass_input.learnt))
    n_games = len(pass_input.positions.games.sizes)
    for number in range(n_passes):
        for first in range(0, n_games, batch):
            games = range(first, min(first + batch, n_games))
            sums = [pass_input.game_sums(learner.theta, game) for game in games]
            learner.add(sums, first_pass=number == 0)
        learner.end_pass()
    return learner.theta


@pytest.fixture(scope="module")
def games() -> GameArrays:
    """Returns games of moves that keep near the last one and off the border, mostly."""
    rng = np.random.default_rng(11)
    extractor = make_extractor("tree", "", NO_SHAPES)
    taste = np.zeros(TREE_PATHS)
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
        records.append(GameRecord(f"game {seed}", MainLine(6, tuple(moves))))
    return game_arrays(records)


@pytest.fixture(scope="module")
def best(games: GameArrays) -> np.ndarray:
    """Returns the weights of greatest penalised likelihood, found directly."""
    positions = positions_of(games)
    found = minimize(
        lambda theta: -penalised(theta, positions),
        np.zeros(len(LEARNT)),
        method="L-BFGS-B",
        options={"maxfun": 10_000, "ftol": 1e-13},
    )
    theta: np.ndarray = found.x
    assert np.abs(theta).max() > 1.0
    return theta


# Running averages over games keep trembling by about a hundredth.
@pytest.mark.parametrize("batch", [1, 5])
def test_weights_are_those_of_greatest_penalised_likelihood(
    batch: int, games: GameArrays, best: np.ndarray
) -> None:
    theta = learn(input_of(games), 400, batch)
    positions = positions_of(games)
    assert theta == pytest.approx(best, abs=0.05)
    assert penalised(theta, positions) == pytest.approx(penalised(best, positions), abs=0.1)


def sums_of_two_candidates(theta: float, has_won: bool) -> GameSums:
    """Returns the sums of a game of one position, where one of two candidates has the feature."""
    expected = np.exp(theta) / (np.exp(theta) + 1)
    log_likelihood = float(np.log(expected if has_won else 1 - expected))
    slots = np.array([0], dtype=np.int32)
    return GameSums(slots, np.array([float(has_won)]), np.array([expected]), log_likelihood, 1)


@pytest.mark.parametrize("n_games", [8, 20, 40])
def test_the_prior_is_one_win_and_one_loss(n_games: int) -> None:
    learner = StochasticMM(1)
    results = [number % 4 != 0 for number in range(n_games)]
    for number in range(200):
        for won in results:
            learner.add([sums_of_two_candidates(learner.theta[0], won)], first_pass=number == 0)
        learner.end_pass()
    wins, losses = sum(results) + 1, n_games - sum(results) + 1
    assert learner.theta[0] == pytest.approx(np.log(wins / losses), abs=0.01)


def test_features_that_are_not_learnt_keep_gamma_1(games: GameArrays) -> None:
    """Learning one feature alone is maximising over its weight with all others at 0."""
    alone = np.array([BORDER], dtype=np.int32)
    theta = learn(input_of(games, alone), 400)
    positions = positions_of(games)

    def loss(weight: np.ndarray) -> float:
        return -penalised(np.array([weight[0], *[0.0] * 6]), positions)

    assert theta == pytest.approx(minimize(loss, np.zeros(1)).x, abs=0.02)


def test_a_pass_reports_the_likelihood_before_its_steps(games: GameArrays) -> None:
    pass_input = input_of(games)
    positions = positions_of(games)
    sums = [pass_input.game_sums(np.zeros(len(LEARNT)), game) for game in range(25)]
    learner = StochasticMM(len(LEARNT))
    learner.add(sums, first_pass=True)
    expected = log_likelihood(np.zeros(len(LEARNT)), positions) / len(positions)
    assert learner.end_pass() == pytest.approx(expected)


def test_the_sums_of_a_game_by_hand(games: GameArrays) -> None:
    theta = np.linspace(-1.0, 1.0, len(LEARNT))
    n_moves = int(games.starts[1])
    positions = positions_of(games)[:n_moves]
    wins, expected = np.zeros(len(LEARNT)), np.zeros(len(LEARNT))
    for active, chosen in positions:
        strengths = np.exp(active[:, LEARNT] @ theta)
        wins += active[chosen, LEARNT]
        expected += strengths @ active[:, LEARNT] / strengths.sum()
    sums = input_of(games).game_sums(theta, 0)
    slots = np.argsort(sums.slots)
    assert sums.slots[slots].tolist() == list(range(len(LEARNT)))
    assert sums.wins[slots].tolist() == wins.tolist()
    assert sums.expected[slots] == pytest.approx(expected)
    assert sums.positions == n_moves
    assert sums.log_likelihood == pytest.approx(log_likelihood(theta, positions))


def test_games_leave_no_traces_in_each_others_sums(games: GameArrays) -> None:
    pass_input = input_of(games)
    first = pass_input.game_sums(np.zeros(len(LEARNT)), 0)
    pass_input.game_sums(np.ones(len(LEARNT)), 1)
    again = pass_input.game_sums(np.zeros(len(LEARNT)), 0)
    for name in first._fields:
        assert np.array_equal(getattr(first, name), getattr(again, name))


def test_moves_without_a_chance_keep_sums_finite(games: GameArrays) -> None:
    """Dozens of path features of extreme weights make gammas that no float64 can hold."""
    positions = Positions(games, "tree", "exact", NO_SHAPES)
    pass_input = PassInput(positions, np.arange(positions.n_features, dtype=np.int32))
    for extreme in (-MAX_THETA, MAX_THETA):
        theta = np.full(positions.n_features, 100 * extreme)
        sums = pass_input.game_sums(theta, 0)
        assert np.isfinite(sums.log_likelihood)
        assert np.isfinite(sums.expected).all()


def test_a_feature_of_all_chosen_moves_stays_finite(random_records: RandomRecords) -> None:
    """The prior holds what the games alone would send to infinity."""
    records = random_records(3, 5, 6)
    passes = [
        GameRecord(r.name, MainLine(5, tuple((c, PASS) for c, _ in r.line.moves))) for r in records
    ]
    pass_input = input_of(game_arrays(passes), np.arange(2, dtype=np.int32))
    theta = learn(pass_input, 200)
    assert np.isfinite(theta).all()
    assert theta.min() > 2.0
    assert theta.max() < MAX_THETA
