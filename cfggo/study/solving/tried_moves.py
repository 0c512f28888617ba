"""What becomes of moves that somebody tries in a problem, and the answers that show it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cfggo.go.board import is_legal, play
from cfggo.go.points import BLACK, PASS, WHITE
from cfggo.models.tsumego.problem import Problem
from cfggo.models.tsumego.rankers import Ranker
from cfggo.study.solving.fight import fights_of
from cfggo.study.solving.frame import frame
from cfggo.study.solving.prover import MOST_ROOM, Prover, Result, SolvedMove
from cfggo.study.solving.solution import PLAYOUTS, Solution, solve, without_last_passes

if TYPE_CHECKING:
    from cfggo.search.searcher import Searcher

_NODES = 100_000
"""Nodes of the proofs of a move."""

_WORTH = {
    Result.WORKS: Result.FAILS,
    Result.FAILS: Result.WORKS,
    Result.KO: Result.KO,
    Result.OPEN: Result.OPEN,
}
"""What a move is worth, by what the opponent gets after it."""


def judge_move(
    problem: Problem,
    moves: Sequence[int],
    solution: Solution | None,
    load_engine: Callable[[], Searcher],
    ranker: Ranker | None,
    stop: Callable[[], bool],
) -> SolvedMove:
    """Returns what becomes of a move of a problem's side to play, with the opponent's answer.

    A first move is judged by a search where nothing is proved; a later one is left open there. A
    move far from the problem is as good as a pass.

    moves       -- of both sides from the problem on, the move in question last
    solution    -- of the problem, if there is one
    load_engine -- is called if a search is needed
    ranker      -- what says how likely moves are right, for the search
    stop        -- is asked while it works; once it returns True, the result is of no use
    """
    *before, point = moves
    unknown = SolvedMove(point)
    is_later = len(moves) > 1
    framed = solution.framed if solution else None
    if framed is not None and point not in framed.area:
        moves = [*before, PASS]
    boards = boards_after(problem, moves)
    after = _as_problem(problem, boards)
    if is_later:
        if solution is None or framed is None:
            return unknown
        found = prove_later_move(solution, moves, _NODES, stop)
        if found.result is not Result.OPEN or not is_about_the_same(solution, after):
            return replace(found, point=point)
    try:
        answers = solve(
            after,
            load_engine,
            nodes=_NODES,
            playouts=0 if is_later else PLAYOUTS,
            attacker=framed.attacker if framed else None,
            ranker=ranker,
            stop=stop,
        )
    except ValueError:  # nothing is left to be solved
        return unknown
    if not answers.moves or (is_later and not answers.is_proved):
        return unknown
    best = answers.moves[0]
    if best.point != PASS and not is_legal(boards[0], best.point):  # it takes a ko back at once
        return unknown
    winrate = None if best.winrate is None else 1.0 - best.winrate
    line = without_last_passes((best.point, *best.line))
    return SolvedMove(point, _WORTH[answers.result], answers.is_proved, winrate, line)


def prove_later_move(
    solution: Solution,
    moves: Sequence[int],
    nodes: int = _NODES,
    stop: Callable[[], bool] = lambda: False,
) -> SolvedMove:
    """Returns what becomes of a later move of a problem's side to play, by proofs alone.

    solution -- of the problem, which is none of a game
    moves    -- of both sides from the problem on, the move in question last
    nodes    -- limit of the proofs
    stop     -- is asked while it works; when it returns True, the move is left open
    """
    *before, point = moves
    assert solution.framed is not None
    fights = fights_of(solution.framed, solution.problem.to_play)
    later = [fight.after(before) for fight in fights if fight.room <= MOST_ROOM]
    left = [fight for fight in later if fight is not None]
    if not left:
        return SolvedMove(point)
    return Prover(*left).move(point, nodes, stop)


def is_about_the_same(solution: Solution, later: Problem) -> bool:
    """Tells whether a later position of a problem is about the stones that the problem is about.

    Others may be the largest group there, or may have been connected with them.

    solution -- of the problem, which is none of a game
    """
    assert solution.framed is not None
    attacker, first = solution.framed.attacker, solution.problem
    framed = frame(later.size, later.black, later.white, attacker)
    old, new = fights_of(solution.framed, first.to_play), fights_of(framed, later.to_play)
    if not old or not new:
        return False
    before, after = (set(p.white if attacker == BLACK else p.black) for p in (first, later))
    targets = set(np.flatnonzero(old[0].targets).tolist())
    return {point for point in before & after if new[0].targets[point]} == targets & after


def boards_after(problem: Problem, moves: Sequence[int]) -> np.ndarray:
    """Returns the board, shape (1,), some moves after a problem."""
    boards = problem.boards()
    for point in moves:
        play(boards[0], point)
    return boards


def _as_problem(problem: Problem, boards: np.ndarray) -> Problem:
    """Returns a later position of a problem as one of its own, of the side to play there."""
    colour, to_play = boards[0]["colour"], int(boards[0]["to_play"])
    black, white = (tuple(np.flatnonzero(colour == side).tolist()) for side in (BLACK, WHITE))
    return replace(problem, black=black, white=white, to_play=to_play, solutions=())
