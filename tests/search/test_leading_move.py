"""The leading move of a search, and when it is in doubt."""

import numpy as np
import pytest

from cfggo.search.leading_move import leader_is_in_doubt, leader_of
from cfggo.search.tree import NODE_DTYPE


def children(*visits_and_half_wins: tuple[int, int]) -> np.ndarray:
    nodes = np.zeros(len(visits_and_half_wins), dtype=NODE_DTYPE)
    nodes["move"] = range(40, 40 + len(nodes))
    nodes["visits"], nodes["half_wins"] = zip(*visits_and_half_wins, strict=True)
    return nodes


def test_among_equals_the_most_wins_lead_and_then_the_first() -> None:
    assert leader_of(children((7, 3), (9, 4), (9, 8), (9, 8), (9, 5))) == 2


@pytest.mark.parametrize(
    ("rival", "is_in_doubt"),
    [
        ((50, 60), True),
        ((50, 50), False),
        ((25, 30), True),
        ((24, 48), False),  # of too few visits to tell
    ],
)
def test_a_move_of_many_visits_that_wins_more_puts_the_leader_in_doubt(
    rival: tuple[int, int], is_in_doubt: bool
) -> None:
    assert leader_is_in_doubt(children((100, 100), rival)) == is_in_doubt
