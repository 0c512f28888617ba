"""Solves problems: a proof where the room is small, and a search in a frame where it is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from cfggo.go.points import BLACK, PASS, WHITE, parse_vertex
from cfggo.models.tsumego.problem import Problem
from cfggo.models.tsumego.rankers import Ranker, local_probabilities
from cfggo.search.limits import Limit
from cfggo.search.searcher import Searcher
from cfggo.study.solving.fight import fights_of
from cfggo.study.solving.frame import Framed, frame, likely_attacker
from cfggo.study.solving.framed_search import search_framed
from cfggo.study.solving.prover import MOST_ROOM, Prover, Result, SolvedMove

NODES = 200_000
"""Nodes of a problem's proofs, about two seconds."""

PLAYOUTS = 1000
"""Playouts of the framed search."""

SURE = 0.5
"""Win rate in the framed search from which on its first move counts as one that works, and any
other one as undecided; below, a move counts as one that fails."""

_SMALL = 7  # size of the board of the smallest problem

_FEWEST_VISITS = 20  # of a move of the framed search that is told of


@dataclass(frozen=True)
class Solution:
    """The solution of a problem.

    Public attributes:
        problem  -- Problem
        framed   -- Framed, whose attacker is the side that encloses; None of a problem of a game
        moves    -- tuple of SolvedMove: right ones, then the others, the most tempting first.  What
                    is not proved is as a search saw it, where there was one, and is missing if
                    that did not look closely
        settled  -- Result for the opponent if it moves first; OPEN if that is not known
        nodes    -- of the proofs
        playouts -- of the framed search, 0 if none was needed
    """

    problem: Problem
    framed: Framed | None
    moves: tuple[SolvedMove, ...]
    settled: Result
    nodes: int
    playouts: int

    @property
    def is_attack(self) -> bool:
        """Whether the side to play is the one that encloses."""
        return self.framed is not None and self.problem.to_play == self.framed.attacker

    @property
    def right(self) -> tuple[SolvedMove, ...]:
        """The moves that work, else those that make a ko; none if neither is known."""
        if self.result not in (Result.WORKS, Result.KO):
            return ()
        return tuple(move for move in self.moves if move.result is self.result)

    @property
    def wrong(self) -> tuple[SolvedMove, ...]:
        """The moves, but for PASS, that fail, or make a ko where others work.

        The most tempting comes first.  None is right where all of them fail.
        """
        worse = (Result.KO, Result.FAILS) if self.result is Result.WORKS else (Result.FAILS,)
        return tuple(m for m in self.moves if m.result in worse and m.point != PASS)

    @property
    def result(self) -> Result:
        """The result of the best move among those with a known result."""
        for result in (Result.WORKS, Result.KO, Result.OPEN):
            if any(move.result is result for move in self.moves):
                return result
        return Result.FAILS if self.moves else Result.OPEN

    @property
    def is_proved(self) -> bool:
        """Whether the result is proved, and not only what a search thinks."""
        if self.result is Result.WORKS:
            return any(move.proved for move in self.right)
        # A search is made only where something is undecided, and does not tell of every such move.
        if self.result is Result.OPEN or self.playouts:
            return False
        return all(move.proved for move in self.moves)


def compile_proofs() -> None:
    """Compiles the kernels of proofs, or loads them, by a problem that a proof solves at once."""

    def points(vertices: str) -> tuple[int, ...]:
        return tuple(sorted(parse_vertex(vertex, _SMALL) for vertex in vertices.split()))

    black, white = points("A2 B2 C2 D2 D1"), points("A3 B3 C3 D3 E3 E2 E1")
    _proved(WHITE, Problem("small", _SMALL, black, white, BLACK, ()), NODES, lambda: False)


