"""The commands, a module for each theme; importing this package declares all of them."""

from cfggo.gtp.commands import (
    administration,
    analysis,
    gogui,
    handicap,
    play,
    position,
    scoring,
    servers,
    timing,
)
from cfggo.gtp.registry import COMMANDS

__all__ = [
    "COMMANDS",
    "administration",
    "analysis",
    "gogui",
    "handicap",
    "play",
    "position",
    "scoring",
    "servers",
    "timing",
]
