"""KataGo: positions, the policy, parameters, for programs written for it."""

import json

from cfggo.go.points import PASS, WHITE, parse_colour
from cfggo.interfaces.gtp.commands.play import format_decision
from cfggo.interfaces.gtp.commands.position import set_up
from cfggo.interfaces.gtp.graphics import board_rows
from cfggo.interfaces.gtp.parameters import (
    PARAMETERS,
    object_of_parameters,
    parameter_of,
    set_parameters,
    words_of_object,
)
from cfggo.interfaces.gtp.protocol import GtpError
from cfggo.interfaces.gtp.registry import Colour, command, parse_number
from cfggo.interfaces.gtp.session import Session
from cfggo.interfaces.katago_model import katago_model

_SYMMETRIES = ("all", *"01234567")


@command("set_position")
def set_position(session: Session, *stones: str) -> None:
    """Starts a new game from stones, given as COLOUR VERTEX ..., or from an empty board.

    Black is to play. Komi and rules stay.
    """
    set_up(session, stones)


@command("kata-search")
def kata_search(session: Session, colour: Colour) -> str:
    """Returns the answer of genmove, and takes its time off the clock, but plays no move."""
    return format_decision(session.choose_move(colour))


@command("kata-search_cancellable")
def kata_search_cancellable(session: Session, colour: Colour) -> str:
    """Returns a move like kata-search, or "cancelled" if anything arrives before."""
    news = session.lines.first_news()
    decision = session.choose_move(colour, stop=news)
    return "cancelled" if news.came else format_decision(decision)


@command("kata-raw-nn")
def kata_raw_nn(session: Session, *words: str) -> str:
    """Returns policy, win rate, score and owners as KataGo's network: [COLOUR] SYMMETRY
    [OPTIMISM].

    There is no network: the policy is the tree policy's for that colour, and all else is found by
    playouts. The position is searched first if that was not done. There are no symmetries either:
    0 to 7 and "all" change nothing but the first line; and no optimism, which is from 0 to 1.
    """
    colour, symmetry = _colour_and_symmetry(session, words)
    game = session.game
    policy = session.engine.policy(game, colour)
    legal = {*game.legal_points(colour)}
    search = session.searched(colour)
    report, owners = search.report, search.ownership
    winrate = report.mean_winrate if colour == WHITE else 1 - report.mean_winrate
    sign = 1 if colour == WHITE else -1
    lead, mean = sign * report.mean_lead, sign * report.mean_score
    return "\n".join(
        [
            f"symmetry {0 if symmetry == 'all' else symmetry}",
            f"whiteWin {winrate:.6f}",
            f"whiteLoss {1 - winrate:.6f}",
            "noResult 0.000000",
            f"whiteLead {lead:z.3f}",
            f"whiteScoreSelfplay {mean:z.3f}",
            f"whiteScoreSelfplaySq {mean**2 + report.score_stdev**2:.3f}",
            "shorttermWinlossError -1",
            "shorttermScoreError -1",
            "policy",
            board_rows(game.size, lambda p: f"{policy[p]:.6f}" if p in legal else "NAN"),
            f"policyPass {policy[PASS]:.6f}",
            "whiteOwnership",
            board_rows(game.size, lambda p: f"{-owners[p]:z.6f}"),
        ]
    )


@command("kata-list-params")
def kata_list_params(session: Session) -> str:
    """Returns the names of the parameters that kata-get-param knows."""
    return " ".join(PARAMETERS)


@command("kata-get-param")
def kata_get_param(session: Session, name: str) -> str:
    """Returns the value of a parameter of kata-list-params."""
    return parameter_of(name).text(session)


@command("kata-get-params")
def kata_get_params(session: Session) -> str:
    """Returns all parameters with their values, a JSON object."""
    return object_of_parameters(session)


@command("kata-set-param")
def kata_set_param(session: Session, name: str, value: str = "") -> None:
    """Sets a parameter of kata-list-params for later searches; without a value, resets it.

    maxPlayouts, maxVisits and maxTime limit a move, 0 for no limit; of the first two the smaller
    counts, and one that was not set follows the other. allowResignation and ponderingEnabled are
    true or false. numSearchThreads stays what it was at the start, and playoutDoublingAdvantage and
    analysisWideRootNoise stay 0: they are there because clients ask.
    """
    set_parameters(session, {name: value})


@command("kata-set-params")
def kata_set_params(session: Session, parameters: str, *more: str) -> None:
    """Sets parameters like kata-set-param, from a JSON object: all, or none if a value is wrong."""
    set_parameters(session, words_of_object(" ".join([parameters, *more])))


@command("kata-get-models")
def kata_get_models(session: Session) -> str:
    """Returns KataGo's JSON list of networks, with one that stands for the preset."""
    return json.dumps([katago_model(session.preset)], separators=(",", ":"))


def _colour_and_symmetry(session: Session, words: tuple[str, ...]) -> tuple[int, str]:
    """Returns the colour, by default that of the side to move, and the symmetry. Raises GtpError
    for anything else than [COLOUR] SYMMETRY [OPTIMISM].
    """
    rest = list(words)
    try:
        is_symmetry_first = not rest or rest[0].lower() in _SYMMETRIES
        colour = session.game.to_play if is_symmetry_first else parse_colour(rest.pop(0))
        if not rest or (symmetry := rest.pop(0).lower()) not in _SYMMETRIES:
            raise ValueError("usage is kata-raw-nn [COLOUR] SYMMETRY [OPTIMISM], 0 to 7 or all")
        if len(rest) > 1 or not all(0 <= parse_number(word) <= 1 for word in rest):
            raise ValueError("expected nothing after the symmetry but an optimism from 0 to 1")
    except ValueError as error:
        raise GtpError(f"syntax error: {error}") from error
    return colour, symmetry
