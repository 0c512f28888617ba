"""Compiling the engine's kernels in several processes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

OVERLOADS = """
import sys
from cfggo.config import DEFAULT_PRESET, load_config
from cfggo.resources import preset_names
from cfggo.search import compiling
from cfggo.search.engine import Engine

def overloads():
    found = set()
    for name, module in list(sys.modules.items()):
        for value in vars(module).values() if name.startswith("cfggo.") else ():
            for signature in getattr(value, "signatures", ()):
                found.add((value.py_func.__module__, value.py_func.__name__, str(signature)))
    return found

Engine(load_config(DEFAULT_PRESET))
engine_s = overloads()
for part in compiling._PARTS:
    part()
print(*sorted({name for _, name, _ in overloads() - engine_s}))
compiled = overloads()
for preset in preset_names():
    Engine(load_config(preset))
print(*sorted({name for _, name, _ in overloads() - compiled}))
"""


def test_parts_compile_what_every_engine_needs_and_nothing_else() -> None:
    done = subprocess.run(
        [sys.executable, "-c", OVERLOADS], capture_output=True, text=True, check=True
    )
    of_parts, of_presets = done.stdout.split("\n")[:2]
    assert of_parts == "score_playouts"  # which plays games out without a tree
    assert of_presets == ""


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
