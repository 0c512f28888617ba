"""How fast searches are compared with bare playouts, and how much memory a large tree takes.

Compared searches take turns (see `cfggo.bench.turns`), and every round has its own ratios.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from cfggo.bench.turns import timed
from cfggo.config import EngineConfig
from cfggo.go.game import Game
from cfggo.go.points import BLACK
from cfggo.search.limits import Limit
from cfggo.search.report import SearchReport
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher

MANY_NODES = 1_000_000
"""Nodes of a large tree."""

_ROOM = 10 * MANY_NODES
"""Least room of an engine's tree: the less is left, the more slowly it grows."""

SEARCHES = (1_000, 10_000)
"""Playouts of the searches that are timed."""

STAGES = (0, 50, 100, 150, 200, 250)
"""Moves of a game after which a move is timed."""

MOVE_PLAYOUTS = 1_000
"""Playouts of such a move."""

_QUICK_PLAYOUTS = 40
"""Playouts of each move of the game that leads there."""

MIN_ROUNDS = 3
"""Least number of rounds, however little time there is."""

_LOOK_SECONDS = 0.1
"""Time between two looks at how large a tree has become."""

_BYTES_OF_MAXRSS = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Memory:
    """The memory of a large tree.

    Public attributes:
        nodes      -- nodes of the tree
        peak_bytes -- the most memory that the process ever had, program and weights included;
                      None on Windows, which does not tell
    """

    nodes: int
    peak_bytes: int | None


@dataclass(frozen=True)
class SearchSpeed:
    """Of one round, or the medians over several; dicts have a search's number of playouts as key.

    Public attributes:
        bare_playouts_per_s -- dict of playouts a second without a tree, as many as the search has
        playouts_per_s      -- dict of playouts a second of a search that begins without a tree
        to_bare             -- dict of the second as a share of the first
        two_threads         -- dict of the rate of two threads over one's, by the clock on the wall
    """

    bare_playouts_per_s: dict[int, float]
    playouts_per_s: dict[int, float]
    to_bare: dict[int, float]
    two_threads: dict[int, float]


def new_engine(config: EngineConfig, threads: int) -> Searcher:
    """Returns an engine that has room for a large tree and more."""
    max_nodes = max(config.search.max_nodes, _ROOM)
    return Searcher(config.with_values(threads=threads, seed=1, max_nodes=max_nodes))


def grow_tree(
    engine: Searcher, size: int, n_nodes: int, advance: Callable[[int], None] = lambda done: None
) -> Memory:
    """Searches the empty board until the tree has some nodes; `advance` is called with new ones."""
    nodes = 0

    def look(report: SearchReport) -> None:
        nonlocal nodes
        advance(report.nodes - nodes)
        nodes = report.nodes

    report = engine.analyze(
        SearchRequest(Game(size), BLACK),
        stop=lambda: nodes >= n_nodes,
        on_report=look,
        report_interval=_LOOK_SECONDS,
    )
    engine.forget()
    return Memory(report.nodes, _peak_bytes())


def _peak_bytes() -> int | None:
    try:
        import resource
    except ModuleNotFoundError:
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _BYTES_OF_MAXRSS


def play_rounds(
    one: Searcher,
    two: Searcher,
    size: int,
    searches: Sequence[int],
    seconds: float,
    advance: Callable[[int], None] = lambda done: None,
) -> list[SearchSpeed]:
    """Returns what each round on the empty board found; there are more if there are more seconds.

    one, two -- engines with as many threads
    searches -- numbers of playouts
    advance  -- called after every round
    """
    game = Game(size)
    one.playout_scores(game, BLACK, 1)  # compiles it
    rounds: list[SearchSpeed] = []
    started = time.perf_counter()
    while len(rounds) < MIN_ROUNDS or time.perf_counter() - started < seconds:
        rounds.append(_play_round(one, two, game, searches))
        advance(1)
    return rounds


def _play_round(one: Searcher, two: Searcher, game: Game, searches: Sequence[int]) -> SearchSpeed:
    """Returns the speed found in one round."""
    found = SearchSpeed({}, {}, {}, {})
    for n in searches:
        bare = timed(one.playout_scores, game, BLACK, n)
        alone = timed(_search, one, game, n)
        together = timed(_search, two, game, n)
        found.bare_playouts_per_s[n] = n / bare.processor
        found.playouts_per_s[n] = n / alone.processor
        found.to_bare[n] = bare.processor / alone.processor
        found.two_threads[n] = alone.wall / together.wall
    return found


def play_quickly(engine: Searcher, size: int, stages: Sequence[int]) -> dict[int, Game]:
    """Returns the positions after these numbers of moves of a game that the engine plays itself.

    If it ends before, those that it reached are all.
    """
    game = Game(size)
    found = {}
    for n_moves in range(max(stages) + 1):
        if n_moves in stages:
            found[n_moves] = game.copy()
        decision = engine.choose_move(
            SearchRequest(game, game.to_play, Limit(playouts=_QUICK_PLAYOUTS))
        )
        game.play(game.to_play, decision.point)
        if game.is_over:
            break
    engine.forget()
    return found


def time_moves(
    engine: Searcher, positions: Mapping[int, Game], advance: Callable[[int], None]
) -> dict[int, float]:
    """Returns the seconds of processor time of a move in each position, the median of some.

    advance -- called after every move
    """
    seconds: dict[int, list[float]] = {stage: [] for stage in positions}
    for _ in range(MIN_ROUNDS):
        for stage, game in positions.items():
            seconds[stage].append(timed(_search, engine, game, MOVE_PLAYOUTS).processor)
            advance(1)
    return {stage: median(some) for stage, some in seconds.items()}


def _search(engine: Searcher, game: Game, n: int) -> None:
    """Searches a position with n playouts, beginning without a tree and keeping none."""
    engine.choose_move(SearchRequest(game, game.to_play, Limit(playouts=n), reg=True))
