#!/usr/bin/env python3
"""Writes the lists of docs/gtp.md and docs/settings.md, made from the code.

Each list stands between two comments of its page; everything else stays. With --check nothing is
written, and the exit code is 1 if a page does not have its lists as they are now.
"""

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import common

from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_config, preset_names
from cfggo.base.toml_tables import Setting, declared_settings
from cfggo.commands.parser import Parser
from cfggo.config import DEFAULT_PRESET, PlayConfig, PolicyConfig, SearchConfig, load_config
from cfggo.interfaces.gtp.commands import MODULES
from cfggo.interfaces.gtp.registry import COMMANDS, Declaration

DOCS = Path(__file__).parents[1] / "docs"

ORDER = (
    "administration",
    "position",
    "play",
    "handicap",
    "timing",
    "rules",
    "scoring",
    "analysis",
    "gogui",
    "explaining",
    "beliefs",
    "patterns",
    "katago",
    "leela_zero",
    "gnugo",
    "servers",
    "cgos",
)
"""The modules of GTP commands in the order of the page; others come after them."""

TABLES = {
    "policy": PolicyConfig,
    "search": SearchConfig,
    "play": PlayConfig,
}
"""The tables of a settings file that an engine reads."""


def main() -> int:
    """Writes or checks the pages; returns the exit code."""
    parser = Parser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="only tell whether they are up to date"
    )
    args = parser.parse_args()
    out_of_date = 0
    for name, lists in LISTS.items():
        page = DOCS / name
        text = page.read_text(encoding="utf-8")
        made = text
        for title, make in lists.items():
            made = with_list(made, title, make(), name)
        if made != text and args.check:
            print(f"{page}: out of date: run scripts/docs_lists.py")
            out_of_date = 1
        elif made != text:
            page.write_text(made, encoding="utf-8")
    return out_of_date


def with_list(text: str, title: str, made: str, name: str) -> str:
    """Returns a page's text with the list of that title. Raises CfggoError if it has no place."""
    begin, end = f"<!-- {title}: made by scripts/docs_lists.py -->", f"<!-- end of {title} -->"
    before, found, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise CfggoError(f"docs/{name}: the comments around the list of {title} are missing")
    return f"{before}{begin}\n\n{made}\n\n{end}{after}"


def gtp_commands() -> str:
    """Returns a table for each module of GTP commands, under a heading of its own."""
    names = dict.fromkeys((*ORDER, *MODULES))
    return "\n\n".join(table_of_commands(MODULES[name]) for name in names)


def table_of_commands(module: ModuleType) -> str:
    """Returns the table of a module's commands, under the first words of its docstring."""
    heading = (inspect.getdoc(module) or "").partition("\n")[0].partition(":")[0].rstrip(".")
    declared: dict[object, list[Declaration]] = {}
    for command in COMMANDS.values():
        if command.function.__module__ == module.__name__:
            declared.setdefault(command.function, []).append(command)
    rows = [row_of_command(same) for same in declared.values()]
    return "\n".join([f"### {heading}", "", "| command | |", "|---|---|", *rows])


def row_of_command(declared: list[Declaration]) -> str:
    """Returns the row of one command, or of several names of it."""
    *others, last = declared
    usage = ", ".join([*(f"`{other.name}`" for other in others), f"`{last.usage}`"])
    return f"| {usage} | {in_cell(last.help)} |"


def presets() -> str:
    """Returns the table of presets, each with the first line of its file."""
    rows = []
    for name in preset_names():
        line = find_config(name).read_text(encoding="utf-8").partition("\n\n")[0]
        text = " ".join(line.partition("\n#\n")[0].replace("\n#", "").split())
        rows.append(f"| `{name}` | {in_cell(text.removeprefix(f'# {name}: '))} |")
    return "\n".join(["| preset | |", "|---|---|", *rows])


def settings() -> str:
    """Returns the tables of all settings, with what the default preset has in their place."""
    parts = []
    for name, table in TABLES.items():
        own = getattr(load_config(), name)
        rows = [
            f"| `{setting.name}` | {written(setting.default)} | {changed(setting, own)} "
            f"| {in_cell(sentence(setting.help))}{values_of(setting)} |"
            for setting in declared_settings(table).values()
        ]
        head = f"| key | default | in `{DEFAULT_PRESET}` | |"
        parts.append("\n".join([f"### `[{name}]`", "", head, "|---|---|---|---|", *rows]))
    return "\n\n".join(parts)


def sentence(words: str) -> str:
    """Returns words as a sentence: with a capital and a dot."""
    return f"{words[0].upper()}{words[1:]}."


def changed(setting: Setting, values: Any) -> str:
    """Returns a setting's value in a table of settings, "" if it is the default."""
    value = getattr(values, setting.name)
    return "" if value == setting.default else written(value)


def written(value: Any) -> str:
    """Returns a value as TOML writes it, "" for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, str):
        return f'`"{value}"`'
    if isinstance(value, tuple):
        return ", ".join(f'`"{each}"`' for each in value)
    return f"`{value:_}`" if isinstance(value, int) and value >= 10_000 else f"`{value}`"


def values_of(setting: Setting) -> str:
    """Returns the range of a setting's values as a sentence, "" where there is none."""
    if setting.range is None:
        return ""
    low, high = setting.range.low, setting.range.high
    return f" From {low:,g}" + (f" to {high:,g}." if high < 1e6 else ".")


def in_cell(text: str) -> str:
    """Returns a docstring for a table's cell, with links to the pages that it names."""
    line = " ".join(text.split()).replace("|", chr(92) + "|")
    return re.sub(r"docs/(\S+?\.md)", r"[\1](\1)", line)


LISTS: dict[str, dict[str, Callable[[], str]]] = {
    "gtp.md": {"commands": gtp_commands},
    "settings.md": {"presets": presets, "settings": settings},
}
"""The lists of each page, by title."""


if __name__ == "__main__":
    common.run(main)
