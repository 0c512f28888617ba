"""What pages share: board and chart, drawn from plain data, style, settings, words, and what they
say in each language.
"""

from __future__ import annotations

import json
import re
from functools import cache
from html import unescape
from importlib import resources

Catalogue = dict[str, str | list[str]]
"""What is said in a language for each English message; for those with a number a list of forms."""

PAGE_PARTS = (
    "board.css", "style.css", "settings.js", "load_language.js", "language.js",
    "settings_drawer.js", "board.js", "chart.js", "words.js", "page.js", "shown_game.js",
    "losses.js", "overlays.js", "teacher.js", "exercises.js",
)  # fmt: skip
"""The names of the scripts and style sheets."""

LANGUAGES = ("de", "es", "fr", "ru", "zh-Hans", "zh-Hant", "ja", "ko")
"""The languages besides English."""


def page_part(name: str) -> str:
    """Returns the text of one of them."""
    return (resources.files(__package__) / name).read_text(encoding="utf-8")


def with_cards(page: str) -> str:
    """Returns the HTML of a page with the cards that pages share, such as teacher.html, each in the
    place of the line <!-- teacher.html -->.
    """
    return re.sub(r"(?m)^ *<!-- (\w+\.html) -->\n", lambda line: page_part(line[1]), page)


def catalogue_file(language: str) -> str:
    """Returns what `load_language.js` calls a language's messages, as JSON."""
    return f"catalogue-{language}.json"


def catalogue_files() -> dict[str, str]:
    """Returns the messages of each language as JSON, by `catalogue_file`."""
    return {catalogue_file(name): _json(messages) for name, messages in catalogues().items()}


@cache
def catalogues() -> dict[str, Catalogue]:
    """Returns the messages of each language, as `languages.js` has them."""
    _, start, rest = page_part("languages.js").partition("{")
    return dict(json.loads(start + rest.rpartition("}")[0] + "}"))


def translations_of(page: str) -> str:
    """Returns `languages.js` with only those messages that are in the text of a page."""
    said = unescape(page)  # a sentence may stand in JSON, and that in an attribute
    messages = {message for catalogue in catalogues().values() for message in catalogue}
    needed = {each for each in messages if each in said or json.dumps(each)[1:-1] in said}
    kept = {
        name: {message: text for message, text in catalogue.items() if message in needed}
        for name, catalogue in catalogues().items()
    }
    return f'"use strict";\n\nconst CATALOGUES = {_json(kept)};\n'


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
