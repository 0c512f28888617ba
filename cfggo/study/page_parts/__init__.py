"""What pages share: board and chart, drawn from plain data, style, settings, words, and what they
say in each language.
"""

from __future__ import annotations

import json
from html import unescape
from importlib import resources

PAGE_PARTS = (
    "board.css", "style.css", "settings.js", "settings_drawer.js", "languages.js", "language.js",
    "board.js", "chart.js", "words.js",
)  # fmt: skip
"""The names of the scripts and style sheets."""


def page_part(name: str) -> str:
    """Returns the text of one of them."""
    return (resources.files(__package__) / name).read_text(encoding="utf-8")


def translations_of(page: str) -> str:
    """Returns `languages.js` with only those messages that are in the text of a page."""
    head, start, rest = page_part("languages.js").partition("{")
    catalogues = json.loads(start + rest.rpartition("}")[0] + "}")
    said = unescape(page)  # a sentence may stand in JSON, and that in an attribute
    messages = {message for catalogue in catalogues.values() for message in catalogue}
    needed = {each for each in messages if each in said or json.dumps(each)[1:-1] in said}
    kept = {
        name: {message: text for message, text in catalogue.items() if message in needed}
        for name, catalogue in catalogues.items()
    }
    return f"{head}{json.dumps(kept, ensure_ascii=False, separators=(',', ':'))};\n"
