"""Input: lines with editing, history and completion on a terminal, or lines of a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from cfggo.base.errors import CfggoError, naming

_LONGEST = 1000
"""Characters of a line that are read; the others are dropped."""

YES = ("y", "yes")
"""Answers that mean yes."""

Complete = Callable[[str], list[str]]
"""Returns the completions of the last word before the cursor."""


class Lines:
    """Reads lines from standard input.

    Public attributes:
        is_interactive -- whether a person types on a terminal
    """

    def __init__(self) -> None:
        """Looks what standard input is, and lets standard output print whatever is typed.

        Raises CfggoError if standard input is closed.
        """
        if sys.stdin is None:
            raise CfggoError("standard input: closed")
        if reconfigure := getattr(sys.stdout, "reconfigure", None):
            reconfigure(errors="replace")
        self.is_interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._readline = _readline() if self.is_interactive else None

    def complete_with(self, complete: Complete) -> None:
        """Lets the Tab key complete words."""
        if self._readline is None:
            return
        readline = self._readline
        found: list[str] = []

        def completer(word: str, number: int) -> str | None:
            if number == 0:
                found[:] = complete(readline.get_line_buffer()[: readline.get_endidx()])
            return found[number] if number < len(found) else None

        readline.set_completer(completer)
        readline.set_completer_delims(" ")
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")

    def read(self, prompt: str) -> str:
        """Returns the next line; one from a pipe is shown as if it had been typed.

        Raises EOFError at the end, KeyboardInterrupt on Ctrl-C.
        """
        if self.is_interactive:
            try:
                return input(prompt)[:_LONGEST]
            except UnicodeDecodeError:
                return "\ufffd"
        line = _line_of_pipe()
        print(f"{prompt}{line}", flush=True)
        return line

    def ask(self, question: str) -> str:
        """Returns the answer to a question, which the history does not keep."""
        readline = self._readline
        n_before = readline.get_current_history_length() if readline else 0
        answer = self.read(question).strip()
        if readline is not None and readline.get_current_history_length() > n_before:
            readline.remove_history_item(n_before)
        return answer

    def agrees(self, question: str) -> bool:
        """Tells whether the answer to a question is yes."""
        return self.ask(f"{question} [y/N] ").lower() in YES

    def ask_to_replace(self, path: Path) -> None:
        """Asks a person whether a file may be replaced, if there is one.

        Raises CfggoError if it may not, or if nobody can be asked.
        """
        with naming(path):
            if not path.exists():
                return
        if not self.is_interactive:
            raise CfggoError(f"{path}: is there already; choose another name")
        if not self.agrees(f"{path} is there already. Replace it?"):
            raise CfggoError("not saved")


def _readline() -> ModuleType | None:
    """Returns Python's line editor, None where there is none; `input` uses it from now on."""
    try:
        import readline
    except ImportError:
        return None
    return readline


def _line_of_pipe() -> str:
    """Returns the next line of a pipe or file. Raises EOFError at the end."""
    source = sys.stdin.buffer
    data = source.readline(_LONGEST)
    if not data:
        raise EOFError
    rest = data
    while rest and not rest.endswith(b"\n"):
        rest = source.readline(_LONGEST)
    text = data.decode(errors="replace").rstrip("\r\n").expandtabs(1)
    return "".join(character if character.isprintable() else "\ufffd" for character in text)
