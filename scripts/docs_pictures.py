#!/usr/bin/env python3
"""Makes the pictures of the pages again, by the commands that stand beside them.

    scripts/docs_pictures.py            all
    scripts/docs_pictures.py graph      those with "graph" in their file's name

A command is a line `cfggo show ... --out FILE` in a page of docs/, with a file of docs/pictures/.
Pages are drawn by Chromium.
"""

import os
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import common
from page_pictures import draw_page, draw_phone, draw_practice, draw_review

from cfggo import cli
from cfggo.base.errors import CfggoError
from cfggo.commands.parser import Parser

CHECKOUT = Path(__file__).resolve().parent.parent

_COMMAND = re.compile(r"^ *cfggo (show (?:[^\n]|\\\n)* --out (docs/pictures/\S+\.svg))$", re.M)

PAGES: dict[str, Callable[[Path], None]] = {
    "docs/pictures/page.png": draw_page,
    "docs/pictures/page-phone.png": draw_phone,
    "docs/pictures/practice.png": draw_practice,
    "docs/pictures/review.png": draw_review,
}
"""Pictures of pages, and what draws them."""


def main() -> int:
    """Draws the pictures."""
    parser = Parser(description=__doc__)
    parser.add_argument("name", nargs="?", default="", help="part of the names of the files")
    args = parser.parse_args()
    chosen = [words for path, words in commands() if args.name in Path(path).name]
    pages = [(Path(path), draw) for path, draw in PAGES.items() if args.name in Path(path).name]
    if not chosen and not pages:
        raise CfggoError(f"no picture of the pages has {args.name!r} in its name")
    os.chdir(CHECKOUT)
    code = max((cli.main(words) for words in chosen), default=0)
    for path, draw in pages:
        draw(path)
    return code


def commands() -> Iterator[tuple[str, list[str]]]:
    """Yields the picture and the words after `cfggo` of each command, page by page."""
    for page in sorted((CHECKOUT / "docs").glob("*.md")):
        for words, path in _COMMAND.findall(page.read_text(encoding="utf-8")):
            yield path, shlex.split(words.replace("\\\n", " "))


if __name__ == "__main__":
    common.run(main)
