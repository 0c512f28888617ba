"""Rules of thumb that overrule the playout policy."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cfggo.go.board import is_legal, new_board
from cfggo.go.points import (
    BLACK,
    N_POINTS,
    PASS,
    WHITE,
    board_points,
    format_vertex,
    parse_vertex,
    point_from_row_col,
)
from cfggo.go.random import mix64
from cfggo.models.bradley_terry.playout_policy import (
    draw_without_rules,
    play_on_position,
    set_up_position,
)
from cfggo.models.bradley_terry.playout_tables import make_playout_tables
from cfggo.models.bradley_terry.position import POSITION_DTYPE
from cfggo.models.registry import load_weights
from cfggo.search.rules_of_thumb import (
    MAX_NAKADE,
    RulesOfThumb,
    choose_by_rules,
    fills_eye_space,
    is_nakade_shape,
    is_pointless_self_atari,
    is_refused,
    punishment,
    rescue,
)
from cfggo.search.tree_search import play_out
from tests.diagrams import board_from_diagram

NO_RULES = RulesOfThumb(
    rescue_from=0, punish_self_atari=False, refuse_self_atari=False, keep_eyes=False
)

TWO_STONES_IN_A_LIVING_GROUP = """
    . X . O .
    O O O O .
    . . . . .
    . . . . .
    . . . . .
"""

NAKADE_OF_THREE = """
    . X . O X
    O O O O X
    X X X X X
    . . . . .
    . . . . .
"""

CAPTURE = """
    . O X . .
    X X O . .
    O O . . .
    . . . . .
    . . . . .
"""

THROW_IN = """
    . . O . O
    O O O O O
    X X X X X
    . . . . .
    . . . . .
"""

SEKI_OF_THREE = """
    . . O X . O
    . . O X . O
    . O O X O O
    . O X O O X
    . O X X X X
    . O X . X .
"""

NAKADE_WITHIN_TWO_CHAINS = """
    . X X O X
    O O . O X
    X X O O X
    X X X X X
    . . . . .
"""

ANOTHER_LIBERTY = """
    . X X O X
    O O . O X
    X X O O .
    X X X X X
    . . . . .
"""

STRAIGHT_FOUR = """
    . X X X . O X
    O O O O O O X
    X X X X X X X
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""

SEVEN_STONES = """
    . X X X . O X
    O X X X O O X
    O O O O O X X
    X X X X X X .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""

CAPTURE_BY_MANY_STONES = """
    X O . X X X X
    . X O O O X X
    . . . . . O O
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""

CAPTURE_BY_MANY_STONES_MIRRORED = """
    X X X X . O X
    X X O O O X .
    O O . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""

CONNECTION_WITH_LIBERTIES = """
    . X . . .
    O O O . .
    . . . . .
    . . . . .
    . . . . .
"""


@pytest.mark.parametrize(
    ("diagram", "vertex", "refused"),
    [
        (TWO_STONES_IN_A_LIVING_GROUP, "A5", True), (NAKADE_OF_THREE, "A5", False),
        (NAKADE_OF_THREE, "C5", False), (CAPTURE, "A5", False), (THROW_IN, "A5", False),
        (SEKI_OF_THREE, "E5", True), (SEKI_OF_THREE, "E6", True),
        (NAKADE_WITHIN_TWO_CHAINS, "A5", False), (ANOTHER_LIBERTY, "A5", True),
        (STRAIGHT_FOUR, "A7", True), (SEVEN_STONES, "A7", True),
        (CAPTURE_BY_MANY_STONES, "C7", False), (CAPTURE_BY_MANY_STONES_MIRRORED, "E7", False),
        (CONNECTION_WITH_LIBERTIES, "C5", False),
    ],
)  # fmt: skip
def test_what_is_refused(diagram: str, vertex: str, refused: bool) -> None:
    board = board_from_diagram(diagram, to_play=BLACK)[0]
    point = parse_vertex(vertex, int(board["size"]))
    assert is_legal(board, point)
    assert is_pointless_self_atari(board, point) == refused


@pytest.mark.parametrize(
    ("rows", "is_nakade"),
    [
        (["xx"], True), (["xxx"], True), (["xx", "x."], True), (["xx", "xx"], True),
        (["xxx", ".x."], True), (["xxxx"], False), (["xxx", "x.."], False), (["xx.", ".xx"], False),
        (["xxx", "xx."], True), ([".x.", "xxx", ".x."], True), (["xxx", "x.x"], False),
        (["xxxx", ".x.."], False), (["xx.", "xxx", ".x."], True), (["xxx", "xxx"], False),
    ],
)  # fmt: skip
def test_nakade_shapes(rows: list[str], is_nakade: bool) -> None:
    points = [
        point_from_row_col(row, col)
        for row, line in enumerate(rows)
        for col, sign in enumerate(line)
        if sign == "x"
    ]
    room = np.zeros(MAX_NAKADE, dtype=np.int64)
    room[: len(points)] = points
    assert is_nakade_shape(room, len(points)) == is_nakade


SEKI = """
    X X . O O X .
    X X . O X . X
    X X X O X X .
    O O O X X X X
    O . O O X X X
    O O O O X . X
    . O . O X X X
