"""The positions that queries ask about: how games begin, and where their moves lead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cfggo.go.game import Game, IllegalMoveError, Move
from cfggo.go.handicap import handicap_of_setup
from cfggo.go.points import BLACK, WHITE, format_vertex
from cfggo.go.rules import Ruleset
from cfggo.interfaces.analysis.fields import QueryError


@dataclass(frozen=True)
class Start:
    """How a game begins.

    Public attributes:
        size         -- int
        rules        -- Ruleset
        komi         -- float
        black, white -- tuples of the points that have stones
        first_player -- BLACK or WHITE
        handicap     -- int, how many of Black's stones are a handicap
    """

    size: int
    rules: Ruleset
    komi: float
    black: tuple[int, ...]
    white: tuple[int, ...]
    first_player: int
    handicap: int


def start_of(
    size: int,
    rules: Ruleset,
    komi: float,
    stones: Sequence[Move],
    player: int | None,
    moves: Sequence[Move],
) -> Start:
    """Returns how the game begins; of two stones on a point the later one is there."""
    colour_at = {point: colour for colour, point in stones}
    black, white = (
        tuple(sorted(point for point, colour in colour_at.items() if colour == side))
        for side in (BLACK, WHITE)
    )
    if player is None:
        is_handicap = not moves and handicap_of_setup(black, white, WHITE, ()) > 0
        player = moves[0].colour if moves else WHITE if is_handicap else BLACK
    handicap = handicap_of_setup(black, white, player, moves)
    return Start(size, rules, komi, black, white, player, handicap)


class Positions:
    """Makes games from their moves.

    It keeps the game that it made last, which the next one that is asked for mostly goes on from.
    """

    def __init__(self) -> None:
        self._start: Start | None = None
        self._game = Game(2)

    def game(self, start: Start, moves: Sequence[Move], turn: int) -> Game:
        """Returns the game after that many of its moves; it changes when the next one is asked for.

        Moves may repeat a position, as other superko rules allow.

        Raises QueryError if the set-up is impossible or a move is illegal.
        """
        n_played = len(self._game.moves)
        if start != self._start or self._game.moves != list(moves[: min(n_played, turn)]):
            self._start = None
            self._game = _new_game(start)
            self._start = start
            n_played = 0
        try:
            self._game.play_through(moves[n_played:turn])
        except IllegalMoveError:
            number = len(self._game.moves)
            point = moves[number].point
            raise QueryError(f"Illegal move {number}: {format_vertex(point)}", "moves") from None
        return self._game


def _new_game(start: Start) -> Game:
    game = Game(start.size, start.komi, start.rules)
    try:
        game.setup(start.black, start.white, start.first_player)
    except ValueError as error:
        raise QueryError(str(error), "initialStones") from None
    game.handicap = start.handicap
    return game
