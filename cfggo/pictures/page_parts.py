"""Scripts and style sheets that pages share: the board and the chart, drawn from plain data."""

from __future__ import annotations

from importlib import resources

PAGE_PARTS = ("board.css", "board.js", "chart.js")
"""Their names."""


def page_part(name: str) -> str:
    """Returns the text of one of them."""
    return (resources.files(__package__) / "static" / name).read_text(encoding="utf-8")
