"""No kernel reads or writes outside an array, as far as games on every board show."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_games_stay_within_the_bounds_of_all_arrays(tmp_path: Path) -> None:
    """Kernels are compiled with checks for this; without, what they do outside goes unseen."""
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("games_within_bounds.py")), str(tmp_path)],
        # Compiling takes most of the time, and less if it optimizes less.
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    n_moves, n_listed = map(int, done.stdout.split())
    assert n_moves > 5_000
    assert n_listed > 20_000
