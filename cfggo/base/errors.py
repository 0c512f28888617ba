"""The error that users see."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any


class CfggoError(Exception):
    """Something the user can put right.

    The message is one line that names the file, line or value at fault. The command line prints it
    after ``cfggo: error:`` and exits with 2.
    """


@contextmanager
def naming(what: object) -> Iterator[None]:
    """Raises CfggoError for an OSError within; what: names the file at fault, and may say more."""
    try:
        yield
    except OSError as error:
        raise CfggoError(f"{what}: {error.strerror or error}") from error


def changes_between(stored: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """Returns in words how settings differ from those of the run to be resumed, "" if not."""
    changes = []
    for key in sorted(stored.keys() | given.keys()):
        before, now = stored.get(key), given.get(key)
        if isinstance(before, Mapping) and isinstance(now, Mapping):
            changes += [f"{key}: {changes_between(before, now)}"] if before != now else []
        elif before != now:
            changes.append(f"{key} was {before!r} and is now {now!r}")
    return "; ".join(changes)
