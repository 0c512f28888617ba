"""Sentences in JSON for pages, as an English page shows them."""

from typing import Any


def in_english(value: dict[str, Any]) -> Any:
    """Returns an object of JSON, or the sentence that it is; for `object_hook`."""
    return value.get("en", value)
