"""How beliefs are measured on games, and what they say of each move of one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from cfggo.cli import main
from cfggo.executor import Threads
from cfggo.features.templates import N_TEMPLATES
from cfggo.go.board import new_board
from cfggo.go.sgf import write_sgf
from cfggo.ranking.beliefs import Beliefs, save_beliefs
from cfggo.ranking.evaluation import (
    BY_SHARE,
    BY_VALUE,
    EXPECTED,
    PAIRS,
    PREFERRED,
    evaluate_beliefs,
)
from cfggo.ranking.study import Student, doubtful, preferred
from cfggo.ranking.training import BeliefTraining
from cfggo.records.replay import game_arrays
from tests.ranking.test_training import config, show_nothing

if TYPE_CHECKING:
    from cfggo.records.game_record import GameRecord
    from tests.conftest import RandomRecords


@pytest.fixture(scope="module")
def records(random_records: RandomRecords) -> list[GameRecord]:
    return random_records(10, 9, 40)


@pytest.fixture(scope="module")
def beliefs(records: list[GameRecord], tmp_path_factory: pytest.TempPathFactory) -> Beliefs:
    """Returns what is learnt of the first games: patterns and what is next to a move."""
    path = tmp_path_factory.mktemp("run") / "x.checkpoint"
    learning = config(tree_features=("templates", "tactics", "liberties"))
    with Threads(1) as executor:
        run = BeliefTraining(records[:8], [learning], executor, path, 100.0, ["tree"])
        return run.run(show_nothing, lambda line: None)[0]


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
    for kind in (BY_SHARE, BY_VALUE):
        pairs = found.pairs[kind]
        assert pairs[:, PREFERRED].sum() == pairs[:, PAIRS].sum() / 2
        assert pairs[:, EXPECTED].sum() == pytest.approx(pairs[:, PAIRS].sum() / 2)
        np.testing.assert_allclose(pairs[:, PAIRS], pairs[::-1, PAIRS])


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


def test_a_position_is_judged_best_move_first(beliefs: Beliefs) -> None:
    judged = Student(beliefs).judge(new_board(9)[0])
    assert len(judged) == 81
    shares = [move.probability for move in judged]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1.0)
    noise = Student(beliefs).noise
    assert preferred(judged[0], judged[0], noise) == pytest.approx(0.5)
    assert doubtful(judged[0], judged[0])
    assert not doubtful(judged[-1], judged[0]) or judged[-1].sigma > 0.1


@pytest.fixture
def files(beliefs: Beliefs, records: list[GameRecord], tmp_path: Path) -> tuple[str, str]:
    """Returns the paths of a file of beliefs and of a folder: a game learnt from, and another."""
    save_beliefs(tmp_path / "r.weights", beliefs)
    (tmp_path / "games").mkdir()
    for number in (0, 9):
        (tmp_path / "games" / f"{number}.sgf").write_bytes(write_sgf(records[number].line))
    return str(tmp_path / "r.weights"), str(tmp_path / "games")


def evaluated(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    assert main(["evaluate", *args, "--size", "9", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_evaluate_shows_both_rankings(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = evaluated(capsys, *files)
    assert found["games"] == 1
    assert [model["policy"] for model in found["models"]] == ["tree", "tree, by mean"]
    (of_beliefs,) = found["beliefs"]
    assert len(of_beliefs["pairs"]["by_share"]) == 10
    assert main(["evaluate", *files, "--size", "9"]) == 0
    assert "by their largest known pattern" in capsys.readouterr().out


def test_study_names_games_learnt_from(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = evaluated(capsys, *files, "--moves")
    learnt = {Path(game["game"]).name: game["learnt_from"] for game in found["games"]}
    assert learnt == {"0.sgf": True, "9.sgf": False}
    assert all(len(game["moves"]) == 40 for game in found["games"])
    assert main(["evaluate", *files, "--size", "9", "--moves"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("learnt from: its moves look better known") == 1


def test_study_needs_one_model_with_beliefs(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    for models in (["baseline"], ["baseline", files[0]]):
        assert main(["evaluate", *models, files[1], "--size", "9", "--moves"]) == 2
        error = capsys.readouterr().err.splitlines()[-1]
        assert "--moves: needs one model with pattern beliefs" in error
