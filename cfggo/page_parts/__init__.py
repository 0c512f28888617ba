"""What pages share: the board and the chart, drawn from plain data, and the board's style."""

from __future__ import annotations

from importlib import resources

PAGE_PARTS = ("board.css", "board.js", "chart.js")
"""The names of the scripts and style sheets."""


def page_part(name: str) -> str:
    """Returns the text of one of them."""
    return (resources.files(__package__) / name).read_text(encoding="utf-8")
