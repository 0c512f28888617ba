#!/usr/bin/env python3
"""Writes the list of GTP commands in docs/gtp.md, made from the commands' docstrings.

The list stands between two comments of the page; everything else stays. With --check nothing is
written, and the exit code is 1 if the page does not have the list as it is now.
"""

import argparse
from pathlib import Path
from types import ModuleType

import common

from cfggo.base.errors import CfggoError
from cfggo.interfaces.gtp import commands
from cfggo.interfaces.gtp.registry import COMMANDS, Declaration

PAGE = Path(__file__).parents[1] / "docs" / "gtp.md"

BEGIN = (
    "<!-- made by scripts/gtp_commands.py from the docstrings in cfggo/interfaces/gtp/commands/ -->"
)
END = "<!-- end of what scripts/gtp_commands.py makes -->"

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
    "gomill",
    "servers",
    "cgos",
)
"""The modules in the order in which the page has their commands; others come after them."""


def main() -> int:
    """Writes or checks the page; returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="only tell whether it is up to date")
    args = parser.parse_args()
    page = PAGE.read_text(encoding="utf-8")
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise CfggoError(f"{PAGE}: the comments that enclose the list are missing")
    made = f"{before}{BEGIN}\n\n{command_list()}\n{END}{after}"
    if args.check:
        if made != page:
            print(f"{PAGE}: the list of commands is out of date: run scripts/gtp_commands.py")
        return int(made != page)
    PAGE.write_text(made, encoding="utf-8")
    return 0


def command_list() -> str:
    """Returns the list: a table for each module of commands, under a heading of its own."""
    names = [name for name in commands.__all__ if name != "COMMANDS"]
    ranks = {name: rank for rank, name in enumerate(ORDER)}
    modules = [getattr(commands, name) for name in sorted(names, key=lambda n: ranks.get(n, 99))]
    return "\n".join(table_of(module) for module in modules)


def table_of(module: ModuleType) -> str:
    """Returns the table of a module's commands, under the first line of its docstring."""
    heading = (module.__doc__ or "").partition("\n")[0].rstrip(".")
    declared: dict[object, list[Declaration]] = {}
    for command in COMMANDS.values():
        if command.function.__module__ == module.__name__:
            declared.setdefault(command.function, []).append(command)
    rows = [row_of(same) for same in declared.values()]
    return "\n".join([f"### {heading}", "", "| command | what it does |", "|---|---|", *rows, ""])


def row_of(declared: list[Declaration]) -> str:
    """Returns the row of one command, or of several names of it."""
    *others, last = declared
    usage = ", ".join([*(f"`{other.name}`" for other in others), f"`{last.usage}`"])
    text = " ".join(f"{last.help} {last.details}".split())
    return f"| {usage} | {text.replace('|', chr(92) + '|')} |"


if __name__ == "__main__":
    common.run(main)
