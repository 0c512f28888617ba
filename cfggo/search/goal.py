"""The goal of a search: the side that looks for a move, and the score that it needs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cfggo.go.game import Game
from cfggo.go.points import BLACK, WHITE
from cfggo.go.scoring import area_balance

HANDICAP_MOVES = 0.55
"""Moves per point of the board after which a search makes up for no handicap any more."""


@dataclass(frozen=True)
class Goal:
    """The goal of a search.

    Public attributes:
        colour  -- BLACK or WHITE, the side to move
        komi    -- float, what Black must exceed to win by the rules, in area points
        made_up -- float, further points counted for White, to make up for a handicap; they affect
                   the win rates, not the score
    """

    colour: int
    komi: float
    made_up: float = 0.0

    @classmethod
    def of_game(cls, game: Game, colour: int, handicap_komi: float = 0.0) -> Goal:
        """Returns the goal of a colour that is to move in a game.

        handicap_komi -- points to make up for each handicap stone
        """
        return cls(colour, _area_komi(game, colour), _points_made_up(game, handicap_komi))

    @property
    def searched_komi(self) -> float:
        """The area that Black must exceed to win a playout, in points."""
        return self.komi + self.made_up

    @property
    def by_the_rules(self) -> Goal:
        """The same goal with no points made up."""
        return replace(self, made_up=0.0)

    def score(self, black_area: float) -> float:
        """Returns the points by which the side to move is ahead, by the rules.

        black_area -- Black's area minus White's
        """
        return self.black_points(black_area - self.komi)

    def black_points(self, score: float) -> float:
        """Returns the points by which Black is ahead if the side to move is by `score`."""
        return score if self.colour == BLACK else -score

    def is_won_with_all_alive(self, game: Game) -> bool:
        """Tells whether the side to move has the larger area, komi included, as the stones are."""
        return self.score(area_balance(game.boards[0])) > 0


def _area_komi(game: Game, colour: int) -> float:
    """Returns the area that Black must exceed to win, in points, with that colour to move.

    Where territory counts, it is area but for the stones that each side has placed: living ones are
    no territory, and the others are prisoners.  Whether the side to move will move last, and so
    place one more, is not known: it counts half a stone, and a game that depends on it is a draw.
    """
    komi = float(game.komi + game.rules.points_for_handicap(game.handicap))
    if game.rules.scoring == "area":
        return komi
    placed = game.stones_placed(BLACK) - game.stones_placed(WHITE)
    return komi + placed + (0.5 if colour == BLACK else -0.5)


def _points_made_up(game: Game, handicap_komi: float) -> float:
    """Returns what a search for a move adds to komi; handicap_komi: points for each handicap stone.

    With many handicap stones the game seems to be decided at first, and no move makes a difference.
    So the search begins as in an even game, and makes up for less with every move.
    """
    progress = game.moves_to_here / (HANDICAP_MOVES * game.size * game.size)
    return handicap_komi * (game.handicap * max(1.0 - progress, 0.0))
