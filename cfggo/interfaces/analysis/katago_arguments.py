"""The arguments with which programs start KataGo, as far as they mean something here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from cfggo.base.errors import CfggoError
from cfggo.interfaces.analysis.override_settings import Perspective, parse_perspective

PERSPECTIVE_KEY = "reportAnalysisWinratesAs"
"""The one setting of KataGo's that counts here."""

_MOST_BYTES = 1 << 20
_LINE = re.compile(rf"\s*{PERSPECTIVE_KEY}\s*=\s*([^#]*?)\s*(?:#.*)?")


def perspective_of(config: Path | None, overrides: Sequence[str]) -> Perspective | None:
    """Returns whose win rates KataGo's configuration asks for, or None if it says nothing.

    All that it says besides is about KataGo's own search.

    config    -- KataGo's file of settings; one that can't be read says nothing
    overrides -- texts such as "KEY=VALUE,KEY=VALUE"

    Raises CfggoError if it asks for a perspective that there is not.
    """
    words = [word for text in overrides for word in text.split(",")]
    found = [match[1] for match in map(_LINE.fullmatch, _lines(config) + words) if match]
    try:
        return parse_perspective(found[-1]) if found else None
    except ValueError as error:
        raise CfggoError(f"{PERSPECTIVE_KEY}: {error}") from error


def _lines(config: Path | None) -> list[str]:
    if config is None:
        return []
    try:
        with config.open("rb") as file:
            return file.read(_MOST_BYTES).decode("utf-8", "replace").splitlines()
    except OSError:
        return []
