"""Handicap stones."""

from collections.abc import Callable

from cfggo.go.handicap import fixed_handicap, free_handicap
from cfggo.go.points import PASS, WHITE
from cfggo.interfaces.gtp.commands.position import refuse_stones_on_board
from cfggo.interfaces.gtp.protocol import GtpError, format_vertices
from cfggo.interfaces.gtp.registry import Vertex, command
from cfggo.interfaces.gtp.session import Session

MOST_STONES = 9
"""The largest handicap that people give; a controller that sends more stones sets up a position."""


@command("fixed_handicap")
def fixed_handicap_(session: Session, number_of_stones: int) -> str:
    """Places handicap stones on the traditional points, and returns these."""
    return _place_chosen(session, fixed_handicap, number_of_stones)


@command("place_free_handicap")
def place_free_handicap(session: Session, number_of_stones: int) -> str:
    """Places handicap stones where the engine wants them, and returns their points."""
    return _place_chosen(session, free_handicap, number_of_stones)


@command("set_free_handicap")
def set_free_handicap(session: Session, *vertices: Vertex) -> None:
    """Places two to nine handicap stones on these points; more are set up as a position.

    Sabaki also sends it for black stones of any position, and plays the white ones after it. So
    the stones stop being a handicap when Black moves first or White makes the first two moves.
    """
    refuse_stones_on_board(session)
    size = session.game.size
    if PASS in vertices or len(set(vertices)) < len(vertices) or len(vertices) >= size * size:
        raise GtpError("bad vertex list")
    try:
        if len(vertices) <= MOST_STONES:
            _place(session, list(vertices))
        else:
            game = session.new_game(size)
            game.setup(vertices, [], WHITE)
            session.start(game)
    except ValueError as error:
        raise GtpError("bad vertex list") from error


def _place_chosen(session: Session, choose: Callable[[int, int], list[int]], n: int) -> str:
    """Places n stones; choose: returns their points, by the board's size."""
    refuse_stones_on_board(session)
    try:
        points = choose(session.game.size, n)
    except ValueError as error:
        raise GtpError("invalid number of stones") from error
    return _place(session, points)


def _place(session: Session, points: list[int]) -> str:
    game = session.new_game(session.game.size)
    game.place_free_handicap(points)
    session.start(game)
    return format_vertices(points)
