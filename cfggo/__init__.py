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

from cfggo.version import __version__ as __version__

if TYPE_CHECKING:
    from cfggo.base.errors import CfggoError
    from cfggo.base.resources import preset_names
    from cfggo.search.levels import level_names
    from cfggo.study.api.analysis import Analysis, Candidate
    from cfggo.study.api.engine import Engine
    from cfggo.study.api.game import Game
    from cfggo.study.api.graph import Graph, Node
    from cfggo.study.explaining.explanation import Explanation, Factor

__all__ = [
    "Analysis",
    "Candidate",
    "CfggoError",
    "Engine",
    "Explanation",
    "Factor",
    "Game",
    "Graph",
    "Node",
    "level_names",
    "preset_names",
]

_MODULES = {
    "Analysis": "cfggo.study.api.analysis",
    "Candidate": "cfggo.study.api.analysis",
    "CfggoError": "cfggo.base.errors",
    "Engine": "cfggo.study.api.engine",
    "Explanation": "cfggo.study.explaining.explanation",
    "Factor": "cfggo.study.explaining.explanation",
    "Game": "cfggo.study.api.game",
    "Graph": "cfggo.study.api.graph",
    "Node": "cfggo.study.api.graph",
    "level_names": "cfggo.search.levels",
    "preset_names": "cfggo.base.resources",
}


def __getattr__(name: str) -> Any:
    """Returns one of the names above, from its module."""
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Returns the names that there are."""
    return sorted([*globals(), *_MODULES])
