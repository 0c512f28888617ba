"""What a move does to the chains around it, and what the last move did, on diagrams."""

from __future__ import annotations

import pytest

from cfggo.features.situation import last_move_situation, liberty_situations
from cfggo.go.board import play
from cfggo.go.diagram import board_from_diagram
from cfggo.go.points import WHITE, parse_vertex

TEXT = """
    . . . . . . .
    . X X . . X .
    . O . . . O .
    . . . . . . .
    . X . . . . .
    . . . . X . .
    . . . . . . .
"""


def expected(
    after: int, own: tuple[int, int], enemy: tuple[int, int], joined: int
) -> tuple[int, int, int]:
    """Returns the numbers for liberties after a move, and (liberties, size class) of neighbours."""
    both = (own[0] * 6 + enemy[0]) * 3 + joined
    return (
        after * 24 + own[0] * 4 + own[1],
        (6 + after) * 24 + enemy[0] * 4 + enemy[1],
        288 + after * 108 + both,
    )


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("D6", expected(5, own=(5, 1), enemy=(0, 0), joined=1)),  # extends two stones
        ("A5", expected(2, own=(0, 0), enemy=(3, 0), joined=0)),  # against one stone
        ("B4", expected(5, own=(4, 0), enemy=(3, 0), joined=1)),  # both
        ("G5", expected(2, own=(0, 0), enemy=(3, 0), joined=0)),
        ("A1", expected(2, own=(0, 0), enemy=(0, 0), joined=0)),
    ],
)
def test_liberties_before_and_after_a_move(name: str, numbers: tuple[int, int, int]) -> None:
    board = board_from_diagram(TEXT)[0]
    assert liberty_situations(board, parse_vertex(name, 7)) == numbers


@pytest.mark.parametrize(("other", "same"), [("D3", True), ("E3", False), ("C5", False)])
def test_what_the_last_move_did(other: str, same: bool) -> None:
    """A stone in the open is the same everywhere; one in contact, or of a larger chain, is not."""
    found = []
    for move in ("D4", other):
        board = board_from_diagram(TEXT, to_play=WHITE)[0]
        play(board, parse_vertex(move, 7))
        found.append(last_move_situation(board))
    assert (found[0] == found[1]) == same
