"""The script that teaches tree policies when to pass."""

import sys
from collections.abc import Callable
from pathlib import Path

import learn_passes
import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_weights
from cfggo.features.catalogue import PASS_AFTER_PASS, PASS_OTHERWISE
from cfggo.go.points import WHITE
from cfggo.models.bradley_terry.weights import MAX_THETA
from cfggo.models.registry import load_model
from tests.conftest import MakeRecord

GAMES = Path(__file__).parents[2] / "docs" / "example-tournament" / "games"


@pytest.fixture
def learn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Path]:
    """Returns what runs the script for games, which returns the path of the weights."""

    def run(games: Path, *options: str) -> Path:
        out = tmp_path / "out.weights"
        words = ["baseline", str(games), "--size", "9", "--out", str(out), *options]
        monkeypatch.setattr(sys, "argv", ["learn_passes.py", *words])
        learn_passes.main()
        return out

    return run


def test_passes_become_likely_where_they_were_played(
    learn: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    out = learn(GAMES)
    before, after = load_model(find_weights("baseline")), load_model(out)
    changed = np.flatnonzero(before.policies["tree"].theta != after.policies["tree"].theta)
    assert set(changed.tolist()) == {PASS_AFTER_PASS, PASS_OTHERWISE}
    assert (before.policies["playout"].theta == after.policies["playout"].theta).all()
    assert set(before.games) < set(after.games)
    assert after.about["passes learnt from"] == len(after.games) - len(before.games) > 100
    likelihoods = [
        float(line.rsplit(" ", 1)[1])
        for line in capsys.readouterr().out.splitlines()
        if line.startswith(("before: ", "after: "))
    ]
    assert likelihoods[0] < likelihoods[1] < 0


@pytest.mark.parametrize("record", ["(;SZ[9];B[ee];W[cc];B[gg])", "(;SZ[9];B[];W[];B[])"])
def test_there_must_be_both_passes_and_moves(
    record: str, tmp_path: Path, learn: Callable[..., Path]
) -> None:
    (tmp_path / "game.sgf").write_text(record)
    with pytest.raises(CfggoError):
        learn(tmp_path, "--min-moves", "1")
    assert not (tmp_path / "out.weights").exists()


def test_games_that_end_in_two_passes_teach(tmp_path: Path, learn: Callable[..., Path]) -> None:
    for number, moves in enumerate(("B[ee];W[cc]", "B[cc];W[ee]", "B[gg];W[cg]", "B[cg];W[gg]")):
        (tmp_path / f"{number}.sgf").write_text(f"(;SZ[9];{moves};B[];W[])")
    out = learn(tmp_path, "--min-moves", "1")
    before, after = load_model(find_weights("baseline")), load_model(out)
    thetas = [model.policies["tree"].theta[PASS_AFTER_PASS] for model in (before, after)]
    assert thetas[0] < thetas[1] < MAX_THETA


def test_only_positions_of_the_player_are_asked(make_record: MakeRecord) -> None:
    weights = load_model(find_weights("baseline")).policies["tree"]
    record = make_record(9, "E5 C3 pass pass").of_players((WHITE,))
    found = learn_passes.positions_of([record], weights)
    assert found.is_passed.tolist() == found.after_pass.tolist() == [False, True]
