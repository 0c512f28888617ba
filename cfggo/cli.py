"""The command line: one command with subcommands."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from cfggo import __version__
from cfggo.errors import CfggoError

# Modules of cfggo.commands, in the order in which the help lists them.
COMMANDS: tuple[str, ...] = (
    "gtp",
    "match",
    "tournament",
    "tune",
    "selfplay",
    "regress",
    "train",
    "evaluate",
    "bench",
    "warmup",
)

_DESCRIPTION = """\
A Go engine that learns patterns of the common fate graph from game records and
plays by Monte-Carlo tree search. It speaks GTP, plays matches, and trains and
measures its own policies."""

_EXAMPLES = """\
examples:
  attach to Sabaki or GoGui     cfggo gtp --seconds 5
  play against GNU Go           cfggo match --black cfggo --white gnugo:0 --size 9
  learn from a folder of games  cfggo train games/ --config cfg-tree --out my.weights
  measure move prediction       cfggo evaluate cfg-tree baseline games/

`cfggo help COMMAND` explains one command."""

_INTERRUPTED = 130  # 128 + SIGINT, as shells report it
_BROKEN_PIPE = 141  # 128 + SIGPIPE


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    try:
        args = _parser().parse_args(argv)
        code: int = args.run(args)
        sys.stdout.flush()
    except CfggoError as error:
        print(f"cfggo: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return _INTERRUPTED
    except BrokenPipeError:
        # Whatever is still buffered has no reader; without this, Python complains when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    return code


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Leaves room for the longest command's name, of which argparse forgets the indentation."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog)
        self._action_max_length = max(map(len, COMMANDS)) + 2 * self._indent_increment


class _Parser(argparse.ArgumentParser):
    """A parser, as its subcommands' are, that says what is wrong in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        """Raises CfggoError."""
        raise CfggoError(f"{message} (try: {self.prog} --help)")


def _parser() -> _Parser:
    parser = _Parser(
        prog="cfggo",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=_HelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"cfggo {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in COMMANDS:
        module = importlib.import_module(f"cfggo.commands.{name}")
        module.add_parser(subparsers)
        subparsers.choices[name].set_defaults(run=module.run)
    _add_help(parser, subparsers)
    return parser


def _add_help(parser: _Parser, subparsers: "argparse._SubParsersAction[_Parser]") -> None:
    """Adds the command that explains the others, as their --help does."""
    explained = subparsers.add_parser("help", help="explain a command")
    explained.add_argument("command", nargs="?", choices=COMMANDS, metavar="COMMAND")

    def run(args: argparse.Namespace) -> int:
        (subparsers.choices[args.command] if args.command else parser).print_help()
        return 0

    explained.set_defaults(run=run)
