"""KataGo's names, texts and objects for rules, as controllers and scripts send them, and records
name them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from cfggo.go.rules import (
    AGA,
    CHINESE,
    JAPANESE,
    MAX_KOMI,
    NEW_ZEALAND,
    RULESETS,
    TROMP_TAYLOR,
    Ruleset,
    plain_name,
    ruleset_from_name,
)


@dataclass(frozen=True)
class AskedRules:
    """Rules that were asked for in KataGo's way.

    Public attributes:
        rules       -- Ruleset, the nearest that there is, with the komi that KataGo then gives
        unsupported -- tuple of str, what changes the score and can't be had: "tax ALL", "hasButton"
    """

    rules: Ruleset
    unsupported: tuple[str, ...] = ()


_ING = AskedRules(replace(TROMP_TAYLOR, name="ing", all_stones_alive=False))
_NEW_ZEALAND = AskedRules(replace(NEW_ZEALAND, komi=7.5))
_TAXED_AREA = AskedRules(replace(CHINESE, handicap_compensation="none"), ("tax ALL",))

_NAMES = {
    "chinese": AskedRules(CHINESE),
    "chineseogs": AskedRules(CHINESE),
    "chinesekgs": AskedRules(CHINESE),
    "japanese": AskedRules(JAPANESE),
    "korean": AskedRules(JAPANESE),
    "aga": AskedRules(AGA),
    "agabutton": AskedRules(replace(AGA, komi=7.0), ("hasButton",)),
    "newzealand": _NEW_ZEALAND,
    "tromptaylor": AskedRules(TROMP_TAYLOR),
    "ing": _ING,
    "stonescoring": _TAXED_AREA,
    "ancientarea": _TAXED_AREA,
    "ancientterritory": AskedRules(JAPANESE, ("tax ALL",)),
}
"""By `plain_name`."""

_WORDS = {
    "ko": ("SIMPLE", "POSITIONAL", "SITUATIONAL", "SPIGHT"),
    "scoring": ("AREA", "TERRITORY"),
    "tax": ("NONE", "SEKI", "ALL"),
    "whiteHandicapBonus": ("0", "N-1", "N"),
}
_TRUTHS = ("suicide", "hasButton", "friendlyPassOk")

_TEXT = re.compile(
    r"""\s*(?:
        komi \s* (?P<komi>[-+]?[\d.]+)
        | ko \s* (?P<ko>SIMPLE|POSITIONAL|SITUATIONAL|SPIGHT)
        | (?:scoring|score) \s* (?P<scoring>AREA|TERRITORY)
        | tax \s* (?P<tax>NONE|SEKI|ALL)
        | sui \s* (?P<suicide>[01])
        | button \s* (?P<hasButton>[01])
        | whb \s* (?P<whiteHandicapBonus>0|N-1|N)
        | fpok \s* (?P<friendlyPassOk>[01]?)
    )\s*""",
    re.VERBOSE | re.IGNORECASE,
)
"""A part of rules as in KataGo's records: koSIMPLEscoreTERRITORYtaxSEKIsui0."""

CUSTOM = "custom"
"""The name of rules that are none of RULESETS."""


def rules_from_katago(value: str | Mapping[str, Any]) -> AskedRules:
    """Returns the rules of a name, an object, a text that holds an object, or one of parts, such as
    "koSIMPLEscoreAREAtaxNONEsui0whbN".

    Every name of KataGo's is known.  The engine's ko rule is positional superko, whichever is asked
    for.

    Raises ValueError for any other value.
    """
    if not isinstance(value, str):
        return _rules_of_object(value)
    if value.strip().startswith("{"):
        return _rules_of_object(_read_object(value))
    if asked := _NAMES.get(plain_name(value)):
        return asked
    if fields := _read_parts(value):
        return _rules_of_object(fields)
    raise ValueError(f"unknown rules {value[:100]!r}")


@lru_cache(maxsize=1000)
def rules_named(text: str) -> AskedRules | None:
    """Returns the rules that a record names, with their komi, or None if they are unknown.

    They are one of RULESETS where one counts and allows the same.
    """
    with suppress(ValueError):
        return AskedRules(ruleset_from_name(text))
    try:
        asked = rules_from_katago(text)
    except ValueError:
        return None
    rules = replace(named_ruleset(asked.rules), komi=asked.rules.komi)
    return AskedRules(rules, asked.unsupported)


