"""A log of commands, answers and errors, with time stamps."""

from datetime import datetime
from pathlib import Path
from typing import TextIO

from cfggo.base.errors import naming


class Log:
    """Appends lines to a file; without a file it writes nothing."""

    def __init__(self, path: Path | None = None) -> None:
        """Opens the file. Raises CfggoError if it can't be written."""
        self._file: TextIO | None = None
        if path is not None:
            with naming(path):
                self._file = path.open("a", encoding="utf-8", errors="backslashreplace")

    def write(self, mark: str, text: str) -> None:
        """Writes a text line by line, each after the time and a mark of its kind."""
        if self._file is None:
            return
        now = datetime.now().isoformat(sep=" ", timespec="milliseconds")
        try:
            for line in text.rstrip("\n").split("\n"):
                self._file.write(f"{now} {mark} {line}\n")
            self._file.flush()
        except OSError:
            self._file = None  # a full disk must not end a game
