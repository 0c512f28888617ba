"""What a script has found out so far, in a file: an interrupted run goes on from there."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from cfggo.base.errors import CfggoError


class Lines:
    """JSON objects in a file, one on a line; added one at a time.

    Public attributes:
      by_name -- dict of the objects by their names, in the order in which they were added
    """

    def __init__(self, path: Path, name: str) -> None:
        """Reads what is there. A line that was cut off when a run was killed is left out.

        name -- of the field that names an object

        Raises CfggoError if the file can't be read or written.
        """
        self._name = name
        self.by_name: dict[str, dict[str, Any]] = {}
        try:
            self._file = path.open("a+")
            self._file.seek(0)
            for text in self._file:
                with suppress(ValueError, KeyError, TypeError):
                    line = json.loads(text)
                    self.by_name[line[name]] = line
            self._file.write("" if self._file.tell() == 0 else "\n")
        except OSError as error:
            raise CfggoError(f"{path}: {error.strerror}") from error

    def add(self, line: dict[str, Any]) -> None:
        """Keeps an object."""
        self.by_name[line[self._name]] = line
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()
