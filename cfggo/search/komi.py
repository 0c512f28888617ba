"""What Black must exceed to win, in area points: for the rules, and for a search."""

from __future__ import annotations

import numpy as np

from cfggo.go.game import Game
from cfggo.go.points import BLACK, WHITE

HANDICAP_MOVES = 0.55
"""Moves per point of the board after which a search makes up for no handicap any more."""


def full_komi(game: Game) -> float:
    """Returns a game's komi, with what its rules give White for the handicap."""
    return float(game.komi + game.rules.points_for_handicap(game.handicap))


def area_komi(game: Game, colour: int) -> float:
    """Returns what Black must exceed to win in area points, with that colour to move.

    Where territory counts, it is area but for the stones that each side has placed: living ones are
    no territory, and the others are prisoners.  Whether the side to move will move last, and so
    place one more, is not known: it counts for half a stone, and what hangs on it for a draw.
    """
    komi = full_komi(game)
    if game.rules.scoring == "area":
        return komi
    return komi + _placed(game, BLACK) - _placed(game, WHITE) + (0.5 if colour == BLACK else -0.5)


def points_made_up(game: Game, handicap_komi: float) -> float:
    """Returns what a search for a move adds to komi; handicap_komi: points for each handicap stone.

    Who gives or gets many stones sees no difference between moves at first, since the game seems to
    be decided; so the search takes it for an even one, and in the middle game for what it is.
    """
    progress = len(game.moves) / (HANDICAP_MOVES * game.size * game.size)
    return handicap_komi * (game.handicap * max(1.0 - progress, 0.0))


def _placed(game: Game, colour: int) -> int:
    """Returns how many stones of a colour came on the board, set-up and handicap included."""
    board = game.boards[0]
    return int(np.count_nonzero(board["colour"] == colour)) + int(board["prisoners"][colour])
