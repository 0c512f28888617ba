#!/usr/bin/env python3
"""Writes what commands print into the pages, below the commands.

    scripts/docs_outputs.py             all pages of docs/
    scripts/docs_outputs.py explain     those with "explain" in their file's name

A block that begins with ```console has commands, each behind "$ ", and below each what it prints to
standard output. A command may go on: after a backslash, or up to a line END if it has <<END. Blocks
without any output are left alone; for a new command write a line "..." below it.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import common

from cfggo.base.errors import CfggoError
from cfggo.commands.parser import Parser

DOCS = Path(__file__).resolve().parents[1] / "docs"

_BLOCK = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.DOTALL | re.M)
_PROMPT = "$ "
_INPUT, _END = "<<END", "END"


def main() -> int:
    """Writes the pages; returns the exit code."""
    parser = Parser(description=__doc__)
    parser.add_argument("name", nargs="?", default="", help="part of the names of the pages")
    args = parser.parse_args()
    chosen = [page for page in pages() if args.name in page.name]
    if not chosen:
        raise CfggoError(f"no page with outputs of commands has {args.name!r} in its name")
    for page in chosen:
        page.write_text(renewed(page.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


def pages() -> list[Path]:
    """Returns the pages that have outputs of commands."""
    return [
        page
        for page in sorted(DOCS.glob("*.md"))
        if any(commands_of(block) for block in _BLOCK.findall(page.read_text(encoding="utf-8")))
    ]


def renewed(text: str) -> str:
    """Returns a page's text with what its commands print now.

    Raises CfggoError for a command that fails.
    """
    return _BLOCK.sub(lambda match: _renewed_block(match[1]), text)


def commands_of(block: str) -> list[str]:
    """Returns the commands of a block, without their prompts; none if it has no output."""
    commands, others = [], 0
    lines = iter(block.splitlines())
    for line in lines:
        if line.startswith(_PROMPT):
            commands.append("\n".join(_command(line.removeprefix(_PROMPT), lines)))
        else:
            others += bool(line)
    return commands if others else []


def _command(first: str, lines: Iterator[str]) -> Iterator[str]:
    """Yields the lines of a command, and takes those after the first."""
    yield first
    end = first
    while end.endswith("\\"):
        yield (end := next(lines))
    if _INPUT in end:
        while (line := next(lines)) != _END:
            yield line
        yield _END


def _renewed_block(block: str) -> str:
    made = [f"{_PROMPT}{command}\n{output_of(command)}\n" for command in commands_of(block)]
    return "".join(made) or block


def output_of(command: str) -> str:
    """Returns what a command prints to standard output, in an empty folder but for docs/.

    Spaces at the ends of lines and empty lines at the end are left out. Raises CfggoError if it
    fails.
    """
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    with TemporaryDirectory() as folder:
        (Path(folder) / "docs").symlink_to(DOCS)
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            cwd=folder,
            env={**os.environ, "PATH": path, "CFGGO_DATA_DIR": folder, "PYTHONUTF8": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    if done.returncode:
        raise CfggoError(f"{command}: failed (exit code {done.returncode}): {done.stderr.strip()}")
    return "\n".join(line.rstrip() for line in done.stdout.rstrip().splitlines())


if __name__ == "__main__":
    common.run(main)
