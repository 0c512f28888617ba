"""Weights learnt in one pass by beliefs: what they do not depend on, and what they are."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Threads
from cfggo.features.catalogue import PASS_AFTER_PASS, PASS_OTHERWISE
from cfggo.learning.trainers import new_run
from cfggo.methods import LaplaceOptions
from cfggo.models.bradley_terry.weights import Model, save_model
from cfggo.models.registry import load_model
from cfggo.records.game_record import GameRecord
from tests.conftest import MakeRecord, RandomRecords
from tests.silence import say_nothing, show_nothing

CONFIG: dict[str, Any] = {
    "tree_labels": "exact",
    "batch_games": 3,
    "min_wins": 1,
    "min_context_wins": 2,
    "tree_features": ("nested-templates", "tactics", "distances", "liberties", "ladders"),
    "prior_variance": 0.5,
}


def learn(records: list[GameRecord], folder: Path, threads: int = 1, **values: Any) -> Model:
    options = LaplaceOptions(**{**CONFIG, **values})
    with Threads(threads) as executor:
        run = new_run(records, options, executor, folder / "x.checkpoint", 0.0)
        model = run.run(show_nothing, say_nothing)
    assert isinstance(model, Model)
    return model


def assert_same(one: Model, other: Model) -> None:
    np.testing.assert_array_equal(one.policies["tree"].theta, other.policies["tree"].theta)
    np.testing.assert_array_equal(one.policies["tree"].keys, other.policies["tree"].keys)
    assert one.about == other.about


def test_experts_who_always_play_the_same_are_believed(
    tmp_path: Path, make_record: MakeRecord
) -> None:
    """They play five moves, and pass; the weights are in a file as those of other methods."""
    records = [make_record(5, f"C3 D4 B2 {last} pass pass") for last in ("D2", "B4", "E5", "A1")]
    model = learn(records, tmp_path)
    theta = model.policies["tree"].theta
    assert theta[PASS_AFTER_PASS] > 0
    assert theta[PASS_OTHERWISE] > -1
    assert -3 < model.about["log_likelihood"] < 0
    path = tmp_path / "x.weights"
    save_model(path, model)
    loaded = load_model(path).policies["tree"]
    assert loaded.groups == CONFIG["tree_features"]
    np.testing.assert_allclose(loaded.theta, theta, atol=0.01)


def test_a_run_starts_from_weights_of_other_games(
    tmp_path: Path, random_records: RandomRecords
) -> None:
    """The surer they are, the more of them stays; their games count as learnt from."""
    records = random_records(10, 9, 40)
    before, after = records[:6], records[6:]
    start = learn(before, tmp_path)
    path = tmp_path / "start.weights"
    save_model(path, start)
    theta = load_model(path).policies["tree"].theta
    n_plain = len(theta) - len(start.policies["tree"].keys)
    known = theta[:n_plain] != 0

    def change(start_variance: float) -> float:
        model = learn(after, tmp_path, start=str(path), start_variance=start_variance)
        weights = model.policies["tree"]
        assert np.isin(start.policies["tree"].keys, weights.keys).all()
        np.testing.assert_array_equal(model.games, np.union1d(start.games, model.games))
        assert len(model.games) == 10
        assert model.about["games"] == 4
        assert model.about["start"]["games"] == 6
        return float(np.abs(weights.theta[:n_plain] - theta[:n_plain])[known].mean())

    assert 0 < change(0.001) < change(0.1) / 3


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"tree_labels": ""}, "start: .*: learnt with other tree_labels, 'exact', not ''"),
        ({"tree_features": ("nested-templates",)}, "start: .*: learnt with other tree_features"),
        ({"start": "ranking"}, "start: .*: has no tree policy of a Bradley-Terry model"),
        ({"start": "none.weights"}, "none.weights: No such file"),
    ],
)
def test_what_no_run_starts_from(
    values: dict[str, Any], message: str, tmp_path: Path, random_records: RandomRecords
) -> None:
    path = tmp_path / "start.weights"
    model = learn(random_records(3, 9, 20), tmp_path)
    save_model(path, model)
    with pytest.raises(CfggoError, match=message):
        learn([], tmp_path, **{"start": str(path), **values})


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"tree_features": ("templates", "nested-templates")}, 'has both "templates" and'),
        ({"tree_features": ("magic",)}, "unknown tree_features 'magic'"),
    ],
)
def test_what_is_not_learnt(values: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(CfggoError, match=message):
        learn([], tmp_path, **values)
