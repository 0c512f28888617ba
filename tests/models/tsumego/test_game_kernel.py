"""Graph kernels that learn from games: samples, the scale, and the moves that they choose."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from make_problems import made_problems

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Threads
from cfggo.cli import main
from cfggo.config import EngineConfig
from cfggo.go.board import is_legal, is_own_eye
from cfggo.go.game import Game, Move
from cfggo.go.main_line import MainLine
from cfggo.go.points import BLACK, EMPTY, PASS, WHITE, board_points, format_vertex
from cfggo.graph.plain import CommonFateGraph
from cfggo.learning.trainers import new_run
from cfggo.methods import GamePerceptronOptions
from cfggo.models.tsumego import graph_kernel_learning
from cfggo.models.tsumego.collections import to_json
from cfggo.models.tsumego.game_policy import GraphKernelPolicy, sensible_moves
from cfggo.models.tsumego.game_samples import HELD_SHARE, Scored, choose_moves, game_samples
from cfggo.models.tsumego.graph_kernel import (
    GraphKernelModel,
    Vectors,
    kernel_matrix,
    load_graph_kernel,
    save_graph_kernel,
)
from cfggo.models.tsumego.graph_kernel_learning import LANDMARKS, learn_large_svm, learn_svm
from cfggo.models.tsumego.subgraphs import (
    NODES_DTYPE,
    PAPER_NODES,
    RICH_NODES,
    paper_keys,
    rich_keys,
    rich_labels,
)
from cfggo.records.game_record import GameRecord
from cfggo.records.replay import game_arrays
from cfggo.records.sgf.writing import write_sgf
from cfggo.records.training_games import TrainingGames
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher
from tests.diagrams import board_from_diagram
from tests.models.tsumego.plain_subgraphs import plain_subgraph_keys
from tests.silence import say_nothing, show_nothing

SIZE = 5
DIAGRAM = """
    . X . X .
    X X X X .
    O O O X O
    . O . O O
    O . O O .
    """


def random_game(seed: int, n_moves: int = 24) -> GameRecord:
    """Returns a game in which the first legal point is played, or the second, or another."""
    game = Game(SIZE)
    rng = np.random.default_rng(seed)
    while len(game.moves) < n_moves and not game.is_over:
        points = game.legal_points(game.to_play)
        game.play(game.to_play, int(points[rng.geometric(0.4) % len(points)]) if points else PASS)
    return GameRecord(f"{seed}.sgf", MainLine(SIZE, tuple(game.moves)))


@pytest.fixture(scope="module")
def records() -> list[GameRecord]:
    return [random_game(seed) for seed in range(30)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, records: list[GameRecord]) -> Path:
    path = tmp_path_factory.mktemp("games")
    for record in records:
        (path / record.name).write_bytes(write_sgf(record.line))
    return path


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Path:
    """What a perceptron learnt from these games."""
    out = tmp_path_factory.mktemp("weights") / "K.weights"
    command = ["train", "policy", str(folder), "--size", str(SIZE), "--method", "perceptron"]
    assert main([*command, "--kernel-moves", "200", "--out", str(out)]) == 0
    return out


@pytest.mark.parametrize(
    ("colour", "expected"),
    # C5, A5 and all of White's points are eyes; for the other side they are suicide.
    [(BLACK, {"E4", "E5"}), (WHITE, {"E4", "E5"})],
)
def test_sensible_moves_are_legal_and_fill_no_own_eye(colour: int, expected: set[str]) -> None:
    boards = board_from_diagram(DIAGRAM)
    boards[0]["to_play"] = colour
    assert {format_vertex(point) for point in sensible_moves(boards).tolist()} == expected


def test_sensible_moves_of_games(records: list[GameRecord]) -> None:
    for record in records[:10]:
        game = Game(SIZE)
        for colour, point in record.line.moves:
            boards = game.boards_for(colour)
            plain = {
                here
                for here in board_points(SIZE)
                if is_legal(boards[0], here) and not is_own_eye(boards[0], here, colour)
            }
            assert set(sensible_moves(boards).tolist()) == plain
            game.play(colour, point)


def test_samples_are_moves_that_were_played_and_others_of_the_same_position(
    records: list[GameRecord],
) -> None:
    games = game_arrays(records[:4])
    chosen = np.zeros(len(games.moves), dtype=np.bool_)
    chosen[[3, 10, 40]] = True
    vectors, is_right = game_samples(games, chosen, "players", seed=1)
    assert is_right.tolist() == [True, False] * 3
    finder = Vectors("players")
    for i, move in enumerate((3, 10, 40)):
        number = int(np.searchsorted(games.starts, move, "right")) - 1
        moves = records[number].line.moves[: move - int(games.starts[number])]
        game = Game(SIZE)
        game.play_through([Move(*move) for move in moves])
        boards = game.boards_for(int(games.colours[move]))
        points = sensible_moves(boards)
        good, bad = vectors[2 * i], vectors[2 * i + 1]
        right = finder.of(boards, np.array([games.moves[move]])).astype(np.float16)
        assert np.array_equal(good, right[0])
        others = finder.of(boards, points[points != games.moves[move]]).astype(np.float16)
        assert (others == bad).all(axis=1).any()


def test_moves_of_every_tenth_game_are_not_learnt_from(records: list[GameRecord]) -> None:
    games = game_arrays(records)
    learnt = choose_moves(games, 10**6, seed=1, held=False)
    held = choose_moves(games, 10**6, seed=1, held=True)
    assert np.array_equal(learnt | held, games.moves != PASS)
    game_of = np.repeat(np.arange(len(records)), np.diff(games.starts))
    assert set(game_of[held] % HELD_SHARE) == {0}
    assert 0 not in set(game_of[learnt] % HELD_SHARE)
    few = choose_moves(games, 50, seed=1, held=False)
    assert few.sum() == 50
    assert (learnt | ~few).all()
    of_white = games._replace(sampled=games.colours == WHITE)
    assert np.array_equal(
        choose_moves(of_white, 10**6, seed=1, held=True), held & (games.colours == WHITE)
    )


def test_the_scale_is_the_likeliest() -> None:
    rng = np.random.default_rng(2)
    scored = Scored(rng.normal(size=400), np.arange(0, 400, 8))
    scored.scores[scored.starts] += 1.0
    best = scored.likeliest_scale()
    for scale in np.geomspace(best / 30, best * 30, 200):
        assert scored.log_likelihood(float(scale)) <= scored.log_likelihood(best) + 1e-9
    plain = [
        part[0] - np.log(np.exp(part).sum()) for part in np.split(scored.scores, scored.starts[1:])
    ]
    assert scored.log_likelihood(1.0) == pytest.approx(np.mean(plain))
    assert scored.by_chance() == pytest.approx(1 / 8)


@pytest.mark.parametrize("labels", ["players", "liberties"])
def test_probabilities_are_those_of_the_kernel_of_plain_vectors(
    labels: Any, records: list[GameRecord], tmp_path: Path
) -> None:
    model = learn(records, GamePerceptronOptions(kernel_moves=60, kernel_labels=labels), tmp_path)
    policy = GraphKernelPolicy(model)
    n = 0
    for seed in range(40, 46):
        game = Game(SIZE)
        for colour, point in random_game(seed, 16).line.moves:
            game.play(colour, point)
        boards = game.boards_for(game.to_play)
        points = sensible_moves(boards)
        n += len(points)
        plain = plain_vectors(boards[0], points, labels)
        strengths = np.exp(kernel_matrix(plain, model.vectors) @ model.alpha)
        found = policy.probabilities(boards[0])
        np.testing.assert_allclose(found[points], strengths / strengths.sum(), rtol=2e-3)
        assert found.sum() == pytest.approx(1.0)
    assert n > 20


def plain_vectors(board: np.void, points: np.ndarray, labels: str) -> np.ndarray:
    """Returns the vectors of points by plain enumeration, each of length 1."""
    graph, me = CommonFateGraph(board), int(board["to_play"])
    owners = {
        node: colour if colour == EMPTY or me == BLACK else 3 - colour
        for node, colour in graph.colours.items()
    }
    counts = counted_subgraphs(graph, owners, points, PAPER_NODES, paper_keys())
    if labels == "players":
        return counts / np.linalg.norm(counts, axis=1, keepdims=True)
    view = np.zeros(1, dtype=NODES_DTYPE)
    rich_labels(board, view[0])
    rich = {node: int(view[0]["label"][node]) for node in graph.colours}
    small = counted_subgraphs(graph, rich, points, RICH_NODES, rich_keys())
    halves = [np.sqrt(part / part.sum(axis=1, keepdims=True)) for part in (counts, small)]
    return np.hstack(halves) / np.sqrt(2)


def counted_subgraphs(
    graph: CommonFateGraph,
    labels: dict[int, int],
    points: np.ndarray,
    length: int,
    keys: np.ndarray,
) -> np.ndarray:
    """Returns how many subgraphs of each kind go through each point, float64[n, d]; every one of
    them must be of a kind that has a place.
    """
    found = [plain_subgraph_keys(graph, labels, int(point), length) for point in points]
    assert {key for of_point in found for key in of_point} <= set(keys.tolist())
    return np.array([[part.count(key) for key in keys.tolist()] for part in found], float)


def test_files_from_games_and_from_problems_both_load(weights: Path, tmp_path: Path) -> None:
    problems = list(made_problems(seed=4, n_problems=8))
    collection = tmp_path / "made.jsonl"
    collection.write_text("".join(to_json(problem) + "\n" for problem in problems))
    out = tmp_path / "P.weights"
    assert (
        main(["train", "problems", str(collection), "--method", "perceptron", "--out", str(out)])
        == 0
    )
    of_problems, of_games = load_graph_kernel(out), load_graph_kernel(weights)
    assert len(of_problems.problems)
    assert not len(of_problems.games)
    assert len(of_games.games)
    assert not len(of_games.problems)
    assert 150 < of_games.about["moves"] <= 200  # without those that fill eyes
    assert of_games.about["first"] > of_games.about["first_by_chance"]


def learn(
    records: list[GameRecord], options: GamePerceptronOptions, folder: Path
) -> GraphKernelModel:
    """Returns what a run learns from games."""
    run = new_run(records, options, Threads(1), folder / "c")
    return run.run(show_nothing, say_nothing)


def test_few_landmarks_rank_nearly_as_all_samples_do(
    records: list[GameRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("sklearn")
    games = TrainingGames(records).arrays
    vectors, is_right = game_samples(games, choose_moves(games, 300, 1, held=False), "liberties", 1)
    vectors = vectors.astype(np.float32)
    exact = kernel_matrix(vectors, vectors) @ learn_svm(vectors, is_right)
    assert len(vectors) < LANDMARKS
    monkeypatch.setattr(graph_kernel_learning, "LANDMARKS", 200)
    landmarks, alpha = learn_large_svm(vectors, is_right, seed=1)
    assert len(landmarks) == len(alpha) == 200
    reduced = kernel_matrix(vectors, landmarks) @ alpha
    assert np.corrcoef(exact, reduced)[0, 1] > 0.8


def engine_with(kernel: Path, zero_weights_file: Path, **values: object) -> Searcher:
    config = EngineConfig().with_values(
        tree=str(zero_weights_file), playout=str(zero_weights_file), max_nodes=20_000, seed=1,
        kernel=str(kernel), **values,
    )  # fmt: skip
    return Searcher(config)


def test_a_game_by_looks_is_legal_fills_no_eye_and_ends(
    weights: Path, zero_weights_file: Path
) -> None:
    engine = engine_with(weights, zero_weights_file, level="14k", resign_below=0.0)
    policy = GraphKernelPolicy(load_graph_kernel(weights))
    game = Game(SIZE, komi=0.5)
    while not game.is_over and len(game.moves) < 120:
        colour = game.to_play
        boards = game.boards_for(colour)
        shares = policy.probabilities(boards[0])
        shares[list(game.superko_points(colour))] = 0.0
        point = engine.choose_move(SearchRequest(game, colour, Limit(playouts=20))).point
        if point != PASS:
            assert game.is_legal(colour, point)
            assert not is_own_eye(boards[0], point, colour)
            assert shares[point] == pytest.approx(shares.max())
        game.play(colour, point)
    assert game.is_over
    assert len(game.moves) > SIZE * SIZE


def test_where_only_own_eyes_are_left_it_passes(weights: Path, zero_weights_file: Path) -> None:
    engine = engine_with(weights, zero_weights_file, level="14k")
    boards = board_from_diagram("""
        . X . X .
        X X X X X
        . X X X .
        X X X X X
        . X . X .
        """)
    game = Game(SIZE, komi=60.5)
    game.setup(np.flatnonzero(boards[0]["colour"] == BLACK).tolist(), [], BLACK)
    assert not len(sensible_moves(game.boards_for(BLACK)))
    assert (
        engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=20), reg=True)).point == PASS
    )


def test_the_root_has_the_kernels_priors(weights: Path, zero_weights_file: Path) -> None:
    engine = engine_with(weights, zero_weights_file)
    game = Game(SIZE)
    for colour, point in random_game(50, 8).line.moves:
        game.play(colour, point)
    boards = game.boards_for(game.to_play)
    shares = GraphKernelPolicy(load_graph_kernel(weights)).probabilities(boards[0])
    found = engine.policy(game, game.to_play)
    assert found.sum() == pytest.approx(1.0, abs=1e-5)
    points = board_points(SIZE)
    np.testing.assert_allclose(found[points], shares[points] * (1 - found[PASS]), rtol=1e-4)
    for _ in range(2):  # also where a tree is kept
        engine.choose_move(SearchRequest(game, game.to_play, Limit(playouts=30)))
        root = engine.nodes[0]
        children = engine.nodes[root["first_child"] :][: root["n_children"]]
        np.testing.assert_allclose(children["prior"], found[children["move"]], rtol=1e-4)


def test_a_kernel_that_learnt_from_problems_says_nothing_of_games(
    weights: Path, zero_weights_file: Path, tmp_path: Path
) -> None:
    of_problems = tmp_path / "problems.weights"
    model = load_graph_kernel(weights)
    save_graph_kernel(of_problems, replace(model, games=model.games[:0], problems=model.games))
    with pytest.raises(CfggoError, match=r"problems.weights: learnt from problems"):
        engine_with(of_problems, zero_weights_file)


TRAIN = ["train", "policy", "GAMES", "--out", "OUT", "--method"]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ([*TRAIN, "bayes", "--kernel-labels", "players"], "--kernel-labels is no option of method"),
        ([*TRAIN, "svm", "--kernel-labels", "letters"], "--kernel-labels: unknown 'letters'"),
        ([*TRAIN, "svm", "--threads", "2"], '--threads has no meaning with method "svm"'),
        ([*TRAIN, "svm", "--size", "any"], "--size: expected 2 to 19, not 'any'"),
        ([*TRAIN, "svm", "--size", "7"], "no games left"),
        (
            [*TRAIN, "perceptron", "--size", "5", "--kernel-moves", "6000"],
            "5,000 moves of games at most",
        ),
        (
            [
                "train", "policy", "ONE", "--all", "--out", "OUT", "--method", "perceptron",
                "--size", "5",
            ],
            "no moves to learn from",
        ),
        (["match", "--black", "cfggo:kernel=DAMAGED", "--white", "cfggo"], "DAMAGED"),
        (["match", "--black", "cfggo:kernel=baseline", "--white", "cfggo"], "graph kernel"),
        (["match", "--black", "cfggo:kernel=none.weights", "--white", "cfggo"], "none.weights"),
    ],
)  # fmt: skip
def test_what_can_not_be_ends_in_one_line(
    weights: Path,
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
    message: str,
) -> None:
    damaged = tmp_path / "damaged.weights"
    damaged.write_bytes(weights.read_bytes()[:-100])
    names = {"GAMES": folder, "OUT": tmp_path / "a.weights", "DAMAGED": damaged}
    names["ONE"] = folder / "3.sgf"  # which is kept for the scale
    words = command
    for name, path in names.items():
        words = [word.replace(name, str(path)) for word in words]
        message = message.replace(name, path.name)
    assert main(words) == 2
    *_, last = capsys.readouterr().err.strip().splitlines()
    assert message in last


def test_without_scikit_learn_there_is_one_line(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(graph_kernel_learning, "find_spec", lambda name: None)
    command = ["train", "policy", str(folder), "--size", str(SIZE), "--method", "svm"]
    assert main([*command, "--out", str(tmp_path / "a.weights")]) == 2
    assert 'pip install "cfggo[tsumego]"' in capsys.readouterr().err
