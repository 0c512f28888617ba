"""Words for figures, and for today."""

from __future__ import annotations

import datetime


def counted(n: int, noun: str) -> str:
    """Returns a number with a noun, such as "1 game" or "1,000 games"."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def points_counted(points: float) -> str:
    """Returns points as a game counts them, such as "1 point" or "7.5 points"."""
    return f"{points:g} point{'' if points == 1 else 's'}"


def today() -> str:
    """Returns today's date, as files say when they were made: "2026-11-22", in UTC."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()
