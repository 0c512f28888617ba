"""Solutions: proofs, searches in a frame, words and records."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
from make_problems import made_problems

from cfggo.config import load_config
from cfggo.go.points import BLACK, N_POINTS, WHITE, parse_vertex
from cfggo.models.tsumego.collections import read_problems
from cfggo.models.tsumego.problem import Problem
from cfggo.records.collection import DropReport
from cfggo.search.limits import Limit
from cfggo.search.searcher import Searcher
from cfggo.study.solving.fight import Fight, fights_of
from cfggo.study.solving.frame import frame
from cfggo.study.solving.framed_search import search_framed
from cfggo.study.solving.picture import problem_diagram
from cfggo.study.solving.prover import Prover, Result, SolvedMove
from cfggo.study.solving.solution import Solution, solve
from cfggo.study.solving.solution_sgf import solution_to_sgf
from cfggo.study.solving.solution_words import solution_text
from cfggo.study.solving.tried_moves import is_about_the_same, prove_later_move
from tests.corner import INSIDE, KILL, LIVE, LONG, MIDDLE, WALL, points

Points = tuple[int, ...]

COMPILED = """
from cfggo.base.jit import declared
from cfggo.study.solving.solution import compile_proofs, solve
from tests.corner import KILL, LIVE, LONG

def compiled():
    return {(kernel.py_func.__name__, one) for kernel in declared for one in kernel.signatures}

compile_proofs()
before = compiled()
for problem in KILL, LIVE, LONG:
    assert solve(problem, None).is_proved
print(bool(before), compiled() - before)
"""
"""Prints whether warming up compiles something, and what it leaves to the first problem."""


def no_engine() -> NoReturn:
    raise AssertionError("the engine is not needed")


@pytest.fixture(scope="module")
def engine() -> Searcher:
    return Searcher(load_config("cfggo").with_values(seed=1))


@pytest.mark.parametrize(("problem", "is_attack"), [(LIVE, False), (KILL, True)])
def test_a_small_problem_is_proved(problem: Problem, is_attack: bool) -> None:
    solution = solve(problem, no_engine)
    assert solution.is_proved
    assert solution.is_attack is is_attack
    assert solution.result is Result.WORKS
    assert [move.point for move in solution.right] == [MIDDLE]
    assert solution.settled is Result.WORKS  # it is who moves first that matters
    assert {move.result for move in solution.wrong} == {Result.FAILS}
    assert all(move.line[0] == MIDDLE for move in solution.wrong)


def test_warming_up_compiles_all_that_proofs_need() -> None:
    done = subprocess.run(
        [sys.executable, "-c", COMPILED],
        cwd=Path(__file__).parents[3],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert done.stdout == "True set()\n"


def test_made_problems_are_solved_as_a_table_of_all_positions_solves_them() -> None:
    """From the stones on a 19x19 board alone: the fight is found, and who attacks in it."""
    for problem in made_problems(seed=8, n_problems=24):
        solution = solve(problem, no_engine, playouts=0)
        assert solution.is_proved
        for move in solution.moves:
            if move.result is not Result.KO:
                is_right = move.point in problem.solutions
                assert (move.result is Result.WORKS) == is_right, (problem, move)


def test_a_later_move_is_proved_in_the_fight_of_the_problem() -> None:
    solution = solve(LONG, no_engine)
    b1, b2, a2, c1, far = (parse_vertex(name, 19) for name in ("B1", "B2", "A2", "C1", "T19"))
    assert prove_later_move(solution, (b1, b2, a2)).result is Result.WORKS
    failing = prove_later_move(solution, (b1, b2, c1))
    assert (failing.result, failing.proved, bool(failing.line)) == (Result.FAILS, True, True)
    assert prove_later_move(solution, (b1, b2, c1), nodes=0).result is Result.OPEN
    for moves in ((b1, b2, b1), (b1, far, a2)):  # not legal; outside of the fight
        assert prove_later_move(solution, moves).result is Result.OPEN


def test_a_later_position_may_be_about_other_stones() -> None:
    solution = solve(LONG, no_engine)
    b1, b2 = points((0, 1), (1, 1))
    later = replace(LONG, black=(*LONG.black, b1), white=(*LONG.white, b2))
    assert is_about_the_same(solution, later)
    others = points(*((row, column) for row in (8, 9) for column in range(6)))
    assert not is_about_the_same(solution, replace(later, black=(*later.black, *others)))
    assert not is_about_the_same(solution, replace(later, black=()))


def test_words_name_the_move_and_what_refutes_the_others() -> None:
    text = solution_text(solve(LIVE, no_engine), most_wrong=5)
    assert text.startswith("Black lives with B1 (proved).\nIf White moves first, Black is dead.")
    assert "wrong  A1   White kills: B1" in text
    assert solution_text(solve(KILL, no_engine), 0).startswith("White kills Black with B1 (proved)")


def test_a_record_is_read_as_the_same_problem_with_its_solution(tmp_path: Path) -> None:
    record = tmp_path / "solved.sgf"
    record.write_bytes(solution_to_sgf(solve(LIVE, no_engine), most_wrong=5))
    (problem,) = read_problems([record], DropReport())
    assert (problem.black, problem.white, problem.to_play) == (INSIDE, WALL, BLACK)
    assert problem.solutions == (MIDDLE,)


def test_control_characters_of_a_problem_do_not_get_into_its_record() -> None:
    problem = replace(LIVE, name="\x1b[31mname", task="\x1b[31mtask")
    written = solution_to_sgf(solve(problem, no_engine), most_wrong=5)
    assert b"GN[?[31mname]" in written
    assert b"C[?[31mtask]" in written


def test_a_dead_group_can_not_live() -> None:
    dead = Problem("dead", 19, (*INSIDE[1:], parse_vertex("A1", 19)), WALL, BLACK, ())
    solution = solve(dead, no_engine)
    assert solution.result is Result.FAILS
    assert solution.is_proved
    assert solution_text(solution, 0).startswith("Black can't live (proved)")


def test_a_proof_that_the_attacker_wins_knows_of_ways_out_behind_the_wall() -> None:
    """Black's C3 threatens to slide out at A4, towards what is White's ground otherwise."""
    black = points((0, 2), (0, 3), (1, 1), (1, 3), (2, 3))
    white = points((1, 4), (2, 4), (3, 1), (3, 2), (3, 3), (3, 4))
    problem = Problem("slide", 9, black, white, BLACK, ())
    solution = solve(problem, no_engine, playouts=0, attacker=WHITE)
    assert solution.result is Result.OPEN
    open_moves = [move.point for move in solution.moves if move.result is Result.OPEN]
    assert parse_vertex("C3", 9) in open_moves
    assert any(move.proved for move in solution.wrong)
    whole = whole_fight(9, black, white, BLACK)
    assert Prover(whole).result_for(BLACK, 200_000, lambda: False) is Result.WORKS


def whole_fight(size: int, black: Points, white: Points, to_play: int) -> Fight:
    """Returns the fight about Black's stones in which no ground near the problem is left out."""
    framed = frame(size, black, white, WHITE)
    *_, fight = fights_of(framed, to_play)
    playable = np.isin(np.arange(N_POINTS), sorted(framed.area))
    return replace(fight, playable=playable, proves=frozenset((BLACK, WHITE)))


