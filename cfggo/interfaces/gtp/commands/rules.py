"""The rules of the game."""

import json

from cfggo.go.katago_rules import katago_fields
from cfggo.go.rules import ruleset_from_name
from cfggo.interfaces.gtp.protocol import GtpError
from cfggo.interfaces.gtp.registry import command
from cfggo.interfaces.gtp.rule_fields import rules_of_text, with_field
from cfggo.interfaces.gtp.session import Session


@command("kgs-rules")
def kgs_rules(session: Session, rules: str) -> None:
    """Sets the rules: chinese, japanese, aga, new_zealand or tromp-taylor."""
    try:
        session.game.rules = ruleset_from_name(rules)
    except ValueError as error:
        raise GtpError(str(error)) from error


@command("kata-set-rules")
def kata_set_rules(session: Session, *rules: str) -> None:
    """Sets the rules by a name, JSON object or text of KataGo's, such as
    koSIMPLEscoreAREAtaxNONEsui0whbN.

    The names are aga, aga-button, ancient-area, ancient-territory, bga, chinese, chinese-kgs,
    chinese-ogs, french, goe, ing, japanese, korean, new-zealand, stone-scoring and tromp-taylor.
    The nearest rules there are take the place of others: taxes and buttons are not counted, and
    moves of the engine's never repeat a position, whatever "ko" says. Komi stays.
    """
    try:
        session.game.rules = rules_of_text(" ".join(rules))
    except ValueError as error:
        raise GtpError(str(error)) from error


@command("kata-set-rule")
def kata_set_rule(session: Session, field: str, value: str) -> None:
    """Sets one field of the rules, such as "scoring TERRITORY" or "suicide true".

    Taxes and buttons, which are not counted, are refused, but for the tax on seki of Japanese
    rules, which seldom matters.
    """
    try:
        session.game.rules = with_field(session.game.rules, field, value)
    except ValueError as error:
        raise GtpError(str(error)) from error


@command("kata-get-rules")
def get_rules(session: Session) -> str:
    """Returns the rules in force as KataGo does, a JSON object.

    It says what the engine does: its ko rule is positional superko, whatever the rules are called,
    and an eye in a seki counts.
    """
    return json.dumps(katago_fields(session.game.rules), separators=(",", ":"))
