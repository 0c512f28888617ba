"""Ranges of the numbers in the conditions of games."""

from cfggo.base.toml_tables import Range

PATIENCE = Range(1, 86_400)
"""Seconds that a program may be waited for."""

DEFAULT_PATIENCE = 600.0

SECONDS = Range(0.001, 86_400)
"""Seconds a move, or of work."""

SEED = Range(0)

MOST = 10**9
"""Games, moves or playouts, at most."""