def drawn_corner(rng: np.random.Generator) -> tuple[Points, Points]:
    """Returns Black's stones in a corner, and White's around them, with gaps."""
    height, width = int(rng.integers(2, 4)), int(rng.integers(3, 6))
    inside = rng.permutation([(row, col) for row in range(height) for col in range(width)])
    ring = [(row, width) for row in range(height)] + [(height, col) for col in range(width + 1)]
    n_black, n_white = int(rng.integers(2, 6)), int(rng.integers(0, 3))
    black = [tuple(cell) for cell in inside[:n_black].tolist()]
    white = [tuple(cell) for cell in inside[n_black : n_black + n_white].tolist()]
    white += [cell for cell in ring if rng.random() < 0.8]
    return points(*black), points(*white)


def test_what_is_proved_with_ground_left_out_is_so_with_all_of_it() -> None:
    rng = np.random.default_rng(1)
    seen = dict.fromkeys(Result, 0)
    while min(seen[Result.WORKS], seen[Result.FAILS]) < 40:
        black, white = drawn_corner(rng)
        to_play = int(rng.integers(BLACK, WHITE + 1))
        try:
            fights = fights_of(frame(9, black, white, WHITE), to_play)
        except ValueError:
            continue
        whole = whole_fight(9, black, white, to_play)
        if len(fights) < 2 or whole.room > 12:
            continue
        expected = {move.point: move.result for move in Prover(whole).moves(20_000, lambda: False)}
        for move in Prover(*fights).moves(5_000, lambda: False):
            if Result.OPEN not in (move.result, expected[move.point]):
                assert move.result is expected[move.point], (black, white, to_play, move.point)
                seen[move.result] += 1


