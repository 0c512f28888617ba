"""Proofs against tables of whole corners, and positions that every player knows."""

from collections import Counter

import numpy as np
import pytest
from enclosed_corners import COLUMNS, SolvedCorner, cell_set, cells_of
from make_problems import random_corner

from cfggo.go.board import is_own_eye
from cfggo.go.points import (
    BLACK,
    EMPTY,
    N_POINTS,
    PASS,
    WHITE,
    board_points,
    format_vertex,
    point_from_row_col,
)
from cfggo.go.setup import set_up_board
from cfggo.study.solving.fight import Fight
from cfggo.study.solving.proof_number_search import UNKNOWN, WON, new_line, new_table, search
from cfggo.study.solving.prover import Prover, Result
from tests.diagrams import board_from_diagram

SIZE = 11
EYES = {point_from_row_col(9, 9), point_from_row_col(9, 7), point_from_row_col(7, 9)}

ROW_OF_FOUR = [(2, column) for column in range(4)]
CORNERS = [
    ([*ROW_OF_FOUR, *((row, column) for row in (0, 1) for column in range(4))], ROW_OF_FOUR),
    (
        [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (0, 3)],
        [(2, 0), (2, 1), (2, 2), (1, 2)],
    ),
]


def mask(points: set[int]) -> np.ndarray:
    found = np.zeros(N_POINTS, dtype=np.bool_)
    found[[*points]] = True
    return found


def points_of(cells: int) -> set[int]:
    return {point_from_row_col(*cell) for cell in cells_of(cells)}


def corner_fight(inside: int, target: int, black: int, white: int, to_play: int) -> Fight | None:
    """Returns a position of a corner as a fight, None if its stones can't stand so."""
    corner = points_of(inside)
    wall = {point for point in board_points(SIZE) if point not in corner} - EYES
    try:
        boards = set_up_board(SIZE, points_of(black), points_of(white) | wall, to_play)
    except ValueError:
        return None
    return Fight(boards, WHITE, mask(points_of(target)), mask(corner))


@pytest.mark.parametrize(("cells", "target_cells"), CORNERS)
def test_results_are_those_of_a_table_of_all_positions(
    cells: list[tuple[int, int]], target_cells: list[tuple[int, int]]
) -> None:
    """Who can force to win, and what hangs on a ko, is known of every position of a corner."""
    inside, target = cell_set(cells), cell_set(target_cells)
    solved = SolvedCorner(inside, target)
    rng = np.random.default_rng(1)
    seen = dict.fromkeys(Result, 0)
    for position in rng.permutation(3 ** (len(cells) - len(target_cells)))[:100].tolist():
        black, white = solved.stones(position)
        for to_play in (BLACK, WHITE):
            fight = corner_fight(inside, target, black, white, to_play)
            if fight is None:
                continue
            result = Prover(fight).result_for(to_play, 100_000, lambda: False)
            winner, _ = solved.winner(position, to_play)
            expected = {to_play: Result.WORKS, EMPTY: Result.KO}.get(winner, Result.FAILS)
            if expected is Result.KO:
                # The table also calls it a ko if one side would need threats for ever, as for an
                # eye that can be taken away by a ko again and again; a proof says that it is dead.
                assert result is not Result.OPEN
            else:
                assert result is expected, (position, to_play)
            seen[result] += 1
    assert min(seen[Result.WORKS], seen[Result.FAILS]) > 20


def test_no_move_of_random_corners_is_proved_against_a_table_of_all_positions() -> None:
    """A few that are decided without a ko are called a ko: the side that has no threats takes none
    in a proof, though there is nothing to take back.
    """
    rng = np.random.default_rng(3)
    seen: Counter[tuple[Result, bool]] = Counter()
    n_corners = 0
    while n_corners < 40:
        corner = random_corner(rng)
        if corner is None:
            continue
        solved = SolvedCorner(*corner)
        unsettled = solved.unsettled()
        n_corners += len(unsettled) > 0
        for position in rng.choice(unsettled, 12).tolist() if len(unsettled) else []:
            to_play = int(rng.choice((BLACK, WHITE)))
            fight = corner_fight(*corner, *solved.stones(position), to_play)
            if fight is None:
                continue
            results = {m.point: m.result for m in Prover(fight).moves(50_000, lambda: False)}
            verdicts = solved.verdicts(position, to_play)
            for cell, winner in zip(verdicts.cells, verdicts.winner, strict=True):
                point = point_from_row_col(*divmod(int(cell), COLUMNS))
                if is_own_eye(fight.boards[0], point, to_play):
                    continue  # nobody fills these
                seen[results[point], winner == EMPTY] += 1
                contrary = Result.FAILS if winner == to_play else Result.WORKS
                assert winner == EMPTY or results[point] is not contrary, (corner, position)
    assert min(seen[Result.WORKS, False], seen[Result.FAILS, False], seen[Result.KO, True]) > 10
    assert seen[Result.KO, False] + seen[Result.OPEN, False] < seen.total() / 200


