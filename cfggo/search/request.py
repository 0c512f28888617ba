"""A request for a search by the engine."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cfggo.search.limits import NO_LIMIT, Limit

if TYPE_CHECKING:
    from cfggo.go.game import Game


@dataclass(frozen=True)
class SearchRequest:
    """A position to be searched, and how.

    Public attributes:
        game   -- Game at the position
        colour -- the side that is to move
        limit  -- Limit that ends the search; without one it goes on until it is stopped
        reg    -- a question about a position, not a move of a game: starts with an empty tree,
                  keeps none, and never resigns
        avoid  -- points, and PASS, that are not played unless no other move is left
        avoid_later -- the same for the moves after the next one: (colour, point), and among how
                  many moves from now on, whosever they are, that colour is not to play there
        priors -- by move, a probability in place of the tree policy's; for `reg` only, since the
                  tree would keep it
        for_points -- an analysis in which both sides play for points: a fifth of the limit tells
                  who is ahead by how much, and for the rest that is added to the komi, so that the
                  game is about even.  Scores are by the rules, win rates are of that other komi
    """

    game: Game
    colour: int
    limit: Limit = NO_LIMIT
    reg: bool = False
    avoid: Collection[int] = ()
    avoid_later: Mapping[tuple[int, int], int] = field(default_factory=dict)
    priors: Mapping[int, float] = field(default_factory=dict)
    for_points: bool = False
