"""A small part of the queries that `scripts/fuzz_analyze.py` sends."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import subprocess


@pytest.mark.slow
def test_no_damaged_query_is_at_fault(
    run_script: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = run_script("fuzz_analyze.py", "--queries", "60")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["faults"] == []
    assert sum(found["counts"].values()) == 60
