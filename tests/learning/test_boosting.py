"""Boosted trees: what they learn from, how they are fitted, and that they are LightGBM's."""

import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Threads
from cfggo.features.circumstances import CIRCUMSTANCES, N_CIRCUMSTANCES, UNKNOWN_AGE
from cfggo.go.game import Game
from cfggo.go.points import PASS
from cfggo.graph.incremental_graph import GRAPH_DTYPE, build_graph
from cfggo.learning.boosted_samples import (
    NOT_CLOSE,
    SET_UP_EVERY,
    LikedMoves,
    Samples,
    samples_of_game,
)
from cfggo.learning.boosting import BoostTrainer, Logistic, Softmax, trees_of
from cfggo.learning.evaluation import evaluate
from cfggo.learning.trainers import new_run
from cfggo.methods import BoostOptions
from cfggo.models.bradley_terry.boosted_trees import (
    REACH,
    new_boost_scratch,
    no_trees,
    store_boosts,
)
from cfggo.models.bradley_terry.tree_policy import legal_moves, make_theta_tables, store_thetas
from cfggo.models.bradley_terry.weights import Model, Weights, save_model
from cfggo.models.registry import load_model
from cfggo.records.replay import game_arrays
from tests.conftest import RandomRecords, RandomWeights
from tests.models.bradley_terry.test_boosted_trees import random_trees
from tests.silence import say_nothing, show_nothing


def test_samples_are_the_close_moves_and_the_one_played(
    random_records: RandomRecords, random_weights: RandomWeights
) -> None:
    weights = random_weights("tree", "exact", spread=1.0)
    records = random_records(4, 9, 60)
    games = game_arrays(records)
    liked = LikedMoves(games, weights)
    tables = make_theta_tables(weights)
    graph = np.zeros(1, GRAPH_DTYPE)[0]
    points, thetas = np.zeros(362, np.int16), np.zeros(362, np.float32)
    n_far = 0
    for number, record in enumerate(records[1:], 1):  # the first forgets its history
        samples = samples_of_game(liked, None, number)
        starts = np.concatenate([[0], np.cumsum(samples.counts)])
        game = Game(9)
        index = 0
        for colour, played in record.line.moves:
            if played != PASS:
                board = game.boards[0]
                build_graph(board, graph)
                n = legal_moves(board, points)
                store_thetas(board, graph, tables, points, n, thetas)
                moves = {int(points[i]): float(thetas[i]) for i in range(1, n)}
                highest = max(moves.values())
                close = {p: theta for p, theta in moves.items() if theta >= highest - REACH}
                rows = samples.numbers[starts[index] : starts[index + 1]]
                assert rows[:, 0] == pytest.approx([highest - t for t in close.values()], abs=1e-4)
                assert rows[:, CIRCUMSTANCES.index("theta")] == pytest.approx([*close.values()])
                chosen = [*close].index(played) if played in close else NOT_CLOSE
                n_far += chosen == NOT_CLOSE
                assert samples.chosen[index] == chosen
                others = [t for p, t in moves.items() if p not in close] + [float(thetas[0])]
                rest = sum(math.exp(theta - highest) for theta in others)
                assert samples.others[index] == pytest.approx(math.log(rest), abs=1e-3)
                index += 1
            game.play(colour, played, may_repeat=True)
        assert index == len(samples.counts)
    assert n_far > 0


NO_MOVE = 64
"""Distance to a last move that was not made."""


def test_one_game_in_five_is_seen_as_if_stones_were_set_up(
    random_records: RandomRecords, random_weights: RandomWeights
) -> None:
    games = game_arrays(random_records(2, 9, 90))
    liked = LikedMoves(games, random_weights("tree", ""))
    of_last_move = CIRCUMSTANCES.index("distance to the last move")
    ages = [i for i, name in enumerate(CIRCUMSTANCES) if name.startswith("moves since")]
    oldest = [0, 0]
    for game in range(2):
        samples = samples_of_game(liked, None, game)
        starts = np.concatenate([[0], np.cumsum(samples.counts)])
        played = games.moves[games.starts[game] : games.starts[game + 1]]
        n_before = np.flatnonzero(played != PASS)  # moves before each sample
        assert len(n_before) == len(samples.counts) > 2 * SET_UP_EVERY
        for index, n in enumerate(n_before.tolist()):
            rows = samples.numbers[starts[index] : starts[index + 1]]
            known = rows[:, ages][rows[:, ages] != UNKNOWN_AGE]
            if n % SET_UP_EVERY == 0 and (game == 0 or n == 0):
                assert len(known) == 0
                assert (rows[:, of_last_move] == NO_MOVE).all()
            elif game == 0:
                assert known.max(initial=0) < n % SET_UP_EVERY
            oldest[game] = max(oldest[game], known.max(initial=0))
            if game and n and played[n - 1] != PASS:
                assert (rows[:, of_last_move] < NO_MOVE).all()
    assert oldest[0] < SET_UP_EVERY < oldest[1]


def test_a_policys_own_trees_play_no_part_in_the_samples(
    random_records: RandomRecords, random_weights: RandomWeights
) -> None:
    games = game_arrays(random_records(1, 9, 40))
    weights = random_weights("tree", "")
    plain = samples_of_game(LikedMoves(games, weights), None, 0)
    weights.trees = random_trees(np.random.default_rng(1), 5)
    with_trees = samples_of_game(LikedMoves(games, weights), None, 0)
    for one, other in zip(plain, with_trees, strict=True):
        np.testing.assert_array_equal(one, other)