"""


@pytest.mark.parametrize(("refuses", "at_least", "at_most"), [(True, 0.95, 1.0), (False, 0.0, 0.4)])
def test_a_seki_stays_when_self_ataris_are_refused(
    zero_weights_file: Path, refuses: bool, at_least: float, at_most: float
) -> None:
    rules = NO_RULES._replace(refuse_self_atari=refuses)
    tables = make_playout_tables(load_weights(zero_weights_file, "playout"))
    positions = np.zeros(1, dtype=POSITION_DTYPE)
    position = positions[0]
    n = 100
    n_stayed = 0
    for seed in range(n):
        position["board"] = board_from_diagram(SEKI)[0]
        position["board"]["random"] = mix64(np.uint64(seed))
        set_up_position(position, tables)
        play_out(position, tables, rules, np.zeros(N_POINTS, dtype=np.uint8))
        colour = position["board"]["colour"]
        n_stayed += (
            colour[parse_vertex("A7", 7)] == BLACK and colour[parse_vertex("D7", 7)] == WHITE
        )
    assert at_least <= n_stayed / n <= at_most


@pytest.mark.parametrize("size", [5, 9])
def test_what_the_pattern_clears_no_rule_would_refuse(size: int, zero_weights_file: Path) -> None:
    """After every move of random games, of all legal moves."""
    tables = make_playout_tables(load_weights(zero_weights_file, "playout"))
    rules = NO_RULES._replace(refuse_self_atari=True, keep_eyes=True)
    positions = np.zeros(1, dtype=POSITION_DTYPE)
    position, board = positions[0], positions[0]["board"]
    n_refused = 0
    for seed in range(10):
        positions[0]["board"] = new_board(size, seed)[0]
        set_up_position(position, tables)
        while board["n_passes"] < 2 and board["n_moves"] < 3 * size * size:
            for point in board_points(size):
                if is_legal(board, point):
                    refused = is_pointless_self_atari(board, point) or fills_eye_space(board, point)
                    assert is_refused(position, rules, point) == refused
                    n_refused += refused
            play_on_position(position, tables, draw_without_rules(position, tables))
    assert n_refused > 100


def test_a_playout_passes_when_all_moves_are_refused(zero_weights_file: Path) -> None:
    tables = make_playout_tables(load_weights(zero_weights_file, "playout"))
    positions = np.zeros(1, dtype=POSITION_DTYPE)
    positions[0]["board"] = board_from_diagram(SEKI)[0]
    set_up_position(positions[0], tables)
    rules = NO_RULES._replace(refuse_self_atari=True)
    assert choose_by_rules(positions[0], tables, rules) == PASS


EXTENSION = """
    . . . . .
    . O O(O).
    O X X X .
    . O O O .
    . . . . .
"""

CAPTURE_FIRST = """
    . . . . .
    . O O(O).
    O X X X O
    . O O . X
    . . . . .
"""

NO_WAY_OUT = """
    . . . . .
    . O O(O)O
    O X X X .
    . O O O O
    . . . . .
"""

TWO_STONES = """
    . . . . .
    . O(O). .
    O X X . .
    . O O . .
    . . . . .
"""

OLD_ATARI = """
    . . . . .
    . O O O .
    O X X X .
    . O O O .
   (O). . . .
