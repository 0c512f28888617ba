"""cfggo completion: a script that completes commands, options and values in a shell."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import cast

from cfggo.base.errors import CfggoError
from cfggo.commands.parser import Parser

DESCRIPTION = """\
Prints a script for a shell, which then completes commands, options, presets,
levels, rules and files when Tab is pressed. It needs argcomplete:
pip install 'cfggo[completion]'"""

EXAMPLES = """\
in every new shell:
  bash  echo 'eval "$(cfggo completion bash)"' >> ~/.bashrc
  zsh   echo 'eval "$(cfggo completion zsh)"' >> ~/.zshrc    (after the line with compinit)
  fish  cfggo completion fish > ~/.config/fish/completions/cfggo.fish"""

SHELLS = ("bash", "zsh", "fish")

_FILES = ("DIR", "FILE", "GAME", "MODEL", "PATH", "RECORDS", "WEIGHTS")
"""Parts of what the help calls values that are files."""


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def run(args: argparse.Namespace) -> int:
    """Prints the script."""
    try:
        from argcomplete.shell_integration import shellcode
    except ImportError as error:
        raise CfggoError("completion needs argcomplete: pip install 'cfggo[completion]'") from error
    print(shellcode(["cfggo"], shell=args.shell))
    return 0


def complete(parser: Parser) -> None:
    """Answers a shell that asks, through its environment, how a line may go on, and ends the
    program.
    """
    from argcomplete import autocomplete
    from argcomplete.completers import BaseCompleter, FilesCompleter

    files = FilesCompleter()

    def values(prefix: str, action: argparse.Action, **more: object) -> Sequence[str]:
        name = str(action.metavar or action.dest.upper())
        is_file = action.type is Path or any(part in name for part in _FILES)
        return [*words_of(action.dest, name), *(files(prefix) if is_file else ())]

    autocomplete(
        parser, always_complete_options=False, default_completer=cast(BaseCompleter, values)
    )


def words_of(option: str, name: str) -> Sequence[str]:
    """Returns what a value may be, besides files, by the option and what the help calls it."""
    from cfggo.base.resources import preset_names, weights_names
    from cfggo.config import PlayConfig, PolicyConfig, SearchConfig
    from cfggo.go.rules import RULESETS
    from cfggo.search.levels import level_names

    if option == "level":
        return level_names()
    if option == "rules":
        return [*RULESETS]
    if name == "KEY=VALUE":
        tables = (PolicyConfig, SearchConfig, PlayConfig)
        return [f"{field.name}=" for table in tables for field in fields(table)]
    if name == "PROGRAM":
        return ["cfggo", "gnugo", *(f"cfggo:{preset}" for preset in preset_names())]
    if name in ("NAME-or-FILE", "MODEL"):
        return preset_names()
    if name == "WEIGHTS":
        return weights_names()
    return ("BLACK", "WHITE", "SIDETOMOVE") if name == "SIDE" else ()
