"""The parser of every command: it answers a wrong command line with what to type."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol

from cfggo.base.errors import CfggoError
from cfggo.base.resources import CONFIG_SUFFIX, preset_names
from cfggo.base.words import closest, did_you_mean

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_Meant = Callable[[Sequence[str]], str]
"""Returns what to type in place of some words."""


class OptionGroup(Protocol):
    """A parser, or a group of its options."""

    def add_argument(self, *names: str, **traits: Any) -> argparse.Action:
        """Adds an option."""

    def add_mutually_exclusive_group(self) -> OptionGroup:
        """Adds a group of options of which one may be given."""


class Part(NamedTuple):
    """A part of a command: what it does in a few words, and in its help.

    signs -- ends of words that a line has that means this part, though it does not name it
    """

    summary: str
    description: str
    examples: str
    signs: tuple[str, ...] = ()


_MOST_LISTED = 12
"""Choices that a message lists."""

_OPTION = re.compile(r"--?[A-Za-z][\w-]*")


class Parser(argparse.ArgumentParser):
    """A parser, used for subcommands too. An error is one line, without the usage.

    Public attributes:
      hints -- what to type, by options that people try and that this command does not have
      stray -- returns what to type in place of words that the command has no place for, "" if it
               does not know
      parts -- the parsers of the parts by their names, of a command in parts
      guide -- the command line that shows what may be typed
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(*args, **kwargs)
        self.hints: Mapping[str, str] = {}
        self.stray: _Meant = lambda words: option_for(words[0], self.options)
        self.parts: Mapping[str, Parser] = {}
        self.guide = f"{self.prog} --help"
        self._signs: dict[str, tuple[str, ...]] = {}

    @property
    def options(self) -> Iterable[str]:
        """The names of all options, those of the parts included."""
        of_parts = (part.options for part in self.parts.values())
        return dict.fromkeys(chain(self._option_string_actions, *of_parts))

    def add_parts(self, parts: Mapping[str, Part]) -> Mapping[str, Parser]:
        """Makes this the parser of a command in parts, such as `cfggo train policy`; returns the
        parsers of these, which tell by the argument `subject` which it is. The first is the usual
        one.
        """
        parsers = self.add_subparsers(metavar="WHAT", required=True, parser_class=Parser)
        self.parts = parsers.choices
        for name, part in parts.items():
            self._signs[name] = part.signs
            parsers.add_parser(
                name, help=part.summary, description=part.description, epilog=part.examples
            ).set_defaults(subject=name)
        return self.parts

    def error(self, message: str) -> NoReturn:
        """Raises CfggoError, with an example of the command if something is missing."""
        message = message.removeprefix("argument ")
        needed = message.removeprefix("the following arguments are required: ")
        if needed != message:
            message = f"{self.prog} needs {' and '.join(needed.split(', '))}"
            if example := re.search(rf"{self.prog} [^\n\\)]*", self.epilog or ""):
                raise CfggoError(f"{message}, as in: {example[0].strip()}")
        if "did you mean" not in message:
            message += f" (try: {self.guide})"
        raise CfggoError(message)

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Refuses what is unknown here, where the subcommand's options are known."""
        words = sys.argv[1:] if args is None else list(args)
        self.check_words(words)
        found, unknown = super().parse_known_args(self._files_last(words), namespace)
        if unknown:
            self._refuse_stray(unknown)
        return found, unknown

    def check_words(self, words: Sequence[str]) -> None:
        """Raises CfggoError for what argparse would find late, or say badly."""
        if self.parts:
            if words and words[0] not in (*self.parts, "-h", "--help"):
                self._refuse_without_part(words)
            return
        options = [*words, "--"][: [*words, "--"].index("--")]
        for name in (word.partition("=")[0] for word in options if _OPTION.match(word)):
            if not any(option.startswith(name) for option in self.options):
                self._refuse_option(name)
        if words and not words[0].startswith("-") and not self._get_positional_actions():
            n = next((i for i, word in enumerate(words) if word.startswith("-")), len(words))
            self._refuse_stray(words[:n])

    def _files_last(self, words: Sequence[str]) -> list[str]:
        """Returns the words with the options first if any number of files may follow: argparse
        would take those before an option for all.
        """
        if not any(action.nargs in ("+", "*") for action in self._get_positional_actions()):
            return [*words]
        options, files, rest = [], [], iter(words)
        for word in rest:
            if word == "--" or not _OPTION.match(word):
                files += [word, *(rest if word == "--" else ())]
                continue
            options.append(word)
            named = (n for n in self._option_string_actions if n.startswith(word))
            if any(self._option_string_actions[name].nargs in (None, 1) for name in named):
                options += islice(rest, 1)
        return [*options, *files]

    def _refuse_without_part(self, words: Sequence[str]) -> NoReturn:
        *most, last = self.parts
        meant = closest(words[0], self.parts) if words[0].isalpha() else None
        if not meant:
            signed = (n for n, ends in self._signs.items() if any(w.endswith(ends) for w in words))
            named = next(signed, most[0])
            words = [named, *shlex.split(shlex.join(words).replace(f"--method {named}", ""))]
        typed = [meant, *words[1:]] if meant else words
        raise CfggoError(
            f"{self.prog} needs {', '.join(most)} or {last} first; did you mean "
            f"{self.prog} {shlex.join(typed)}?"
        )

    def _refuse_option(self, name: str) -> NoReturn:
        if hint := self.hints.get(name):
            raise CfggoError(f"{self.prog} has no {name}: {hint}")
        plain = {option.lstrip("-"): option for option in self.options if option != "-h"}
        if meant := closest(name.lstrip("-"), plain):
            raise CfggoError(f"unknown option {name}; did you mean {plain[meant]}?")
        self.error(f"unknown option {name}")

    def _refuse_stray(self, words: Sequence[str]) -> NoReturn:
        if hint := self.stray(words):
            raise CfggoError(f"unexpected {words[0]!r}; did you mean {hint}?")
        self.error(f"unexpected {words[0]!r}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuses a value that is no choice, without a list of all if one is like it, or if there
        are many.
        """
        if action.choices is None or value in action.choices:
            return
        choices = [*map(str, action.choices)]
        is_to_advise = len(choices) <= _MOST_LISTED or closest(str(value), choices)
        advice = f"; {did_you_mean(str(value), choices)}" if is_to_advise else ""
        raise argparse.ArgumentError(action, f"unknown {value!r}{advice}")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Prints the help or the version; argparse's own ignores a full disk."""
        (file or sys.stdout).write(message)


def option_for(word: str, options: Iterable[str]) -> str:
    """Returns a word with the one of some options that it is probably a value of, "" if of none."""
    found = (option for option in options if option in _VALUES and _VALUES[option](word))
    return next((f"{option} {word}" for option in found), "")


def _is_level(word: str) -> bool:
    from cfggo.search.levels import LEVELS

    return word.lower() in LEVELS


def _is_config(word: str) -> bool:
    return word in preset_names() or word.endswith(CONFIG_SUFFIX)


_VALUES: dict[str, Callable[[str], bool]] = {
    "--level": _is_level,
    "--config": _is_config,
    "--set": lambda word: "=" in word,
    "--move": str.isdecimal,
    "--games": str.isdecimal,
    "--seconds": str.isdecimal,
    "--size": str.isdecimal,
    "--at": lambda word: re.fullmatch(r"[A-Za-z]\d{1,2}", word) is not None,
}
"""Signs that a word without an option is the value of one."""
