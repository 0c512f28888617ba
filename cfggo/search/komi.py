"""What Black must exceed to win, in area points: for the rules, and for a search."""

from __future__ import annotations

from cfggo.go.game import Game

HANDICAP_MOVES = 0.55
"""Moves per point of the board after which a search makes up for no handicap any more."""


def full_komi(game: Game) -> float:
    """Returns a game's komi, with what its rules give White for the handicap."""
    return float(game.komi + game.rules.points_for_handicap(game.handicap))


def points_made_up(game: Game, handicap_komi: float) -> float:
    """Returns what a search for a move adds to komi; handicap_komi: points for each handicap stone.

    Who gives or gets many stones sees no difference between moves at first, since the game seems to
    be decided; so the search takes it for an even one, and in the middle game for what it is.
    """
    progress = len(game.moves) / (HANDICAP_MOVES * game.size * game.size)
    return handicap_komi * (game.handicap * max(1.0 - progress, 0.0))
