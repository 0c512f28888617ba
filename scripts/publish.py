#!/usr/bin/env python3
"""Runs a cfggo command that prints JSON, and keeps what it printed as a published result.

    scripts/publish.py bench "playouts of the empty board" -- cfggo bench --json --seconds 15

writes data/results/bench-DATE.json: the figures, with commit, machine, command and seed.  Further
runs of the same command are kept side by side, as a list, with their seeds if these differ.
"""

import json
import shlex
import subprocess
from typing import Any

import common
import results

from cfggo.base.errors import CfggoError
from cfggo.commands.arguments import count
from cfggo.commands.parser import Parser


def main() -> None:
    """Runs the command and writes the result."""
    parser = Parser(description=__doc__)
    parser.add_argument("name", help="of the file, before the date")
    parser.add_argument("what", help="what the figures are about, in a sentence")
    parser.add_argument("--runs", type=count, default=1, help="of the command (default 1)")
    parser.add_argument("--note", help="what else a reader must know")
    parser.add_argument("command", nargs="+", help="a command with --json, behind --")
    args = parser.parse_args()
    if args.name != args.name.strip("./") or "/" in args.name:
        raise CfggoError(f"{args.name!r} is no name of a file without a folder")
    found = [run(args.command) for _ in range(args.runs)]
    result = results.make_result(
        args.what,
        found if args.runs > 1 else found[0],
        command=shlex.join(args.command),
        seed=common_seed(found),
        note=args.note,
    )
    path = results.published_path(args.name)
    results.write_result(path, result)
    print(f"the result is in {path}")


def common_seed(found: list[dict[str, Any]]) -> int | None:
    """Takes the seed out of the figures of all runs and returns it, if it is the same in all."""
    first, *others = (figures.get("seed") for figures in found)
    if any(seed != first for seed in others):
        return None
    for figures in found:
        figures.pop("seed", None)
    return first


def run(command: list[str]) -> dict[str, Any]:
    """Returns the JSON object that a command prints.

    It may fail with exit code 1: `cfggo regress` does where a position is not solved.  Raises
    CfggoError if it can't be started, breaks off, or prints no JSON object.
    """
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    except OSError as error:
        raise CfggoError(f"{command[0]}: {error.strerror}") from error
    if done.returncode not in (0, 1):
        raise CfggoError(f"{shlex.join(command)}: broke off (exit code {done.returncode})")
    try:
        figures = json.loads(done.stdout)
    except ValueError:
        figures = None
    if not isinstance(figures, dict):
        raise CfggoError(
            f"{shlex.join(command)}: printed no JSON object (exit code {done.returncode}); "
            "is --json missing?"
        )
    return figures


if __name__ == "__main__":
    common.run(main)
