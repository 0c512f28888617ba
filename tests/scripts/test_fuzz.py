"""A small part of the files that `scripts/fuzz.py` reads, and what it calls a fault."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from cfggo.base.errors import CfggoError
from cfggo.records.sgf.errors import SgfError

if TYPE_CHECKING:
    import subprocess

RunScript = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.mark.slow
def test_damaged_files_are_refused_in_a_line(
    run_script: RunScript, load_script: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    # Reads outside arrays are looked for in tests/test_bounds.py, and in whole runs of the script.
    options = ("--unchecked", "--files", "900", "--jobs", "1", "--seed", "7")
    done = run_script("fuzz.py", *options, "--keep", str(tmp_path / "kept"))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["files"] == 900
    assert found["faults"] == []
    # All kinds came to both ends, so that the files are neither all hopeless nor all harmless.
    for kind in load_script("fuzz.py").KIND_NAMES:
        assert found["counts"][f"{kind}, refused"] > 10
        assert found["counts"][f"{kind}, used"] > 3


class Ending:
    """A kind of file whose use ends as it is told."""

    def __init__(self, error: Exception | None) -> None:
        self._error = error

    def use(self, path: Path, rng: Random) -> None:
        if self._error is not None:
            raise self._error


def test_a_process_that_can_not_begin_ends_the_run(
    load_script: Callable[[str], ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rather than being begun anew for each file."""
    script = load_script("fuzz.py")
    monkeypatch.setitem(sys.modules, "fuzz", script)  # which the process does not find
    reader = script.Reader(1, range(900), ["no such kind"], tmp_path)
    try:
        with pytest.raises(CfggoError, match="ended with 1 before the first one"):
            reader.take()
    finally:
        reader.end()


@pytest.mark.parametrize(
    ("error", "verdict"),
    [
        (None, "used"),
        (CfggoError("a.weights: damaged"), "refused"),
        (SgfError("not SGF"), "refused"),
        (CfggoError("a.weights: damaged\nin two ways"), "error of several lines"),
        (KeyError("policies"), "Traceback"),
        (IndexError("index is out of bounds"), "Traceback"),
        (MemoryError(), "Traceback"),
    ],
)
def test_verdicts(
    load_script: Callable[[str], ModuleType],
    tmp_path: Path,
    error: Exception | None,
    verdict: str,
) -> None:
    script = load_script("fuzz.py")
    found = script.verdict_on(Ending(error), tmp_path, Random(1))
    assert found.startswith(verdict)
    outcome = script.Outcome(1, "weights", found, 0.1)
    assert outcome.is_fault == (verdict not in ("used", "refused"))
