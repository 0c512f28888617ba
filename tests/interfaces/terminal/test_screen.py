"""What is printed, and how long lines are broken."""

from io import StringIO

import pytest
from rich.console import Console

from cfggo.interfaces.terminal.screen import Screen

SENTENCE = "Search: 3 of 1,000 playouts began with C7 (21st): it wins 60.5%, +14.2 points."


@pytest.mark.parametrize(
    ("is_terminal", "printed"),
    [
        (True, SENTENCE.replace(" wins", "\nwins")),
        (False, SENTENCE),  # a transcript: whoever reads it breaks its lines
    ],
)
def test_long_lines_are_broken_between_words_on_a_terminal(is_terminal: bool, printed: str) -> None:
    output = StringIO()
    console = Console(file=output, width=55, force_terminal=is_terminal, highlight=False)
    Screen(console).say(SENTENCE)
    assert [line.rstrip() for line in output.getvalue().splitlines()] == printed.splitlines()
