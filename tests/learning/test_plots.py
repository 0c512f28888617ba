"""Curves of predictions as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from cfggo.errors import CfggoError
from cfggo.learning.evaluation import evaluate
from cfggo.learning.executor import Threads
from cfggo.learning.plots import plot_predictions
from cfggo.measuring.prediction import Prediction
from cfggo.policy.weights import Weights, n_features_of
from cfggo.records.replay import game_arrays

if TYPE_CHECKING:
    from tests.learning.conftest import RandomRecords

pytest.importorskip("matplotlib")


@pytest.fixture(scope="module")
def prediction(random_records: RandomRecords) -> Prediction:
    weights = Weights("playout", "", np.zeros(n_features_of("playout", ""), dtype=np.float32))
    with Threads(1) as executor:
        return evaluate(game_arrays(random_records(3, 7, 40)), weights, executor)


@pytest.mark.parametrize(("suffix", "start"), [(".png", b"\x89PNG"), (".svg", b"<?xml")])
def test_curves_of_several_models(
    suffix: str, start: bytes, prediction: Prediction, tmp_path: Path
) -> None:
    path = tmp_path / f"curves{suffix}"
    plot_predictions(path, [(f"model {i}", prediction) for i in range(12)])
    assert path.read_bytes().startswith(start)


def test_a_plot_that_can_not_be_written(prediction: Prediction, tmp_path: Path) -> None:
    with pytest.raises(CfggoError, match=r"no folder .*nowhere"):
        plot_predictions(tmp_path / "nowhere" / "curves.png", [("one", prediction)])
    with pytest.raises(CfggoError, match=r"curves\.jpg: the name of a plot must end in \.png"):
        plot_predictions(tmp_path / "curves.jpg", [("one", prediction)])
    (tmp_path / "curves.png").mkdir()
    with pytest.raises(CfggoError, match="can't write the plot: Is a directory"):
        plot_predictions(tmp_path / "curves.png", [("one", prediction)])
