"""The error that users see."""

from collections.abc import Mapping
from typing import Any


class CfggoError(Exception):
    """Something the user can put right.

    The message is one line that names the file, line or value at fault. The command line prints it
    after ``cfggo: error:`` and exits with 2.
    """


def changes_between(stored: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """Returns in words how settings differ from those of the run to be resumed, "" if not."""
    return "; ".join(
        f"{key} was {stored.get(key)!r} and is now {given.get(key)!r}"
        for key in sorted(stored.keys() | given.keys())
        if stored.get(key) != given.get(key)
    )
