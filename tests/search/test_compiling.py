"""Compiling the engine's kernels in several processes."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cfggo.search import compiling

ALL_PRESETS = """
from cfggo.config import load_config
from cfggo.resources import preset_names
from cfggo.search.engine import Engine

for preset in preset_names():
    Engine(load_config(preset))
"""

APART = ("look_at_position", "tree_features", "play_on_position", "play_out", "expand")
"""Kernels that are compiled apart from the engine which calls them."""


def warm_up(cache: Path) -> "subprocess.Popen[str]":
    """Starts `cfggo warmup` with a cache of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "cfggo", "warmup"],
        env=os.environ | {"CFGGO_CACHE_DIR": str(cache)},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C reaches a process and all that it started
    )


def kernels_in(cache: Path) -> int:
    return sum(1 for _ in cache.rglob("*.nbc"))


@pytest.mark.slow
def test_ctrl_c_stops_one_of_two_cold_starts_and_keeps_what_is_compiled(tmp_path: Path) -> None:
    one, two = warm_up(tmp_path), warm_up(tmp_path)
    deadline = time.monotonic() + 300
    while kernels_in(tmp_path) < 20 and time.monotonic() < deadline:
        time.sleep(0.1)
    os.killpg(one.pid, signal.SIGINT)
    started = time.monotonic()
    _, said = one.communicate(timeout=60)
    assert time.monotonic() - started < 20
    assert (one.returncode, said.splitlines()[-1]) == (130, "interrupted")
    with pytest.raises(ProcessLookupError):  # no worker of it is left
        os.killpg(one.pid, 0)
    kept = kernels_in(tmp_path)
    assert kept >= 20
    _, said = two.communicate(timeout=600)
    assert two.returncode == 0
    assert "compiled in" in said
    again = warm_up(tmp_path)
    _, said = again.communicate(timeout=60)
    assert "loaded in" in said
    assert kernels_in(tmp_path) > kept
    of_parts = [[file.name for file in tmp_path.rglob(f"*.{part}-*.nbc")] for part in APART]
    assert [len(files) for files in of_parts] == [1] * len(APART)  # for the engine's own types
    kept = kernels_in(tmp_path)
    environment = os.environ | {"CFGGO_CACHE_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", ALL_PRESETS], env=environment, check=True)
    assert kernels_in(tmp_path) == kept


@pytest.mark.parametrize("part", compiling.PARTS, ids=lambda part: part.__name__)
def test_every_part_can_be_compiled(part: Callable[[], None]) -> None:
    part()  # workers are silent, and what one of them fails at is compiled by one process alone
