"""Starts the engine, and tells what takes so long the first time."""

import time
from typing import TYPE_CHECKING

from cfggo.base.pipes.sinks import tell
from cfggo.config import EngineConfig

if TYPE_CHECKING:
    from cfggo.search.searcher import Searcher


def load_engine(config: EngineConfig) -> "Searcher":
    """Returns the engine; a first start says on standard error that it compiles."""
    from cfggo.search.searcher import Searcher

    compile_at_first()
    return Searcher(config)


def compile_at_first() -> None:
    """Compiles the kernels if they are not, and says so on standard error."""
    from cfggo.search.compiling import compile_kernels, kernels_are_compiled

    if not kernels_are_compiled():
        tell("first start: compiling the board, policy and search; later starts take a second")
        started = time.monotonic()
        compile_kernels()
        tell(f"compiled in {time.monotonic() - started:.0f} s")