def some_samples(rng: np.random.Generator, n: int) -> Samples:
    """Returns positions in which the move of the largest number 7 is mostly played."""
    counts = rng.integers(1, 6, n).astype(np.int32)
    numbers = rng.normal(0, 1, (counts.sum(), N_CIRCUMSTANCES)).astype(np.float32)
    numbers[:, 0] = abs(numbers[:, 0])
    starts = np.concatenate([[0], np.cumsum(counts)])
    best = [numbers[a:b, 7].argmax() for a, b in pairwise(starts)]
    chosen = np.where(rng.random(n) < 0.9, best, NOT_CLOSE).astype(np.int32)
    others = rng.normal(-2, 1, n).astype(np.float32)
    return Samples(numbers, counts, chosen, others)


def test_slopes_are_those_of_the_likelihood() -> None:
    rng = np.random.default_rng(5)
    samples = some_samples(rng, 20)
    softmax = Softmax.of(samples)
    boosts = rng.normal(0, 1, len(samples.numbers))
    slope, bend = softmax.derivatives(boosts)
    step = 1e-5
    for i in range(len(boosts)):
        change = np.zeros(len(boosts))
        change[i] = step
        up, down = softmax.fit(boosts + change), softmax.fit(boosts - change)
        loss = -20 * (up.likelihood - down.likelihood) / (2 * step)
        assert slope[i] == pytest.approx(loss, abs=1e-4)
        assert bend[i] > 0


def test_log_odds_are_fitted_to_what_happens_and_what_does_not() -> None:
    rng = np.random.default_rng(3)
    wanted = (rng.random(40) < 0.3).astype(np.float32)
    loss = Logistic(np.zeros((40, 2), np.float32), np.ones(40, np.int32), wanted)
    share = wanted.mean()
    usual = loss.fit(np.zeros(40))
    assert usual.likelihood == pytest.approx(
        share * np.log(share) + (1 - share) * np.log(1 - share)
    )
    boosts = rng.normal(size=40)
    slopes, curvatures = loss.derivatives(boosts)
    for i in range(5):
        step = np.zeros(40)
        step[i] = 1e-4
        more, less = (40 * loss.fit(boosts + sign * step).likelihood for sign in (1, -1))
        assert (less - more) / 2e-4 == pytest.approx(slopes[i], abs=1e-5)
        changed = loss.derivatives(boosts + step)[0] - loss.derivatives(boosts - step)[0]
        assert changed[i] / 2e-4 == pytest.approx(curvatures[i], abs=1e-5)
    assert loss.fit(wanted - 0.5).first == 1.0
    assert loss.fit(0.5 - wanted).first < 0.5


def test_trees_are_those_that_lightgbm_grew() -> None:
    lightgbm = pytest.importorskip("lightgbm", reason="needs LightGBM, of the extra boosting")
    rng = np.random.default_rng(7)
    numbers = rng.normal(0, 1, (2000, N_CIRCUMSTANCES)).astype(np.float32)
    target = np.sin(numbers[:, 3]) * numbers[:, 30]
    parameters = {"num_leaves": 9, "verbose": -1, "seed": 1}
    booster = lightgbm.train(parameters, lightgbm.Dataset(numbers, target), 20)
    trees = trees_of(booster.dump_model(num_iteration=15))
    assert trees.n_trees == 15
    expected = booster.predict(numbers, num_iteration=15, raw_score=True)
    scratch = new_boost_scratch()
    for start in range(0, 2000, 20):
        scratch.columns[:, :20] = numbers[start : start + 20].T
        store_boosts(trees, 20, scratch)
        np.testing.assert_allclose(scratch.boosts[:20], expected[start : start + 20], atol=1e-4)


CONFIG: dict[str, Any] = {"boost_trees": 30, "boost_leaves": 4}


def test_a_policy_with_trees_predicts_better_what_it_could_not_see(
    tmp_path: Path, random_weights: RandomWeights, random_records: RandomRecords
) -> None:
    """Random players avoid their own eyes, far from where they played last or near: a policy that
    believes in distances is put right.  Threads and the records' order change nothing."""
    pytest.importorskip("lightgbm", reason="needs LightGBM, of the extra boosting")
    weights = random_weights("tree", "", spread=0.7)
    save_model(tmp_path / "start.weights", Model({"tree": weights}, np.array([9], np.uint32)))
    records = random_records(60, 9, 70)
    options = BoostOptions(**CONFIG, start=str(tmp_path / "start.weights"))
    models: list[Model] = []
    for threads, some in ((1, records), (2, records[::-1])):
        with Threads(threads) as executor:
            run = new_run(some, options, executor, tmp_path / "x.checkpoint")
            models.append(run.run(show_nothing, say_nothing))
    model = models[0]
    for one, other in zip(*(m.policies["tree"].trees for m in models), strict=True):
        np.testing.assert_array_equal(one, other)
    run.save(tmp_path / "boosted.weights", model)
    loaded = load_model(tmp_path / "boosted.weights")
    boosted = loaded.policies["tree"]
    assert boosted.trees.n_trees == loaded.about["trees"] > 0
    assert loaded.games.tolist() == sorted({9, *(record.short_digest for record in records)})
    others = game_arrays(random_records(90, 9, 70)[60:])

    def likelihood(policy: Weights) -> float:
        with Threads(1) as executor:
            return evaluate(others, policy, executor).mean_log_likelihood

    assert likelihood(boosted) > likelihood(weights) + 0.1
    assert likelihood(replace(boosted, trees=no_trees())) == likelihood(weights)


def test_what_trees_are_added_to_is_asked_first() -> None:
    with pytest.raises(CfggoError, match="name its weights by --start"):
        BoostTrainer.check(BoostOptions(**CONFIG))
