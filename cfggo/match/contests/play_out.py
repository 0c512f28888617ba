"""Endings whose points have known owners: games end as people's do, and are then played on.

People end a game when all borders are closed and nobody doubts who owns what.  Stones without a
hope stay on the board then.  Playing on until they are captured tells whether that is true.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cfggo.go.chains import chains_of
from cfggo.go.game import Game
from cfggo.go.points import BLACK, EMPTY, WHITE
from cfggo.go.rules import TROMP_TAYLOR
from cfggo.go.scoring import owner_map
from cfggo.match.playing.referee import MOVES_PER_POINT
from cfggo.models.territory.regions import NEUTRAL, block_graph
from cfggo.search.goal import Goal
from cfggo.search.limits import Limit
from cfggo.search.passing import all_owners_are_sure
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher
from cfggo.search.status import Status, chains_of_status

FINISHED = 0.99
"""How sure the owner of each point is, from 0 to 1, where people would end the game."""

LEAST_MOVES_PER_POINT = 0.25
"""No game ends earlier."""

PLAYOUTS, PLAYOUTS_AT_THE_END = 100, 400
"""Of each move of playing out, and of the search that tells who owns the points then."""

_OWNED = 0.5
"""Mean ownership, -1 to 1, below which nobody owns a point in the end: it is shared, as in seki."""


def is_finished(game: Game, ownership: np.ndarray) -> bool:
    """Tells whether people would end a game: every point has a sure owner, but for neutral ones.

    ownership -- float[N_POINTS], from +1 for Black to -1 for White, of the playouts of a search
    """
    if len(game.moves) < LEAST_MOVES_PER_POINT * game.size**2:
        return False
    board = game.boards[0]
    graph = block_graph(board["colour"], game.size)
    on_board = graph.node_of >= 0
    asked = graph.kind[graph.node_of[on_board]] != NEUTRAL
    return bool((np.abs(ownership[on_board])[asked] >= FINISHED).all())


def even_komi(game: Game, ownership: np.ndarray) -> float:
    """Returns the komi at which a game is even, to the next half point.

    A search with that komi plays for points, as people do, in place of playing anything once the
    game is won or lost.

    ownership -- as in `is_finished`, of the position or the one before
    """
    by_the_rules = Goal.of_game(game, game.to_play).komi - game.komi
    return float(np.floor(ownership.sum() - by_the_rules)) + 0.5


def play_out(
    game: Game, engine: Searcher, stop: Callable[[], bool] = lambda: False
) -> np.ndarray | None:
    """Returns who owns each point of a finished game after it was played on by area rules.

    Each side plays for what it owns by its own search: it may pass when it owns as many points
    with all stones on the board counted alive.  So dead stones are captured before both pass, and
    a group in dispute lives or is taken.  It ends before the passes where no stone is dead and
    every point has a sure owner.  The points of dead stones that both sides left standing at the
    passes, because they weighed each other up, are their captors' all the same.

    stop -- gives it up as soon as it returns True

    Returns int8[N_POINTS] of BLACK, WHITE or EMPTY for nobody; or None if this does not end.
    """
    after = Game(game.size, 0.0, TROMP_TAYLOR)
    colour = game.boards[0]["colour"]
    black, white = (np.flatnonzero(colour == side).tolist() for side in (BLACK, WHITE))
    after.setup(black, white, game.to_play)
    limit = Limit(playouts=PLAYOUTS)
    engine.analyze(SearchRequest(after, after.to_play, limit), stop=stop)
    while not after.is_over:
        board, ownership = after.boards[0], engine.ownership()
        dead = chains_of_status(board, ownership, Status.DEAD)
        if not dead and all_owners_are_sure(after, ownership):
            break
        if len(after.moves) >= MOVES_PER_POINT * after.size**2 or stop():
            return None
        side = after.to_play
        half = -0.5 if side == BLACK else 0.5
        owners = owner_map(board, [point for chain in dead for point in chain])
        balance = np.count_nonzero(owners == BLACK) - np.count_nonzero(owners == WHITE)
        after.komi = float(balance) + half
        after.play(side, engine.choose_move(SearchRequest(after, side, limit), stop=stop).point)
    return _settled_owners(after, engine)


def _settled_owners(game: Game, engine: Searcher) -> np.ndarray:
    """Returns who owns each point of a game that was played out, as `play_out` does."""
    engine.analyze(SearchRequest(game, game.to_play, Limit(playouts=PLAYOUTS_AT_THE_END)))
    ownership = engine.ownership()
    owners = np.where(ownership > 0, BLACK, WHITE)
    owners[np.abs(ownership) < _OWNED] = EMPTY
    return owners.astype(np.int8)


def dead_by_owners(game: Game, owners: np.ndarray) -> list[int]:
    """Returns the points of the chains that stand on points of the other colour.

    owners -- int8[N_POINTS], as `play_out` returns them
    """
    board = game.boards[0]
    return [
        point
        for chain in chains_of(board)
        if 2 * np.count_nonzero(owners[chain] == 3 - board["colour"][chain[0]]) > len(chain)
        for point in chain
    ]
