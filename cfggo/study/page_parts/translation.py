"""Sentences in the languages of the pages, for files and terminals: what `language.js` does."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

from cfggo.base.said import Said, said
from cfggo.study.page_parts import LANGUAGES, catalogues

ALL_LANGUAGES = ("en", *LANGUAGES)
"""The names of the languages."""

_NUMBER = re.compile(r"((?:x |[-+−<])?)(\d[\d,]*)(?:\.(\d+))?(%?)")
_PLACE = re.compile(r"\{(\w+)\}")

_MOVES = re.compile(r"(?:(?:[A-T]\d\d?|pass)(?: |$))+")
_LEAD = re.compile(r"([BW])\+([\d.]+|[RTF])")
_ENDS = {"R": said("R"), "T": said("T")}

_PARTICLE = re.compile(r"(.)(은\(는\)|이\(가\)|을\(를\)|과\(와\)|\(으\)로)")
"""Korean particles, in their forms after a consonant and after a vowel."""

_DIGIT_ENDINGS = {"0": 21, "1": 8, "3": 16, "6": 1, "7": 8, "8": 8}
"""The last consonants of digits that are read, as Unicode counts them; 8 is that of 일."""

_MARKS = {
    "de": (",", ".", "\u00a0%"), "es": (",", ".", "\u00a0%"),
    "fr": (",", "\u202f", "\u00a0%"), "ru": (",", "\u00a0", "\u00a0%"),
}  # fmt: skip
"""Before decimals, between thousands, and for percent, where these are not as in English."""

_SPANISH_GROUPS = 10_000
"""From which number on Spanish marks thousands."""

_PASS = said("pass")

_TRADITIONAL = ("zh_TW", "zh_HK", "zh_MO", "zh_Hant")


def language_of_user() -> str:
    """Returns the language of the environment, "en" if there are no translations into it."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next(filter(None, names), "")
    if name.startswith("zh"):
        return "zh-Hant" if name.startswith(_TRADITIONAL) else "zh-Hans"
    return name[:2] if name[:2] in LANGUAGES else "en"


def translator(language: str) -> Callable[[str], str]:
    """Returns what translates sentences into a language; other texts, and sentences that have no
    translation, stay as they are.
    """
    catalogue = {} if language == "en" else catalogues()[language]

    def translate(text: str) -> str:
        if language == "en" or not isinstance(text, Said):
            return str.__str__(text)
        found = catalogue.get(text.message)
        if found is None:
            return str.__str__(text)
        if isinstance(found, list):
            form = _plural_form(language, text.values["n"])
            found = found[min(form, len(found) - 1)]
        sentence = _PLACE.sub(lambda place: written(text.values[place[1]]), found)
        return _PARTICLE.sub(_with_particle, sentence) if language == "ko" else sentence

    def written(value: object) -> str:
        if isinstance(value, Said):
            return translate(value)
        if isinstance(value, str) and _MOVES.fullmatch(value):
            return value.replace("pass", translate(_PASS))
        if isinstance(value, str) and (lead := _LEAD.fullmatch(value)):
            n = _ENDS.get(lead[2], lead[2])
            return translate(said("B+{n}", n=n) if lead[1] == "B" else said("W+{n}", n=n))
        is_short = language == "es" and type(value) is int and abs(value) < _SPANISH_GROUPS
        is_grouped = type(value) is int and not is_short
        return _figure(f"{value:,}" if is_grouped else str(value), language)

    return translate


def _with_particle(found: re.Match[str]) -> str:
    """Returns a letter or a digit with the form of the particle that stands behind it."""
    last, forms = found.groups()
    ending = (ord(last) - 0xAC00) % 28 if "가" <= last <= "힣" else _DIGIT_ENDINGS.get(last, 0)
    if forms == "(으)로":
        return last + ("로" if ending in (0, 8) else "으로")
    return last + (forms[0] if ending else forms[2])


def _figure(text: str, language: str) -> str:
    """Returns a text as the language writes it, if it is a number: "1,000", "-2.5", "40%"."""
    found = _NUMBER.fullmatch(text)
    if language not in _MARKS or found is None:
        return text
    point, group, percent = _MARKS[language]
    sign, whole, decimals, is_share = found.groups()
    return (
        sign
        + whole.replace(",", group)
        + (point + decimals if decimals else "")
        + (percent if is_share else "")
    )


def _plural_form(language: str, n: Any) -> int:
    """Returns the place of n's form among those of a catalogue; fractions are written as a few."""
    number = abs(float(str(n).replace(",", "")))
    if language == "fr":
        return int(number >= 2)
    if language != "ru":
        return int(number != 1)
    if number % 1:
        return 1
    last, tens = number % 10, number % 100 // 10
    return 2 if tens == 1 or last in (0, 5, 6, 7, 8, 9) else int(last != 1)
