"""Counting finished boards, and what GNU Go counts on them."""

from collections.abc import Callable

import numpy as np
import pytest

from cfggo.go.board import new_board, play
from cfggo.go.points import BLACK, EMPTY, N_POINTS, OFF_BOARD, WHITE, format_vertex, parse_vertex
from cfggo.go.rules import AGA, CHINESE, JAPANESE, TROMP_TAYLOR, Ruleset
from cfggo.go.scoring import format_result, owner_map, score
from cfggo.go.uniform import choose_uniform_move
from tests.diagrams import board_from_diagram

WALLS = """
    . . X O .
    . . X O .
    . . X O .
    . . X O .
    . . X O .
    """

WALLS_AND_DAME = """
    . . X . O .
    . . X . O .
    . X X . O .
    . X . . O O
    . X . . O .
    . X . . O .
    """

DEAD_STONES = """
    . . X O . . .
    . O X O . X .
    . O X O . . .
    . . X O O O O
    X X X X X X X
    . . . . . . .
    . . . . O . .
    """


def points(*vertices: str) -> list[int]:
    return [parse_vertex(vertex, 19) for vertex in vertices]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [(CHINESE, 15 - 10), (AGA, 15 - 10), (TROMP_TAYLOR, 15 - 10), (JAPANESE, 10 - 5)],
    ids=lambda value: getattr(value, "name", None),
)
def test_two_walls(rules: Ruleset, expected: float) -> None:
    board = board_from_diagram(WALLS)[0]
    assert score(board, rules, komi=0) == expected
    assert score(board, rules, komi=6.5) == expected - 6.5


def test_points_between_the_colours_are_nobodys() -> None:
    board = board_from_diagram(WALLS_AND_DAME)[0]
    assert score(board, CHINESE, komi=0) == (7 + 8) - (7 + 5)
    assert score(board, JAPANESE, komi=0) == 8 - 5
    owner = owner_map(board)
    assert owner[points("A1", "B1", "D1", "D6", "E1", "F1")].tolist() == [
        BLACK, BLACK, EMPTY, EMPTY, WHITE, WHITE,
    ]  # fmt: skip


def test_dead_stones_belong_to_the_colour_around_them() -> None:
    board = board_from_diagram(DEAD_STONES)[0]
    dead = points("B6", "F6", "E1")  # B5 is of the same chain as B6
    assert score(board, CHINESE, komi=0, dead=dead) == (11 + 8 + 14) - (7 + 9)
    # Each of the dead stones, three and one, counts once more as a prisoner.
    assert score(board, JAPANESE, komi=0, dead=dead) == (8 + 14 + 3) - (9 + 1)


def test_stones_that_live_make_the_points_around_them_nobodys() -> None:
    board = board_from_diagram(DEAD_STONES)[0]
    assert score(board, CHINESE, komi=0) == (11 + 1) - (7 + 2 + 1)
    owner = owner_map(board)
    assert (owner[points("A7", "G7", "A1")] == EMPTY).all()


def test_prisoners_count_in_territory_scoring_only() -> None:
    boards = board_from_diagram("""
        . X O .
        X O . O
        . X O .
        . . . .
    """)
    play(boards[0], parse_vertex("C3", 4))
    prisoner = board_from_diagram("""
        . X O .
        X . X O
        . X O .
        . . . .
    """)
    assert score(boards[0], CHINESE, komi=0) == score(prisoner[0], CHINESE, komi=0)
    assert score(boards[0], JAPANESE, komi=0) == score(prisoner[0], JAPANESE, komi=0) + 1


def test_an_empty_board_is_nobodys() -> None:
    board = new_board(9)[0]
    assert score(board, CHINESE, komi=7.5) == -7.5
    assert not owner_map(board).any()


def test_nobody_owns_the_border() -> None:
    board = board_from_diagram(WALLS)[0]
    assert not owner_map(board)[board["colour"] == OFF_BOARD].any()
    assert owner_map(board).shape == (N_POINTS,)


