"""The rules in force as KataGo's programs see them, and how they change one field of them."""

from cfggo.go.katago_rules import katago_fields, named_ruleset, rules_from_katago
from cfggo.go.rules import Ruleset

_TRUTHS = {"true": True, "false": False}


def rules_of_text(text: str) -> Ruleset:
    """Returns the rules nearest to those of a name or a JSON object of KataGo's.

    Raises ValueError if it is neither.
    """
    return named_ruleset(rules_from_katago(text).rules)


def with_field(rules: Ruleset, field: str, word: str) -> Ruleset:
    """Returns rules with one of KataGo's fields changed, its value given as a word.

    Raises ValueError for an unknown field, a value that it can't have, or one that would count in a
    way that there is none of: a tax or a button.
    """
    field = "scoring" if field == "score" else field
    fields = katago_fields(rules)
    if field not in fields:
        raise ValueError(f"unknown rules option {field[:100]!r}")
    value = _TRUTHS.get(word.lower(), word) if isinstance(fields[field], bool) else word
    asked = rules_from_katago(fields | {field: value})
    if asked.unsupported:
        raise ValueError(f"{field} {word}: not supported")
    return named_ruleset(asked.rules)
