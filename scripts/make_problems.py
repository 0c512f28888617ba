#!/usr/bin/env python3
"""Makes life-and-death problems, solved without error: enclosed corners, one JSON object a line.

Black defends, White attacks, and half of the problems are each one's. In a problem whoever moves
first can force to win, by some first moves and not by others; positions in which a first move leads
to a ko are left out. Each corner gives one problem, so that none tells another's solution. The same
seed makes the same problems. After Ctrl-C, those that were made are in the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import common
import numpy as np
from enclosed_corners import (
    COLUMNS,
    NEVER,
    REACH,
    Cell,
    SolvedCorner,
    Verdicts,
    beside,
    cell_set,
    cells_of,
    wall_side,
)

from cfggo.base.errors import CfggoError
from cfggo.base.terminal import progress
from cfggo.commands.arguments import count
from cfggo.commands.parser import Parser
from cfggo.go.points import BLACK, EMPTY, MAX_SIZE, WHITE, point_from_row_col
from cfggo.models.tsumego.collections import LINES_SUFFIXES, to_json
from cfggo.models.tsumego.problem import Problem

_SIZES = range(12, 23)
"""Points that a corner may have."""


class Kind(NamedTuple):
    """Points that a corner may have besides the target's, and that a problem may leave empty."""

    free: range
    empty: range


USUAL, LARGE = Kind(range(9, 11), range(7, 11)), Kind(range(11, 12), range(10, 12))

_LEAST_TARGET = 3
"""Stones of the smallest target."""

_NEARNESS = 0.25
"""How much less likely a corner grows to a point one step farther from the corner: exp of minus
this."""

_AT_WALL, _ELSEWHERE = 0.88, 0.12
"""How likely a point is the target's: next to White's wall, and elsewhere, if that makes one chain.
"""

_TRIES = 100
"""Positions of a corner that are looked at."""


def main() -> None:
    """Makes the problems."""
    parser = Parser(description=__doc__)
    parser.add_argument("out", type=Path, metavar="FILE", help="a new file; .jsonl")
    parser.add_argument("--problems", type=count, default=6000, help="default %(default)s")
    parser.add_argument("--seed", type=count, default=1, help="default %(default)s")
    parser.add_argument("--large", action="store_true", help="of ten moves each, in larger corners")
    args = parser.parse_args()

    if not args.out.name.endswith(LINES_SUFFIXES[0]):
        raise CfggoError(f"{args.out}: the name of a file of problems ends in {LINES_SUFFIXES[0]}")
    try:
        file = args.out.open("x")
    except OSError as error:
        raise CfggoError(f"{args.out}: can't be written: {error.strerror}") from error
    with file, progress("making", args.problems, "problems") as advance:
        for problem in made_problems(args.seed, args.problems, LARGE if args.large else USUAL):
            file.write(to_json(problem) + "\n")
            file.flush()
            advance(1)


class Corner(NamedTuple):
    """Sets of points (scripts/enclosed_corners.py): of a corner, and of the target's."""

    inside: int
    target: int


def random_corner(rng: np.random.Generator, free: range = USUAL.free) -> Corner | None:
    """Returns a random corner, or None if what was drawn is too small or too large."""
    inside = cell_set(_random_cells(rng))
    wall = wall_side(inside)
    stones = 0
    for cell in cells_of(inside):
        bit = cell_set([cell])
        if rng.random() < (_AT_WALL if bit & wall else _ELSEWHERE):
            stones |= bit
    target = max(_chains(stones), key=int.bit_count, default=0)
    if target.bit_count() < _LEAST_TARGET or (inside & ~target).bit_count() not in free:
        return None
    return Corner(inside, target)


def _random_cells(rng: np.random.Generator) -> list[Cell]:
    """Returns cells that are connected with the corner and enclose no others."""
    size = int(rng.choice(_SIZES))
    cells = [(0, 0)]
    while len(cells) < size:
        near = sorted({cell for place in cells for cell in beside(place)} - set(cells))
        near = [cell for cell in near if max(cell) < REACH]
        weights = np.exp([-_NEARNESS * sum(cell) for cell in near])
        cells.append(near[rng.choice(len(near), p=weights / weights.sum())])
    while enclosed := _enclosed_cell(cells):
        cells.append(enclosed)
    return cells