"""


def board_after(diagram: str) -> np.ndarray:
    """Returns a 5x5 board with Black to play after the move in parentheses."""
    boards = board_from_diagram(diagram, to_play=BLACK)
    marks = "".join(diagram.split()).replace(")", "")
    row, col = divmod(marks.index("("), 5)
    boards[0]["last"] = point_from_row_col(4 - row, col)
    return boards


@pytest.mark.parametrize(
    ("diagram", "n_stones", "answer"),
    [
        (EXTENSION, 3, "E3"), (EXTENSION, 4, "pass"), (CAPTURE_FIRST, 3, "E4"),
        (NO_WAY_OUT, 3, "pass"), (TWO_STONES, 3, "pass"), (TWO_STONES, 2, "D3"),
        (OLD_ATARI, 3, "pass"),
    ],
)  # fmt: skip
def test_rescue_of_a_chain_in_atari(diagram: str, n_stones: int, answer: str) -> None:
    assert format_vertex(rescue(board_after(diagram)[0], n_stones)) == answer


SELF_ATARI = """
    . . . . .
    . X X . .
    X O(O). .
    . X X . .
    . . . . .
"""

THROW_IN_AT_AN_EYE = """
    . X(O). .
    X X X X X
    . . . . .
    . . . . .
    . . . . .
"""

OLD_SELF_ATARI = """
    . . . . .
    . X X . .
    X O O . .
    . X X . .
    . . . .(O)
"""


@pytest.mark.parametrize(
    ("diagram", "answer"),
    [(SELF_ATARI, "D3"), (THROW_IN_AT_AN_EYE, "D5"), (EXTENSION, "pass"), (OLD_SELF_ATARI, "pass")],
)
def test_punishment_of_a_self_atari(diagram: str, answer: str) -> None:
    assert format_vertex(punishment(board_after(diagram)[0])) == answer


def test_bait_is_not_taken() -> None:
    """White's stone is in atari; the capture leaves three stones in atari."""
    board = board_after("""
       (O). O . .
        X X O . .
        O O . . .
        . . . . .
        . . . . .
    """)[0]
    assert board["n_liberties"][board["head"][board["last"]]] == 1
    assert punishment(board) == PASS


@pytest.mark.parametrize(
    ("diagram", "rules", "answer"),
    [(EXTENSION, {"rescue_from": 3}, "E3"), (SELF_ATARI, {"punish_self_atari": True}, "D3")],
)
def test_playouts_answer_whatever_the_policy_says(
    zero_weights_file: Path, diagram: str, rules: dict[str, Any], answer: str
) -> None:
    tables = make_playout_tables(load_weights(zero_weights_file, "playout"))
    positions = np.zeros(1, dtype=POSITION_DTYPE)

    def drawn(rules: RulesOfThumb) -> set[str]:
        found = set()
        for seed in range(50):
            positions[0]["board"] = board_after(diagram)[0]
            positions[0]["board"]["random"] = mix64(np.uint64(seed))
            set_up_position(positions[0], tables)
            found.add(format_vertex(choose_by_rules(positions[0], tables, rules)))
        return found

    assert drawn(NO_RULES._replace(**rules)) == {answer}
    assert len(drawn(NO_RULES)) > 5


TWO_POINTS = """
    . . X . .
    X X X . .
    . . . . .
    . . . . .
    . . . . .
"""

THREE_POINTS = """
    . . . X .
    X X X X .
    . . . . .
    . . . . .
    . . . . .
"""

ENEMY_WITHIN = """
    O . X . .
    X X X . .
    . . . . .
    . . . . .
    . . . . .
"""

FEW_LIBERTIES = """
    . . X O .
    X X X O .
    O O O O .
    . . . . .
    . . . . .
"""

CUT = """
    . . X . .
    X O X . .
    X X . . .
    . . . . .
    . . . . .
"""


@pytest.mark.parametrize(
    ("diagram", "vertex", "fills"),
    [
        (TWO_POINTS, "A5", True), (TWO_POINTS, "B5", True), (THREE_POINTS, "A5", True),
        (THREE_POINTS, "B5", False), (ENEMY_WITHIN, "B5", False), (FEW_LIBERTIES, "A5", False),
        (CUT, "A5", False), (TWO_POINTS, "E1", False),
    ],
)  # fmt: skip
def test_what_fills_an_eye_of_several_points(diagram: str, vertex: str, fills: bool) -> None:
    board = board_from_diagram(diagram, to_play=BLACK)[0]
    assert fills_eye_space(board, parse_vertex(vertex, 5)) == fills
