#!/usr/bin/env python3
"""Brings the catalogues of translations up to date with what pages say.

Writes each language's catalogue (`.po`, which translators fill) with all messages of the program,
those without a translation empty, and `languages.js` from all of them, of which pages load their
own language's. Says what is missing.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from cfggo.study.page_parts import LANGUAGES

ROOT = Path(__file__).resolve().parents[1]
CATALOGUES = ROOT / "cfggo/study/page_parts/languages"
SCRIPT = CATALOGUES.parent / "languages.js"

_PLURALS = {"es": "nplurals=2; plural=n != 1;", "fr": "nplurals=2; plural=n > 1;"}
"""Other forms than Babel knows, which has one for whole millions."""

_KEYWORDS: dict[str, Any] = {"t": None, "tn": (1, 2)}
"""What takes messages in scripts."""

_PLACE = re.compile(r"\{(\w+)\}")
_ATTRIBUTES = ("title", "aria-label", "placeholder")  # as in language.js
_VOID = ("br", "hr", "img", "input", "link", "meta", "path")


def main() -> None:
    """Updates all files."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    template = messages()
    catalogues = {}
    for name in LANGUAGES:
        catalogue = catalogues[name] = read(name)
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        missing = sum(not is_translated(message) for message in catalogue if message.id)
        print(f"{name}: {len(catalogue)} messages, {missing} of them missing")
        _write(name, catalogue)
    SCRIPT.write_text(script(catalogues), encoding="utf-8")


def messages() -> Catalog:
    """Returns all messages that pages say: of scripts, HTML and Python."""
    catalogue = Catalog()
    for path in sorted((ROOT / "cfggo").rglob("*.*")):
        if path != SCRIPT:
            for message in _messages_of(path):
                catalogue.add(message, locations=[(str(path.relative_to(ROOT)), 0)])
    return catalogue


def read(name: str) -> Catalog:
    """Returns a language's catalogue; an empty one if there is none yet."""
    path = _path(name)
    if not path.exists():
        return Catalog(locale=name.replace("-", "_"), fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=name.replace("-", "_"))


def is_translated(message: Any) -> bool:
    """Tells whether all forms of a message have a translation."""
    return all(forms(message))


def forms(message: Any) -> tuple[str, ...]:
    """Returns the translations of a message, one for each form."""
    return tuple(message.string) if message.pluralizable else (message.string,)


def places(texts: str | Sequence[str]) -> set[str]:
    """Returns the names of the places for values in a text, or in several."""
    return set(_PLACE.findall(texts if isinstance(texts, str) else " ".join(texts)))


def script(catalogues: dict[str, Catalog]) -> str:
    """Returns the script with all translations, a line for each."""
    parts = []
    for name, catalogue in catalogues.items():
        found = {
            message.id[0] if message.pluralizable else message.id: message.string
            for message in catalogue
            if message.id and is_translated(message)
        }
        rows = (f"{_json(id_)}: {_json(text)}" for id_, text in sorted(found.items()))
        parts.append(f"{_json(name)}: {{\n" + ",\n".join(rows) + "\n}")
    return '"use strict";\n\nconst CATALOGUES = {\n' + ",\n".join(parts) + "\n};\n"


def _messages_of(path: Path) -> Iterator[str | tuple[str, str]]:
    """Yields the messages of a file: a text, or two forms of one."""
    data = path.read_bytes()
    if path.suffix == ".html":
        reader = _Html()
        reader.feed(data.decode())
        yield from reader.messages
    elif path.suffix == ".py":
        yield from _said_in(ast.parse(data))
    elif path.suffix == ".js":
        options = {"parse_template_string": True}
        for _, found, _, _ in extract("javascript", BytesIO(data), _KEYWORDS, options=options):
            yield found if isinstance(found, str) else (found[0], found[1])


def _said_in(module: ast.Module) -> Iterator[str | tuple[str, str]]:
    """Yields the messages of a module. Babel would look into the values beside them, too."""
    for node in ast.walk(module):
        match node:
            case ast.Call(ast.Name("said"), [ast.Constant(str(message)), *_]):
                yield message
            case ast.Call(ast.Name("said_n"), [ast.Constant(str(one)), ast.Constant(str(many))]):
                yield one, many


class _Html(HTMLParser):
    """Finds what a page says, as `translatePage` does."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []
        self._quiet = 0  # elements around whose text is not translated

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Takes the attributes."""
        given = dict(attrs)
        is_quiet = tag in ("script", "style") or given.get("translate") == "no"
        if tag not in _VOID and (self._quiet or is_quiet):
            self._quiet += 1
        if not self._quiet and not is_quiet:
            for name in _ATTRIBUTES:
                self._add(given.get(name) or "")

    def handle_endtag(self, tag: str) -> None:
        """Leaves an element."""
        if self._quiet and tag not in _VOID:
            self._quiet -= 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Takes nothing: only parts of pictures are written so."""

    def handle_data(self, data: str) -> None:
        """Takes a text."""
        if not self._quiet:
            self._add(data)

    def _add(self, text: str) -> None:
        text = " ".join(text.split())
        if re.search(r"[A-Za-z]{2}", text) and "$" not in text:
            self.messages.append(text)


def _path(name: str) -> Path:
    return CATALOGUES / f"{name}.po"


def _write(name: str, catalogue: Catalog) -> None:
    catalogue.fuzzy = False
    with BytesIO() as file:
        write_po(
            file, catalogue, width=100, sort_output=True, omit_header=True, include_previous=False
        )
        text = re.sub(
            r"^#: (.*)", lambda found: _files(found[0]), file.getvalue().decode(), flags=re.M
        )
    head = (
        f'msgid ""\nmsgstr ""\n"Project-Id-Version: cfggo\\n"\n"Language: {name}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Plural-Forms: {_PLURALS.get(name, catalogue.plural_forms)}\\n"\n\n'
    )
    _path(name).write_text(head + text, encoding="utf-8")


def _files(line: str) -> str:
    return line.replace(":0", "")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    main()
