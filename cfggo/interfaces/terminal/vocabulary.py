"""Words that can be typed, whatever they are about: looked up, completed, and listed as help."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from cfggo.base.errors import CfggoError
from cfggo.base.resources import user_path

_Session = TypeVar("_Session")

_VERTEX = re.compile(r"[a-z]\d+", re.IGNORECASE)


class Leave(Exception):
    """The user wants to leave."""


@dataclass(frozen=True)
class Command(Generic[_Session]):
    """A word that can be typed.

    Public attributes:
        usage   -- str, the word and what may follow it
        summary -- str, what it does
        run     -- does it, with the words that follow; raises CfggoError
        takes   -- what Tab completes after it: a key of what `complete` is given, or ""
    """

    usage: str
    summary: str
    run: Callable[[_Session, list[str]], None]
    takes: str = ""


def obey(
    commands: Mapping[str, Command[_Session]],
    play: Callable[[_Session, list[str]], None],
    session: _Session,
    line: str,
) -> None:
    """Does what a line says; play: what is done with a point.

    Raises CfggoError, in one line for the user, if that can't be done, and Leave.
    """
    first, *rest = [word for word in line.split(" ") if word] or [""]
    name = first.lower()
    if not first:
        return
    if _VERTEX.fullmatch(first):
        nothing_after(rest)
        play(session, [first])
    elif name in commands:
        commands[name].run(session, rest)
    else:
        raise CfggoError(_not_understood(first[:20], commands))


def complete(
    commands: Mapping[str, Command[_Session]],
    before: str,
    values: Mapping[str, Callable[[str], list[str]]],
) -> list[str]:
    """Returns the completions of a text's last word, as whole words.

    values -- by what a command takes: returns what such a word may become; "vertex" for moves
    """
    *typed, word = before.split(" ")
    typed = [each for each in typed if each]
    if not typed:
        found = [name for name in commands if name.startswith(word.lower())]
        return [f"{name} " for name in found] + (values["vertex"](word) if word else [])
    command = commands.get(typed[0].lower())
    kind = command.takes if command and len(typed) == 1 else ""
    return values[kind](word) if kind else []


def help_lines(commands: Mapping[str, Command[_Session]], at_a_point: str) -> list[str]:
    """Returns the list of all words; at_a_point: what is done with a point."""
    shown = [("D4", at_a_point)]
    shown += [(command.usage, command.summary) for command in dict.fromkeys(commands.values())]
    width = max(len(usage) for usage, _ in shown)
    lines = [f"  {usage:{width}}  {summary}" for usage, summary in shown]
    return [*lines, "Tab completes, Ctrl-C ends a search, Ctrl-D leaves."]


def nothing_after(arguments: list[str]) -> None:
    """Raises CfggoError if something follows a word."""
    if arguments:
        raise CfggoError(f"{arguments[0][:20]!r} is one word too many")


def file_of(arguments: list[str], word: str) -> Path:
    """Returns the file that follows a word; its name may have blanks. CfggoError without one."""
    if not arguments:
        raise CfggoError(f"type a name: {word} game.sgf")
    return user_path(" ".join(arguments))


def matching_moves(moves: Iterable[str], word: str) -> list[str]:
    """Returns the moves that a word begins, as it is written."""
    found = [move for move in moves if move.startswith(word.upper())]
    return [move.lower() for move in found] if word == word.lower() else found


def matching_files(word: str) -> list[str]:
    """Returns the folders and SGF files that a word begins."""
    folder = word.rpartition("/")[0] + "/" if "/" in word else ""
    try:
        paths = sorted(user_path(folder or ".").iterdir())
    except (OSError, ValueError, CfggoError):
        return []
    found = [
        f"{folder}{path.name}{'/' if path.is_dir() else ''}"
        for path in paths
        if path.is_dir() or path.suffix.lower() == ".sgf"
    ]
    return [name for name in found if name.startswith(word)]


def _not_understood(word: str, commands: Iterable[str]) -> str:
    close = difflib.get_close_matches(word.lower(), commands, 1, 0.6)
    meant = f"did you mean {close[0]}?" if close else "type a point such as D4, or help"
    return f"{word!r} is no move and no command; {meant}"
