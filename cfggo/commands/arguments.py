"""Types of arguments that several commands take; argparse names the option when one is wrong."""

import argparse
import datetime
from pathlib import Path

from cfggo.go.points import MAX_SIZE, MIN_SIZE
from cfggo.go.rules import Ruleset, ruleset_from_name


def count(text: str) -> int:
    """Returns a whole number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, not {text!r}")
    return int(text)


def board_size(text: str) -> int:
    """Returns a board size."""
    if not text.isdecimal() or not MIN_SIZE <= int(text) <= MAX_SIZE:
        raise argparse.ArgumentTypeError(f"expected {MIN_SIZE} to {MAX_SIZE}, not {text!r}")
    return int(text)


def ruleset(text: str) -> Ruleset:
    """Returns the ruleset of that name."""
    try:
        return ruleset_from_name(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def games_folder(out: Path | None) -> Path:
    """Returns the folder for a run's games: the one that was given, or else a new one."""
    return out or Path("games") / datetime.datetime.now().strftime("%Y-%m-%d-%H%M%S")
