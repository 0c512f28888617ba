"""Moves: playing them, finding them, taking them back."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cfggo.go.points import NEIGHBOURS, PASS, format_vertex, parse_colour, parse_vertex
from cfggo.interfaces.gtp.graphics import LIVE_INTERVAL, live_graphics
from cfggo.interfaces.gtp.ogs import tell_of_move
from cfggo.interfaces.gtp.protocol import GtpError
from cfggo.interfaces.gtp.registry import Colour, Vertex, command
from cfggo.interfaces.gtp.session import Session
from cfggo.interfaces.gtp.status import chains
from cfggo.search.status import Status

if TYPE_CHECKING:
    from cfggo.search.report import SearchReport
    from cfggo.search.searcher import Decision


@command("play")
def play(session: Session, colour: Colour, vertex: Vertex) -> None:
    """Plays a move."""
    _play(session, colour, vertex)


@command("gogui-play_sequence")
def gogui_play_sequence(session: Session, *moves: str) -> None:
    """Plays moves, given as COLOUR VERTEX ...; none of them if one is illegal."""
    n_before = len(session.game.moves)
    pairs = parse_moves(session, moves)
    try:
        for colour, point in pairs:
            _play(session, colour, point)
    except GtpError:
        _undo(session, len(session.game.moves) - n_before)
        raise


@command("undo")
def undo(session: Session) -> None:
    """Takes the last move back."""
    _undo(session, 1)


@command("gg-undo")
def gg_undo(session: Session, number_of_moves: int = 1) -> None:
    """Takes back some moves; none if there are fewer."""
    _undo(session, number_of_moves)


@command("genmove")
def genmove(session: Session, colour: Colour) -> str:
    """Plays the engine's move and returns it, or returns "resign"."""
    with live_graphics(session) as draw:
        decision = session.choose_move(colour, on_report=draw, report_interval=LIVE_INTERVAL)
    return play_decision(session, colour, decision)


@command("reg_genmove")
def reg_genmove(session: Session, colour: Colour) -> str:
    """Returns the engine's move without playing it, for regression tests."""
    with live_graphics(session) as draw:
        decision = session.choose_move(
            colour, reg=True, on_report=draw, report_interval=LIVE_INTERVAL
        )
    return format_vertex(decision.point)


@command("kgs-genmove_cleanup")
def kgs_genmove_cleanup(session: Session, colour: Colour) -> str:
    """Like genmove, but does not pass before the opponent's dead stones are captured."""
    decision = session.choose_move(colour)
    if decision.point != PASS or decision.resign:
        return play_decision(session, colour, decision)
    colour_of = session.game.boards[0]["colour"]
    dead = [p for chain in chains(session, Status.DEAD) for p in chain if colour_of[p] != colour]
    near_dead = {point + offset for point in dead for offset in NEIGHBOURS}
    liberties = near_dead.intersection(session.game.legal_points(colour))
    if not liberties:
        return _play_own(session, colour, PASS, decision.report)
    # A short search has visited few moves; the policy knows something of all.
    visits = {move.point: move.visits for move in decision.report.moves}
    policy = session.engine.policy(session.game, colour)
    best = max(sorted(liberties), key=lambda point: (visits.get(point, 0), policy[point]))
    return _play_own(session, colour, best, decision.report)


def play_decision(session: Session, colour: int, decision: "Decision") -> str:
    """Plays what the engine decided and returns it as an answer."""
    if session.tells_ogs:
        tell_of_move(decision)
    if not decision.resign:
        _play_own(session, colour, decision.point, decision.report)
    return format_decision(decision)


def format_decision(decision: "Decision") -> str:
    """Returns the engine's decision as an answer: a vertex, or "resign"."""
    return "resign" if decision.resign else format_vertex(decision.point)


def parse_moves(session: Session, words: Sequence[str]) -> list[tuple[int, int]]:
    """Returns the (colour, point) of words such as "b", "D4", "w", "pass".

    Raises GtpError if they are something else.
    """
    if len(words) % 2:
        raise GtpError("syntax error: a colour without a vertex")
    try:
        return [
            (parse_colour(colour), parse_vertex(vertex, session.game.size))
            for colour, vertex in zip(words[::2], words[1::2], strict=True)
        ]
    except ValueError as error:
        raise GtpError(f"syntax error: {error}") from error


def _play(session: Session, colour: int, point: int) -> None:
    """Plays a move that the controller sent; it knows which superko rule holds in its game."""
    from cfggo.go.game import IllegalMoveError

    try:
        session.game.play(colour, point, may_repeat=True)
    except IllegalMoveError as error:
        raise GtpError(str(error)) from error


def _play_own(session: Session, colour: int, point: int, report: "SearchReport") -> str:
    """Plays a move of the engine's and keeps what its search found; returns it as an answer."""
    session.game.play(colour, point)
    session.has_played(report)
    return format_vertex(point)


def _undo(session: Session, number_of_moves: int) -> None:
    if not 0 <= number_of_moves <= len(session.game.moves):
        raise GtpError("cannot undo")
    for _ in range(number_of_moves):
        session.game.undo()