def _enclosed_cell(cells: list[Cell]) -> Cell | None:
    """Returns a cell outside that is cut off from the rest of the board, or None."""
    outside = {(r, c) for r in range(COLUMNS) for c in range(COLUMNS)} - set(cells)
    waiting = [(REACH, REACH)]
    outside.remove(waiting[0])
    while waiting:
        for cell in beside(waiting.pop()):
            if cell in outside:
                outside.remove(cell)
                waiting.append(cell)
    return min(outside, default=None)


def _chains(stones: int) -> list[int]:
    chains = []
    while stones:
        chain = 0
        waiting = cells_of(stones & -stones)
        while waiting:
            cell = waiting.pop()
            bit = cell_set([cell])
            if bit & stones and not bit & chain:
                chain |= bit
                waiting.extend(beside(cell))
        chains.append(chain)
        stones &= ~chain
    return chains


def made_problems(seed: int, n_problems: int, kind: Kind = USUAL) -> Iterator[Problem]:
    """Yields problems, half of them Black's and half White's, all different up to symmetry."""
    left = {BLACK: (n_problems + 1) // 2, WHITE: n_problems // 2}
    seen = set()
    attempt = 0
    while any(left.values()):
        rng = np.random.default_rng((seed, attempt))
        attempt += 1
        corner = random_corner(rng, kind.free)
        if corner is None:
            continue
        player = BLACK if rng.random() * sum(left.values()) < left[BLACK] else WHITE
        problem = _problem_of(corner, player, f"{seed}-{attempt}", kind.empty, rng)
        if problem is not None and problem.digest not in seen:
            seen.add(problem.digest)
            left[player] -= 1
            yield problem


def _problem_of(
    corner: Corner, player: int, name: str, empty: range, rng: np.random.Generator
) -> Problem | None:
    """Returns a problem of a player in a corner, or None if none was found."""
    solved = SolvedCorner(*corner)
    for position in _drawn_positions(corner, solved, empty, rng):
        verdicts = solved.verdicts(position, player)
        if set(verdicts.winner.tolist()) == {BLACK, WHITE}:
            problem = _on_board(corner.inside, *solved.stones(position), player, name)
            problem = _with_solutions(problem, verdicts, rng)
            if problem.fault() is None:
                return problem
    return None


def _drawn_positions(
    corner: Corner, solved: SolvedCorner, empty: range, rng: np.random.Generator
) -> Iterator[int]:
    """Yields positions in which whoever is to play can force to win; none if there are none."""
    positions = solved.unsettled()
    n_free = (corner.inside & ~corner.target).bit_count()
    n_empty = (positions[:, None] // 3 ** np.arange(n_free) % 3 == EMPTY).sum(axis=1)
    of_size = [some for n_points in empty if len(some := positions[n_empty == n_points])]
    for _ in range(_TRIES if of_size else 0):
        yield int(rng.choice(of_size[rng.integers(len(of_size))]))


def _on_board(inside: int, black: int, white: int, to_play: int, name: str) -> Problem:
    """Returns a position on a 19x19 board, with White's wall around the corner."""
    cells = cells_of(inside)
    ring = {
        (row + i, column + j)
        for row, column in cells
        for i in (-1, 0, 1)
        for j in (-1, 0, 1)
        if min(row + i, column + j) >= 0
    }
    of_black, of_white = (
        tuple(sorted(point_from_row_col(*cell) for cell in some))
        for some in (cells_of(black), (*cells_of(white), *ring.difference(cells)))
    )
    kind, task = ("live", "Black to live") if to_play == BLACK else ("kill", "White to kill")
    level = f"{(inside & ~(black | white)).bit_count()} empty points"
    return Problem(name, MAX_SIZE, of_black, of_white, to_play, (), kind, level, task)


def _with_solutions(problem: Problem, verdicts: Verdicts, rng: np.random.Generator) -> Problem:
    """Returns the problem with its solutions, and the best and the worst move.

    Of moves that are as good or as bad as each other, one is drawn.
    """
    points = [point_from_row_col(*divmod(int(cell), COLUMNS)) for cell in verdicts.cells]
    wins = verdicts.winner == problem.to_play

    def soonest(among: np.ndarray) -> int:
        plies = np.where(among, verdicts.plies, NEVER + 1)
        return points[rng.choice(np.flatnonzero(plies == plies.min()))]

    return replace(
        problem,
        solutions=tuple(sorted(point for point, won in zip(points, wins, strict=True) if won)),
        best=soonest(wins),
        worst=soonest(~wins),
    )


if __name__ == "__main__":
    common.run(main)
