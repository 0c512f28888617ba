"""The commands, a module for each theme; importing this package declares all of them."""

from cfggo.gtp.commands import (
    administration,
    analysis,
    beliefs,
    cgos,
    explaining,
    gnugo,
    gogui,
    gomill,
    handicap,
    katago,
    leela_zero,
    play,
    position,
    rules,
    scoring,
    servers,
    timing,
)
from cfggo.gtp.registry import COMMANDS

__all__ = [
    "COMMANDS",
    "administration",
    "analysis",
    "beliefs",
    "cgos",
    "explaining",
    "gnugo",
    "gogui",
    "gomill",
    "handicap",
    "katago",
    "leela_zero",
    "play",
    "position",
    "rules",
    "scoring",
    "servers",
    "timing",
]
