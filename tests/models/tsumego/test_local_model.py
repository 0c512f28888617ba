"""Models of local moves: features, learning against a plain gradient, probabilities, files."""

import numpy as np
import pytest
from make_problems import made_problems

from cfggo.base.errors import CfggoError
from cfggo.go.board import is_legal
from cfggo.go.points import BLACK, EMPTY, WHITE, board_points, row_col_from_point
from cfggo.graph.plain import CommonFateGraph
from cfggo.models.tsumego import local_learning
from cfggo.models.tsumego.local_features import (
    N_PLACES,
    SUBGRAPH_NODES,
    TIMES,
    TreeFeatures,
    n_local_features,
    new_local_view,
    store_local_features,
)
from cfggo.models.tsumego.local_model import LocalModel, save_local_model
from cfggo.models.tsumego.problem import Problem
from cfggo.models.tsumego.rankers import load_ranker_model, local_moves, local_probabilities
from tests.models.tsumego.plain_subgraphs import plain_subgraph_keys

TREE = TreeFeatures(("tactics", "border"), "", np.zeros(0, dtype=np.uint64))
N_PASSES = 4


@pytest.fixture(scope="module")
def problems():
    return list(made_problems(seed=3, n_problems=24))


@pytest.fixture(scope="module")
def learnt(problems):
    """Samples, and the state after all passes."""
    theta = np.random.default_rng(1).normal(0, 0.3, TREE.n_features).astype(np.float32)
    keys = local_learning.frequent_subgraphs(problems, 3)
    samples = local_learning.samples_of(problems, TREE, theta, keys)
    state = local_learning.new_state(n_local_features(TREE, len(keys)))
    for number in range(N_PASSES):
        local_learning.learn_pass(samples, state, number, N_PASSES, seed=1)
    return theta, keys, samples, state


def model_of(learnt):
    theta, keys, _, state = learnt
    weights = local_learning.mean_weights(state, N_PASSES, theta)
    return LocalModel(TREE, keys, weights.astype(np.float16).astype(np.float32), np.zeros(0, "u4"))


def test_local_moves_are_legal_and_within_two_steps_of_a_stone(problems):
    for problem in problems[:5]:
        board = problem.boards()[0]
        cells = [row_col_from_point(stone) for stone in (*problem.black, *problem.white)]
        expected = [
            point
            for point in board_points(19)
            if is_legal(board, point)
            and min(sum(abs(np.subtract(row_col_from_point(point), cell))) for cell in cells) <= 2
        ]
        assert local_moves(problem.boards()).tolist() == expected


def test_subgraphs_are_features_once_twice_and_three_times(problems, learnt):
    _, keys, _, _ = learnt
    view = new_local_view(TREE, keys)
    first = 2 * TREE.n_features
    for problem in problems[:4]:
        boards = problem.boards()
        n = store_local_features(boards[0], view)
        graph = CommonFateGraph(boards[0])
        labels = {node: int(view.nodes[0]["label"][node]) for node in graph.colours}
        for i in range(0, n, 5):
            found = plain_subgraph_keys(graph, labels, int(view.points[i]), SUBGRAPH_NODES)
            expected = {
                first + TIMES * place + times
                for place, key in enumerate(keys.tolist())
                for times in range(min(found.count(key), TIMES))
            }
            listed = view.features[i, : view.counts[i]]
            found_here = (listed >= first) & (listed < first + TIMES * len(keys))
            assert len(listed[found_here]) == len(expected)
            assert set(listed[found_here].tolist()) == expected
            assert (listed >= first + TIMES * len(keys)).sum() in (1, 2)
            assert listed.max() < first + TIMES * len(keys) + N_PLACES
        assert not view.times.any()


