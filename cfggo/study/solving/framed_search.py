"""Searches a problem in its frame: only moves near the stones, and the local result decides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from cfggo.go.game import Game
from cfggo.go.points import PASS
from cfggo.search.limits import Limit
from cfggo.search.report import SearchReport
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher
from cfggo.study.solving.frame import Framed


def search_framed(
    engine: Searcher,
    framed: Framed,
    to_play: int,
    limit: Limit,
    *,
    without: Collection[int] = (),
    priors: Mapping[int, float] | None = None,
    stop: Callable[[], bool] | None = None,
) -> SearchReport:
    """Returns the results of a search for a problem's moves.

    without -- points that are known to be wrong, left out unless nothing else is there
    priors  -- by move, how likely it is right, in place of the tree policy's opinion

    The tree of the engine is empty afterwards.  Raises ValueError if the stones can't stand so.
    """
    game = Game(framed.size, framed.komi)
    game.setup(framed.black, framed.white, to_play)
    far = [point for point in game.legal_points(to_play) if point not in framed.area]
    avoid = [*without, *far, PASS]
    request = SearchRequest(game, to_play, limit, reg=True, avoid=avoid, priors=priors or {})
    return engine.choose_move(request, stop=stop).report
