"""What numbers the conditions of a game may be."""

from cfggo.config import Range

KOMI = Range(-361, 361)

PATIENCE = Range(1, 86_400)
"""Seconds that a program may be waited for."""
