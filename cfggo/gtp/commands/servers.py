"""Commands about the rules, and those by which the servers KGS and CGOS end a game."""

import json

from cfggo.go.rules import ruleset_from_name
from cfggo.gtp.protocol import GtpError
from cfggo.gtp.registry import command
from cfggo.gtp.session import Session


@command("kgs-rules", "kata-set-rules")
def set_rules(session: Session, rules: str) -> None:
    """Sets the rules: chinese, japanese, aga, new_zealand or tromp-taylor."""
    try:
        session.game.rules = ruleset_from_name(rules)
    except ValueError as error:
        raise GtpError(str(error)) from error


@command("kata-get-rules")
def get_rules(session: Session) -> str:
    """Returns the rules as KataGo does, a JSON object."""
    rules = session.game.rules
    compensation = rules.handicap_compensation
    fields = {
        "ko": "POSITIONAL",
        "scoring": rules.scoring.upper(),
        "tax": "NONE",
        "suicide": rules.suicide_allowed,
        "hasButton": False,
        "whiteHandicapBonus": "0" if compensation == "none" else compensation,
        "friendlyPassOk": not rules.all_stones_alive,
    }
    return json.dumps(fields, separators=(",", ":"))


@command("kgs-game_over")
def kgs_game_over(session: Session) -> None:
    """Takes note that the game has ended; clear_board begins the next one."""


@command("cgos-gameover")
def cgos_gameover(session: Session, result: str) -> None:
    """Takes note that the game has ended with that result; clear_board begins the next one."""
