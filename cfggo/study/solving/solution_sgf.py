"""Solutions as SGF: a variation for every move that something is known of.

Right moves have TE and a comment that begins with "Right", wrong ones BM, "Wrong" and what refutes
them; so `cfggo.models.tsumego.collections` and other programs read them as problems with solutions.
The first node's comment is the task alone, for whoever is to solve it; the verdict stands in GC.
"""

from __future__ import annotations

from collections.abc import Iterable

from sgfmill import sgf

from cfggo.go.points import COLOUR_LETTERS, format_vertex, row_col_from_point
from cfggo.models.tsumego.problem import Problem
from cfggo.records.archives import printable
from cfggo.records.game_tree import GameTree
from cfggo.records.sgf.values import OWN_NAME
from cfggo.study.solving.prover import SolvedMove
from cfggo.study.solving.solution import Solution
from cfggo.study.solving.solution_words import (
    NAMES,
    refutation_words,
    settled_words,
    surety_words,
    verdict_words,
)
from cfggo.version import __version__


def solution_to_sgf(solution: Solution, most_wrong: int) -> bytes:
    """Returns a solution as an SGF record; most_wrong: wrong moves that get a variation."""
    problem = solution.problem
    game = sgf.Sgf_game(problem.size)
    root = game.get_root()
    root.set("AP", (OWN_NAME, __version__))
    root.set_setup_stones(_places(problem.black), _places(problem.white))
    root.set("PL", COLOUR_LETTERS[problem.to_play])
    if problem.name:
        root.set("GN", printable(problem.name))
    if problem.task:
        root.set("C", printable(problem.task))
    if problem.komi is not None:
        root.set("KM", problem.komi)
        root.set("GE", problem.kind)
    verdict = f"{_verdict(solution)} ({surety_words(solution)})."
    root.set("GC", "\n".join(filter(None, (verdict, settled_words(solution)))))
    for move in solution.right:
        _add(root, problem, move, f"Right: {_verdict(solution)}.", "TE")
    for move in solution.wrong[:most_wrong]:
        _add(root, problem, move, f"Wrong: {refutation_words(solution, move)}.", "BM")
    data: bytes = game.serialise()
    return data


def _verdict(solution: Solution) -> str:
    """Returns what the side to play can get, in a position of a game the most."""
    if solution.framed is not None:
        return verdict_words(solution)
    moves = " or ".join(format_vertex(move.point) for move in solution.right)
    return f"{NAMES[solution.problem.to_play]} gains most with {moves}"


def is_solution(data: bytes) -> bool:
    """Tells whether SGF data is a solution that was written here."""
    try:
        root = sgf.Sgf_game.from_bytes(data).get_root()
        program, _ = root.get("AP")
    except (ValueError, KeyError):
        return False
    return program == OWN_NAME and root.has_property("GC") and not root.has_property("RE")


def _add(
    root: sgf.Tree_node, problem: Problem, move: SolvedMove, comment: str, annotation: str
) -> None:
    """Adds a move, its annotation and its line as a variation."""
    tree = GameTree(root)
    first = tree.play(problem.to_play, move.point)
    first.set("C", comment)
    first.set(annotation, 1)
    for number, point in enumerate(move.line):
        tree.play(problem.to_play if number % 2 else 3 - problem.to_play, point)


def _places(points: Iterable[int]) -> list[tuple[int, int]]:
    return [row_col_from_point(point) for point in points]
