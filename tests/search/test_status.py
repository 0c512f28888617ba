"""Which stones are dead, alive, or in seki, for owners that are given."""

import numpy as np
import pytest

from cfggo.go.points import BLACK, N_POINTS, WHITE, board_points, format_vertex, parse_vertex
from cfggo.search.status import Status, chains_of_status
from tests.diagrams import board_from_diagram

LEFT_ALONE = """
    X X X X O X .
    . . O O O X .
    O O O X X X .
    X X X X . . .
    . . . . . . .
    . . . . X . .
    . . X . . . .
"""
"""Four black stones and White's chain share two liberties; the rest is Black's."""

AN_EYE_EACH = """
    . X . O . O X
    X X O O O O X
    O O O X X X X
    X X X X . . .
    . . . . . . .
    . . . . X . .
    . . X . . . .
"""
"""Three black stones and White's group have an eye each, and share the liberty C7."""


LARGE_EYE = """
    . X . O . . O
    X X O O O O O
    O O O X X X X
    X X X X . . .
    . . . . . . .
    . . . . X . .
    . . X . . . .
"""
"""As before, but White's eye has two points."""

TWO_STONES = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . O . O . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""


def owners(text: str, **others: float) -> np.ndarray:
    """Returns owners by which all stones live: the empty points are Black's, but for others."""
    board = board_from_diagram(text)[0]
    ownership = np.zeros(N_POINTS)
    for point in board_points(7):
        ownership[point] = -0.9 if board["colour"][point] == WHITE else 0.9
    for vertex, owner in others.items():
        ownership[parse_vertex(vertex, 7)] = owner
    return ownership


def found(text: str, ownership: np.ndarray, status: Status) -> list[str]:
    """Returns a stone of each chain of that status, the last in the order of points."""
    board = board_from_diagram(text, to_play=BLACK)[0]
    chains = chains_of_status(board, ownership, status)
    return sorted(format_vertex(max(chain)) for chain in chains)


def test_groups_that_live_by_shared_liberties_are_in_seki() -> None:
    ownership = owners(LEFT_ALONE, A6=0.0, B6=0.0)
    assert found(LEFT_ALONE, ownership, Status.SEKI) == ["D7", "E7"]
    assert found(LEFT_ALONE, ownership, Status.ALIVE) == ["C1", "E2", "F7"]
    assert found(LEFT_ALONE, ownership, Status.DEAD) == []


def test_an_eye_each_is_a_seki_too() -> None:
    ownership = owners(AN_EYE_EACH, C7=0.0, E7=-0.9)
    assert found(AN_EYE_EACH, ownership, Status.SEKI) == ["B7", "F7"]


def test_one_eye_of_two_points_is_no_two_eyes() -> None:
    ownership = owners(LARGE_EYE, C7=0.0, E7=-0.9, F7=-0.9)
    assert found(LARGE_EYE, ownership, Status.SEKI) == ["B7", "G7"]


def test_chains_of_one_colour_that_share_a_liberty_are_in_no_seki() -> None:
    ownership = np.zeros(N_POINTS)
    ownership[[parse_vertex("C4", 7), parse_vertex("E4", 7)]] = -0.9
    assert found(TWO_STONES, ownership, Status.ALIVE) == ["C4", "E4"]


def test_stones_that_belong_to_either_side_alike_stay() -> None:
    ownership = np.zeros(N_POINTS)
    assert found(LEFT_ALONE, ownership, Status.DEAD) == []


def test_two_eyes_are_not() -> None:
    ownership = owners(AN_EYE_EACH, C7=-0.6, E7=-0.9)
    assert "F7" not in found(AN_EYE_EACH, ownership, Status.SEKI)


def test_what_the_enemy_owns_is_dead() -> None:
    ownership = owners(LEFT_ALONE)
    white = [p for p in board_points(7) if ownership[p] < 0]
    ownership[white] = 0.9
    assert found(LEFT_ALONE, ownership, Status.DEAD) == ["E7"]
    assert found(LEFT_ALONE, ownership, Status.SEKI) == []


@pytest.mark.parametrize(("doubt", "status"), [(0.05, Status.DEAD), (-0.05, Status.ALIVE)])
def test_the_likelier_fate_counts(doubt: float, status: Status) -> None:
    ownership = owners(LEFT_ALONE, A6=0.0, B6=0.0)
    ownership[ownership < 0] = doubt
    assert "E7" in found(LEFT_ALONE, ownership, status)


@pytest.mark.parametrize(("owner", "expected"), [(-0.4, ["D7", "E7"]), (-0.3, [])])
def test_a_chain_in_seki_lives_twice_as_often_as_it_dies(owner: float, expected: list[str]) -> None:
    ownership = owners(LEFT_ALONE, A6=0.0, B6=0.0)
    ownership[ownership < -0.5] = owner
    assert found(LEFT_ALONE, ownership, Status.SEKI) == expected


def test_stones_that_nobody_surely_owns_are_in_no_seki() -> None:
    """As in an opening, where no stone has eyes yet."""
    ownership = owners(LEFT_ALONE) * 0.3
    assert found(LEFT_ALONE, ownership, Status.SEKI) == []


A_STONE_IN_THE_DOOR = """
    . O X . . . .
    . O X . O . .
    . O X . . . .
    . O X X X X .
    . O O O O O X
    . . . . . O O
    . . . . . . .
"""
"""Black's room is open to White if the stone at G3 is dead."""

ROOM = ["D7", "E7", "F7", "G7", "D6", "F6", "G6", "D5", "E5", "F5", "G5", "G4"]


@pytest.mark.parametrize(("room", "dead"), [(0.6, ["E6"]), (0.01, ["G3"]), (-0.6, ["C7", "G3"])])
def test_doubtful_stones_around_nobodys_area_are_judged_together(
    room: float, dead: list[str]
) -> None:
    """By themselves E6 and the wall live, and G3 is dead, so that the room is nobody's."""
    doubtful = dict.fromkeys(ROOM, room) | {"E6": -0.05, "G3": -0.05}
    if room < 0:
        doubtful |= dict.fromkeys(["C7", "C6", "C5", "C4", "D4", "E4", "F4"], 0.05)
    ownership = owners(A_STONE_IN_THE_DOOR, **doubtful)
    left = [f"{column}{row}" for column in "ABCDE" for row in (1, 2)]
    ownership[[parse_vertex(vertex, 7) for vertex in left]] = -0.9
    assert found(A_STONE_IN_THE_DOOR, ownership, Status.DEAD) == dead
