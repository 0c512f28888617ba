"""Sentences that pages can say in the user's language.

A sentence is made by `said` from a message, which the catalogues in
`cfggo/study/page_parts/languages` translate, and the values at its named places.  It is an English
`str` to everybody else: terminal, GTP, records and logs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cfggo.base.words import number_to_text


class Said(str):
    """An English sentence that knows from what it was made.

    Public attributes:
      message -- str, what catalogues translate: with places such as {n}; if it has two forms, that
                 of one thing
      values  -- what stands at the places, by name; may be Said themselves
    """

    message: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        """Returns itself, so that an error that is made of it keeps it."""
        return self


class Spelled(int):
    """A whole number that English sentences have in words, if it is small."""

    def __str__(self) -> str:
        return number_to_text(int(self))


class Ordinal(int):
    """A place in an order, which English sentences write as "2nd"."""

    def __str__(self) -> str:
        if self % 100 in (11, 12, 13):
            return f"{int(self)}th"
        return f"{int(self)}" + {1: "st", 2: "nd", 3: "rd"}.get(self % 10, "th")


def said(message: str, /, **values: object) -> Said:
    """Returns a sentence; whole numbers among its values are written with commas."""
    return _made(message, message, values)


def said_n(one: str, many: str, /, *, n: float | str, **values: object) -> Said:
    """Returns a sentence in one of two forms: that for n, which is one or as many as it says.

    n -- a number, or how it is written, such as "8.4"
    """
    number = float(n.replace(",", "")) if isinstance(n, str) else n
    form = one if number == 1 else many
    return _made(one, form, {"n": n, **values})


def translatable(text: str) -> Said:
    """Returns a text of a file as a sentence; pages translate it if it is one of the messages."""
    sentence = Said(text)
    sentence.message, sentence.values = text, {}
    return sentence


def listed(parts: Iterable[str]) -> str:
    """Returns parts with commas between them, "" for none."""
    return _chained("{first}, {second}", parts)


def in_a_row(sentences: Iterable[str]) -> str:
    """Returns sentences one behind the other, "" for none."""
    return _chained("{first} {second}", sentences)


def said_to_json(data: Any) -> Any:
    """Returns data for JSON, with sentences as `language.js` takes them."""
    if isinstance(data, Said):
        sentence: dict[str, Any] = {"en": str.__str__(data)}
        if data.message != data:
            sentence |= {"id": data.message}
        if data.values:
            sentence |= {"values": said_to_json(data.values)}
        return sentence
    if isinstance(data, Mapping):
        return {key: said_to_json(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [said_to_json(each) for each in data]
    return data


def said_from_json(value: Any) -> str:
    """Returns the sentence that `said_to_json` has written, or another text.

    Raises KeyError, TypeError or ValueError if it is neither.
    """
    if not isinstance(value, dict):
        return str(value)
    values = {
        name: said_from_json(each) if isinstance(each, dict) else each
        for name, each in dict(value.get("values", {})).items()
    }
    sentence = Said(value["en"])
    sentence.message, sentence.values = str(value.get("id", value["en"])), values
    return sentence


def _made(message: str, form: str, values: Mapping[str, object]) -> Said:
    written = {name: _written(value) for name, value in values.items()}
    sentence = Said(form.format_map(written))
    sentence.message, sentence.values = message, values
    return sentence


def _written(value: object) -> object:
    return f"{value:,}" if type(value) is int else value


def _chained(message: str, parts: Iterable[str]) -> str:
    first, *others = [part for part in parts if part] or [""]
    for other in others:
        first = said(message, first=first, second=other)
    return first
