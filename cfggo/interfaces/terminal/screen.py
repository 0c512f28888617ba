"""Output: lines, and boards as the terminal can show them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cfggo.interfaces.terminal.drawing import Means

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


class Screen:
    """Where lines and boards are printed.

    Public attributes:
        means -- Means, what it can show
    """

    def __init__(self, output: Console) -> None:
        """Looks what a console can show."""
        self._output = output
        has_colours = output.color_system is not None and not output.no_color
        self.means = Means(has_colours, output.encoding.lower().startswith("utf"))

    def say(self, *lines: str) -> None:
        """Prints lines; on a terminal, broken between words where they are wider than it."""
        is_whole = not self._output.is_terminal
        for line in lines:
            self._output.print(line, soft_wrap=is_whole, markup=False, emoji=False)

    def show(self, drawn: Callable[[Means], Text]) -> None:
        """Prints a board below an empty line; drawn: returns it, by what can be shown."""
        self._output.print()
        self._output.print(drawn(self.means), soft_wrap=True)
