"""--open: what a command has made is opened in the browser."""

import argparse
import sys
from pathlib import Path

from cfggo.base.terminal import has_display


def add_open(parser: argparse.ArgumentParser, what: str) -> None:
    """Adds the option; what: that is opened."""
    parser.add_argument("--open", action="store_true", help=f"open {what} in the browser")


def open_in_browser(path: Path) -> None:
    """Opens a file in the browser; says so if there is no screen for one."""
    import webbrowser

    if not has_display() or not webbrowser.open(path.resolve().as_uri()):
        print(f"no browser opens here: {path}", file=sys.stderr)
