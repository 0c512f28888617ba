"""Words for figures, and for today."""

from __future__ import annotations

import datetime


def counted(n: int, noun: str) -> str:
    """Returns a number with a noun, such as "1 game" or "1,000 games"."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def today() -> str:
    """Returns today's date, as files say when they were made: "2026-11-22", in UTC."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()
