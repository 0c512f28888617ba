"""Compiling the engine's kernels in several processes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cfggo.search import compiling
from tests.waiting import wait_until

PARTS_APART = """
import os
from cfggo.base.jit import declared
from cfggo.base.resources import preset_names
from cfggo.config import load_config
from cfggo.go.game import Game
from cfggo.go.points import BLACK, point_from_row_col
from cfggo.search import compiling
from cfggo.search.searcher import Searcher

def signatures():
    for kernel in declared:
        for signature in kernel.signatures:
            yield f"{kernel.py_func.__module__}.{kernel.py_func.__name__} {signature}"

parts = [part for stage in compiling.STAGES for part in stage]
for part in parts:
    if not os.fork():
        part()
        for signature in signatures():
            print(part.__name__, signature, flush=True)
        os._exit(0)
    assert os.wait()[1] == 0
for part in parts:
    part()
compiling.compile_other_kinds()
before = {*signatures()}
for preset in preset_names():
    engine = Searcher(load_config(preset))
game = Game(9)
game.play(BLACK, point_from_row_col(4, 4))
engine.final_ownership(game)
for signature in {*signatures()} - before:
    print("all-presets", signature)
"""
"""Prints what each part, in a process of its own, compiles; then what all together don't, but the
presets use.
"""

SMALL_ENGINE = """
from cfggo.search import compiling

compiling.STAGES = ((compiling._scores,),)
compiling._whole_engine = compiling._scores
compiling.compile_other_kinds = lambda: None
"""
"""Makes an engine of one part, since all of them take a minute."""

WARM_UP = f"""{SMALL_ENGINE}
import sys

from cfggo.cli import main

sys.exit(main(["warmup"]))
"""


def warm_up(cache: Path) -> "subprocess.Popen[str]":
    """Starts `cfggo warmup` of the small engine with a cache of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", WARM_UP],
        # Compiling takes less if it optimizes less.
        env=os.environ | {"CFGGO_CACHE_DIR": str(cache), "NUMBA_OPT": "1"},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C reaches a process and all that it started
    )


@pytest.mark.slow
def test_ctrl_c_stops_one_of_two_cold_starts_and_the_other_goes_on(tmp_path: Path) -> None:
    one = warm_up(tmp_path)
    wait_until(lambda: any(tmp_path.rglob("*.nbc")), 300.0)
    two = warm_up(tmp_path)
    os.killpg(one.pid, signal.SIGINT)
    _, said = one.communicate(timeout=300)
    assert (one.returncode, said.splitlines()[-1]) == (130, "interrupted")
    with pytest.raises(ProcessLookupError):  # no worker of it is left
        os.killpg(one.pid, 0)
    _, said = two.communicate(timeout=600)
    assert two.returncode == 0
    assert said.startswith("compiling, once\n")  # before the minutes that it takes
    assert "compiled in" in said
    assert any(tmp_path.rglob("warm"))  # the next one only loads


def test_kernels_are_counted_whoever_compiles_them(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[Path] = []
    monkeypatch.setattr(compiling, "machine_code", lambda: compiled)
    monkeypatch.setattr(compiling, "n_kernels", lambda: 3)
    told: list[int] = []
    with compiling._counted(told.append):
        compiled += [Path("a"), Path("b")]
        wait_until(lambda: sum(told) == 2)
    assert sum(told) == 3


def test_parts_of_a_stage_compile_no_kernel_for_different_types_and_together_all_of_them() -> None:
    """Two processes that wrote another signature each of a kernel could mix their files up."""
    done = subprocess.run(
        [sys.executable, "-c", PARTS_APART], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    compiled: dict[str, dict[str, set[str]]] = {}
    for line in done.stdout.splitlines():
        name, kernel, signature = line.split(" ", 2)
        compiled.setdefault(name, {}).setdefault(kernel, set()).add(signature)
    for stage in compiling.STAGES:
        found: dict[str, set[frozenset[str]]] = {}
        for name in (part.__name__ for part in stage):
            assert compiled[name]
            for kernel, signatures in compiled[name].items():
                found.setdefault(kernel, set()).add(frozenset(signatures))
        assert [kernel for kernel, several in found.items() if len(several) > 1] == []
    assert "all-presets" not in compiled
