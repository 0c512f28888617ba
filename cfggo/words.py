"""Words for figures."""

from __future__ import annotations


def counted(n: int, noun: str) -> str:
    """Returns a number with a noun, such as "1 game" or "1,000 games"."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"
