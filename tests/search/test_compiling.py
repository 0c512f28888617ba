"""Compiling the engine's kernels in several processes."""

import os
import signal
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from cfggo.search import compiling
from tests.waiting import wait_until

KERNEL_OF_PART = {
    "_look_at_position": "cfggo.features.tree.look_at_position",
    "_find_features": "cfggo.features.tree.tree_features",
    "_play_on_position": "cfggo.models.bradley_terry.playout_policy.play_on_position",
    "_play_out": "cfggo.search.playouts.play_out",
    "_expand": "cfggo.search.playouts.expand",
    "_judge_owners": "cfggo.models.territory.elimination.eliminate",
    "_keep_the_score": "cfggo.go.scoring.area_balance",
    "_list_features": "cfggo.models.bradley_terry.feature_lists.store_feature_lists",
    "_whole_engine": "cfggo.search.playouts.run_playouts",
}
"""The last and largest kernel that each part compiles."""

ALL_PARTS = """
import gc
import sys
from importlib import import_module

from numba.core.dispatcher import Dispatcher

from cfggo.config import load_config
from cfggo.go.game import Game
from cfggo.go.points import BLACK, point_from_row_col
from cfggo.base.resources import preset_names
from cfggo.search.compiling import PARTS, compile_other_kinds
from cfggo.search.engine import Engine

def signatures():
    found = [kernel for kernel in gc.get_objects() if isinstance(kernel, Dispatcher)]
    return sum(len(kernel.signatures) for kernel in found)

kernels = []
for part, path in zip(PARTS, sys.argv[1:], strict=True):
    module, _, name = path.rpartition(".")
    kernels.append(getattr(import_module(module), name))
    before = len(kernels[-1].signatures)
    part()
    print(part.__name__, before, len(kernels[-1].signatures))
print("at the end", *(len(kernel.signatures) for kernel in kernels))
compile_other_kinds()
before = signatures()
for preset in preset_names():
    engine = Engine(load_config(preset))
print("for all presets", before > len(kernels), signatures() - before)
game = Game(9)
game.play(BLACK, point_from_row_col(4, 4))
engine.final_ownership(game)
print("dead stones", signatures() - before)
"""

SMALL_ENGINE = """
from cfggo.search import compiling

compiling.PARTS = (compiling._keep_the_score, compiling._play_on_position)
compiling._whole_engine = lambda: [part() for part in compiling.PARTS]
compiling.compile_other_kinds = lambda: None
"""
"""Makes an engine of two parts, since all of them take a minute."""

WARM_UP = f"""{SMALL_ENGINE}
import sys

from cfggo.cli import main

compiling._IN_A_WORKER = {SMALL_ENGINE + "compiling.work()"!r}
sys.exit(main(["warmup"]))
"""


def warm_up(cache: Path) -> "subprocess.Popen[str]":
    """Starts `cfggo warmup` of the small engine with a cache of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", WARM_UP],
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
    wait_until(lambda: kernels_in(tmp_path) >= 5, 300.0)
    os.killpg(one.pid, signal.SIGINT)
    _, said = one.communicate(timeout=60)
    assert (one.returncode, said.splitlines()[-1]) == (130, "interrupted")
    with pytest.raises(ProcessLookupError):  # no worker of it is left
        os.killpg(one.pid, 0)
    kept = kernels_in(tmp_path)
    assert kept >= 5
    _, said = two.communicate(timeout=600)
    assert two.returncode == 0
    assert "compiled in" in said
    again = warm_up(tmp_path)
    _, said = again.communicate(timeout=60)
    assert "loaded in" in said
    assert kernels_in(tmp_path) > kept
    for name in ("area_balance", "play_on_position"):  # the last and largest kernel of each part
        assert len([*tmp_path.rglob(f"*.{name}-*.nbc")]) == 1


def test_a_process_that_was_stopped_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    compiled = []
    monkeypatch.setattr(compiling, "kernels_are_compiled", lambda: False)
    monkeypatch.setattr(compiling, "mark_warm", lambda name: None)
    monkeypatch.setattr(compiling, "_workers", lambda: nullcontext([done]))
    monkeypatch.setattr(compiling, "_parts_under_way", lambda: 2)  # as of one that Ctrl-Z halted
    monkeypatch.setattr(compiling, "_whole_engine", lambda: compiled.append(True))
    monkeypatch.setattr(compiling, "LONGEST_WAIT", 0.5)
    compiling.compile_kernels()
    assert compiled == [True]


def test_every_part_compiles_its_kernel_for_the_engines_own_types() -> None:
    """Workers are silent: what a part fails at, or does for other types, one process does later."""
    names = [part.__name__ for part in compiling.PARTS]
    assert names == list(KERNEL_OF_PART)
    done = subprocess.run(
        [sys.executable, "-c", ALL_PARTS, *KERNEL_OF_PART.values()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        *(f"{name} 0 1" for name in names),
        "at the end" + " 1" * len(names),
        "for all presets True 0",
        "dead stones 0",
    ]
