"""The engine that many tests of searches share; it is loaded only when asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cfggo.search.searcher import Searcher


@pytest.fixture(scope="module")
def shared_engine(zero_weights_file: Path) -> Searcher:
    """Returns the engine of a module, which may remember earlier searches."""
    from tests.search.engines import make_engine

    return make_engine(zero_weights_file)


@pytest.fixture
def engine(shared_engine: Searcher) -> Searcher:
    """Returns an engine that has forgotten all earlier searches."""
    shared_engine.forget()
    return shared_engine
