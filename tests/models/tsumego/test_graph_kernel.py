"""Graph kernels: vectors, both ways of learning against direct solutions, and files."""

import numpy as np
import pytest
from make_problems import made_problems

from cfggo.base.errors import CfggoError
from cfggo.go.points import BLACK, EMPTY, WHITE, board_points, parse_vertex
from cfggo.graph.plain import CommonFateGraph
from cfggo.models.tsumego import graph_kernel_learning
from cfggo.models.tsumego.graph_kernel import (
    GraphKernelModel,
    Vectors,
    kernel_matrix,
    save_graph_kernel,
)
from cfggo.models.tsumego.graph_kernel_learning import (
    PENALTY,
    kernel_samples,
    learn_perceptron,
    learn_svm,
)
from cfggo.models.tsumego.rankers import load_ranker_model, local_moves, local_probabilities
from cfggo.models.tsumego.subgraphs import PAPER_NODES, paper_keys
from tests.diagrams import board_from_diagram
from tests.models.tsumego.plain_subgraphs import plain_subgraph_keys

DIAGRAM = """
    . X . O . . .
    X X O O . . .
    . X O . . . .
    X O O . X . .
    O O . . . . .
    . . . . . . .
    . . . . . . .
    """


def unit_vectors(n, seed):
    """Returns vectors as moves have them: not negative, of length 1."""
    vectors = np.random.default_rng(seed).random((n, 30)).astype(np.float32) ** 4
    return vectors / np.sqrt((vectors**2).sum(axis=1, keepdims=True))


def test_vectors_are_counts_of_subgraphs_scaled_to_length_one():
    boards = board_from_diagram(DIAGRAM)
    points = np.array([parse_vertex("A7", 7), parse_vertex("E6", 7)])
    graph = CommonFateGraph(boards[0])
    for vector, point in zip(Vectors("colours").of(boards, points), points.tolist(), strict=True):
        keys = plain_subgraph_keys(graph, graph.colours, point, PAPER_NODES)
        counts = np.array([keys.count(key) for key in paper_keys().tolist()], dtype=float)
        assert np.allclose(vector, counts / np.linalg.norm(counts), atol=1e-6)


def test_seen_by_players_a_position_is_the_same_with_colours_exchanged():
    boards = board_from_diagram(DIAGRAM)
    swapped = board_from_diagram(DIAGRAM.translate(str.maketrans("XO", "OX")))
    boards[0]["to_play"], swapped[0]["to_play"] = BLACK, WHITE
    points = np.array([p for p in board_points(7) if boards[0]["colour"][p] == EMPTY])

    by_player, by_colour = Vectors("players"), Vectors("colours")
    assert np.array_equal(by_player.of(boards, points), by_player.of(swapped, points))
    assert np.array_equal(by_player.of(boards, points), by_colour.of(boards, points))
    assert not np.array_equal(by_colour.of(boards, points), by_colour.of(swapped, points))


def test_the_kernel_is_that_of_the_paper():
    a, b = unit_vectors(5, 1), unit_vectors(7, 2)
    plain = [[np.exp(-np.sum((x - y) ** 2)) for y in b] for x in a]
    assert np.allclose(kernel_matrix(a, b), plain, atol=1e-6)


def test_the_perceptron_is_that_of_the_paper():
    vectors = unit_vectors(60, 3)
    classes = np.where(np.random.default_rng(4).random(60) < 0.5, 1.0, -1.0)
    alpha = learn_perceptron(vectors, classes > 0)

    # By the text: the whole matrix, and f computed anew each time.
    matrix = kernel_matrix(vectors, vectors).astype(np.float64) + PENALTY * np.eye(60)
    plain = np.zeros(60)
    wrong = True
    while wrong:
        wrong = False
        for i in range(60):
            if classes[i] * (plain @ matrix[i]) <= 0:
                plain[i] += classes[i]
                wrong = True
    assert np.array_equal(alpha, plain)
    assert (classes * (matrix @ alpha) > 0).all()


def test_the_perceptron_can_be_stopped_within_a_pass():
    passes = []
    with pytest.raises(KeyboardInterrupt):
        learn_perceptron(
            unit_vectors(20, 5),
            np.arange(20) % 2 == 0,
            stopped=lambda: True,
            say=lambda *done: passes.append(done),
        )
    assert not passes


