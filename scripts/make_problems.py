#!/usr/bin/env python3
"""Makes life-and-death problems, solved without error: enclosed corners, one JSON object a line.

Black defends, White attacks, and half of the problems are each one's.  The same seed makes the same
problems.  After Ctrl-C, those that were made are in the file.
"""

import argparse
from pathlib import Path

import common

from cfggo.base.errors import CfggoError
from cfggo.base.terminal import progress
from cfggo.commands.arguments import count
from cfggo.models.tsumego.collections import LINES_SUFFIXES, to_json
from cfggo.models.tsumego.made_problems import made_problems


def main() -> None:
    """Makes the problems."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path, metavar="FILE", help="a new file; .jsonl")
    parser.add_argument("--problems", type=count, default=6000, help="default %(default)s")
    parser.add_argument("--seed", type=count, default=1, help="default %(default)s")
    args = parser.parse_args()

    if not args.out.name.endswith(LINES_SUFFIXES[0]):
        raise CfggoError(f"{args.out}: the name of a file of problems ends in {LINES_SUFFIXES[0]}")
    try:
        file = args.out.open("x")
    except OSError as error:
        raise CfggoError(f"{args.out}: can't be written: {error.strerror}") from error
    with file, progress("making", args.problems, "problems") as advance:
        for problem in made_problems(args.seed, args.problems):
            file.write(to_json(problem) + "\n")
            file.flush()
            advance(1)


if __name__ == "__main__":
    common.run(main)
