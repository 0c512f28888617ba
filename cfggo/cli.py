"""The command line: one command with subcommands."""

import argparse
import importlib
import os
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO, TypeVar, cast

from cfggo.base.errors import CfggoError
from cfggo.base.words import closest
from cfggo.commands.completion import complete
from cfggo.commands.parser import Parser
from cfggo.config import explained_settings
from cfggo.version import __version__

_T = TypeVar("_T")

GROUPS = {
    "play and study": {
        "play": "play and study on a page in the browser",
        "review": "show what each move of a game lost and what was better, on a page and as SGF",
        "explain": "say why a move is likely or not",
        "show": "draw the graph, the policy, the owners or a search of a position",
        "solve": "solve problems of life and death",
    },
    "attach to other programs": {
        "gtp": "speak GTP on standard input and output",
        "analyze": "speak KataGo's analysis protocol, for KaTrain and scripts",
    },
    "let programs play each other": {
        "match": "play a match between two GTP programs",
        "tournament": "play a tournament of GTP programs and rate them",
        "tune": "compare configurations of the engine by sequential tests",
    },
    "learn from games": {
        "train": "learn policies and other models from games",
        "selfplay": "play games of the engine against itself",
        "judge": "let KataGo judge the positions of games, to learn from",
    },
    "measure": {
        "evaluate": "measure how good models are",
        "regress": "test a program on positions with known answers",
        "bench": "measure how fast playouts and searches are",
        "paper": "try the claims of the five papers",
    },
    "cfggo itself": {
        "warmup": "compile and cache everything now",
        "completion": "print a script for Tab in bash, zsh or fish",
        "help": "explain a command, all settings, or levels",
        "analysis": "the same as analyze, by KataGo's name",
    },
}
"""All commands and what they do, in the groups and the order in which the help lists them."""

_SUMMARIES = {name: words for group in GROUPS.values() for name, words in group.items()}

# Modules of cfggo.commands.
COMMANDS = tuple(name for name in _SUMMARIES if name not in ("help", "analysis"))

_ALIASES = {"analyze": ["analysis"]}
"""KataGo's names."""

_WISHED = {
    "play": "board game gui learn new page server study teach teacher ui web",
    "play --problems": "practice practise problem problems puzzle tsumego",
    "play --terminal": "console terminal tui",
    "review": "kifu mistakes",
    "explain": "hint reason why",
    "show": "draw graph ownership picture policy score",
    "gtp": "engine sabaki",
    "help levels": "level levels rank ranks",
    "help settings": "config options set settings",
    "--version": "version",
}
"""Words that people try as commands, by what does that."""

_DESCRIPTION = """\
A Go engine that learns patterns of the common fate graph from game records and
plays by Monte-Carlo tree search. It plays in the browser, reviews games, explains
moves, speaks GTP, plays matches, and trains and measures its own policies."""

_EXAMPLES = """\
examples:
  play on a page                cfggo play --size 9 --level 18k
  have a game reviewed          cfggo review game.sgf
  attach to Sabaki or GoGui     cfggo gtp
  play against GNU Go           cfggo match --black cfggo --white gnugo:0 --size 9
  learn from a folder of games  cfggo train policy records/ --out my.weights
  measure move prediction       cfggo evaluate policy expert my.weights records/

`cfggo help COMMAND` explains one command."""

_INTERRUPTED = 130  # 128 + SIGINT, as shells report it


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code.

    Raises SystemExit for --help and --version.
    """
    _occupy_closed_descriptors()
    stdout = sys.stdout
    if isinstance(stdout, TextIOWrapper):
        stdout.reconfigure(errors="replace")  # what a terminal's encoding does not know
    stderr = sys.stderr
    sys.stdout = cast(TextIO, _Output(stdout))
    if stderr is not None:
        sys.stderr = cast(TextIO, _Progress(stderr))
    try:
        return _run(argv)
    finally:
        sys.stdout, sys.stderr = stdout, stderr


def _run(argv: Sequence[str] | None) -> int:
    args = argparse.Namespace()
    try:
        try:
            parser = _parser()
            if "_ARGCOMPLETE" in os.environ:
                complete(parser)
            args = parser.parse_args(argv)
            code: int = args.run(args)
        except SystemExit:  # --help and --version
            sys.stdout.flush()
            raise
        except BaseException:
            with suppress(CfggoError):  # one error is enough
                sys.stdout.flush()
            raise
        sys.stdout.flush()
    except CfggoError as error:
        _complain(f"cfggo: error: {error}")
        return 2
    except KeyboardInterrupt:
        _complain(f"interrupted{getattr(args, 'goes_on', '')}")
        return _INTERRUPTED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _complain(f"cfggo: error: {where}{error.strerror or error}")
        return 2
    return code


class _Output:
    """Standard output: a failure to write is an error for the user, reported once.

    stream -- the stream, or None if it is closed
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Writes a text. Raises CfggoError if it can't be written."""
        return self._do(lambda stream: stream.write(text))

    def flush(self) -> None:
        """Writes what is waiting. Raises CfggoError if it can't be written."""
        if self._stream is not None:
            self._do(lambda stream: stream.flush())

    def __getattr__(self, name: str) -> Any:
        return self._do(lambda stream: getattr(stream, name))

    def _do(self, work: Callable[[TextIO], _T]) -> _T:
        if self._stream is None:
            raise CfggoError("standard output: closed")
        try:
            return work(self._stream)
        except OSError as error:
            _give_up(self._stream)
            raise CfggoError(f"standard output: {error.strerror}") from error


