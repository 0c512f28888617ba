"""scripts/strength.py: which games it tabulates and publishes."""

from pathlib import Path

import pytest
import results
from experiments import read_experiment

from cfggo.match.results.store import GameStore
from tests.scripts.called import SCRIPTS, call_script

EXPERIMENT = "table1"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Returns a folder with the settings of games that another engine played."""
    folder = tmp_path / "games"
    experiment = read_experiment(SCRIPTS / "strength.toml", EXPERIMENT)
    with GameStore(folder, "strength", experiment.to_json() | {"engine": "another"}):
        pass
    return folder


def test_games_of_another_engine_are_tabulated(games: Path) -> None:
    done = call_script("strength.py", EXPERIMENT, "--out", str(games), "--report")
    assert done.returncode == 0
    assert done.stderr == f"{games}: games of another engine than this one\n"
    assert "| program | against |" in done.stdout


def test_games_of_another_engine_are_not_published_as_this_ones(games: Path) -> None:
    before = sorted(results.FOLDER.iterdir())
    done = call_script("strength.py", EXPERIMENT, "--out", str(games), "--report", "--publish")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"scripts/strength.py: {games}: games of another engine than this one, whose commit the "
        "published file would name\n"
    )
    assert sorted(results.FOLDER.iterdir()) == before
