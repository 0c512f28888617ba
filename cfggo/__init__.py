"""A Go engine built on common fate graph patterns and Monte-Carlo tree search.

The names for use in Python are loaded when they are first asked for, so that the command line can
answer at once:

    import cfggo

    game = cfggo.Game.from_sgf("game.sgf")
    engine = cfggo.Engine()
    print(engine.analyse(game, playouts=1000).best)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cfggo.errors import CfggoError
    from cfggo.study.analysis import Analysis, Candidate
    from cfggo.study.engine import Engine
    from cfggo.study.explanation import Explanation, Factor
    from cfggo.study.game import Game

__version__ = "0.1.0"

__all__ = ["Analysis", "Candidate", "CfggoError", "Engine", "Explanation", "Factor", "Game"]

_MODULES = {
    "Analysis": "cfggo.study.analysis",
    "Candidate": "cfggo.study.analysis",
    "CfggoError": "cfggo.errors",
    "Engine": "cfggo.study.engine",
    "Explanation": "cfggo.study.explanation",
    "Factor": "cfggo.study.explanation",
    "Game": "cfggo.study.game",
}


def __getattr__(name: str) -> Any:
    """Returns one of the names above, from its module."""
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Returns the names that there are."""
    return sorted([*globals(), *_MODULES])
