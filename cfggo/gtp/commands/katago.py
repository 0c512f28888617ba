"""What programs written for KataGo ask beyond analysis: positions, the policy, parameters."""

from cfggo.go.points import PASS, WHITE, format_vertex, parse_colour
from cfggo.gtp.commands.position import set_up
from cfggo.gtp.graphics import board_rows
from cfggo.gtp.parameters import PARAMETERS, Parameter
from cfggo.gtp.protocol import GtpError
from cfggo.gtp.registry import Colour, command
from cfggo.gtp.session import Session

_SYMMETRIES = ("all", *"01234567")


@command("set_position")
def set_position(session: Session, *stones: str) -> None:
    """Starts a new game from stones, given as COLOUR VERTEX COLOUR VERTEX ...; without any, from an
    empty board.

    Black is to play. Komi and rules stay.
    """
    set_up(session, stones)


@command("kata-search")
def kata_search(session: Session, colour: Colour) -> str:
    """Returns the move that the engine would play, within the limits of a game without a clock."""
    return format_vertex(session.choose_move(colour, reg=True).point)


@command("kata-raw-nn")
def kata_raw_nn(session: Session, *words: str) -> str:
    """Returns policy, win rate, score and owners as KataGo does of its network: [COLOUR] SYMMETRY.

    There is no network: the policy is the tree policy's for that colour, and all else is found by
    playouts. The position is searched first if that was not done. There are no symmetries either:
    0 to 7 and "all" change nothing but the first line.
    """
    colour, symmetry = _colour_and_symmetry(session, words)
    game = session.game
    policy = session.engine.policy(game, colour)
    legal = {*game.legal_points(colour)}
    report = session.searched(colour).report
    owners = session.engine.ownership()
    winrate = report.mean_winrate if colour == WHITE else 1 - report.mean_winrate
    lead = report.score if colour == WHITE else -report.score
    return "\n".join(
        [
            f"symmetry {0 if symmetry == 'all' else symmetry}",
            f"whiteWin {winrate:.6f}",
            f"whiteLoss {1 - winrate:.6f}",
            "noResult 0.000000",
            f"whiteLead {lead:z.3f}",
            f"whiteScoreSelfplay {lead:z.3f}",
            f"whiteScoreSelfplaySq {lead**2 + report.score_stdev**2:.3f}",
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
    """Returns the value of a parameter that kata-list-params names."""
    return _parameter(name).get(session)


@command("kata-set-param")
def kata_set_param(session: Session, name: str, value: str) -> None:
    """Sets a parameter that kata-list-params names, for the searches to come.

    maxPlayouts, maxVisits and maxTime limit a move, 0 for no limit; allowResignation and
    ponderingEnabled are true or false. numSearchThreads stays what it was at the start, and
    playoutDoublingAdvantage and analysisWideRootNoise stay 0: they are there because clients ask.
    """
    try:
        _parameter(name).set(session, value)
    except ValueError as error:
        raise GtpError(f"syntax error: {error}") from error


def _parameter(name: str) -> Parameter:
    if name not in PARAMETERS:
        raise GtpError(f"unknown parameter: there are {', '.join(PARAMETERS)}")
    return PARAMETERS[name]


def _colour_and_symmetry(session: Session, words: tuple[str, ...]) -> tuple[int, str]:
    match words:
        case (symmetry,) if symmetry.lower() in _SYMMETRIES:
            return session.game.to_play, symmetry.lower()
        case (colour, symmetry) if symmetry.lower() in _SYMMETRIES:
            try:
                return parse_colour(colour), symmetry.lower()
            except ValueError as error:
                raise GtpError(f"syntax error: {error}") from error
    raise GtpError("syntax error: usage is kata-raw-nn [COLOUR] SYMMETRY, 0 to 7 or all")