def solve(
    problem: Problem,
    load_engine: Callable[[], Searcher],
    *,
    nodes: int = NODES,
    playouts: int = PLAYOUTS,
    seed: int = 1,
    attacker: int | None = None,
    ranker: Ranker | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Solution:
    """Returns what becomes of the moves of a problem's side to play.

    load_engine -- is called if a framed search is needed
    nodes    -- limit of the proofs; 0 for none
    playouts -- of the framed search; 0 for none
    attacker -- the side that encloses, or None to find that out
    ranker   -- what says how likely moves are right, for the framed search
    stop     -- is asked while it works; when it returns True, what is known so far is returned

    If nothing works and the attacker is a guess, proofs are tried the other way round, too.

    Raises ValueError if the stones can't stand so.
    """
    guess = attacker or likely_attacker(problem.size, problem.black, problem.white)
    solution = _proved(guess, problem, nodes, stop)
    if playouts and not stop() and not _is_decided(solution.moves):
        engine = load_engine()
        engine.set_seed(seed)
        solution = _searched(solution, engine, playouts, _priors(problem, ranker), stop)
    if attacker is None and solution.result in (Result.FAILS, Result.OPEN) and not stop():
        other = _proved(3 - guess, problem, nodes, stop)  # only a proof can show a wrong guess
        if other.result in (Result.WORKS, Result.KO):
            return other
    return solution


def _proved(attacker: int, problem: Problem, nodes: int, stop: Callable[[], bool]) -> Solution:
    """Returns what proofs tell of a problem."""
    framed = frame(problem.size, problem.black, problem.white, attacker)
    fights = [f for f in fights_of(framed, problem.to_play) if f.room <= MOST_ROOM]
    if not fights or not nodes:
        return Solution(problem, framed, (), Result.OPEN, 0, 0)
    prover = Prover(*fights)
    moves = sorted(prover.moves(nodes, stop), key=_order)
    left = max(nodes - prover.n_nodes, nodes // 8)
    settled = prover.result_for(3 - problem.to_play, left, stop)
    return Solution(problem, framed, tuple(moves), settled, prover.n_nodes, 0)


def _is_decided(moves: Sequence[SolvedMove]) -> bool:
    """Tells whether one of the moves works, or it is proved what becomes of each of them."""
    results = {move.result for move in moves}
    return Result.WORKS in results or (bool(results) and Result.OPEN not in results)


def _searched(
    solution: Solution,
    engine: Searcher,
    playouts: int,
    priors: Mapping[int, float],
    stop: Callable[[], bool],
) -> Solution:
    """Returns a solution with what a search in the frame thinks of the moves that are open."""
    assert solution.framed is not None
    report = search_framed(
        engine,
        solution.framed,
        solution.problem.to_play,
        Limit(playouts=playouts),
        without=sorted(move.point for move in solution.moves if move.result is Result.FAILS),
        priors=priors,
        stop=stop,
    )
    found = {move.point: move for move in solution.moves if move.proved}
    for rank, move in enumerate(report.moves):
        if move.point in found or (rank and move.visits < _FEWEST_VISITS):
            continue
        result = Result.FAILS
        if move.winrate >= SURE:
            result = Result.OPEN if rank else Result.WORKS
        line = without_last_passes(tuple(move.pv[1:]))
        found[move.point] = SolvedMove(move.point, result, False, move.winrate, line)
    moves = tuple(sorted(found.values(), key=_order))
    return replace(solution, moves=moves, playouts=report.playouts)


def without_last_passes(line: tuple[int, ...]) -> tuple[int, ...]:
    """Returns a line up to its last move on the board: what follows tells nothing."""
    while line and line[-1] == PASS:
        line = line[:-1]
    return line


def _priors(problem: Problem, ranker: Ranker | None) -> Mapping[int, float]:
    """Returns by move how likely a ranker thinks it is right; nothing without one."""
    if ranker is None:
        return {}
    points, probabilities = local_probabilities(ranker, problem.boards())
    return dict(zip(points.tolist(), probabilities.tolist(), strict=True))


_RANKS = {Result.WORKS: 0, Result.KO: 1, Result.OPEN: 2, Result.FAILS: 3}


def _order(move: SolvedMove) -> tuple[float, ...]:
    """Returns by what moves are sorted: result, PASS last of what is as sure; then the win rate,
    and the length of the line, for the longer a refutation is, the more tempting is the move.

    Proved moves come first, but proved failures last: they have no hope left.
    """
    return (
        _RANKS[move.result],
        move.proved is (move.result is Result.FAILS),
        move.point == PASS,
        -(move.winrate or 0.0),
        -len(move.line),
        move.point,
    )
