"""The script that measures how well searches know who will own the points."""

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest


def test_positions_of_one_game_are_no_independent_samples(
    load_script: Callable[[str], ModuleType],
) -> None:
    script = load_script("judge_owners.py")
    changes = np.random.default_rng(1).normal(size=(20, 2))
    first = np.zeros((60, 2))
    errors, games = np.repeat(changes, 3, axis=0), np.repeat(np.arange(20), 3)
    row = script.figures_of("a", errors, first, games)
    of_games = script.figures_of("a", changes, first[:20], np.arange(20))
    for name in ("owners_change", "owners_standard_error", "score_standard_error"):
        assert row[name] == of_games[name]
    assert row["owners_standard_error"] == pytest.approx(
        changes[:, 0].std(ddof=1) / np.sqrt(20), abs=1e-4
    )