def test_handicap_stones_are_made_up_for_as_the_rules_say() -> None:
    board = board_from_diagram(WALLS)[0]
    assert score(board, CHINESE, komi=0.5, handicap=3) == 5 - 0.5 - 3
    assert score(board, AGA, komi=0.5, handicap=3) == 5 - 0.5 - 2
    assert score(board, JAPANESE, komi=0.5, handicap=3) == 5 - 0.5


@pytest.mark.parametrize("vertex", ["A1", "T19"])
def test_a_dead_point_without_a_stone_raises(vertex: str) -> None:
    with pytest.raises(ValueError, match=f"no stone at {vertex}"):
        score(board_from_diagram(WALLS)[0], CHINESE, komi=0, dead=points(vertex))


@pytest.mark.parametrize(
    ("score", "text"),
    [(3.5, "B+3.5"), (-0.5, "W+0.5"), (0, "0"), (-0.0, "0"), (12.0, "B+12"), (-361.0, "W+361")],
)
def test_a_result_is_written_as_in_a_game_record(score: float, text: str) -> None:
    assert format_result(score) == text


def finished_game(size: int, seed: int) -> tuple[np.void, list[str]]:
    """Plays a random game until only eyes are left, where every chain lives without doubt.

    Returns the board and the moves as GTP commands.
    """
    boards = new_board(size, seed)
    commands = []
    while boards[0]["n_passes"] < 2:
        colour = "b" if boards[0]["to_play"] == BLACK else "w"
        point = choose_uniform_move(boards[0])
        commands.append(f"play {colour} {format_vertex(point)}")
        play(boards[0], point)
    board: np.void = boards[0]
    return board, commands


@pytest.mark.parametrize(
    ("rules", "option"), [(CHINESE, "--chinese-rules"), (JAPANESE, "--japanese-rules")]
)
def test_200_finished_games_have_gnugos_score(
    rules: Ruleset, option: str, gnugo: Callable[..., Callable[[list[str]], list[str]]]
) -> None:
    ask = gnugo(option)
    for seed in range(200):
        size = 5 + seed % 15
        board, moves = finished_game(size, seed)
        *_, answer = ask([f"boardsize {size}", "clear_board", "komi 6.5", *moves, "final_score"])
        ours = score(board, rules, komi=6.5)
        assert answer == f"= {'B' if ours > 0 else 'W'}+{abs(ours)}", f"{size}x{size}, seed {seed}"


FINISHED_9X9 = """
    . . . X O . . . .
    . . X X O . . X .
    . X . X O O . . .
    . . . X X O O . .
    . X . . X O . O .
    . . X . X O . . .
    . O . X X O . O .
    . . X . X O O . .
    . . . . X O . . .
    """


@pytest.mark.parametrize(
    ("rules", "option"), [(CHINESE, "--chinese-rules"), (JAPANESE, "--japanese-rules")]
)
def test_a_game_with_dead_stones_has_gnugos_score(
    rules: Ruleset, option: str, gnugo: Callable[..., Callable[[list[str]], list[str]]]
) -> None:
    board = board_from_diagram(FINISHED_9X9)[0]
    stones = [
        f"play {colour} {format_vertex(point)}"
        for colour, code in (("b", BLACK), ("w", WHITE))
        for point in np.flatnonzero(board["colour"] == code).tolist()
    ]
    ask = gnugo(option)
    *_, dead, answer = ask(
        ["boardsize 9", "clear_board", "komi 6.5", *stones, "final_status_list dead", "final_score"]
    )
    vertices = dead.removeprefix("=").split()
    assert sorted(vertices) == ["B3", "H8"]
    ours = score(board, rules, komi=6.5, dead=points(*vertices))
    assert answer == f"= {'B' if ours > 0 else 'W'}+{abs(ours)}"
