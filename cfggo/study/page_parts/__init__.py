"""What pages share: board and chart, drawn from plain data, the board's style, and words."""

from __future__ import annotations

from importlib import resources

PAGE_PARTS = ("board.css", "board.js", "chart.js", "words.js")
"""The names of the scripts and style sheets."""


def page_part(name: str) -> str:
    """Returns the text of one of them."""
    return (resources.files(__package__) / name).read_text(encoding="utf-8")