def test_a_step_follows_the_gradient(problems, learnt):
    """One problem, one step: the slope is that of the likelihood by finite differences."""
    theta, keys, samples, _ = learnt
    one = local_learning.samples_of(problems[:1], TREE, theta, keys)
    n = len(samples.n_problems)
    state = local_learning.new_state(n)
    before = local_learning.learn_pass(one, state, 0, 2, seed=1)

    def likelihood(weights):
        strengths = np.array(
            [
                weights[one.features[a:b]].sum() + weights[n:] @ sums
                for a, b, sums in zip(one.starts, one.starts[1:], one.of_policy, strict=False)
            ]
        )
        shares = np.exp(strengths)
        return np.log(shares[one.is_right].sum() / shares.sum())

    assert before == pytest.approx(likelihood(np.zeros(n + 2)))
    for feature in [*np.unique(one.features)[::7].tolist(), n, n + 1]:
        nearby = np.zeros(n + 2)
        nearby[feature] = 1e-5
        slope = (likelihood(nearby) - before) / 1e-5
        step = local_learning.STEP * slope / np.sqrt(1 + slope**2)
        assert state.theta[feature] == pytest.approx(step, abs=1e-5)


def test_learning_raises_the_likelihood(problems, learnt):
    model = model_of(learnt)
    ranker = model.ranker()
    chosen = []
    for problem in problems:
        points, probabilities = local_probabilities(ranker, problem.boards())
        assert probabilities.sum() == pytest.approx(1.0)
        chosen.append(probabilities[np.isin(points, problem.solutions)].sum())
    chance = np.mean([len(p.solutions) / len(local_moves(p.boards())) for p in problems])
    assert np.mean(chosen) > 2 * chance


def test_turned_problems_with_colours_exchanged_are_ranked_alike(problems, learnt):
    ranker = model_of(learnt).ranker()
    for problem in problems[:6]:
        image = {p: (p % 21) * 21 + p // 21 for p in board_points(19)}
        twin = Problem(
            "twin",
            19,
            tuple(sorted(image[p] for p in problem.white)),
            tuple(sorted(image[p] for p in problem.black)),
            WHITE if problem.to_play == BLACK else BLACK,
            (),
        )
        points = local_moves(problem.boards())
        images = np.array([image[p] for p in points.tolist()])
        assert np.allclose(
            ranker.scores(problem.boards(), points), ranker.scores(twin.boards(), images)
        )


def test_moves_that_are_not_local_have_no_chance(problems, learnt):
    boards = problems[0].boards()
    assert boards[0]["colour"][18 * 21 + 18] == EMPTY
    assert model_of(learnt).ranker().scores(boards, np.array([18 * 21 + 18])) == -np.inf


def test_what_is_read_is_what_was_written(tmp_path, problems, learnt):
    model = model_of(learnt)
    save_local_model(tmp_path / "local.weights", model)
    read = load_ranker_model(tmp_path / "local.weights")
    boards = problems[0].boards()
    points = local_moves(boards)
    assert np.array_equal(
        read.ranker().scores(boards, points), model.ranker().scores(boards, points)
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"tree": TREE._replace(groups=("letters",))},
        {"tree": TREE._replace(labelling="letters")},
        {"tree": TREE._replace(keys=np.array([3, 2], dtype=np.uint64))},
        {"subgraph_keys": np.array([3, 2], dtype=np.uint64)},
        {"theta": np.zeros(5, dtype=np.float32)},
        {"theta": np.full(n_local_features(TREE, 1), np.inf, dtype=np.float32)},
    ],
)
def test_models_that_are_none_are_refused(tmp_path, changed):
    fields = {
        "tree": TREE,
        "subgraph_keys": np.array([3], dtype=np.uint64),
        "theta": np.zeros(n_local_features(TREE, 1), dtype=np.float32),
        "problems": np.zeros(0, dtype=np.uint32),
    }
    save_local_model(tmp_path / "good.weights", LocalModel(**fields))
    with pytest.raises(CfggoError, match="model of local moves"):
        save_local_model(tmp_path / "bad.weights", LocalModel(**fields | changed))
