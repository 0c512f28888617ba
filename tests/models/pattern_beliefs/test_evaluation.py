"""How beliefs are measured on games, and what they say of each move of one."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from cfggo.base.executor import Threads
from cfggo.cli import main
from cfggo.features.templates import N_TEMPLATES
from cfggo.go.board import new_board, play
from cfggo.go.points import WHITE
from cfggo.learning.trainers import new_run
from cfggo.models.pattern_beliefs.beliefs import Beliefs, n_features, save_beliefs
from cfggo.models.pattern_beliefs.evaluation import (
    BY_SHARE,
    BY_VALUE,
    EXPECTED,
    PAIRS,
    PREFERRED,
    evaluate_beliefs,
)
from cfggo.models.pattern_beliefs.study import SURE, JudgedMove, Student
from cfggo.records.replay import game_arrays
from cfggo.records.sgf.writing import write_sgf
from tests.models.pattern_beliefs.test_training import options
from tests.silence import say_nothing, show_nothing

if TYPE_CHECKING:
    from cfggo.records.game_record import GameRecord
    from tests.conftest import MakeRecord, RandomRecords


@pytest.fixture(scope="module")
def records(random_records: RandomRecords) -> list[GameRecord]:
    return random_records(10, 9, 40)


@pytest.fixture(scope="module")
def beliefs(records: list[GameRecord], tmp_path_factory: pytest.TempPathFactory) -> Beliefs:
    """Returns what is learnt of the first games: patterns and what is next to a move."""
    path = tmp_path_factory.mktemp("run") / "x.checkpoint"
    learning = options(tree_features=("templates", "tactics", "liberties"))
    with Threads(1) as executor:
        run = new_run(records[:8], learning, executor, path, 100.0)
        return run.run(show_nothing, say_nothing)


def test_moves_are_ranked_by_probability_and_by_mean(
    beliefs: Beliefs, records: list[GameRecord]
) -> None:
    games = game_arrays(records)
    done: list[int] = []
    with Threads(2) as executor:
        found = evaluate_beliefs(games, beliefs, executor, done.append)
    n = found.by_probability.positions
    assert n == found.by_mean.positions == found.templates.sum()
    assert sum(done) == 10
    # They were learnt from, so that they are predicted better than by chance.
    assert found.by_probability.top[0] > 0.05
    assert found.by_mean.top[0] > 0.05
    assert found.by_probability.mean_log_likelihood < 0
    assert found.by_probability.mean_log_likelihood == found.by_mean.mean_log_likelihood
    assert found.by_probability.calibration.candidates.sum() > 40 * n
    assert found.within.shape == (N_TEMPLATES, 3)
    for groups in found.ranked.values():
        assert sum(group.n for group in groups) == n
        firsts = sum(group.n * group.first for group in groups if group.n)
        assert firsts == pytest.approx(n * found.by_mean.top[0])
    for template, group in enumerate(found.ranked["template"]):
        assert group.n == found.templates[:, template].sum()
        assert group.first == pytest.approx(found.within[template, 0], nan_ok=True)
    for kind in (BY_SHARE, BY_VALUE):
        pairs = found.pairs[kind]
        assert pairs[:, PREFERRED].sum() == pairs[:, PAIRS].sum() / 2
        assert pairs[:, EXPECTED].sum() == pytest.approx(pairs[:, PAIRS].sum() / 2)
        np.testing.assert_allclose(pairs[:, PAIRS], pairs[::-1, PAIRS])


def test_rank_errors_are_those_of_every_move_as_it_is_judged(
    beliefs: Beliefs, make_record: MakeRecord
) -> None:
    record = make_record(9, "C3 G7 G3 C7 D4")
    with Threads(1) as executor:
        found = evaluate_beliefs(game_arrays([record]), beliefs, executor).ranked
    student = Student(beliefs)
    board = new_board(9)[0]
    errors = []
    for studied in student.study_game(record):
        others = [move.mean for move in student.judge(board) if move.point != studied.move.point]
        mean = studied.move.mean
        above = sum(one > mean for one in others) + sum(one == mean for one in others) / 2
        errors.append((mean, above / len(others)))
        play(board, studied.move.point)
    assert found["opening"][0].error == pytest.approx(np.mean([error for _, error in errors]))
    for is_positive, group in enumerate(found["sign"]):
        ours = [error for mean, error in errors if (mean >= 0) == is_positive]
        assert group.n == len(ours)
        assert not ours or group.error == pytest.approx(np.mean(ours))


def test_pairs_are_those_of_the_move_played_and_every_other_kind(
    beliefs: Beliefs, make_record: MakeRecord
) -> None:
    """In the first positions of a game, as `Student` judges them."""
    record = make_record(9, "C3 G7 G3 C7 D4")
    with Threads(1) as executor:
        found = evaluate_beliefs(game_arrays([record]), beliefs, executor).pairs
    student = Student(beliefs)
    board = new_board(9)[0]
    expected = np.zeros_like(found)
    for studied in student.study_game(record):
        judged = student.judge(board)
        kinds = {move.features: move for move in judged}
        sizes = Counter(move.features for move in judged)
        ours = studied.move
        for features, move in kinds.items():
            if features == ours.features:
                continue
            shares = [one.probability * sizes[one.features] for one in (ours, move)]
            for kind, predicted in (
                (BY_SHARE, shares[0] / sum(shares)),
                (BY_VALUE, student.preference(ours, move)),
            ):
                expected[kind, min(int(10 * predicted), 9)] += 1, predicted, 1
                expected[kind, min(int(10 - 10 * predicted), 9)] += 1, 1 - predicted, 0
        play(board, ours.point)
    np.testing.assert_allclose(found, expected, rtol=1e-4)


def test_games_without_moves_are_refused(beliefs: Beliefs) -> None:
    with Threads(1) as executor, pytest.raises(ValueError, match="no moves to predict"):
        evaluate_beliefs(game_arrays([]), beliefs, executor)


def test_every_move_of_a_game_is_studied(beliefs: Beliefs, records: list[GameRecord]) -> None:
    studied = Student(beliefs).study_game(records[9])
    assert [found.number for found in studied] == list(range(1, 41))
    for found in studied:
        move, first = found.move, found.first
        assert (found.rank == 1) == (move.probability == first.probability)
        assert move.probability <= first.probability
        assert move.played <= move.seen
        assert 0 < found.preference < 1
        assert not (found.rank == 1 and found.is_doubtful)
        if found.rank == 1 and move.mean == first.mean and move.sigma == first.sigma:
            assert found.preference == pytest.approx(0.5)


def test_only_the_moves_of_a_player_are_studied_and_predicted(
    beliefs: Beliefs, records: list[GameRecord]
) -> None:
    of_white = records[9].of_players((WHITE,))
    studied = Student(beliefs).study_game(of_white)
    assert [found.number for found in studied] == list(range(2, 41, 2))
    with Threads(1) as executor:
        found = evaluate_beliefs(game_arrays([of_white]), beliefs, executor)
    assert found.by_probability.positions == found.by_mean.positions == 20


def test_a_position_is_judged_best_move_first(beliefs: Beliefs) -> None:
    judged = Student(beliefs).judge(new_board(9)[0])
    assert len(judged) == 81
    shares = [move.probability for move in judged]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1.0)
    for move in judged:
        assert move.mean == pytest.approx(beliefs.means[sorted(move.features)].sum(), abs=1e-5)
        assert move.sigma**2 == pytest.approx(beliefs.variances[sorted(move.features)].sum())


def test_what_two_moves_share_does_not_tell_which_is_better() -> None:
    n = n_features(0)
    means, variances = np.zeros(n, dtype=np.float32), np.ones(n, dtype=np.float32)
    means[1], variances[[1, 5, 6]] = 1.2, 0.1
    keys, counts = np.zeros(0, dtype=np.uint64), np.ones(n, dtype=np.uint32)
    passes = np.zeros((2, 2), dtype=np.int64)
    templates = np.zeros(0, dtype=np.int8)
    beliefs = Beliefs(("tactics",), keys, templates, means, variances, counts, counts, 1.5, passes)
    student = Student(beliefs)
    one, other = (
        JudgedMove(1, 0, 0.0, 0.0, 0, 0, 0.5, frozenset(features))
        for features in ([1, 2, 3, 4], [2, 3, 4, 5, 6])
    )
    # The values of all features are drawn, and those of the moves compared.
    random = np.random.default_rng(1)
    values = random.normal(means[:7], np.sqrt(variances[:7]), (200_000, 7))
    difference = values[:, 1:5].sum(axis=1) - values[:, 2:7].sum(axis=1)
    assert (difference > 0).mean() > SURE
    assert not student.is_doubtful(other, one)
    assert student.is_doubtful(one, one)
    difference += random.normal(0, 1.5 * math.sqrt(2), len(difference))
    expected = float((difference > 0).mean())
    assert student.preference(one, other) == pytest.approx(expected, abs=0.005)
    assert student.preference(other, one) == pytest.approx(1 - expected, abs=0.005)
    assert student.preference(one, one) == 0.5


@pytest.fixture
def files(beliefs: Beliefs, records: list[GameRecord], tmp_path: Path) -> tuple[str, str]:
    """Returns the paths of a file of beliefs and of a folder: a game learnt from, and another."""
    save_beliefs(tmp_path / "r.weights", beliefs)
    (tmp_path / "games").mkdir()
    for number in (0, 9):
        (tmp_path / "games" / f"{number}.sgf").write_bytes(write_sgf(records[number].line))
    return str(tmp_path / "r.weights"), str(tmp_path / "games")


def evaluated(capsys: pytest.CaptureFixture[str], *args: str, part: str = "policy") -> Any:
    assert main(["evaluate", part, *args, "--size", "9", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_evaluate_shows_both_rankings(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = evaluated(capsys, *files)
    assert found["games"] == 1
    assert [model["policy"] for model in found["models"]] == ["tree", "tree, by mean"]
    (of_beliefs,) = found["beliefs"]
    assert len(of_beliefs["pairs"]["by_share"]) == 10
    assert main(["evaluate", "policy", *files, "--size", "9"]) == 0
    assert "by their largest known pattern" in capsys.readouterr().out


def test_of_tenths_without_pairs_no_shares_are_shown(
    beliefs: Beliefs, files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    name, games = files
    save_beliefs(Path(name), replace(beliefs, beta=10.0))  # two moves are about as likely
    tenths = evaluated(capsys, name, games)["beliefs"][0]["pairs"]["by_value"]
    has_pairs = [tenth["pairs"] > 0 for tenth in tenths]
    assert has_pairs == [False] * 4 + [True] * 2 + [False] * 4
    for key in ("predicted", "observed"):
        assert [tenth[key] is not None for tenth in tenths] == has_pairs
    assert main(["evaluate", "policy", name, games, "--size", "9"]) == 0
    rows = re.findall(r"^ *\d+% to \d+%(.*)$", capsys.readouterr().out, re.MULTILINE)
    assert [row.count(",") == 2 for row in rows] == has_pairs  # both columns have shares


def test_evaluate_compares_models(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    beliefs, games = files
    found = evaluated(capsys, "baseline", beliefs, "cfg-full", games, "--policy", "tree")
    of = {(row["name"], row["policy"]): row for row in found["models"]}
    rows = found["differences"]
    assert [(row["name"], row["compared_with"]) for row in rows] == [
        (beliefs, "baseline"),
        ("cfg-full", "baseline"),
        ("cfg-full", beliefs),
    ]
    assert [row["weights"] for row in found["models"]] == ["paper-baseline", "r", "r", "paper-cfg"]
    for row in rows:
        first, other = of[row["compared_with"], "tree"], of[row["name"], "tree"]
        assert row["positions"] == first["positions"]
        assert row["first"] == pytest.approx(other["top"][0] - first["top"][0], abs=2e-5)
        assert row["first_interval"] == [None, None]  # one game
    same = evaluated(capsys, "expert", beliefs, beliefs, games, "--policy", "tree")
    assert [row["name"] for row in same["models"]] == ["expert", beliefs, beliefs]  # and by mean
    assert (
        main(
            ["evaluate", "policy", "baseline", "cfg-full", games, "--size", "9", "--policy", "tree"]
        )
        == 0
    )
    line = r"cfg-full \(paper-cfg\) +baseline \(paper-baseline\) +tree +[+-][\d.]+ points"
    printed = capsys.readouterr().out
    assert re.search(line, printed)
    verdict = r"cfg-full \(paper-cfg\) predicts (slightly )?(better|worse) than baseline "
    assert re.search(verdict + r"\(paper-baseline\); the difference is not certain\.$", printed)


def test_files_of_the_same_name_keep_their_folders(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    beliefs, games = files
    other = Path(games) / "r.weights"
    other.write_bytes(Path(beliefs).read_bytes())
    found = evaluated(capsys, beliefs, str(other), "expert", games, "--policy", "tree")
    assert {row["name"] for row in found["models"]} == {beliefs, str(other), "expert"}


def test_study_names_games_learnt_from(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = evaluated(capsys, *files, part="moves")
    learnt = {Path(game["game"]).name: game["learnt_from"] for game in found["games"]}
    assert learnt == {"0.sgf": True, "9.sgf": False}
    assert all(len(game["moves"]) == 40 for game in found["games"])
    assert main(["evaluate", "moves", *files, "--size", "9"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("learnt from: its moves look better known") == 1


def test_study_needs_a_model_with_beliefs(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", "moves", "baseline", files[1], "--size", "9"]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert "baseline: the tree policy has no pattern beliefs" in error
