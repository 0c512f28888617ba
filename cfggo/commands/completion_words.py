"""Words that can follow `cfggo`, taken from the argument parsers, for the shells to complete."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, fields
from pathlib import Path
from textwrap import shorten

from cfggo.base.resources import preset_names, weights_names
from cfggo.config import PlayConfig, PolicyConfig, SearchConfig
from cfggo.go.rules import RULESETS
from cfggo.search.levels import level_names

_LONGEST_HELP = 80  # characters of an option's help

_TABLES = (PolicyConfig, SearchConfig, PlayConfig)
_KEYS = [f"{field.name}=" for table in _TABLES for field in fields(table)]
_PRESETS = preset_names()
_PROGRAMS = ["cfggo", "gnugo", *(f"cfggo:{name}" for name in _PRESETS)]

_WORDS = {
    "NAME-or-FILE": _PRESETS,
    "MODEL": _PRESETS,
    "PROGRAM": _PROGRAMS,
    "KEY=VALUE": _KEYS,
    "WEIGHTS": weights_names(),
    "SIDE": ["BLACK", "WHITE", "SIDETOMOVE"],
}
"""Words that stand for values, by what the help calls the value."""

_WORDS_OF_OPTIONS = {"level": level_names(), "rules": list(RULESETS)}
"""The same, by an option's name."""

_FILES = ("DIR", "FILE", "GAME", "MODEL", "PATH", "RECORDS", "WEIGHTS")
"""Parts of what the help calls values that are files."""


@dataclass(frozen=True)
class Value:
    """A value that follows an option, or stands alone.

    Public attributes:
        name  -- as the help calls it
        words -- what it may be, besides files
        files -- whether it may be a file or folder
    """

    name: str
    words: tuple[str, ...]
    files: bool


@dataclass(frozen=True)
class Option:
    """An option.

    Public attributes:
        names   -- all its names, such as ("-h", "--help")
        help    -- its help in one line
        value   -- Value that follows, or None
        repeats -- whether it may be given again
    """

    names: tuple[str, ...]
    help: str
    value: Value | None
    repeats: bool


@dataclass(frozen=True)
class Command:
    """A command.

    Public attributes:
        names   -- words after `cfggo`, the usual one first
        help    -- what it does, in one line
        options -- list of Option
        values  -- Values that stand alone, in their order
    """

    names: tuple[str, ...]
    help: str
    options: list[Option]
    values: list[Value]


def commands_of(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser],
) -> list[Command]:
    """Returns all commands, in the order of the help."""
    names: dict[str, list[str]] = {}
    first: dict[int, str] = {}  # of a parser's names
    for name, parser in subparsers.choices.items():
        names.setdefault(first.setdefault(id(parser), name), []).append(name)
    helps = {action.dest: action.help or "" for action in subparsers._choices_actions}
    return [
        _command(tuple(all_names), helps.get(name, ""), subparsers.choices[name])
        for name, all_names in names.items()
    ]


def _command(names: tuple[str, ...], summary: str, parser: argparse.ArgumentParser) -> Command:
    options: dict[tuple[str, ...], Option] = {}
    values = []
    for action in _actions(parser):
        if action.help == argparse.SUPPRESS:
            continue
        value = _value(action)
        if action.option_strings:
            summary_of_option = _one_line(parser, action)
            repeats = isinstance(action, argparse._AppendAction)
            option_names = tuple(action.option_strings)
            options.setdefault(
                option_names, Option(option_names, summary_of_option, value, repeats)
            )
        elif value is not None:
            values.append(value)
    return Command(names, summary, [*options.values()], values)


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Returns the arguments of a command, and those of all its parts."""
    actions = list(parser._actions)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            actions += [each for part in action.choices.values() for each in part._actions]
    return actions


def _value(action: argparse.Action) -> Value | None:
    """Returns the value that an argument takes, None if it takes none."""
    if action.nargs == 0:
        return None
    name = str(action.metavar or action.dest.upper())
    if action.choices is not None:
        words = [str(choice) for choice in action.choices]
    else:
        words = _WORDS_OF_OPTIONS.get(action.dest, _WORDS.get(name, []))
    files = action.type is Path or any(part in name for part in _FILES)
    return Value(name, tuple(words), files)


def _one_line(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    """Returns an argument's help, or its beginning, in one short line."""
    whole = parser._get_formatter()._expand_help(action) if action.help else ""
    return shorten(whole, _LONGEST_HELP, placeholder=" ...")