def test_the_perceptron_ends(monkeypatch):
    """One more pass would have corrected what is still wrong."""
    monkeypatch.setattr(graph_kernel_learning, "MOST_PASSES", 2)
    passes = []
    is_right = np.random.default_rng(4).random(60) < 0.5
    alpha = learn_perceptron(
        unit_vectors(60, 3), is_right, say=lambda number, wrong: passes.append((number, wrong))
    )
    assert [number for number, _ in passes] == [1, 2]
    assert passes[-1][1] > 0
    assert np.abs(alpha).sum() == sum(wrong for _, wrong in passes)


def test_the_svm_solves_its_problem():
    """The dual solution is checked by its conditions, which tell the one optimum (Karush 1939)."""
    pytest.importorskip("sklearn")
    vectors = unit_vectors(80, 6)
    is_right = vectors[:, 0] > np.median(vectors[:, 0])
    is_right[::7] = ~is_right[::7]  # which no margin can part
    classes = np.where(is_right, 1.0, -1.0)
    alpha = learn_svm(vectors, is_right)
    margins = classes * (kernel_matrix(vectors, vectors) @ alpha)
    weight = classes * alpha
    limit = graph_kernel_learning.SVM_C

    assert abs(alpha.sum()) < 1e-3
    assert weight.min() > -1e-6
    assert weight.max() < limit + 1e-6
    inside = (weight > 1e-4) & (weight < limit - 1e-4)
    assert inside.any()
    assert (weight > limit - 1e-4).any()
    bias = np.mean(classes[inside] - classes[inside] * margins[inside])
    margins += classes * bias
    assert np.abs(margins[inside] - 1).max() < 0.01
    assert margins[weight < 1e-4].min() > 0.99
    assert margins[weight > limit - 1e-4].max() < 1.01


def test_made_problems_are_learnt(tmp_path):
    problems = list(made_problems(seed=2, n_problems=30))
    vectors, is_right = kernel_samples(problems, "colours", seed=1)
    assert len(vectors) == 60
    assert is_right.sum() == 30
    vectors = vectors.astype(np.float16).astype(np.float32)
    alpha = learn_perceptron(vectors, is_right)
    kept = alpha != 0
    model = GraphKernelModel(
        "colours", vectors[kept], alpha[kept].astype(np.float32), np.zeros(0, dtype=np.uint32)
    )
    values = model.values(vectors)
    assert (values[is_right] > values[~is_right]).mean() > 0.95

    save_graph_kernel(tmp_path / "k.weights", model)
    ranker = load_ranker_model(tmp_path / "k.weights").ranker()
    boards = problems[0].boards()
    points = local_moves(boards)
    assert np.allclose(ranker.scores(boards, points), model.ranker().scores(boards, points))
    found, probabilities = local_probabilities(ranker, boards)
    assert np.array_equal(found, points)
    assert probabilities.sum() == pytest.approx(1.0)


@pytest.mark.parametrize(
    "changed",
    [
        {"labels": "letters"},
        {"alpha": np.zeros(3, dtype=np.float32)},
        {"alpha": np.full(2, np.nan, dtype=np.float32)},
        {"vectors": np.full((2, 516), 7.0, dtype=np.float32)},
        {"vectors": np.zeros((2, 516), dtype=np.float32)},
        {"vectors": np.zeros((2, 515), dtype=np.float32)},
        {"vectors": np.zeros((0, 516), dtype=np.float32), "alpha": np.zeros(0, np.float32)},
    ],
)
def test_models_that_are_none_are_refused(tmp_path, changed):
    fields = {
        "labels": "players",
        "vectors": np.eye(2, 516, dtype=np.float32),
        "alpha": np.ones(2, dtype=np.float32),
        "problems": np.zeros(0, dtype=np.uint32),
    }
    save_graph_kernel(tmp_path / "good.weights", GraphKernelModel(**fields))
    with pytest.raises(CfggoError, match="file of a graph kernel"):
        save_graph_kernel(tmp_path / "bad.weights", GraphKernelModel(**fields | changed))