def failing(*moves: tuple[str, float | None]) -> Solution:
    """Returns a solution of LIVE in which all moves fail: by a search, or proved without a rate."""
    found = tuple(
        SolvedMove(parse_vertex(vertex, 19), Result.FAILS, rate is None, rate, (MIDDLE,))
        for vertex, rate in moves
    )
    playouts = 0 if all(move.proved for move in found) else 100
    return Solution(LIVE, frame(19, INSIDE, WALL, WHITE), found, Result.OPEN, 0, playouts)


@pytest.mark.parametrize(
    ("solution", "surety", "why"),
    [
        (
            failing(("A1", 0.3), ("C1", 0.2)),
            "70% sure, by a search",
            "White kills in 70% of the playouts: B1",
        ),
        (
            failing(("A1", 0.3), ("C1", None)),
            "70% sure, by a search",
            "White kills in 70% of the playouts: B1",
        ),
        (failing(("A1", None), ("C1", None)), "proved", "White kills: B1"),
    ],
)
def test_where_all_moves_fail_none_is_right(
    solution: Solution, surety: str, why: str, tmp_path: Path
) -> None:
    assert solution.right == ()
    assert solution.wrong == solution.moves
    verdict, *moves = solution_text(solution, 5).splitlines()
    assert verdict == f"Black can't live ({surety})."
    assert [line.split()[:2] for line in moves] == [["wrong", "A1"], ["wrong", "C1"]]
    assert why in moves[0]
    record = tmp_path / "failing.sgf"
    record.write_bytes(solution_to_sgf(solution, most_wrong=5))
    (problem,) = read_problems([record], DropReport(), need_solutions=False)
    assert problem.solutions == ()
    assert problem.task == LIVE.task  # whoever practises is not told the answer
    assert verdict in record.read_text()


def test_a_move_that_the_search_did_not_look_at_leaves_the_rest_unproved() -> None:
    """A search is made where a move is undecided, and forgets it if it has few visits."""
    ko = SolvedMove(MIDDLE, Result.KO, True, None, ())
    solution = Solution(LIVE, frame(19, INSIDE, WALL, WHITE), (ko,), Result.OPEN, 0, 100)
    assert solution.result is Result.KO
    assert not solution.is_proved
    assert replace(solution, playouts=0).is_proved


def test_what_is_not_proved_does_not_count_as_failing() -> None:
    """Few nodes decide some moves, and without a search nobody knows of the others."""
    solution = solve(LIVE, no_engine, nodes=20, playouts=0)
    assert solution.result is Result.OPEN
    assert not solution.is_proved
    assert solution.right == ()
    assert solution_text(solution, 0).startswith("Nothing is known of Black's moves (not proved)")


def test_a_framed_search_finds_the_vital_point(engine: Searcher) -> None:
    solution = solve(LIVE, lambda: engine, nodes=0, playouts=400)
    assert not solution.is_proved
    assert solution.right[0].point == MIDDLE
    assert solution.right[0].winrate is not None
    again = solve(LIVE, lambda: engine, nodes=0, playouts=400)
    assert again == solution


def test_where_nothing_works_what_is_proved_to_fail_comes_last(engine: Searcher) -> None:
    dead = Problem("dead", 19, (*INSIDE[1:], parse_vertex("A1", 19)), WALL, BLACK, ())
    solution = solve(dead, lambda: engine, nodes=40, playouts=200)
    assert {move.result for move in solution.moves} == {Result.FAILS}
    proved = [move.proved for move in solution.moves]
    assert proved == sorted(proved)
    assert (proved[0], proved[-1]) == (False, True)


def test_priors_lead_a_framed_search(engine: Searcher) -> None:
    """What a ranker is sure of gets most of the visits of a short search."""
    framed = frame(19, INSIDE, WALL, WHITE)
    corner = parse_vertex("A1", 19)
    visits = []
    for priors in ({}, {corner: 1.0, MIDDLE: 0.0}):
        engine.set_seed(1)
        report = search_framed(engine, framed, BLACK, Limit(playouts=60), priors=priors)
        visits.append(next((m.visits for m in report.moves if m.point == corner), 0))
    assert visits[1] > visits[0]


def test_the_diagram_shows_the_corner() -> None:
    assert problem_diagram(LIVE).splitlines() == [
        " 5 . . . . . . .", " 4 . . . + . . .", " 3 O O O O O . .", " 2 X X X X O . .",
        " 1 . . . X O . .", "   A B C D E F G",
    ]  # fmt: skip