def test_what_is_proved_of_a_move_stays_so_along_its_line() -> None:
    """To the end of the line, where the targets are gone or one of them lives."""
    rng = np.random.default_rng(4)
    seen: Counter[tuple[Result, bool]] = Counter()
    while seen.total() < 100:
        corner = random_corner(rng)
        if corner is None:
            continue
        solved = SolvedCorner(*corner)
        for position in (
            rng.choice(solved.unsettled(), 3).tolist() if len(solved.unsettled()) else []
        ):
            to_play = int(rng.choice((BLACK, WHITE)))
            fight = corner_fight(*corner, *solved.stones(position), to_play)
            if fight is None:
                continue
            for move in Prover(fight).moves(50_000, lambda: False):
                if move.result not in (Result.WORKS, Result.FAILS) or move.point == PASS:
                    continue
                winner = to_play if move.result is Result.WORKS else 3 - to_play
                played = (move.point, *move.line)
                for n_moves in range(1, len(played) + 1):
                    after = fight.after(played[:n_moves])
                    if after is None:  # a pass, or a ko that is taken back by a threat
                        break
                    side = int(after.boards[0]["to_play"])
                    result = Prover(after).result_for(side, 50_000, lambda: False)
                    assert result is (Result.WORKS if side == winner else Result.FAILS)
                else:
                    assert after is not None
                    board = after.boards[0]
                    targets = after.targets & (board["colour"] == 3 - after.attacker)
                    is_gone = not targets.any()
                    assert not is_gone or winner == after.attacker
                    seen[move.result, is_gone] += 1
    assert min(seen[Result.WORKS, True], seen[Result.FAILS, False]) > 7


def turned(points: np.ndarray, board_size: int, turn: int) -> np.ndarray:
    """Returns points, bool[N_POINTS], in one of the eight symmetries of the board."""
    square = np.array([points[p] for p in board_points(board_size)]).reshape(board_size, -1)
    square = np.rot90(square.T if turn >= 4 else square, turn % 4)
    found = np.zeros_like(points)
    found[board_points(board_size)] = square.ravel()
    return found


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
@pytest.mark.parametrize("turn", range(8))
def test_a_turned_fight_of_other_colours_has_the_same_results(turn: int, to_play: int) -> None:
    """In every second one the colours change places, too."""
    fight = fight_on(A_KO_FOR_THE_SECOND_EYE, to_play)
    colours = fight.boards[0]["colour"]
    size = int(fight.boards[0]["size"])
    swap = turn % 2 == 1
    black, white = (
        np.flatnonzero(turned(colours == colour, size, turn)).tolist()
        for colour in ((WHITE, BLACK) if swap else (BLACK, WHITE))
    )
    boards = set_up_board(size, black, white, 3 - to_play if swap else to_play)
    other = Fight(
        boards,
        3 - fight.attacker if swap else fight.attacker,
        turned(fight.targets, size, turn),
        turned(fight.playable, size, turn),
    )
    expected = {
        result: np.flatnonzero(turned(points, size, turn)).tolist()
        for result, points in points_by_result(fight).items()
    }
    assert {r: np.flatnonzero(p).tolist() for r, p in points_by_result(other).items()} == expected


def points_by_result(fight: Fight) -> dict[Result, np.ndarray]:
    """Returns by result the moves on the board that come to it, bool[N_POINTS]."""
    moves = Prover(fight).moves(100_000, lambda: False)
    return {
        result: mask({move.point for move in moves if move.result is result} - {PASS})
        for result in Result
    }


def verdict_by_lines_of(n_moves: int, fight: Fight, master: int) -> int:
    """Returns what a search by lines of at most so many moves proves for the side to move."""
    line = new_line(n_moves)
    line.boards[0] = fight.boards[0]
    points = np.flatnonzero(fight.playable)
    verdict, _ = search(
        line, new_table(), points, fight.playable, fight.targets, fight.attacker, master, 2000
    )
    return int(verdict)