def katago_fields(rules: Ruleset) -> dict[str, str | bool]:
    """Returns KataGo's description of what the engine does by these rules."""
    compensation = rules.handicap_compensation
    return {
        "ko": "POSITIONAL",
        "scoring": rules.scoring.upper(),
        "tax": "NONE",
        "suicide": rules.suicide_allowed,
        "hasButton": False,
        "whiteHandicapBonus": "0" if compensation == "none" else compensation,
        "friendlyPassOk": not rules.all_stones_alive,
    }


def named_ruleset(rules: Ruleset) -> Ruleset:
    """Returns the ruleset that counts and allows the same, or these rules as `CUSTOM`."""
    fields = katago_fields(rules)
    for known in RULESETS.values():
        if katago_fields(known) == fields:
            return known
    return replace(rules, name=CUSTOM)


def rules_text(rules: Ruleset) -> str:
    """Returns a record's text for rules: their name, or for custom ones KataGo's object."""
    return json.dumps(katago_fields(rules)) if rules.name == CUSTOM else rules.name


def with_handicap_bonus(rules: Ruleset, bonus: str) -> Ruleset:
    """Returns the rules with another compensation for handicap stones: "0", "N-1" or "N".

    Raises ValueError for any other text.
    """
    match bonus:
        case "0":
            return replace(rules, handicap_compensation="none")
        case "N-1" | "N":
            return replace(rules, handicap_compensation=bonus)
    raise ValueError(f"expected '0', 'N-1' or 'N', not {bonus[:100]!r}")


def _read_object(text: str) -> Mapping[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError("rules are no JSON object") from error
    if not isinstance(value, dict):
        raise ValueError("rules are no JSON object")
    return value


def _read_parts(text: str) -> dict[str, Any]:
    """Returns the fields of a text of parts, none if it is no such text."""
    fields: dict[str, Any] = {}
    at = 0
    while at < len(text):
        part = _TEXT.match(text, at)
        if part is None:
            return {}
        key, word = str(part.lastgroup), str(part[str(part.lastgroup)])
        if key == "komi":
            fields[key] = float(word) if word.count(".") < 2 else None
        else:
            fields[key] = word != "0" if key in _TRUTHS else word.upper()
        at = part.end()
    return fields


def _rules_of_object(fields: Mapping[str, Any]) -> AskedRules:
    """Returns the rules of an object; what it leaves out is as in Tromp-Taylor rules."""
    asked = {
        "ko": "POSITIONAL",
        "scoring": "AREA",
        "suicide": True,
        "hasButton": False,
        "whiteHandicapBonus": "0",
        "friendlyPassOk": False,
    }
    for key, value in fields.items():
        key = "scoring" if key == "score" else key
        words = _WORDS.get(key)
        if words is not None:
            value = value.upper() if isinstance(value, str) else value
            if value not in words:
                raise ValueError(f"{key}: expected {' or '.join(words)}")
        elif key in _TRUTHS:
            if not isinstance(value, bool):
                raise ValueError(f"{key}: expected true or false")
        elif key == "komi":
            if not is_komi(value):
                raise ValueError(
                    f"komi: expected an integer or half-integer from {-MAX_KOMI} to {MAX_KOMI}"
                )
        else:
            raise ValueError(f"unknown rules option {key[:100]!r}")
        asked[key] = value
    return _asked_rules(asked)


def _asked_rules(asked: Mapping[str, Any]) -> AskedRules:
    is_territory = asked["scoring"] == "TERRITORY"
    usual_komi = 6.5 if is_territory else 7.0 if asked["hasButton"] else 7.5
    rules = Ruleset(
        "katago",
        komi=float(asked.get("komi", usual_komi)),
        scoring="territory" if is_territory else "area",
        suicide_allowed=asked["suicide"],
        all_stones_alive=not (is_territory or asked["friendlyPassOk"]),
    )
    rules = with_handicap_bonus(rules, asked["whiteHandicapBonus"])
    # Of the taxes only the one on seki in territory scoring is as good as none.
    tax = asked.get("tax", "NONE")
    is_taxed = tax == "ALL" or (tax == "SEKI" and not is_territory)
    unsupported = ((f"tax {tax}",) if is_taxed else ()) + (
        ("hasButton",) if asked["hasButton"] else ()
    )
    return AskedRules(rules, unsupported)


def is_komi(value: object) -> bool:
    """Tells whether a value of JSON is a komi: an integer or half-integer, as in KataGo."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= MAX_KOMI and float(2 * value).is_integer()
