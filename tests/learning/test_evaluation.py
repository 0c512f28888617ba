"""Prediction by policies whose probabilities are known by hand."""

import numpy as np
import pytest

from cfggo.base.executor import Threads
from cfggo.base.intervals import student_95
from cfggo.features.catalogue import CONTIGUOUS, PASS_AFTER_PASS, PASS_OTHERWISE
from cfggo.features.plain_groups import BORDER
from cfggo.go.points import BLACK, WHITE
from cfggo.learning.evaluation import evaluate as evaluate_with
from cfggo.models.bradley_terry.weights import Weights, n_features_of
from cfggo.models.measuring.calibration import EDGES
from cfggo.models.measuring.prediction import MAX_RANK, N_PHASES, Prediction
from cfggo.records.replay import GameArrays, game_arrays
from tests.conftest import MakeRecord, RandomRecords


def flat(kind: str) -> Weights:
    """Returns weights with which all candidates are equally likely."""
    return Weights(kind, "", np.zeros(n_features_of(kind, ""), dtype=np.float32))


def evaluate(games: GameArrays, weights: Weights, n_threads: int = 1) -> Prediction:
    with Threads(n_threads) as executor:
        return evaluate_with(games, weights, executor)


def test_moves_that_are_all_alike_share_all_ranks(make_record: MakeRecord) -> None:
    found = evaluate(game_arrays([make_record(5, "C3")]), flat("playout"))
    assert found.positions == 1
    assert found.left_out == 0
    assert found.mean_log_likelihood == pytest.approx(-np.log(25))
    ranks = np.minimum(np.arange(1, MAX_RANK + 1), 25)
    assert found.top == pytest.approx(ranks / 25)
    found_bin = int(np.searchsorted(EDGES, 1 / 25)) - 1
    assert found.calibration.candidates[found_bin] == found.calibration.candidates.sum() == 25
    assert found.calibration.predicted[found_bin] == pytest.approx(1 / 25)
    assert found.calibration.observed[found_bin] == 1 / 25
    assert found.calibration.error == pytest.approx(0.0)


def test_a_tree_policys_pass_is_a_candidate_but_no_position(make_record: MakeRecord) -> None:
    found = evaluate(game_arrays([make_record(5, "C3 pass D4")]), flat("tree"))
    assert found.positions == 2
    # 25 points and a pass, then 24 points (C3 is taken) and a pass.
    assert found.mean_log_likelihood == pytest.approx(-(np.log(26) + np.log(25)) / 2)


def test_ranks_and_ties_by_hand(make_record: MakeRecord) -> None:
    """On 3x3 the centre is best, then the eight points of the border, then the pass."""
    weights = flat("tree")
    weights.theta[BORDER + 1] = np.log(4.0)
    weights.theta[[PASS_OTHERWISE, PASS_AFTER_PASS]] = np.log(0.5)
    found = evaluate(game_arrays([make_record(3, "B2 A1")]), weights)
    # B2: alone at the top, 4 of 4 + 8 + 1/2.  A1: one of eight equals, 1 of 8 + 1/2.
    assert found.mean_log_likelihood == pytest.approx((np.log(4 / 12.5) + np.log(1 / 8.5)) / 2)
    assert found.top[:3] == pytest.approx([(1 + 1 / 8) / 2, (1 + 2 / 8) / 2, (1 + 3 / 8) / 2])
    assert found.top[8:] == pytest.approx(np.ones(MAX_RANK - 8))


def test_the_best_move_comes_after_those_that_are_better(make_record: MakeRecord) -> None:
    weights = flat("playout")
    weights.theta[CONTIGUOUS] = 2.0
    found = evaluate(game_arrays([make_record(5, "C3 A1")]), weights)
    # Eight points around C3 are better than A1 and its fifteen equals.
    second = np.clip((np.arange(1, MAX_RANK + 1) - 8) / 16, 0, 1)
    first = np.clip(np.arange(1, MAX_RANK + 1) / 25, 0, 1)
    assert found.top == pytest.approx((first + second) / 2)