@pytest.mark.parametrize("max_depth", [3, 4, 7])
def test_a_line_that_is_too_long_proves_nothing(max_depth: int) -> None:
    """With very short lines some positions stay open, and no result is wrong."""
    cells, target_cells = CORNERS[0]
    inside, target = cell_set(cells), cell_set(target_cells)
    solved = SolvedCorner(inside, target)
    rng = np.random.default_rng(2)
    n_open = n_decided = 0
    for position in rng.permutation(3 ** (len(cells) - len(target_cells)))[:60].tolist():
        black, white = solved.stones(position)
        for to_play in (BLACK, WHITE):
            fight = corner_fight(inside, target, black, white, to_play)
            if fight is None:
                continue
            for master in (BLACK, WHITE):
                verdict = verdict_by_lines_of(max_depth, fight, master)
                winner, _ = solved.winner(position, to_play)
                n_open += verdict == UNKNOWN
                # What the ko master gets may hang on its threats.
                if verdict != UNKNOWN:
                    proved = to_play if verdict == WON else 3 - to_play
                    n_decided += proved != master
                    assert proved == master or winner in (proved, EMPTY), (position, to_play)
    assert min(n_open, n_decided) > 3


def fight_on(diagram: str, to_play: int, attacker: int = WHITE) -> Fight:
    """Returns a fight for all stones that are not the attacker's, on points named by `diagram`.

    Points marked `-` are the attacker's ground: stones of the attacker, but not to be played on;
    those marked `,` are its eyes.
    """
    stone = {BLACK: "X", WHITE: "O"}[attacker]
    boards = board_from_diagram(diagram.replace("-", stone).replace(",", "."), to_play)
    rows = [line.split() for line in diagram.strip().splitlines()]
    outside = {
        point_from_row_col(len(rows) - 1 - i, column)
        for i, row in enumerate(rows)
        for column, mark in enumerate(row)
        if mark in "-,"
    }
    colour = boards[0]["colour"]
    targets = {p for p in board_points(len(rows)) if colour[p] == 3 - attacker}
    playable = {p for p in board_points(len(rows)) if p not in outside}
    return Fight(boards, attacker, mask(targets), mask(playable))


THREE_IN_A_ROW = """
    - - - - - -
    - . - - . -
    - - - - - -
    O O O O O -
    X X X X O -
    . . . X O -
"""


A_KO_FOR_THE_SECOND_EYE = """
    - - - - - - - - -
    - - - - - - - , -
    - - - X X X - - -
    - - - X . X - - -
    - - - X X X - , -
    - - - - X - - - -
    - - - - X - - - -
    X X X - X - - - -
    . . X X O . - - -
"""
"""Black's F1 takes the ko that joins two eyes, and White can take it back."""


def test_a_first_move_that_takes_a_ko_works_by_the_ko_only() -> None:
    assert results(fight_on(A_KO_FOR_THE_SECOND_EYE, BLACK))["F1"] is Result.KO


def results(fight: Fight) -> dict[str, Result]:
    """Returns what becomes of each move, by vertex."""
    moves = Prover(fight).moves(100_000, lambda: False)
    return {format_vertex(move.point): move.result for move in moves}


def test_three_in_a_row_live_or_die_by_the_middle() -> None:
    live = results(fight_on(THREE_IN_A_ROW, BLACK))
    assert [name for name, result in live.items() if result is Result.WORKS] == ["B1"]
    kill = results(fight_on(THREE_IN_A_ROW, WHITE))
    assert [name for name, result in kill.items() if result is Result.WORKS] == ["B1"]


def test_four_in_a_row_live_whoever_moves() -> None:
    four = THREE_IN_A_ROW.replace("X X X X O -", "X X X X X O").replace(
        "O O O O O -", "O O O O O O"
    )
    four = four.replace(". . . X O -", ". . . . X O")
    assert Prover(fight_on(four, WHITE)).result_for(WHITE, 100_000, lambda: False) is Result.FAILS
    assert Prover(fight_on(four, BLACK)).result_for(BLACK, 100_000, lambda: False) is Result.WORKS


def test_lines_end_when_the_fight_is_decided() -> None:
    """The last stone that is captured, or the second eye, is the last move."""
    moves = Prover(fight_on(THREE_IN_A_ROW, BLACK)).moves(100_000, lambda: False)
    lines = {
        format_vertex(move.point): [format_vertex(point) for point in move.line] for move in moves
    }
    assert lines == {
        "A1": ["B1", "C1", "B1"], "B1": [], "C1": ["B1", "A1", "B1"], "pass": ["B1", "A1", "C1"],
    }  # fmt: skip


def test_a_search_that_is_stopped_claims_nothing() -> None:
    moves = Prover(fight_on(THREE_IN_A_ROW, BLACK)).moves(0, lambda: True)
    assert all(move.result is Result.OPEN for move in moves)
