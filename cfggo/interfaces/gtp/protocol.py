"""The shape of GTP's lines: what a command and an answer look like."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from cfggo.go.points import format_vertex

_COMMENT = re.compile("#.*", re.DOTALL)
_CONTROL_CHARACTERS = dict.fromkeys([*range(32), 127])
_COMMAND = re.compile(r" *(?P<id>[0-9]+)? *(?P<name>[^ ]*)")
_INTERRUPT = re.compile(rb"\s*#\s*interrupt\s*")
_BLANK_LINES = re.compile("\n[ \n]*\n")


class GtpError(Exception):
    """A command failed; the message is the answer's text."""


@dataclass(frozen=True)
class Command:
    """One command.

    Public attributes:
      id        -- str of digits, or "" if the controller gave none
      name      -- str, "" if a line had an id and nothing else
      arguments -- list of str
    """

    id: str
    name: str
    arguments: list[str]


def parse_command(line: bytes) -> Command | None:
    """Returns the command of a line, or None if there is none: a blank line, or only a comment.

    Every line is accepted: bytes that are no UTF-8 are kept as surrogates, as in names of files.
    """
    text = line.decode("utf-8", "surrogateescape").replace("\t", " ")
    text = _COMMENT.sub("", text.translate(_CONTROL_CHARACTERS))
    match = _COMMAND.match(text)
    assert match is not None  # the pattern takes any text
    words = [word for word in text[match.end() :].split(" ") if word]  # names have other blanks
    command = Command(match["id"] or "", match["name"], words)
    return command if command.id or command.name else None


def is_interrupt(line: bytes) -> bool:
    """Tells whether a line is the comment by which GoGui interrupts the command in progress."""
    return _INTERRUPT.fullmatch(line) is not None


def format_answer(command_id: str, success: bool, text: str) -> str:
    """Returns a whole answer, with the blank line that ends it."""
    return f"{'=' if success else '?'}{command_id} {without_blank_lines(text)}".rstrip() + "\n\n"


def without_blank_lines(text: str) -> str:
    """Returns a text that can stand in an answer, where a blank line would end it."""
    text = text.replace("\r", "\n").rstrip()
    return _BLANK_LINES.sub("\n", text)


def format_vertices(points: Iterable[int]) -> str:
    """Returns points as GTP writes them, with spaces between."""
    return " ".join(map(format_vertex, points))


def encode(text: str) -> bytes:
    """Returns the bytes to write; bytes that were no UTF-8 become escapes."""
    return text.encode("utf-8", "backslashreplace")