class _Progress:
    """Standard error: nobody need read it, so a failure to write ends nothing.

    A run of days goes on when the terminal is closed, or the disk of its log is full; what would be
    written from then on is lost.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Writes a text, if that is possible."""
        try:
            return self._stream.write(text)
        except OSError:
            _give_up(self._stream)
            return len(text)

    def flush(self) -> None:
        """Writes what is waiting, if that is possible."""
        try:
            self._stream.flush()
        except OSError:
            _give_up(self._stream)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _occupy_closed_descriptors() -> None:
    """Keeps files that are opened later from getting the descriptors of closed standard streams."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)


def _complain(text: str) -> None:
    """Prints a line on standard error, if that is possible."""
    if sys.stderr is None:  # print would write to standard output then
        return
    print(" ".join(text.splitlines()), file=sys.stderr, flush=True)


def _give_up(stream: TextIO) -> None:
    """Discards what a stream still holds: Python would try again to write it on exit."""
    with suppress(OSError, ValueError):  # ValueError for streams that are no files
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class _MainParser(Parser):
    """The parser of the whole line: a command, and what follows it."""

    commands: Mapping[str, Parser]

    def check_words(self, words: Sequence[str]) -> None:
        """Refuses options before the command."""
        if not words or not words[0].startswith("-"):
            return
        name = words[0].partition("=")[0]
        command = next((word for word in words if word in self.commands), None)
        if command is not None and words[0] not in self.options:
            rest = list(words)
            rest.remove(command)
            raise CfggoError(
                f"options follow the command: {shlex.join([self.prog, command, *rest])}"
            )
        having = [command for command, parser in self.commands.items() if name in parser.options]
        if having and words[0] not in self.options:
            raise CfggoError(
                "a command comes first, such as: " + shlex.join([self.prog, having[0], *words])
            )
        super().check_words(words)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuses what is no command."""
        if value in self.commands:
            return
        if value.lower().endswith(".sgf") or Path(value).exists():
            raise CfggoError(
                f"{value!r} is no command; to open a record: {shlex.join(['cfggo', 'play', value])}"
            )
        wished = {word: what for what, words in _WISHED.items() for word in words.split()}
        if meant := wished.get(value.lower()) or closest(value, self.commands):
            raise CfggoError(f"unknown command {value!r}; did you mean {self.prog} {meant}?")
        self.error(f"unknown command {value!r}")


def _parser() -> Parser:
    parser = _MainParser(prog="cfggo", usage="cfggo COMMAND ...", epilog=_EXAMPLES)
    parser.add_argument("--version", action="version", version=f"cfggo {__version__}")
    subparsers = parser.add_subparsers(
        prog="cfggo", metavar="COMMAND", help=argparse.SUPPRESS, parser_class=Parser
    )
    parser.commands = subparsers.choices
    for name in COMMANDS:
        module = importlib.import_module(f"cfggo.commands.{name}")
        command = subparsers.add_parser(
            name,
            aliases=_ALIASES.get(name, ()),
            help=_SUMMARIES.get(name),
            description=module.DESCRIPTION,
            epilog=getattr(module, "EXAMPLES", None),
        )
        if hasattr(module, "add_options"):
            module.add_options(command)
        command.set_defaults(run=module.run)
    _add_help(parser, subparsers.add_parser("help", help=_SUMMARIES["help"]))
    parser.description = f"{_DESCRIPTION}\n\n{_list_of_commands()}"
    return parser


def _list_of_commands() -> str:
    """Returns all commands by groups, with what they do."""
    width = max(map(len, _SUMMARIES))
    return "\n\n".join(
        "\n".join([f"{title}:", *(f"  {name:{width}}  {words}" for name, words in group.items())])
        for title, group in GROUPS.items()
    )


def _explained_levels() -> str:
    from cfggo.search.levels import LEVELS

    return "\n".join(f"{level.name}  {level.description}" for level in LEVELS.values())


_TOPICS = {"settings": explained_settings, "levels": _explained_levels}
"""Topics of `cfggo help` beside commands."""


def _add_help(parser: _MainParser, explained: Parser) -> None:
    """Makes the parser of the command that explains the others, as their --help does, and all
    settings.
    """
    explained.guide = explained.prog
    explained.add_argument(
        "command",
        nargs="?",
        choices=[*parser.commands, *_TOPICS],
        metavar="COMMAND",
        help=f"a command, or {' or '.join(_TOPICS)} (default: the list of commands)",
    )
    explained.add_argument("part", nargs="?", metavar="WHAT", help="as in: help train policy")

    def run(args: argparse.Namespace) -> int:
        command, part = getattr(args, "command", None), getattr(args, "part", None)
        if command in _TOPICS:
            print(_TOPICS[command]())
            return 0
        found = parser.commands[command] if command else parser
        if part is not None:
            if part not in found.parts:
                raise CfggoError(f"{found.prog} has no part {part!r} (try: cfggo help {command})")
            found = found.parts[part]
        found.print_help()
        return 0

    explained.set_defaults(run=run)
    parser.set_defaults(run=run)  # without a command
