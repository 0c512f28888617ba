"""The script that teaches tree policies when to pass."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import pytest

from cfggo.base.resources import find_weights
from cfggo.features.catalogue import PASS_AFTER_PASS, PASS_OTHERWISE
from cfggo.go.points import WHITE
from cfggo.models.bradley_terry.weights import MAX_THETA
from cfggo.models.registry import load_model
from tests.scripts.called import call_script

if TYPE_CHECKING:
    from tests.conftest import MakeRecord

GAMES = Path(__file__).parents[2] / "docs" / "example-tournament" / "games"


def test_passes_become_likely_where_they_were_played(tmp_path: Path) -> None:
    out = tmp_path / "out.weights"
    done = call_script("learn_passes.py", "baseline", str(GAMES), "--size", "9", "--out", str(out))
    assert done.returncode == 0, done.stderr
    before, after = load_model(find_weights("baseline")), load_model(out)
    changed = np.flatnonzero(before.policies["tree"].theta != after.policies["tree"].theta)
    assert set(changed.tolist()) == {PASS_AFTER_PASS, PASS_OTHERWISE}
    assert (before.policies["playout"].theta == after.policies["playout"].theta).all()
    assert set(before.games) < set(after.games)
    assert after.about["passes learnt from"] == len(after.games) - len(before.games) > 100
    likelihoods = [
        float(line.rsplit(" ", 1)[1])
        for line in done.stdout.splitlines()
        if line.startswith(("before: ", "after: "))
    ]
    assert likelihoods[0] < likelihoods[1] < 0


@pytest.mark.parametrize("record", ["(;SZ[9];B[ee];W[cc];B[gg])", "(;SZ[9];B[];W[];B[])"])
def test_there_must_be_both_passes_and_moves(record: str, tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(record)
    out = str(tmp_path / "out.weights")
    size = ("--size", "9", "--min-moves", "1")
    done = call_script("learn_passes.py", "baseline", str(tmp_path), *size, "--out", out)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("scripts/learn_passes.py: ")
    assert not Path(out).exists()


def test_games_that_end_in_two_passes_teach(tmp_path: Path) -> None:
    for number, moves in enumerate(("B[ee];W[cc]", "B[cc];W[ee]", "B[gg];W[cg]", "B[cg];W[gg]")):
        (tmp_path / f"{number}.sgf").write_text(f"(;SZ[9];{moves};B[];W[])")
    out = tmp_path / "out.weights"
    size = ("--size", "9", "--min-moves", "1")
    done = call_script("learn_passes.py", "baseline", str(tmp_path), *size, "--out", str(out))
    assert done.returncode == 0, done.stderr
    before, after = load_model(find_weights("baseline")), load_model(out)
    thetas = [model.policies["tree"].theta[PASS_AFTER_PASS] for model in (before, after)]
    assert thetas[0] < thetas[1] < MAX_THETA


def test_only_positions_of_the_player_are_asked(
    load_script: Callable[[str], ModuleType], make_record: MakeRecord
) -> None:
    script = load_script("learn_passes.py")
    weights = load_model(find_weights("baseline")).policies["tree"]
    record = make_record(9, "E5 C3 pass pass").of_players((WHITE,))
    found = script.positions_of([record], weights)
    assert found.is_passed.tolist() == found.after_pass.tolist() == [False, True]
