"""Whether to pass: two passes end the game, so a pass has to be right about who owns what."""

from __future__ import annotations

import numpy as np

from cfggo.go.game import Game
from cfggo.go.points import BLACK, OFF_BOARD
from cfggo.go.scoring import area_balance
from cfggo.search.komi import area_komi
from cfggo.search.status import dead_points

SETTLED = 0.4
"""How sure the owner of a point is on average, from 0 to 1, where a pass may end the game."""

IN_DOUBT = 0.2
"""Mean ownership, from 0 to 1, up to which the fate of a chain is in doubt."""

SURE = 0.9
"""How sure the owner of each point is, from 0 to 1, where there is nothing left to play for."""


def reopens_game(game: Game, colour: int) -> bool:
    """Tells whether a search by that colour goes on as if nobody had passed: the game is over, or
    it would be won by one more pass with all stones alive.

    Such a pass looks perfect to the search, but a referee may take dead stones off: then the search
    is of the moves that are left instead.
    """
    n_passes = int(game.boards[0]["n_passes"])
    if n_passes == 1:
        return not game.rules.all_stones_alive and wins_with_all_alive(game, colour)
    return n_passes > 1


def wins_with_all_alive(game: Game, colour: int) -> bool:
    """Tells whether a colour has the larger area, komi included, with all stones alive."""
    balance = area_balance(game.boards[0]) - area_komi(game, colour)
    return bool(balance > 0 if colour == BLACK else balance < 0)


def wins_by_passing(game: Game, colour: int, ownership: np.ndarray) -> bool:
    """Tells whether a colour wins if the game ends here.

    Where area counts and dead stones are taken off, it must win with them too, because moves that
    capture cost nothing and settle every argument; and the board must be settled, since who passes
    early does not mean to end the game.  Chains in doubt count against the colour.

    ownership: float[N_POINTS], from +1 for Black to -1 for White
    """
    if game.rules.scoring == "area" and not wins_with_all_alive(game, colour):
        return False
    if game.rules.all_stones_alive:
        return True
    if np.abs(ownership[_on_board(game)]).mean() < SETTLED:
        return False
    against = ownership + (-IN_DOUBT if colour == BLACK else IN_DOUBT)
    score = game.score(dead_points(game, against))
    return score > 0 if colour == BLACK else score < 0


def all_owners_are_sure(game: Game, ownership: np.ndarray) -> bool:
    """Tells whether playouts agree who owns each point; ownership as in `wins_by_passing`."""
    return bool(np.abs(ownership[_on_board(game)]).min() >= SURE)


def all_owners_stay(game: Game, ownership: np.ndarray, after_pass: np.ndarray) -> bool:
    """Tells whether each point surely has the same owner when the side to move has passed.

    ownership, after_pass: before and after, as in `wins_by_passing`
    """
    on_board = _on_board(game)
    return bool((np.sign(ownership[on_board]) * after_pass[on_board]).min() >= SURE)


def _on_board(game: Game) -> np.ndarray:
    """Returns which points are on the board, bool[N_POINTS]."""
    return np.asarray(game.boards[0]["colour"] != OFF_BOARD)
