"""Curves of predictions as files."""

from pathlib import Path

import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.plotting import require_plot
from cfggo.models.measuring.calibration import new_bins
from cfggo.models.measuring.plots import plot_predictions
from cfggo.models.measuring.prediction import Prediction, Ranks, summary

pytest.importorskip("matplotlib")


@pytest.fixture(scope="module")
def prediction() -> Prediction:
    better = np.arange(120, dtype=np.int32) % 7
    ranks = Ranks(better, np.zeros_like(better), -1.0 - better, new_bins(3))
    return summary(np.array([0, 40, 80, 120]), ranks)


@pytest.mark.parametrize(("suffix", "start"), [(".png", b"\x89PNG"), (".svg", b"<?xml")])
def test_curves_of_several_models(
    suffix: str, start: bytes, prediction: Prediction, tmp_path: Path
) -> None:
    path = tmp_path / f"curves{suffix}"
    plot_predictions(path, [(f"model {i}", prediction) for i in range(12)])
    assert path.read_bytes().startswith(start)


def test_names_of_models_are_drawn_as_they_are(prediction: Prediction, tmp_path: Path) -> None:
    """Matplotlib takes `$` for a formula, and hides labels that begin with `_`."""
    path = tmp_path / "curves.svg"
    plot_predictions(path, [(r"$\bad{$", prediction), ("_hidden", prediction)])
    drawing = path.read_text()
    assert r"$\bad{$ (" in drawing
    assert "_hidden (" in drawing


def test_a_plot_that_can_not_be_written(prediction: Prediction, tmp_path: Path) -> None:
    with pytest.raises(CfggoError, match=r"no folder .*nowhere"):
        plot_predictions(tmp_path / "nowhere" / "curves.png", [("one", prediction)])
    with pytest.raises(CfggoError, match=r"curves\.jpg: the name of a plot must end in \.png"):
        plot_predictions(tmp_path / "curves.jpg", [("one", prediction)])
    (tmp_path / "curves.png").mkdir()
    with pytest.raises(CfggoError, match="can't write the plot: Is a directory"):
        plot_predictions(tmp_path / "curves.png", [("one", prediction)])


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="no folder that nobody can write to")
def test_a_folder_that_takes_no_plot_is_found_before_long_work() -> None:
    with pytest.raises(CfggoError, match=r"/proc/curves\.svg: can't write the plot"):
        require_plot(Path("/proc/curves.svg"))
