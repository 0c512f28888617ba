"""The rules in force as KataGo's programs see them, and how they change one field of them."""

from dataclasses import replace

from cfggo.go.katago_rules import rules_from_katago
from cfggo.go.rules import RULESETS, Ruleset

_TRUTHS = {"true": True, "false": False}


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


def rules_of_text(text: str) -> Ruleset:
    """Returns the rules nearest to those of a name or a JSON object of KataGo's.

    Raises ValueError if it is neither.
    """
    return _named(rules_from_katago(text).rules)


def with_field(rules: Ruleset, field: str, word: str) -> Ruleset:
    """Returns rules with one of KataGo's fields changed, its value given as a word.

    Raises ValueError for an unknown field or a value that it can't have.
    """
    field = "scoring" if field == "score" else field
    fields = katago_fields(rules)
    if field not in fields:
        raise ValueError(f"unknown rules option {field[:100]!r}")
    value = _TRUTHS.get(word.lower(), word) if isinstance(fields[field], bool) else word
    return _named(rules_from_katago(fields | {field: value}).rules)


def _named(rules: Ruleset) -> Ruleset:
    """Returns the ruleset that counts and allows the same, or these rules as "custom"."""
    fields = katago_fields(rules)
    for known in RULESETS.values():
        if katago_fields(known) == fields:
            return known
    return replace(rules, name="custom")