def test_moves_into_own_eyes_are_left_out(make_record: MakeRecord) -> None:
    games = game_arrays([make_record(5, "A2 E5 B1 E4 B2 E3 A1")])
    found = evaluate(games, flat("playout"))
    assert (found.positions, found.left_out) == (6, 1)
    assert evaluate(games, flat("tree")).left_out == 0


def test_phases_are_of_thirty_moves(random_records: RandomRecords) -> None:
    games = game_arrays(random_records(2, 7, 40))
    found = evaluate(games, flat("playout"))
    assert len(found.phases) == N_PHASES
    assert np.isfinite(found.phases[:2]).all()
    assert np.isnan(found.phases[2:]).all()
    assert (found.phase_intervals[:2, 0] < found.phases[:2]).all()
    assert (found.phase_intervals[:2, 1] > found.phases[:2]).all()
    assert np.isnan(found.phase_intervals[2:]).all()
    # Thirty moves of each game are in the first phase, and its probabilities are smaller.
    assert found.phases[0] < found.phases[1]
    short = evaluate(game_arrays(random_records(2, 7, 30)), flat("playout"))
    assert short.mean_log_likelihood == pytest.approx(found.phases[0])
    later = found.positions - short.positions
    total = found.phases[0] * short.positions + found.phases[1] * later
    assert found.mean_log_likelihood == pytest.approx(total / found.positions)


def test_the_interval_treats_a_game_as_one_sample(make_record: MakeRecord) -> None:
    weights = flat("tree")
    weights.theta[BORDER + 1] = 5.0
    hit, miss = make_record(3, "B2"), make_record(3, "A1")
    found = evaluate(game_arrays([hit] * 30 + [miss] * 10), weights)
    assert found.top[0] == pytest.approx(0.75)
    half_width = float(student_95(39)) * np.sqrt(0.75 * 0.25 / 39)
    assert found.top_intervals[0] == pytest.approx((0.75 - half_width, 0.75 + half_width))
    one_game = evaluate(game_arrays([hit]), weights)
    assert one_game.top_intervals.tolist() == [[0.0, 1.0]] * MAX_RANK
    all_hits = evaluate(game_arrays([hit] * 5), weights)
    assert all_hits.top_intervals[0].tolist() == [1.0, 1.0]


def test_a_game_ends_at_its_first_impossible_move(make_record: MakeRecord) -> None:
    found = evaluate(game_arrays([make_record(5, "C3 D4 C3 A1")]), flat("tree"))
    assert found.positions == 2


def test_two_threads_find_what_one_does(random_records: RandomRecords) -> None:
    games = game_arrays(random_records(7, 7, 40))
    rng = np.random.default_rng(5)
    n_features = n_features_of("playout", "exact")
    weights = Weights("playout", "exact", rng.normal(size=n_features).astype(np.float32))
    one, two = evaluate(games, weights), evaluate(games, weights, n_threads=2)
    for name in ("top", "top_intervals", "phases", "phase_intervals", "mean_log_likelihood"):
        assert np.array_equal(getattr(one, name), getattr(two, name), equal_nan=True)


def test_games_without_moves_can_not_be_predicted(make_record: MakeRecord) -> None:
    with pytest.raises(ValueError, match="no moves"):
        evaluate(game_arrays([make_record(5, "pass pass")]), flat("tree"))


def test_only_the_moves_of_a_player_are_predicted(random_records: RandomRecords) -> None:
    records = random_records(4, 7, 31)
    both, black, white = (
        evaluate(game_arrays([record.of_players(players) for record in records]), flat("tree"))
        for players in ((BLACK, WHITE), (BLACK,), (WHITE,))
    )
    assert (both.positions, black.positions, white.positions) == (4 * 31, 4 * 16, 4 * 15)
    total = black.mean_log_likelihood * 64 + white.mean_log_likelihood * 60
    assert both.mean_log_likelihood * 124 == pytest.approx(total)
