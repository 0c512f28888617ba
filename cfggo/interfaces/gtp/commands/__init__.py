"""The commands, a module for each theme; importing this package declares all of them."""

from importlib import import_module
from pkgutil import iter_modules

from cfggo.interfaces.gtp.registry import COMMANDS

__all__ = ["COMMANDS", "MODULES"]

MODULES = {info.name: import_module(f"{__name__}.{info.name}") for info in iter_modules(__path__)}
"""The modules by name."""
