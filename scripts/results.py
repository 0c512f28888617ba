#!/usr/bin/env python3
"""Published results: what a file in data/results says besides its figures, and how it is written.

    scripts/results.py     lists all files in data/results/README.md, by what they say themselves

A result is a JSON object with these keys, in this order:

    what     what the figures are about, in a sentence
    date     the day of the measurement, YYYY-MM-DD
    commit   whose sources and weights were measured
    machine  what it ran on, and what else ran there where that matters
    command  what was run, from the root of the checkout
    seed     of the run, if it has one; figures of several seeds name theirs
    note     what else a reader must know; may be missing
    figures  what was measured: an object or a list

Commit, command and seed are lists where figures come from several.  What is not known any more is
"unknown".
"""

import argparse
import datetime
import json
import os
import platform
import re
import shlex
import subprocess
import sys
from itertools import chain, count
from pathlib import Path
from typing import Any

import common

from cfggo.base.errors import CfggoError
from cfggo.base.files import save_file
from cfggo.commands.parser import Parser

CHECKOUT = Path(__file__).resolve().parent.parent
FOLDER = CHECKOUT / "data" / "results"

README = FOLDER / "README.md"
LIST = "## The files\n\n"
"""The heading in the README above the list, which ends it."""

UNKNOWN = "unknown"

KEYS = ("what", "date", "commit", "machine", "command", "seed", "note", "figures")
"""Of every result, in this order."""

_OPTIONAL = ("seed", "note")
_COMMIT = re.compile(r"[0-9a-f]{7,40}( with changes)?")


def main() -> int:
    """Writes the list of all results; returns the exit code."""
    parser = Parser(description=__doc__)
    parser.parse_args()
    text, heading, _ = README.read_text(encoding="utf-8").partition(LIST)
    save_file(README, (text + heading + listing()).encode())
    return 0


def listing() -> str:
    """Returns a table of all results and what each is about, from their own fields."""
    rows = ["| file | measures |", "|---|---|"]
    for path in sorted(FOLDER.glob("*.json")):
        rows.append(f"| `{path.name}` | {json.loads(path.read_text(encoding='utf-8'))['what']} |")
    return "\n".join([*rows, ""])


def problems(result: object) -> list[str]:
    """Returns what keeps an object from being a result as this module describes it."""
    if not isinstance(result, dict):
        return ["is no object"]
    found = [f"lacks {key}" for key in KEYS if key not in result and key not in _OPTIONAL]
    found += [f"has an unknown key {key!r}" for key in result if key not in KEYS]
    if not found and list(result) != [key for key in KEYS if key in result]:
        found.append(f"has its keys in another order than {', '.join(KEYS)}")
    for key in ("what", "machine", "note"):
        if key in result and not _is_text(result[key]):
            found.append(f"{key}: is no text")
    if "date" in result and not _is_date(result["date"]):
        found.append(f"date: {result['date']!r} is no day such as 2026-11-21")
    for key, is_right in (("commit", _is_commit), ("command", _is_text), ("seed", _is_seed)):
        value = result.get(key, [])
        values = value if isinstance(value, list) else [value]
        if isinstance(value, list) and key in result and len(value) < 2:
            found.append(f"{key}: is a list of fewer than two")
        found += [f"{key}: {each!r} is none" for each in values if not is_right(each)]
    if "figures" in result and not (isinstance(result["figures"], dict | list)):
        found.append("figures: are neither an object nor a list")
    elif "figures" in result and not result["figures"]:
        found.append("figures: are none")
    return found


def make_result(
    what: str,
    figures: dict[str, Any] | list[Any],
    *,
    command: str | None = None,
    seed: int | None = None,
    note: str | None = None,
) -> dict[str, Any]:
    """Returns the result of a measurement that ends now, made on this machine and checkout.

    command -- what was run; by default the script that runs, with its arguments
    """
    values = {
        "what": what,
        "date": datetime.date.today().isoformat(),
        "commit": commit(),
        "machine": machine(),
        "command": command or shlex.join([f"scripts/{Path(sys.argv[0]).name}", *sys.argv[1:]]),
        "seed": seed,
        "note": note,
        "figures": figures,
    }
    result = {key: value for key, value in values.items() if value is not None}
    if found := problems(result):
        raise CfggoError(f"this is no result to keep: {'; '.join(found)}")
    return result


def write_result(path: Path, result: dict[str, Any]) -> None:
    """Writes a result.  Raises CfggoError if the file can't be written, or if a figure is no number
    that JSON has.
    """
    try:
        text = json.dumps(result, indent=1, ensure_ascii=False, allow_nan=False)
    except ValueError as error:
        raise CfggoError(f"{path}: a figure is infinite or no number") from error
    save_file(path, text.encode() + b"\n")


def add_publish_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that keep what a script measured among the published results."""
    parser.add_argument(
        "--publish",
        action="store_true",
        help=f"write data/results/{_own_name()}-DATE.json too",
    )
    parser.add_argument("--note", help="what else a reader must know, for the published file")


def publish_if_asked(
    args: argparse.Namespace,
    what: str,
    figures: dict[str, Any] | list[Any],
    seed: int | None = None,
) -> None:
    """Writes figures among the published results, under the script's name, if the options say so.

    args -- with the options of `add_publish_options`
    """
    if args.publish:
        result = make_result(what, figures, seed=seed, note=args.note)
        path = published_path(_own_name())
        write_result(path, result)
        print(f"the result is in {path}", file=sys.stderr)


def _own_name() -> str:
    """Returns the name of results of the script that runs: review-check for review_check.py."""
    return Path(sys.argv[0]).stem.replace("_", "-")


def published_path(name: str) -> Path:
    """Returns the file of today's result of that name; it has a number from the second one on."""
    today = datetime.date.today().isoformat()
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    paths = (FOLDER / f"{each}-{today}.json" for each in names)
    return next(path for path in paths if not path.exists())


def commit() -> str:
    """Returns the checkout's commit, said to have changes if sources differ from it."""
    git = ["git", "-C", str(CHECKOUT)]
    try:
        head = subprocess.run(
            [*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
        ).stdout.strip()
        changed = subprocess.run(
            [*git, "diff", "--quiet", "HEAD", "--", ".", ":!data/results", ":!docs"],
            capture_output=True,
            check=False,
        ).returncode
    except (OSError, subprocess.CalledProcessError):
        return UNKNOWN
    return f"{head} with changes" if changed else head


def machine() -> str:
    """Returns the processor, the cores that this process may use, the system and Python."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    number = f"{cores} core{'' if cores == 1 else 's'}"
    return f"{_processor()}, {number}, {platform.system()}, Python {platform.python_version()}"


def _processor() -> str:
    """Returns the processor's name, or of what architecture it is."""
    try:
        found = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text())
    except OSError:
        found = None
    return found[1].strip() if found else platform.machine()


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_date(value: object) -> bool:
    if not isinstance(value, str) or not re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        return False
    try:
        datetime.date.fromisoformat(value)
    except ValueError:
        return False
    return True


def _is_commit(value: object) -> bool:
    return isinstance(value, str) and (value == UNKNOWN or bool(_COMMIT.fullmatch(value)))


def _is_seed(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


if __name__ == "__main__":
    common.run(main)
