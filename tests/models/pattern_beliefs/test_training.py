"""Runs that learn beliefs: what they do not depend on, and what they learn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Threads
from cfggo.cli import main
from cfggo.features.catalogue import TREE_PATHS
from cfggo.go.points import BLACK, WHITE
from cfggo.learning.trainers import new_run
from cfggo.methods import BayesOptions
from cfggo.models.pattern_beliefs.beliefs import Beliefs, n_features
from cfggo.models.pattern_beliefs.training import BeliefTrainer
from cfggo.records.sgf.writing import write_sgf
from tests.silence import show_nothing

if TYPE_CHECKING:
    from cfggo.records.game_record import GameRecord
    from tests.conftest import MakeRecord, RandomRecords

CONTEXT = ("templates", "tactics", "border", "liberties", "surroundings")


def options(**values: Any) -> BayesOptions:
    return BayesOptions(
        **{
            "beta": 0.5,
            "batch_games": 3,
            "min_wins": 1,
            "min_context_wins": 3,
            "tree_features": CONTEXT,
            **values,
        }
    )


def learn(
    records: list[GameRecord], folder: Path, threads: int = 1, **values: Any
) -> tuple[Beliefs, list[str]]:
    said: list[str] = []
    with Threads(threads) as executor:
        run = new_run(records, options(**values), executor, folder / "x.checkpoint", 0.0)
        beliefs = run.run(show_nothing, said.append)
    return beliefs, said


def assert_same(one: Beliefs, other: Beliefs) -> None:
    for name in ("keys", "templates", "means", "variances", "wins", "seen", "passes", "games"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), name)
    assert one.groups == other.groups
    assert one.about == other.about


def test_what_is_learnt(tmp_path: Path, random_records: RandomRecords) -> None:
    beliefs, _ = learn(random_records(8, 9, 40), tmp_path)
    assert len(beliefs.means) == n_features(len(beliefs.keys))
    assert (beliefs.variances <= 1).all()
    assert (beliefs.variances[beliefs.seen == 0] == 1).all()
    assert (beliefs.means[beliefs.seen == 0] == 0).all()
    assert (beliefs.wins <= beliefs.seen).all()
    # One pattern of every move played is the largest known one.
    patterns = np.flatnonzero(beliefs.templates >= 0) + TREE_PATHS
    passes_and_moves = beliefs.passes[:, 1].sum()
    assert beliefs.wins[patterns].sum() + beliefs.passes[:, 0].sum() == passes_and_moves
    assert passes_and_moves == 8 * 40


def test_passes_of_the_other_player_are_not_learnt(tmp_path: Path, make_record: MakeRecord) -> None:
    record = make_record(9, "E5 pass C3 pass G7 pass C7 pass G3 pass")
    of_black, _ = learn([record.of_players((BLACK,))], tmp_path, min_wins=0)
    of_white, _ = learn([record.of_players((WHITE,))], tmp_path, min_wins=0)
    assert of_black.passes.tolist() == [[0, 1], [0, 4]]
    assert of_white.passes.tolist() == [[5, 5], [0, 0]]
    assert of_black.about["moves"] == 5


def test_all_known_patterns_of_a_move_count(tmp_path: Path, random_records: RandomRecords) -> None:
    records = random_records(8, 9, 40)
    largest, _ = learn(records, tmp_path)
    groups = ("nested-templates", *CONTEXT[1:])
    nested, _ = learn(records, tmp_path, tree_features=groups)
    np.testing.assert_array_equal(nested.keys, largest.keys)
    wins = [
        [
            int(beliefs.wins[TREE_PATHS:][beliefs.templates == template].sum())
            for template in (0, 1, 2)
        ]
        for beliefs in (largest, nested)
    ]
    n_moves = nested.passes[:, 1].sum() - nested.passes[:, 0].sum()
    assert n_moves == wins[1][0] > wins[1][1] > wins[1][2] > wins[0][2]
    # The pattern without points, which all moves have then, adds to no move's variance.
    [variance] = nested.variances[TREE_PATHS:][nested.templates == 0]
    assert variance == pytest.approx(options().variance_floor)
    assert largest.variances[TREE_PATHS:][largest.templates == 0] > 10 * variance


def test_a_run_stopped_early_says_that_nothing_is_saved(
    tmp_path: Path,
    random_records: RandomRecords,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.sgf").write_bytes(write_sgf(random_records(1, 9, 40)[0].line))

    def interrupt(*args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(BeliefTrainer, "_harvest", interrupt)
    command = "train policy game.sgf --all --size 9 --config ranking --out r.weights"
    assert main(command.split()) == 130
    assert "stopped before there was anything to save" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.sgf"]


def test_what_is_always_played_is_liked(tmp_path: Path, make_record: MakeRecord) -> None:
    """The middle of the board, first in each of many games."""
    answers = ["B2", "B3", "B4", "C2", "C4", "D2", "D3", "D4", "A1", "E5"]
    records = [make_record(5, f"C3 {answer}") for answer in answers]
    beliefs, _ = learn(records, tmp_path, tree_features=("templates",))
    played = beliefs.wins == 10
    assert played.sum() == 1
    assert beliefs.means[played] > 0.5
    others = (beliefs.wins == 0) & (beliefs.seen > 0)
    assert (beliefs.means[others] < 0).all()
    assert beliefs.variances[played] < 0.5


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"tree_features": ("tactics",)}, "needs one of templates, nested-templates"),
        ({"prior_variance": 2.0}, "needs a prior_variance of at most 1, not 2"),
        (
            {"prior_variance": 0.01, "variance_floor": 0.05},
            "variance_floor must be at most 0.01, with which the run begins, not 0.05",
        ),
        ({"tree_features": ("templates", "nested-templates")}, 'has both "templates" and'),
        ({"tree_features": ("templates", "no such")}, "unknown tree_features 'no such'"),
    ],
)
def test_what_can_not_be_learnt_is_refused(
    values: dict[str, Any], words: str, tmp_path: Path, random_records: RandomRecords
) -> None:
    with pytest.raises(CfggoError, match=words):
        learn(random_records(1, 9, 10), tmp_path, **values)
